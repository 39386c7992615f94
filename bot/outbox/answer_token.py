"""The token of an interaction. For a quarter of an hour it can edit the first answer and post follow-ups."""

from typing import Any

import discord

from bot.outbox.answer_states import State, from_start
from bot.outbox.arrivals import Arrivals
from bot.outbox.client import Interaction
from bot.outbox.failures import NO_ANSWER
from bot.outbox.internals import ORIGINAL

GOOD_FOR = 14 * 60.0
"""Seconds for which a token is used. Discord allows a minute more, so no token expires during a request."""


class Token:
    """The token of one interaction.

    `since` is the time at which the interaction arrived, in seconds, by the clock of `Arrivals`. All methods raise
    Discord's errors.
    """

    __slots__ = ("_arrivals", "_webhook", "since")

    def __init__(self, interaction: Interaction, arrivals: Arrivals) -> None:
        """Take the token of `interaction`, which arrives now."""
        self._arrivals, self._webhook = arrivals, interaction.followup
        self.since = arrivals.clock()

    def __repr__(self) -> str:
        return "Token()"

    @property
    def has_expired(self) -> bool:
        """Whether the token is too old to be used."""
        return self._arrivals.clock() - self.since > GOOD_FOR

    async def follow_up(self, **shown: Any) -> int:
        """Post a follow-up, and return its id."""
        return int((await self._webhook.send(wait=True, **from_start(shown))).id)

    async def edit(self, message: int | None = None, **shown: Any) -> int:
        """Edit a follow-up, or the first answer if `message` is None, and return the message's id.

        New `files` replace the old ones.
        """
        if "files" in shown:
            shown["attachments"] = shown.pop("files")
        edited = await self._webhook.edit_message(message or ORIGINAL, **from_start(shown))
        return int(edited.id)

    async def delete(self, message: int | None = None) -> None:
        """Delete a follow-up, or the first answer if `message` is None."""
        await self._webhook.delete_message(message or ORIGINAL)

    async def first_answer(self) -> tuple[State, int] | None:
        """Return the state of the first answer and the id of its message; the id is 0 if the message was deleted.

        Return None if Discord has no first answer for this token.
        """
        try:
            found = await self._webhook.fetch_message(ORIGINAL)
        except discord.NotFound as error:
            return None if error.code == NO_ANSWER else (State.ANSWERED, 0)
        return State.PROMISED if found.flags.loading else State.ANSWERED, found.id
