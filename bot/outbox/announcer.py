"""Show the saved changes of tables in Discord, in order, and mark these changes as shown."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from weakref import WeakValueDictionary

import discord

from bot.outbox import notices, reply
from bot.outbox.answer import answer_of
from bot.outbox.answer_states import First
from bot.outbox.beats import Beats, Curtain
from bot.outbox.boxes import Boxes
from bot.outbox.calling import Calling
from bot.outbox.client import Client, Interaction
from bot.outbox.direct_messages import DirectMessages
from bot.outbox.dm_channels import DmChannels
from bot.outbox.failures import TROUBLE, in_short, is_gone, is_refused
from bot.outbox.messages import Messages, clicked, is_on_public_message
from bot.outbox.obstacles import Blocked, Obstacles, Places
from bot.outbox.passing import Passing
from bot.outbox.placement import Placement
from bot.outbox.render import beats_of, cards_of, received, view
from bot.outbox.sealing import Lines
from bot.outbox.tokens import Tokens
from bot.outbox.votes import Votes
from bot.outbox.waiting import finished
from bot.outbox.where_the_bot_is import Membership
from bot.outbox.windows import Windows
from bot.people import Reach
from bot.screens.elements.cards import Beat
from bot.tables import Tables
from bot.tables.duties import Due
from bot.tables.model import Status, TableView
from bot.tables.pending import PanelRef, Pending
from bot.tables.reminders import Call

log = logging.getLogger(__name__)


class Announcer:
    """Posts and edits the messages of tables. `Tables.showing.pending` returns the changes to show."""

    def __init__(
        self,
        client: Client,
        tables: Tables,
        reach: Reach,
        now: Callable[[], datetime],
        membership: Membership,
        beats: bool = True,
    ) -> None:
        """Set up the announcer.

        With `beats`, a new showdown is shown step by step. Without it, it is shown all at once.
        """
        self._client, self._tables = client, tables
        self.curtain, self.windows = Curtain(tables.queries), Windows(self._seen)
        self.boxes = Boxes()
        self.messages = Messages(client, Tokens())
        self.passing = Passing(self.messages.delete_private)
        self.beats = Beats(self.messages, beats, self.passing, self.boxes)
        self._placement = Placement(client, self.messages, self.beats, tables.guesses)
        channels = DmChannels(client, reach)
        self.obstacles = Obstacles(client, Places(client, membership), reach, channels, now)
        self.calling, self.votes = Calling(client, tables, channels, now), Votes(client, tables, now)
        self.lines = Lines(client, tables, self.obstacles, now)
        self._dms = DirectMessages(client, self.messages, tables, reach, channels, now)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._overtaken: set[int] = set()

    async def show(self, table_id: int, interaction: Interaction | None = None, late: bool = False) -> None:
        """Show the saved changes of a table, as the answer to `interaction` if there is one.

        Only one task shows a table at a time. A press that arrives in the meantime is acknowledged immediately, and
        the newest state is shown after the running edit. So an older state never follows a newer one. If `late` is
        true, for example after a restart, a showdown is shown all at once. Raises `Blocked` for an obstacle that
        people can remove, and Discord's other errors.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        if interaction is not None and lock.locked():
            self._overtaken.add(table_id)
            await self.acknowledge(interaction)
            return
        if interaction is not None:
            self.messages.learn(interaction)
            self.obstacles.pressed(table_id, answer_of(interaction))
        async with lock:
            await self._until_nothing_is_pending(table_id, interaction, late)
        if interaction is not None:
            await self.acknowledge(interaction)
        self.windows.refresh(table_id)

    async def show_again(self, table_id: int, late: bool = False) -> bool:
        """Show a table for which no interaction waits for an answer; return whether that succeeded.

        Failures are handled as in `_or_retire`.
        """
        return await self._or_retire(table_id, self.show(table_id, late=late))

    async def seal(self, due: Due) -> bool:
        """Post the line that seals a game, throw its dice, and show the first panel.

        Return False if one of these failed. Until this is done, nothing else of the table is shown.
        """

        async def work() -> None:
            async with self._locks.setdefault(due.table, asyncio.Lock()):
                table = await self._tables.queries.table(due.table)
                if not table.is_being_sealed() or not await self._tables.showing.is_ours(table):
                    return  # the table has changed, or another process seals its dice
                await self.lines.seal(due, table)
                await self._until_nothing_is_pending(due.table, None, late=False)
            self.windows.refresh(due.table)

        return await self._or_retire(due.table, work())

    async def _or_retire(self, table_id: int, work: Awaitable[None]) -> bool:
        """Await the coroutine `work`, which shows a table. Return False if it failed.

        If the table's channel no longer exists, the table is closed. If people can remove the obstacle, a message
        tells them.
        """
        try:
            await work
        except Blocked as blocked:
            await self._tell(blocked.table)
            return False
        except TROUBLE as error:
            log.warning("Table %d could not be shown: %s", table_id, in_short(error))
            if not is_gone(error):
                return False
            await self.retire(table_id)
        return True

    async def show_in_background(self, table_id: int) -> None:
        """Show a table again after a change for which nobody waits.

        If another task is showing the table, perhaps step by step, that task also shows this change afterwards.
        """
        lock = self._locks.get(table_id)
        if lock is not None and lock.locked():
            self._overtaken.add(table_id)
        else:
            await self.show_again(table_id)

    async def can_show(self, table_id: int) -> bool:
        """Return whether the bot can show moves at this table, as far as it knows."""
        place = (await self._tables.queries.table(table_id)).place
        guild = self._client.get_guild(place.guild)
        if guild is not None and guild.unavailable:
            return False
        obstacle = await self.obstacles.places.closed(place)
        return obstacle is None or obstacle.leaves_edits()

    async def retire(self, table_id: int) -> None:
        """Close a table that can no longer be shown."""
        self.messages.counted["retired"] += 1
        log.warning("Table %d cannot be shown any more; it is closed.", table_id)
        await self._tables.showing.retire(table_id)

    async def write_dms(self, table_id: int) -> None:
        """Send the direct messages with dice that people at this table have not got yet."""
        claimed = await self._tables.showing.claim(table_id)
        message = claimed.panel.message if claimed.panel is not None else None
        if claimed.undelivered:
            self._dms.start(claimed.table, claimed.undelivered, message)

    async def call(self, table_id: int, call: Call) -> None:
        """Ping the people in `call`, who were asked to move and have not moved."""
        if call == Call():
            return
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            if not pending.table.annotations.called and pending.table.status is not Status.LOBBY:
                return  # the people have moved meanwhile
            panel = pending.panel.message if pending.panel is not None else None
            try:
                await self.calling.call(pending.table, call, panel)
            except TROUBLE as error:
                log.debug("Nobody could be called at table %d: %s", table_id, in_short(error))
                if await self.obstacles.meet(pending.table, error) is not None:
                    await self._tell(pending.table)

    async def _tell(self, table: TableView) -> None:
        """Report the obstacle to showing a table, with the token of a person who pressed something there, or by DM."""
        await self.obstacles.tell(await self._tables.queries.table(table.id), self.windows.answers(table.id))

    async def tell_night_card(self, table_id: int) -> bool:
        """Post the card of the evening that ended at a table. Return False if that has to be tried again."""
        night = await self._tables.evenings.night_card(table_id)
        try:
            if night is not None:
                await notices.post_night_card(self._client, night)
                self.obstacles.overcome(table_id)
        except TROUBLE as error:
            if night is not None and await self.obstacles.meet(night.table, error) is not None:
                await self._tell(night.table)
                return False
            log.warning("The card of the evening at table %d could not be posted: %s", table_id, in_short(error))
            if not is_gone(error):
                return False
        await self._tables.evenings.told(table_id)
        return True

    async def repost(self, table_id: int, interaction: Interaction) -> None:
        """Post a table's live message again as the answer to a command, and delete the former message."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            await self._done(pending, await self._placement.bring_below(pending, interaction))

    async def leave(self, interaction: Interaction, table_id: int | None) -> None:
        """Update the pressed message at the end of a press, whether or not the press succeeded.

        If the press may edit the message, later edits use the token of the press. If a menu in the message still shows
        the person's choice, the message is edited so that the menu gets a fresh id. `table_id` is the table of the
        press, or None.
        """
        message = interaction.message
        if message is None:
            return
        if not message.flags.ephemeral and answer_of(interaction).first is First.UPDATE:
            self.messages.learn(interaction)
        if self._client.menus.is_owed(message.id):
            await self._renew_menu(interaction, message, table_id)

    async def _renew_menu(self, interaction: Interaction, message: discord.Message, table_id: int | None) -> None:
        if not is_on_public_message(interaction):
            if not await self.windows.renew(message.id):
                if (answer := answer_of(interaction)).may_edit(message.id):
                    self.messages.learn_private(message.id, answer)
                await self.messages.edit_private(message.id, received(message))
        elif table_id is None or not await self._renewed_panel(interaction, message.id, table_id):
            await self.messages.edit(PanelRef(message.channel.id, message.id, 0), received(message), interaction)

    async def _renewed_panel(self, interaction: Interaction, message: int, table_id: int) -> bool:
        """Show a table's panel with fresh menu ids, unless the panel will be edited anyway.

        Return False if `message` is not the table's panel.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            pending = await self._tables.showing.pending(table_id)
            if (ref := pending.panel) is None or ref.message != message:
                return False
            if self._client.menus.is_owed(message) and not pending.news and not pending.panel_stale:
                await self.messages.edit(ref, view(cards_of(self._client, pending)[-1]), interaction)
        if table_id in self._overtaken:
            await self.show_again(table_id)
        return True

    async def _seen(self, table_id: int, user: int) -> TableView:
        """Return the table as this person may see it, after waiting for the end of its showdown."""
        await self.curtain.wait_for(table_id)
        return await self._tables.queries.see(table_id, user)

    async def drain(self, seconds: float) -> None:
        """Wait at most `seconds` for the DMs and window updates that are running."""
        await finished(self._dms.under_way | self.windows.under_way, seconds)

    async def acknowledge(self, interaction: Interaction) -> None:
        """Acknowledge a press that has no other answer, so that its token may edit the pressed message."""
        with contextlib.suppress(*TROUBLE):  # the acknowledgement is too late, or not important
            if (done := await reply.acknowledge(interaction)) is not None:
                self.passing.note(answer_of(interaction), done, is_notice=True)
        self.messages.learn(interaction)
        if (message := clicked(interaction)) is not None:
            self.windows.pressed(message, answer_of(interaction))

    async def _until_nothing_is_pending(self, table_id: int, interaction: Interaction | None, late: bool) -> None:
        while True:
            self._overtaken.discard(table_id)
            pending = await self._tables.showing.pending(table_id, is_marked=True)
            if not await self._tables.showing.is_ours(pending.table):
                return  # the process that shows the table was notified
            if pending.panel is None and await self._showed_what_ended_before(pending.table, late):
                pending = await self._tables.showing.pending(table_id, is_marked=True)
            if pending.news or pending.panel_stale:
                beats = () if late or not self.beats.wanted else beats_of(self._client, pending)
                pending = pending.shown_after(sum(beat.seconds for beat in beats))
                async with self.curtain.down(pending.table) if beats else contextlib.nullcontext():
                    if beats:
                        self.windows.still(table_id)
                        self.passing.round_over(table_id)
                    live = await self._bring_without_calls(pending, interaction, beats)
                    await self._done(pending, live)
            if table_id not in self._overtaken:
                return
            interaction = None

    async def _showed_what_ended_before(self, table: TableView, late: bool) -> bool:
        """Show the result of the channel's previous game, so that it is above the lobby of a new table.

        Return False if the previous game was shown already. Raises errors that may be temporary. If Discord refuses
        the request permanently, the refusal is only logged, and the new table opens anyway.
        """
        before = await self._tables.showing.not_shown_before(table)
        if before is None:
            return False
        try:
            await self.show(before, late=late)
        except Blocked:
            raise
        except TROUBLE as error:
            if not is_refused(error):
                raise
            log.warning("Table %d opens though table %d could not be shown: %s", table.id, before, in_short(error))
        return True

    async def _bring_without_calls(
        self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]
    ) -> PanelRef:
        """Show pending changes, as `_bring` does. Meanwhile, delete the pings of people who have moved."""
        annotations = pending.table.annotations
        is_over = not annotations.called and pending.table.status is not Status.LOBBY
        if not is_over or not (annotations.wrote or annotations.call is not None):
            return await self._bring(pending, interaction, beats)
        taking_back = asyncio.create_task(self.calling.take_back(pending.table))
        try:
            return await self._bring(pending, interaction, beats)
        finally:
            await taking_back

    async def _bring(self, pending: Pending, interaction: Interaction | None, beats: tuple[Beat, ...]) -> PanelRef:
        """Show pending changes, and return the table's live message.

        Raises `Blocked` for an obstacle that people can remove.
        """
        try:
            return await self._placement.bring(pending, interaction, beats)
        except TROUBLE as error:
            if (obstacle := await self.obstacles.meet(pending.table, error)) is None:
                raise
            raise Blocked(pending.table, obstacle) from error

    async def _done(self, pending: Pending, live: PanelRef) -> None:
        """Mark the pending changes as shown in the message `live`, and send people their dice by DM."""
        self.obstacles.overcome(pending.table.id)
        self.windows.follow(pending.table.id, live)
        claimed = await self._tables.showing.shown(pending, live)
        if claimed:
            self._dms.start(pending.table, claimed, live.message)
        self._dms.end(pending.table, pending.last_dms)
        if pending.ends_a_round():
            self.passing.round_over(pending.table.id)
            self.boxes.close(pending.table.id)
