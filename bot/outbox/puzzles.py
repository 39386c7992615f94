"""Post the daily puzzle in the channels that servers have chosen for it."""

import logging

import discord

from bot.background import Background
from bot.outbox.client import Client
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.messages import nonce, post_by_bot
from bot.outbox.render import language_of_server, layout
from bot.people.puzzles import Due, Puzzles, of_day
from bot.screens.pages import puzzle
from bot.storage.store import StoreFailed
from bot.tables.model import Place
from bot.words.language import speaking

log = logging.getLogger(__name__)


class PuzzlePoster:
    """Posts the puzzle of the day for one client."""

    def __init__(self, client: Client, puzzles: Puzzles) -> None:
        self._client, self._puzzles = client, puzzles
        self.background = Background(self._post_all)

    async def _post_all(self) -> None:
        """Post the puzzle once on each server where it is due.

        A server on which this fails gets no puzzle until tomorrow.
        """
        try:
            wanted = await self._puzzles.due()
        except StoreFailed:
            return  # the next minute tries again
        for due in wanted:
            try:
                await self._post(due)
            except TROUBLE as error:
                log.warning("The puzzle of the day could not be posted: %s", in_short(error))

    async def _post(self, due: Due) -> None:
        tried = await self._puzzles.tried(due.day - 1, due.guild)
        with speaking(language_of_server(self._client, due.guild)):
            card = layout(puzzle.card(of_day(due.day), due.day, puzzle.yesterday(of_day(due.day - 1), tried)))
        place = Place(due.guild, due.channel, "", "")
        await post_by_bot(
            self._client, place, card, discord.AllowedMentions.none(), nonce("puzzle", due.guild, due.day)
        )
