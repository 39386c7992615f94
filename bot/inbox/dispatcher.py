"""Receives every press, choice and form, counts it, and calls the function that handles it.

`@on(kind)` registers a function as the handler of a kind of press, and `handle` calls the handler. A press at a table
also shows that the person is present (L2). If a form is refused, its input is kept, so that the person can open the
form again and correct the input. discord.py keeps no registry of the bot's messages, because each custom id contains
the whole press (`presses/codec.py`). Commands go to the command tree instead (`tree.py`).
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import discord

from bot.inbox.errors import UnknownPress, explain, keep_form, note_outcome, say
from bot.inbox.members import note_presence
from bot.inbox.near import require_near
from bot.inbox.request import CHOSEN, Request, pressed_in
from bot.inbox.services import Interaction
from bot.metrics import ANSWERS, INTERACTIONS
from bot.outbox.answer import answer_of
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.render import let_go_of_components
from bot.outbox.reply import acknowledge, promise_in_time
from bot.outbox.waiting import finished
from bot.presses.base import Answer, AtTable, BackToForm, Choosing, Move, Press
from bot.presses.codec import PRESSES
from bot.screens.table import troubles
from bot.storage.store import StoreFailed
from bot.tables.trouble import Trouble
from bot.words.language import speak
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

P = TypeVar("P", bound=Press)

Handler = Callable[[Request, P], Awaitable[None]]

HANDLERS: dict[type[Press], Handler[Any]] = {}
"""The handler of each kind of press. A handler of a base class handles all kinds that derive from it."""


def on(*kinds: type[P]) -> Callable[[Handler[P]], Handler[P]]:
    """Register a function as the handler of these kinds of presses.

    The function also handles the subclasses of these kinds that have no handler of their own. Raises `ValueError` for
    a kind that already has a handler.
    """

    def register(handler: Handler[P]) -> Handler[P]:
        for kind in kinds:
            if kind in HANDLERS:
                raise ValueError(f"{kind.__name__} has a handler: {HANDLERS[kind]}")
            HANDLERS[kind] = handler
        return handler

    return register


def handler_of(kind: type[Press]) -> Handler[Any]:
    """Return the handler of a kind of press, or of its nearest base class. Raises `LookupError` if there is none."""
    for each in kind.__mro__:
        if each in HANDLERS:
            return HANDLERS[each]
    raise LookupError(f"{kind.__name__} has no handler")


async def handle(request: Request, press: Press) -> None:
    """Carry out a press, a choice or a form.

    Exceptions are not caught here; the caller explains them to the person.
    """
    if isinstance(press, AtTable):
        request.noted.table = press.table
        await require_near(request, press)
    async with _present(request, press):
        try:
            await handler_of(type(press))(request, press)
            await _say_what_is_in_the_way(request, press)
        except (Refused, Trouble) as refusal:
            keep_form(request, press, refusal)
            raise


async def _say_what_is_in_the_way(request: Request, press: Press) -> None:
    """Tell the person why the table cannot be shown, unless that was reported before."""
    if isinstance(press, AtTable) and (words := request.services.announcer.obstacles.unsaid(press.table)):
        await say(request.interaction, words)


@contextlib.asynccontextmanager
async def _present(request: Request, press: Press) -> AsyncIterator[None]:
    """Count a press, even a refused one, as a sign that its person is present.

    A person who is present is pinged later, and the table no longer plays for them (L2). A public move records the
    person's return in its own transaction, so this function does not record it a second time.
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
    """Record that a person for whom the table played has returned, because they pressed something there (L2).

    If this fails, the error is logged, and the press itself still succeeds.
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


@on(BackToForm)
async def back_to_form(request: Request, press: BackToForm) -> None:
    """Open a refused form again with its former input. Raises `UnknownPress` for an unknown form.

    Discord accepts no form as the answer to a form, so the answer has a button, which this function handles.
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
"""The most requests of one person at a time. Further requests are refused with a message."""

PRESSED, SENT = discord.InteractionType.component, discord.InteractionType.modal_submit


