"""Every press, choice and form arrives here, is counted, and goes to the function that answers it.

`@on(kind)` makes a function the handler of a press, and `handle` calls it. Around each press its person counts as
present (L2), and a refused form is kept, so that it can be opened again as it was filled in. discord.py keeps no
registry of our messages: each custom id is complete in itself (`presses/codec.py`). Commands arrive at the tree
(`tree.py`).
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import discord

from bot.inbox.errors import UnknownPress, explain, note_outcome, say
from bot.inbox.near import require_near
from bot.inbox.request import CHOSEN, Request, pressed_in
from bot.inbox.services import Interaction
from bot.metrics import ANSWERS, INTERACTIONS
from bot.outbox.answer import answer_of
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.render import let_go_of_components
from bot.outbox.reply import promise_in_time
from bot.outbox.waiting import finished
from bot.presses.base import Answer, AtTable, BackToForm, Choosing, Move, Press
from bot.presses.codec import PRESSES, tag
from bot.screens.table import troubles
from bot.storage.store import StoreFailed
from bot.tables.trouble import Code, Trouble
from bot.words.language import speak
from engine.core.refusals import GameIsOver, NotPlaying, Refused

log = logging.getLogger(__name__)

P = TypeVar("P", bound=Press)

Handler = Callable[[Request, P], Awaitable[None]]

HANDLERS: dict[type[Press], Handler[Any]] = {}
"""The function for each kind of press. One for a kind without a tag answers all kinds that derive from it."""

HOPELESS = (Code.GONE, Code.UNKNOWN_TABLE, Code.NOT_SEATED, Code.NOT_HOST, Code.GAME_RUNNING, Code.NOT_STARTED)
"""The codes of trouble after which another attempt would be refused as well, with any input."""


def on(*kinds: type[P]) -> Callable[[Handler[P]], Handler[P]]:
    """Make a function the handler of these kinds of presses, and of kinds that derive from them and have none.

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
    """Return the handler of a kind of press, its own or that of its nearest base. Raises `LookupError` without one."""
    for each in kind.__mro__:
        if each in HANDLERS:
            return HANDLERS[each]
    raise LookupError(f"{kind.__name__} has no handler")


async def handle(request: Request, press: Press) -> None:
    """Carry out a press, a choice or a form. Raises any obstacle; the caller explains it."""
    if isinstance(press, AtTable):
        await require_near(request, press)
    async with _present(request, press):
        try:
            await handler_of(type(press))(request, press)
            await _say_what_is_in_the_way(request, press)
        except (Refused, Trouble) as refusal:
            _keep(request, press, refusal)
            raise


async def _say_what_is_in_the_way(request: Request, press: Press) -> None:
    """Say why the table is not shown, if no message could say so before."""
    if isinstance(press, AtTable) and (words := request.services.announcer.obstacles.unsaid(press.table)):
        await say(request.interaction, words)


@contextlib.asynccontextmanager
async def _present(request: Request, press: Press) -> AsyncIterator[None]:
    """Count a press, refused or not, as a sign of life: the person is pinged later, and does not doze any more (L2).

    A public move wakes them by itself, in its own transaction.
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

    A failure here is logged, and does not fail the press.
    """
    if not isinstance(press, AtTable):
        return
    try:
        if await request.tables.moves.wake_up(press.table, request.user, f"{request.key}:here"):
            await request.services.announcer.show_in_background(press.table)
    except Trouble:
        return  # there is no such table, as the answer to the press itself says
    except Exception:
        log.exception("A player's return to table %d could not be recorded.", press.table)


def _keep(request: Request, press: Press, refusal: Refused | Trouble) -> None:
    """Keep a refused form and let the answer offer a way back to it, unless another attempt is hopeless."""
    is_hopeless = isinstance(refusal, Trouble) and refusal.code in HOPELESS
    is_over = isinstance(refusal, Refused) and isinstance(refusal.reason, GameIsOver | NotPlaying)
    if press.opened_by is not None and not is_hopeless and not is_over:
        name = request.services.forms.keep(request.user, request.fields)
        table = press.table if isinstance(press, AtTable) else 0
        request.noted.way_back = BackToForm(tag(type(press)), table, name, getattr(press, "option", "none"))


@on(BackToForm)
async def back_to_form(request: Request, press: BackToForm) -> None:
    """Open a refused form, as it was filled in. Raises `UnknownPress` for an unknown form.

    Discord accepts no form as the answer to a form, so there is a button between them.
    """
    sent = PRESSES.get(press.form)
    kind: Any = sent.opened_by if sent is not None else None
    if kind is None:
        raise UnknownPress
    request.prefill(request.services.forms.back(request.user, press.kept))
    known: dict[str, Any] = {"table": press.table, "option": press.option}
    if issubclass(kind, Move):
        known["version"] = (await request.tables.queries.table(press.table)).version
    opened = kind(**{name: known[name] for name in kind.__struct_fields__})
    if isinstance(opened, AtTable):
        await require_near(request, opened)
    await handler_of(kind)(request, opened)


MOST_OF_ONE_PERSON = 8
"""The most requests of one person at a time. Further ones are answered and not carried out."""

PRESSED, SENT = discord.InteractionType.component, discord.InteractionType.modal_submit


