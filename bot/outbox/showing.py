"""Shows what is saved: one path for a press, a command, the clock and the start after a crash."""

import asyncio
import contextlib
import logging
from weakref import WeakValueDictionary

import discord
from discord import ui
from msgspec import json

from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.outbox.language import language_of_server
from bot.outbox.letters import Letters
from bot.outbox.render import view, without_live_parts
from bot.people import People
from bot.screens.cards import card
from bot.screens.model import Card
from bot.tables import Tables
from bot.tables.model import PanelRef, Pending, Status, Trouble
from bot.words.language import speaking

log = logging.getLogger(__name__)

TOO_LATE = (10062, 10015, 40060, 50027)
"""Discord's codes for an interaction that nobody waits for any more."""

_lasting = json.Decoder(Card)

NO_CHANNEL = 10003
ARCHIVED = 50083
"""Discord's codes for a channel that is gone, and a thread that is archived."""


class Announcer:
    """Posts, edits and writes. Everything to be shown comes from `Tables.pending`."""

    def __init__(self, client: discord.Client, tables: Tables, people: People) -> None:
        self._client, self._tables = client, tables
        self._letters = Letters(client, tables, people)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, table_id: int, interaction: Interaction | None = None) -> None:
        """Show what of a table is saved and not yet shown, by answering `interaction` where there is one."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            pending = await self._tables.showing.pending(table_id)
            if pending.news or pending.panel_stale:
                await self._show_somehow(pending, interaction)
        if interaction is not None:
            with contextlib.suppress(discord.NotFound):  # nobody waits for it any more
                await reply.taken(interaction)
        if pending.rolls:
            await self._letters.send(table_id)

    async def show_again(self, table_id: int) -> None:
        """Show a table where nobody waits for an answer; a channel that is gone ends it, other trouble is logged."""
        try:
            await self.show(table_id)
        except discord.HTTPException as error:
            log.warning("Table %d could not be shown: %d %d", table_id, error.status, error.code)
            if error.code == NO_CHANNEL:
                with contextlib.suppress(Trouble):
                    await self._tables.moves.end(table_id, 0, f"gone:{table_id}", manager=True)
        except Exception:
            log.exception("Table %d could not be shown.", table_id)

    async def repost(self, table_id: int, interaction: Interaction) -> None:
        """Post the panel anew, as the answer to a command; the one before it is folded."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            pending = await self._tables.showing.pending(table_id)
            shown = self._card(pending)
            message = await reply.post(interaction, view(shown), _pings(shown))
            await self._fold(pending, None)
            await self._done(pending, interaction.channel_id or pending.table.place.channel, message, shown)

    async def _show_somehow(self, pending: Pending, interaction: Interaction | None) -> None:
        """By the answer to `interaction`; by the bot itself where that answer comes too late."""
        try:
            await self._show_card(pending, interaction)
        except discord.HTTPException as error:
            if interaction is None or error.code not in TOO_LATE:
                raise
            log.info("An answer came too late (%d); table %d is shown without it.", error.code, pending.table.id)
            await self._show_card(pending, None)

    async def _show_card(self, pending: Pending, interaction: Interaction | None) -> PanelRef:
        """The newest message carries the panel; the one before it folds to its lines."""
        shown, ref, place = self._card(pending), pending.panel, pending.table.place
        if ref is not None and not pending.news and await self._edited(pending, shown, interaction):
            return await self._done(pending, ref.channel, ref.message, shown)
        if interaction is not None and _on_public_message(interaction):
            await self._fold(pending, interaction)
            message = await reply.post(interaction, view(shown), _pings(shown))
        elif interaction is not None and _is_command_at(interaction, place.channel):
            message = await reply.post(interaction, view(shown), _pings(shown))
            await self._fold(pending, None)
        else:
            message = await self._send(pending, shown)
            await self._fold(pending, None)
        return await self._done(pending, place.channel, message, shown)

    def _card(self, pending: Pending) -> Card:
        """The table's card, in the language of its server."""
        with speaking(language_of_server(self._client, pending.table.place.guild)):
            return card(pending)

    async def _edited(self, pending: Pending, shown: Card, interaction: Interaction | None) -> bool:
        """Whether the panel could be brought up to date where it stands; False where it is gone."""
        ref = pending.panel
        assert ref is not None
        with contextlib.suppress(discord.NotFound):
            if interaction is not None and _on_public_message(interaction) and _clicked(interaction) == ref.message:
                await reply.edit(interaction, view(shown))
            else:
                await self._edit(ref, view(shown))
            return True
        return False

    async def _fold(self, pending: Pending, interaction: Interaction | None) -> None:
        """Leave of the former panel what stays. One that is gone, or out of reach, needs no folding."""
        ref = pending.panel
        if interaction is not None and interaction.message is not None:
            known = ref is not None and ref.message == interaction.message.id
            await reply.edit(interaction, _folded(ref) if ref and known else without_live_parts(interaction.message))
            if known:
                return
        if ref is not None:
            try:
                await self._edit(ref, _folded(ref))
            except discord.HTTPException as error:
                log.info("The former panel of table %d could not be folded: %s", pending.table.id, error)

    async def _send(self, pending: Pending, shown: Card) -> int:
        """Post by the bot itself; an archived thread is opened by that, where Discord allows."""
        place = pending.table.place
        channel = self._client.get_partial_messageable(place.channel, guild_id=place.guild)
        return (await channel.send(view=view(shown), allowed_mentions=_pings(shown))).id

    async def _done(self, pending: Pending, channel: int, message: int, shown: Card) -> PanelRef:
        version = pending.table.version
        live = pending.table.status in (Status.LOBBY, Status.PLAYING)
        lasting = json.encode(shown.folded()) if live else b""
        ref = PanelRef(channel, message, version, lasting)
        await self._tables.showing.shown(pending.table.id, pending.upto, ref, version)
        return ref

    async def _edit(self, ref: PanelRef, shown: ui.LayoutView) -> None:
        """Edit a message by the bot itself; an archived thread is opened first, where Discord allows."""
        message = self._client.get_partial_messageable(ref.channel).get_partial_message(ref.message)
        try:
            await message.edit(view=shown)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            thread = await self._client.fetch_channel(ref.channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            await message.edit(view=shown)


def _folded(ref: PanelRef) -> ui.LayoutView:
    return view(_lasting.decode(ref.lasting))


def _pings(shown: Card) -> discord.AllowedMentions:
    """Only who is to move is pinged."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in shown.pings]
    )


def _clicked(interaction: Interaction) -> int | None:
    return interaction.message.id if interaction.message is not None else None


def _on_public_message(interaction: Interaction) -> bool:
    """Whether a button or form of a message that everybody sees was used, and its answer goes there too."""
    message = interaction.message
    return message is not None and interaction.guild_id is not None and not message.flags.ephemeral


def _is_command_at(interaction: Interaction, channel: int) -> bool:
    return interaction.type is discord.InteractionType.application_command and interaction.channel_id == channel
