"""Every press, choice and form is dispatched from here, whichever message or process it comes from.

discord.py keeps no registry of what we send: views and forms are stopped before they go out (`outbox/render.py`), and
each custom id says by itself what it means (`presses/codec.py`). Commands and their completions come in by the tree
(`inbox/tree.py`), which has them admitted here.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import discord

from bot.inbox.handlers import handle
from bot.inbox.outcomes import UnknownPress, count, explain, note_outcome, say
from bot.inbox.request import CHOSEN, Request, pressed_in
from bot.outbox.composing import language_of_person
from bot.outbox.reply import Interaction, promise_in_time
from bot.outbox.waiting import finished
from bot.presses.base import Answer, Choosing, Press
from bot.screens import troubles
from bot.words.language import speak

MOST_OF_ONE_PERSON = 8
"""How many requests of one person may be under way at once. Another one is answered and not carried out."""
PRESSED, SENT = discord.InteractionType.component, discord.InteractionType.modal_submit


class Dispatcher:
    """Knows which requests are under way, and whose. Once it is closed, every new request gets a sentence."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self._of: Counter[int] = Counter()
        self._closed = False

    async def dispatch(self, interaction: Interaction) -> None:
        """Do what a press, a choice or a form stands for. Whatever it raises is explained to the person."""
        if interaction.type not in (PRESSED, SENT):
            return  # commands and their completions are the tree's affair
        try:
            if await self.admit(interaction):
                await _do(interaction)
        except Exception as error:
            await explain(interaction, error)

    async def admit(self, interaction: Interaction) -> bool:
        """Return whether a request is taken: its task is waited for, and speaks the person's language from here on.

        Discord hears of a request in time, whatever its answer waits for, and a refusal as well. After closing time a
        request gets a sentence instead, and so does that of somebody who presses faster than they can be answered.
        """
        speak(language_of_person(interaction))
        count(interaction)
        if self._closed:
            note_outcome(interaction, "closing")
            await say(interaction, troubles.closing())
            return False
        user = interaction.user.id
        if self._of[user] >= MOST_OF_ONE_PERSON:
            note_outcome(interaction, "too fast")
            await say(interaction, troubles.not_so_fast())
            return False
        task = asyncio.current_task()
        assert task is not None
        self._of[user] += 1
        self._under_way.add(task)
        task.add_done_callback(lambda done: self._leave(done, user))
        if _may_be_promised(interaction):
            over = promise_in_time(interaction)
            task.add_done_callback(lambda _: over())
        return True

    def _leave(self, task: asyncio.Task[Any], user: int) -> None:
        self._under_way.discard(task)
        self._of[user] -= 1
        if not self._of[user]:
            del self._of[user]

    async def drain(self, seconds: float) -> bool:
        """Take nothing new, and wait at most so many seconds for what is under way. Return whether all of it ended."""
        self._closed = True
        return await finished(self._under_way, seconds)


def _may_be_promised(interaction: Interaction) -> bool:
    """Return whether an answer may be promised before it is there: not for completions, nor where a form opens."""
    if interaction.type is discord.InteractionType.autocomplete:
        return False
    return interaction.type is not PRESSED or not _opens_form(pressed_in(interaction))


def _opens_form(press: Press | None) -> bool:
    return press is not None and press.answer is Answer.FORM


async def _do(interaction: Interaction) -> None:
    press = pressed_in(interaction)
    if press is None:
        raise UnknownPress
    is_form = press.opened_by is not None
    if is_form is not (interaction.type is SENT):
        raise UnknownPress  # forged: a form is no button, and a button no form
    fields = dict(_fields(interaction)) if is_form else {}
    if isinstance(press, Choosing):
        data: Any = interaction.data or {}
        fields = {CHOSEN: tuple(map(str, data.get("values", ())))}
    await handle(Request(interaction, fields), press)


def _fields(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what was typed or chosen in each field of a form."""
    data: Any = interaction.data or {}
    for part in data.get("components", ()):
        for inner in [part["component"]] if "component" in part else part.get("components", ()):
            yield inner["custom_id"], tuple(inner["values"]) if "values" in inner else (inner.get("value") or "",)