class Dispatcher:
    """Tracks the running requests, and whose they are. Once it is closed, it refuses every new request."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self._of: Counter[int] = Counter()
        self._closed = False

    async def dispatch(self, interaction: Interaction) -> None:
        """Carry out a press, a choice or a form. Any exception is explained to the person."""
        if interaction.type not in (PRESSED, SENT):
            return  # the command tree handles commands and their completions
        is_admitted = False
        try:
            if is_admitted := await self.admit(interaction):
                await _do(interaction)
        except Exception as error:
            await explain(interaction, error)
        finally:
            if is_admitted or not self._closed:  # nobody waits for a refused request: the client may be gone by then
                await _leave(interaction)
            let_go_of_components(interaction)

    async def admit(self, interaction: Interaction) -> bool:
        """Return whether a request is accepted; from here on its task uses the person's language.

        The task of an accepted request is tracked until it ends, and Discord gets a promise in time, even if the answer
        takes long. A request is refused with a sentence once the dispatcher is closed, and while the person has as many
        running requests as allowed. One that was delivered before is left to its first delivery.
        """
        count(interaction)
        speak((answer := answer_of(interaction)).language)
        if answer.is_repeated:
            note_outcome(interaction, "repeated")
            return False
        if self._closed:
            note_outcome(interaction, "closing")
            await say(interaction, troubles.closing())
            return False
        if self._of[user := interaction.user.id] >= MOST_OF_ONE_PERSON:
            note_outcome(interaction, "too fast")
            await say(interaction, troubles.not_so_fast())
            return False
        task = asyncio.current_task()
        assert task is not None
        self._of[user] += 1
        self._under_way.add(task)
        task.add_done_callback(lambda done: self._leave(done, user))
        if _may_be_promised(interaction):
            promise_in_time(interaction)
        task.add_done_callback(lambda _: answer_of(interaction).close())
        await _speak_theirs(interaction)
        return True

    def _leave(self, task: asyncio.Task[Any], user: int) -> None:
        self._under_way.discard(task)
        self._of[user] -= 1
        if not self._of[user]:
            del self._of[user]

    async def drain(self, seconds: float) -> bool:
        """Accept nothing new, and wait at most `seconds` for running requests. Return whether all of them ended."""
        self._closed = True
        return await finished(self._under_way, seconds)


async def _speak_theirs(interaction: Interaction) -> None:
    """Use the language that this person chose. If it cannot be read, use that of their Discord."""
    try:
        language = await Request(interaction).services.preferences.language(
            interaction.user.id, str(interaction.locale)
        )
    except Exception:
        log.warning("A person's language could not be read.", exc_info=True)
    else:
        answer_of(interaction).language = language
        speak(language)


def _may_be_promised(interaction: Interaction) -> bool:
    """Return whether a request may be acknowledged before its answer: no completion, and no press that opens a form."""
    if interaction.type is discord.InteractionType.autocomplete:
        return False
    return interaction.type is not PRESSED or not _opens_form(pressed_in(interaction))


def _opens_form(press: Press | None) -> bool:
    return press is not None and press.answer is Answer.FORM


async def _leave(interaction: Interaction) -> None:
    """Leave the pressed message as people need it, whatever came of the press. Never raises."""
    press, announcer = pressed_in(interaction), interaction.client.services.announcer
    try:
        await announcer.leave(interaction, press.table if isinstance(press, AtTable) else None)
    except (*TROUBLE, Trouble, StoreFailed) as error:
        log.debug("A menu keeps its choice: %s", in_short(error))
    except Exception:
        log.exception("A pressed message could not be left as it should be.")


async def _do(interaction: Interaction) -> None:
    # Whatever a press waits for after its promise, as for a showdown, may be shown by its token.
    answer_of(interaction).promised = partial(interaction.client.services.announcer.messages.learn, interaction)
    press = pressed_in(interaction)
    if press is None:
        raise UnknownPress
    is_form = press.opened_by is not None
    if is_form is not (interaction.type is SENT):
        raise UnknownPress  # forged: a form is not a button, and a button not a form
    fields = dict(_fields(interaction)) if is_form else {}
    if isinstance(press, Choosing):
        data: Any = interaction.data or {}
        fields = {CHOSEN: tuple(map(str, data.get("values", ())))}
    await handle(Request(interaction, fields), press)


def _fields(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the typed text or choice of each field of a form."""
    data: Any = interaction.data or {}
    for part in data.get("components", ()):
        for inner in [part["component"]] if "component" in part else part.get("components", ()):
            yield inner["custom_id"], tuple(inner["values"]) if "values" in inner else (inner.get("value") or "",)


WAYS = {
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "completion",
}


def count(interaction: Interaction) -> None:
    """Count a request with its outcome, once the current task ends."""
    way = WAYS.get(interaction.type, "other")
    ANSWERS.asked(interaction.id, way)
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda done: _counted(interaction, way, done))


def _counted(interaction: Interaction, way: str, task: asyncio.Task[object]) -> None:
    outcome = "cut off" if task.cancelled() else answer_of(interaction).outcome
    INTERACTIONS.labels(way, _kind(interaction), outcome).inc()


def _kind(interaction: Interaction) -> str:
    """Return the name of the command or of the press; "unknown" for anything else."""
    with contextlib.suppress(LookupError, TypeError, AttributeError):  # discord.py cannot read it
        if (command := interaction.command) is not None:
            return f"/{command.qualified_name}"
    press = pressed_in(interaction)
    return type(press).__name__ if press is not None else "unknown"
