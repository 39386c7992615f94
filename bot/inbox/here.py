"""Whoever presses anything is here: they are not called so soon, and doze no more (L2)."""

import contextlib
import logging
from collections.abc import AsyncIterator

from bot.inbox.request import Request
from bot.presses.base import AtTable, Press
from bot.tables.trouble import Trouble
from engine.core.refusals import Refused

log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def here(request: Request, press: Press, moves: bool = False) -> AsyncIterator[None]:
    """Around what is done with a press: it counts as a sign of life, refused or not.

    What `moves` wakes by itself, in its own transaction.
    """
    if isinstance(press, AtTable):
        request.tables.presence.pressed(press.table, request.user)
    try:
        yield
    except (Refused, Trouble):
        await is_back(request, press)
        raise
    if not moves:
        await is_back(request, press)


async def is_back(request: Request, press: Press) -> None:
    """Whoever pressed dozes no more. What fails here is no affair of the press."""
    if not isinstance(press, AtTable):
        return
    try:
        if await request.tables.moves.wake_up(press.table, request.user, f"{request.key}:here"):
            await request.services.announcer.show_beside(press.table)
    except Trouble:
        return  # no such table: the press itself was told
    except Exception:
        log.exception("Whether somebody is back at table %d could not be noted.", press.table)
