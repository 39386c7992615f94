"""Shows what is saved: one path for a press, a command, a computer's move, the clock and the start after a crash."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from weakref import WeakValueDictionary

import discord
from discord import ui
from msgspec import json

from bot.outbox import channel, reply
from bot.outbox.composing import card_of
from bot.outbox.direct_messages import DirectMessages
from bot.outbox.draining import finished
from bot.outbox.failures import TROUBLE, in_short, is_gone, may_have_arrived
from bot.outbox.interaction import Interaction
from bot.outbox.render import view, without_live_parts
from bot.people import People
from bot.screens.model import Card
from bot.tables import Tables
from bot.tables.model import LIVE, PanelRef, Pending

log = logging.getLogger(__name__)

_lasting = json.Decoder(Card)


class Announcer:
    """Posts, edits and writes. Everything to be shown comes from `Tables.showing.pending`.

    `counted` says how often something happened that ought to be rare: "possible duplicates" (an answer was lost, and
    the same news went by channel), "retired" (a table whose channel is gone).
    """

    def __init__(self, client: discord.Client, tables: Tables, people: People, now: Callable[[], datetime]) -> None:
        self._client, self._tables = client, tables
        self._dms = DirectMessages(client, tables, people, now)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.counted: Counter[str] = Counter()

    async def show(self, table_id: int, interaction: Interaction | None = None) -> None:
        """Show what of a table is saved and not yet shown, by answering `interaction` where there is one."""
        # One showing of a table at a time; what is saved meanwhile is shown together by the next. (An edit that is
        # overtaken before it is sent, and a panel that chat has buried, are decided here, too.)
        async with self._alone(table_id):
            pending = await self._tables.showing.pending(table_id)
            if pending.news or pending.panel_stale:
                await self._show_card(pending, interaction)
        if interaction is not None:
            with contextlib.suppress(*TROUBLE):  # nobody waits for it any more, or it can wait
                await reply.taken(interaction)

    async def show_again(self, table_id: int) -> bool:
        """Show a table where nobody waits for an answer; whether it could be.

        One whose channel is gone is retired.
        """
        try:
            await self.show(table_id)
        except TROUBLE as error:
            log.warning("Table %d could not be shown: %s", table_id, in_short(error))
            if not is_gone(error):
                return False
            await self.retire(table_id)
        return True

    async def retire(self, table_id: int) -> None:
        """End a table that cannot be shown any more, for good."""
        self.counted["retired"] += 1
        log.warning("Table %d cannot be shown any more; it is closed.", table_id)
        await self._tables.showing.retire(table_id)

    async def write_dms(self, table_id: int) -> None:
        """Tell people by DM what they were not told."""
        claimed = await self._tables.showing.claim(table_id)
        self._dms.start(claimed.table, claimed.untold, claimed.panel.message if claimed.panel is not None else None)

    async def repost(self, table_id: int, interaction: Interaction) -> None:
        """Post the panel anew, as the answer to a command; the one before it is folded."""
        async with self._alone(table_id):
            pending = await self._tables.showing.pending(table_id)
            shown = card_of(self._client, pending)
            message = await reply.post(interaction, view(shown), _pings(shown))
            await self._fold(pending, None)
            await self._done(pending, interaction.channel_id or pending.table.place.channel, message, shown)

    async def drain(self, seconds: float) -> None:
        """Wait at most so long for DMs under way."""
        await finished(self._dms.under_way, seconds)

    @contextlib.asynccontextmanager
    async def _alone(self, table_id: int) -> AsyncIterator[None]:
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            yield

    async def _show_card(self, pending: Pending, interaction: Interaction | None) -> None:
        """The newest message carries the panel; the one before it folds to its lines."""
        shown, ref, place = card_of(self._client, pending), pending.panel, pending.table.place
        if ref is not None and not pending.news and await self._edited(ref, shown, interaction):
            await self._done(pending, ref.channel, ref.message, shown)
            return
        if interaction is not None and _on_public_message(interaction):
            await self._fold(pending, interaction)
            message = await self._post(pending, shown, interaction)
        else:
            by_command = interaction is not None and _is_command_at(interaction, place.channel)
            message = await self._post(pending, shown, interaction if by_command else None)
            await self._fold(pending, None)
        await self._done(pending, place.channel, message, shown)

    async def _post(self, pending: Pending, shown: Card, interaction: Interaction | None) -> int:
        """Post by an answer; where that is too late or lost, by the bot itself."""
        if interaction is not None:
            try:
                return await reply.post(interaction, view(shown), _pings(shown))
            except TROUBLE as error:
                log.info("An answer failed (%s); table %d is shown without it.", in_short(error), pending.table.id)
                self.counted["possible duplicates"] += may_have_arrived(error)
        table, former = pending.table, pending.panel.message if pending.panel is not None else 0
        name = channel.nonce(table.id, table.version, former)
        return await channel.post(self._client, table.place, view(shown), _pings(shown), name)

    async def _edited(self, ref: PanelRef, shown: Card, interaction: Interaction | None) -> bool:
        """Whether the panel could be brought up to date where it stands; False where it is gone."""
        with contextlib.suppress(discord.NotFound):
            if interaction is not None and _on_public_message(interaction) and _clicked(interaction) == ref.message:
                await self._edit_by(interaction, ref, view(shown))
            else:
                await channel.edit(self._client, ref, view(shown))
            return True
        return False

    async def _edit_by(self, interaction: Interaction, ref: PanelRef, shown: ui.LayoutView) -> None:
        """Edit the message that was pressed by the answer; where that is too late or lost, by the bot itself."""
        try:
            await reply.edit(interaction, shown)
        except TROUBLE as error:
            log.info("An answer failed (%s); its message is edited without it.", in_short(error))
            await channel.edit(self._client, ref, shown)

    async def _fold(self, pending: Pending, interaction: Interaction | None) -> None:
        """Leave of the former panel what stays. One that is gone, or out of reach, needs no folding."""
        ref = pending.panel
        try:
            if interaction is not None and interaction.message is not None:
                known = ref is not None and ref.message == interaction.message.id
                if ref is not None and known:
                    await self._edit_by(interaction, ref, _folded(ref))
                    return
                await reply.edit(interaction, without_live_parts(interaction.message))
            if ref is not None:
                await channel.edit(self._client, ref, _folded(ref))
        except TROUBLE as error:
            log.info("The former panel of table %d could not be folded: %s", pending.table.id, in_short(error))

    async def _done(self, pending: Pending, where: int, message: int, shown: Card) -> None:
        """Mark it as shown; whoever has learnt something is told by DM."""
        lasting = json.encode(shown.folded()) if pending.table.status in LIVE else b""
        ref = PanelRef(where, message, pending.table.version, lasting)
        claimed = await self._tables.showing.shown(pending, ref)
        self._dms.start(pending.table, claimed, message)


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


def _is_command_at(interaction: Interaction, channel_id: int) -> bool:
    return interaction.type is discord.InteractionType.application_command and interaction.channel_id == channel_id
