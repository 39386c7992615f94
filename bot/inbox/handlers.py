"""Which function answers which press, and what holds for all of them.

`@on(kind)` makes a function the handler of a press; `handle` calls it. Around each press its person counts as present
(L2), and a form that is refused is kept, so that it can be opened again as it was filled in.
"""

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

from bot.inbox.outcomes import UnknownPress
from bot.inbox.request import Request
from bot.presses.base import Answer, AtTable, BackToForm, Move, Press
from bot.presses.codec import PRESSES, tag
from bot.tables.trouble import Code, Trouble
from engine.core.refusals import GameIsOver, NotPlaying, Refused

log = logging.getLogger(__name__)

P = TypeVar("P", bound=Press)
Handler = Callable[[Request, P], Awaitable[None]]

HANDLERS: dict[type[Press], Handler[Any]] = {}
"""The function for each kind of press. One for a kind without a tag answers all kinds that derive from it."""

HOPELESS = (Code.GONE, Code.UNKNOWN_TABLE, Code.NOT_SEATED, Code.NOT_HOST, Code.GAME_RUNNING, Code.NOT_STARTED)
"""The troubles because of which another try would be refused as well, whatever is typed."""


def on(*kinds: type[P]) -> Callable[[Handler[P]], Handler[P]]:
    """Make a function the handler of these kinds of presses, and of those that derive from them and have none.

    Raises `ValueError` for a kind that has a handler.
    """

    def register(handler: Handler[P]) -> Handler[P]:
        for kind in kinds:
            if kind in HANDLERS:
                raise ValueError(f"{kind.__name__} has a handler: {HANDLERS[kind]}")
            HANDLERS[kind] = handler
        return handler

    return register


def handler_of(kind: type[Press]) -> Handler[Any]:
    """The handler of a kind of press, its own or its nearest base's. Raises `LookupError` where there is none."""
    return next(HANDLERS[each] for each in kind.__mro__ if each in HANDLERS)


async def handle(request: Request, press: Press) -> None:
    """Do what a press, a menu or a form stands for. Raises what cannot be done; the caller tells it."""
    async with _present(request, press):
        try:
            await handler_of(type(press))(request, press)
        except (Refused, Trouble) as refusal:
            _keep(request, press, refusal)
            raise


@contextlib.asynccontextmanager
async def _present(request: Request, press: Press) -> AsyncIterator[None]:
    """Let a press, refused or not, count as a sign of life: its person is not called so soon, and dozes no more (L2).

    A move that everybody sees wakes them by itself, in its own transaction.
    """
    if isinstance(press, AtTable):
        request.tables.presence.pressed(press.table, request.user)
    try:
        yield
    except (Refused, Trouble):
        await wake(request, press)
        raise
    if not (isinstance(press, Move) and press.answer is Answer.PUBLIC):
        await wake(request, press)


async def wake(request: Request, press: Press) -> None:
    """Wake somebody who pressed at a table where they doze (L2).

    What fails here is logged, and does not fail the press.
    """
    if not isinstance(press, AtTable):
        return
    try:
        if await request.tables.moves.wake_up(press.table, request.user, f"{request.key}:here"):
            await request.services.announcer.show_beside(press.table)
    except Trouble:
        return  # no such table: the press itself was told
    except Exception:
        log.exception("Whether somebody is back at table %d could not be noted.", press.table)


def _keep(request: Request, press: Press, refusal: Refused | Trouble) -> None:
    """Keep a form that was refused, and let the answer offer the way back to it, where that is of any use."""
    is_hopeless = isinstance(refusal, Trouble) and refusal.code in HOPELESS
    is_over = isinstance(refusal, Refused) and isinstance(refusal.reason, GameIsOver | NotPlaying)
    if press.opened_by is not None and not is_hopeless and not is_over:
        name = request.services.forms.keep(request.user, request.fields)
        table = press.table if isinstance(press, AtTable) else 0
        request.way_back = BackToForm(tag(type(press)), table, name, getattr(press, "option", "none"))


@on(BackToForm)
async def back_to_form(request: Request, press: BackToForm) -> None:
    """Open a form that was refused, as it was filled in. Raises `UnknownPress` for a form that nobody knows.

    Discord takes no form as the answer to a form, so a button stands between them.
    """
    sent = PRESSES.get(press.form)
    kind: Any = sent.opened_by if sent is not None else None
    if kind is None:
        raise UnknownPress
    request.prefill(request.services.forms.back(request.user, press.kept))
    known: dict[str, Any] = {"table": press.table, "option": press.option}
    if issubclass(kind, Move):
        known["version"] = (await request.tables.looking.table(press.table)).version
    await handler_of(kind)(request, kind(**{name: known[name] for name in kind.__struct_fields__}))