class Dispatcher:
    """Tracks the running requests of each person. Once it is closed, it refuses every new request."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self._of: Counter[int] = Counter()
        self._closed = False

    async def dispatch(self, interaction: Interaction) -> None:
        """Carry out a press, a choice or a form. Any exception is explained to the person who made the request."""
        if interaction.type not in (PRESSED, SENT):
            return  # the command tree handles commands and their completions
        is_admitted = False
        try:
            if is_admitted := await self.admit(interaction):
                await _do(interaction)
        except Exception as error:
            await explain(interaction, error)
        finally:
            if is_admitted or not self._closed:  # a request that was refused on closing stays as it is
                await _leave(interaction)
            let_go_of_components(interaction)

    async def admit(self, interaction: Interaction) -> bool:
        """Return whether a request is accepted. From here on, use the person's language in the task of the request.

        The task of an accepted request is tracked until it ends. If the task takes long, Discord gets a provisional
        answer in time. A request is refused with a message if the dispatcher is closed, or if the person has too many
        running requests. If Discord delivers a request twice, only the first delivery is accepted and answered.
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
        task.add_done_callback(lambda _: _ended(interaction))
        await _greet(interaction)
        return True

    def _leave(self, task: asyncio.Task[Any], user: int) -> None:
        self._under_way.discard(task)
        self._of[user] -= 1
        if not self._of[user]:
            del self._of[user]

    async def drain(self, seconds: float) -> bool:
        """Stop accepting requests, and wait at most `seconds` for the running ones.

        Return whether all running requests have ended.
        """
        self._closed = True
        return await finished(self._under_way, seconds)


def _ended(interaction: Interaction) -> None:
    """Close the answer to a request. Begin to delete the person's earlier refusals if the request was carried out."""
    answer = answer_of(interaction)
    answer.close()
    interaction.client.services.announcer.passing.take_back(answer)


async def _greet(interaction: Interaction) -> None:
    """Use the language that this person chose, and note that they are on the server.

    If their language cannot be read, keep the language of their Discord.
    """
    await note_presence(Request(interaction))
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
    """Return whether a request may be deferred before its answer.

    Autocompletion may not be deferred, and neither may a press that opens a form.
    """
    if interaction.type is discord.InteractionType.autocomplete:
        return False
    return interaction.type is not PRESSED or not _opens_form(pressed_in(interaction))


def _opens_form(press: Press | None) -> bool:
    return press is not None and press.answer is Answer.FORM


async def _leave(interaction: Interaction) -> None:
    """Bring the pressed message up to date, whatever the outcome of the press. Never raises."""
    press, announcer = pressed_in(interaction), interaction.client.services.announcer
    try:
        await announcer.leave(interaction, press.table if isinstance(press, AtTable) else None)
    except (*TROUBLE, Trouble, StoreFailed) as error:
        log.debug("A menu keeps its choice: %s", in_short(error))
    except Exception:
        log.exception("A pressed message could not be left as it should be.")


async def _do(interaction: Interaction) -> None:
    # While a deferred press waits, for example for a showdown, its token may be used to show messages.
    answer_of(interaction).promised = partial(interaction.client.services.announcer.messages.learn, interaction)
    press = pressed_in(interaction)
    if press is None:
        raise UnknownPress
    is_form = press.opened_by is not None
    if is_form is not (interaction.type is SENT):
        raise UnknownPress  # forged: a form sent the id of a button, or a button that of a form
    fields = dict(_fields(interaction)) if is_form else {}
    if isinstance(press, Choosing):
        data: Any = interaction.data or {}
        fields = {CHOSEN: tuple(map(str, data.get("values", ())))}
    request = Request(interaction, fields)
    tap = (request.user, interaction.message.id if interaction.message is not None else 0, press)
    if request.services.taps.is_second(*tap, request.is_in_window):
        await acknowledge(interaction)
        note_outcome(interaction, "second tap")
        return
    request.services.taps.note(*tap)
    await handle(request, press)
    request.services.taps.note(*tap)


def _fields(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each field of a form, with its typed text or its choices."""
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
    """Count a request with its outcome in the metrics when the current task ends."""
    way = WAYS.get(interaction.type, "other")
    ANSWERS.asked(interaction.id, way)
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda done: _counted(interaction, way, done))


def _counted(interaction: Interaction, way: str, task: asyncio.Task[object]) -> None:
    outcome = "cut off" if task.cancelled() else answer_of(interaction).outcome
    INTERACTIONS.labels(way, _kind(interaction), outcome).inc()


def _kind(interaction: Interaction) -> str:
    """Return the name of the request's command or press, or "unknown" if it cannot be read."""
    with contextlib.suppress(LookupError, TypeError, AttributeError):  # discord.py cannot read it
        if (command := interaction.command) is not None:
            return f"/{command.qualified_name}"
    press = pressed_in(interaction)
    return type(press).__name__ if press is not None else "unknown"
