"""Whoever presses anything is here: they are not called so soon, and doze no more (L2)."""

import contextlib
import logging
from collections.abc import AsyncIterator

from bot.inbox.request import Request
from bot.presses.base import AtTable, Press
from bot.tables.model import Trouble

log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def here(request: Request, press: Press) -> AsyncIterator[None]:
    """Around what is done with a press: it counts as a sign of life, whatever comes of it."""
    if isinstance(press, AtTable):
        request.tables.presence.pressed(press.table, request.user)
    try:
        yield
    finally:
        if isinstance(press, AtTable):
            await _wake(request, press.table)


async def _wake(request: Request, table_id: int) -> None:
    """Afterwards, because an own move wakes by itself. What fails here is no affair of the press."""
    try:
        if await request.tables.moves.wake_up(table_id, request.user, f"{request.key}:here"):
            await request.services.announcer.show_again(table_id)
    except Trouble:
        return  # the press itself was told
    except Exception:
        log.exception("Whether somebody is back at table %d could not be noted.", table_id)
