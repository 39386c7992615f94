"""Post and delete the messages that ask a table whether to remove a person from the game."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord
from msgspec.structs import replace

from bot.outbox import notices
from bot.outbox.client import Client
from bot.outbox.failures import TROUBLE, in_short, is_refused
from bot.outbox.messages import nonce
from bot.outbox.render import language_of_server
from bot.screens.table import door
from bot.tables import Tables
from bot.tables.annotations import Asking
from bot.tables.model import TableView
from bot.words.language import speaking

log = logging.getLogger(__name__)

AGAIN_IN, MOST_TRIES = timedelta(seconds=10), 10
"""If a message cannot be posted or deleted, the bot tries again after this time, at most this often."""


class Votes:
    """Posts and deletes the messages of one client that ask whether to remove somebody."""

    def __init__(self, client: Client, tables: Tables, now: Callable[[], datetime]) -> None:
        self._client, self._tables, self._now = client, tables, now

    async def show(self, table_id: int, seat: int) -> None:
        """Post the message about the person in this seat, or delete it if the vote is over."""
        table = await self._tables.queries.table(table_id)
        asking = next((each for each in table.annotations.asking if each.seat == seat), None)
        if asking is None or asking.message is None:
            return
        try:
            shown = replace(asking, message=await self._shown(table, asking), tries=0, again=None)
        except TROUBLE as error:
            log.debug("A vote at table %d could not be shown: %s", table.id, in_short(error))
            gives_up = is_refused(error) or asking.tries >= MOST_TRIES
            again = replace(asking, tries=asking.tries + 1, again=self._now() + AGAIN_IN)
            shown = replace(asking, message=None) if gives_up else again
        await self._tables.showing.vote_shown(table.id, shown)

    async def _shown(self, table: TableView, asking: Asking) -> int | None:
        """Return the id of the message, or None after the end of the vote. Raises Discord's errors."""
        there = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        if not door.is_voted_on(table, asking, self._now()):
            if asking.message:
                await there.get_partial_message(asking.message).delete()
            return None
        with speaking(language_of_server(self._client, table.place.guild)):
            notice = door.vote(table, asking)
        name, nobody = nonce(table.id, "vote", asking.seat, asking.since), discord.AllowedMentions.none()
        message = await there.send(notice.words, view=notices.buttons(notice), allowed_mentions=nobody, nonce=name)
        self._client.buried.posted(table.place.channel, message.id)
        return message.id
