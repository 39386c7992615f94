"""A request by a button, a menu, a form or a command: the person, the place, and the answers."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from typing import Any

import discord
from discord import AllowedMentions, InteractionType

from bot.inbox import places
from bot.inbox.memory import Fields
from bot.inbox.services import Interaction
from bot.outbox import reply
from bot.outbox.answer import answer_of
from bot.outbox.answer_states import Noted
from bot.outbox.failures import NO_MESSAGE, code
from bot.outbox.menus import menus_of
from bot.outbox.messages import is_on_public_message
from bot.outbox.pictures import printed
from bot.outbox.render import language_of_server, layout, modal, view, with_parts, without_button
from bot.outbox.windows import WindowContent
from bot.people.preferences import Hints
from bot.presses.base import Press
from bot.presses.codec import decode, encode
from bot.screens.elements.cards import Button, Card, Ephemeral, Form, Part, Row, Style, Text, filled, forgotten
from bot.screens.families.narration import Hinted
from bot.screens.table import troubles
from bot.storage.sight import Sight
from bot.tables.model import TableView, Who
from bot.tables.trouble import Code, Trouble
from bot.words.language import _, speaking
from engine import games

CHOSEN = "chosen"
"""The field with the choice in a menu of Discord's own."""


class Unshown(Exception):  # noqa: N818 - says how far it came
    """A request is done and saved, and showing it failed, for the reason that this is raised from."""


class Request:
    """One request. It never counts twice, even if Discord delivers it again.

    `fields` has the input of a form, by field; for a menu of Discord's own, the choice is under `CHOSEN`.
    """

    def __init__(self, interaction: Interaction, fields: Fields | None = None) -> None:
        self.interaction, self.fields = interaction, fields or {}
        self.services = interaction.client.services
        self.tables = self.services.tables
        self.services.usernames.note(interaction.user.id, interaction.user.name)
        self._fill: Callable[[Form], Form] | None = None

    def typed(self) -> dict[str, str]:
        """Return the fields of the form as words; of a menu the first choice."""
        return {name: values[0] for name, values in self.fields.items() if values}

    @property
    def noted(self) -> Noted:
        """The notes for the answer to a refusal. All requests of one interaction share them."""
        return answer_of(self.interaction).noted

    def prefill(self, fields: Fields | None) -> None:
        """Fill the next form with these fields. None makes the form say that the input is forgotten."""
        self._fill = forgotten if fields is None else lambda form: filled(form, fields)

    @property
    def user(self) -> int:
        """The person's id."""
        return self.interaction.user.id

    @property
    def who(self) -> Who:
        """The person, by their name on this server, and their language."""
        person = self.interaction.user
        return Who(person.id, person.display_name, answer_of(self.interaction).language)

    @cached_property
    def key(self) -> str:
        """The name of the request, under which it counts once."""
        return f"i:{self.interaction.id}"

    @property
    def may_manage(self) -> bool:
        """Whether they may manage the server, and so end anybody's table."""
        return self.interaction.permissions.manage_guild

    @property
    def guild(self) -> int | None:
        """The server, None in a direct message."""
        return self.interaction.guild_id

    @property
    def channel(self) -> int:
        """The channel, 0 if Discord names none."""
        return self.interaction.channel_id or 0

    def known_channel(self) -> int:
        """Return the channel. Raises `Trouble` if Discord names none."""
        if not self.channel:
            raise Trouble(Code.NO_CHANNEL)
        return self.channel

    @cached_property
    def sight(self) -> Sight:
        """The parts of the server that the person may see, looked up once in a request."""
        return places.sight(self.interaction)

    def publicly(self) -> AbstractContextManager[None]:
        """Use the language of the server inside the body, for words to everybody."""
        return speaking(language_of_server(self.interaction.client, self.guild))

    @contextmanager
    def saved(self) -> Iterator[None]:
        """Show saved changes inside the body. Raises `Unshown` for any failure there."""
        try:
            yield
        except Exception as error:
            raise Unshown from error

    async def show(self, table_id: int, besides: Ephemeral | None = None) -> None:
        """Show the saved changes of a table, and `besides` to this person alone. Raises `Unshown`."""
        if besides is not None:
            reply.more_follows(self.interaction)
        with self.saved():
            await self.services.announcer.show(table_id, self.interaction)
            if besides is not None:
                await self.reply_ephemeral(besides)

    async def see(self, table_id: int) -> TableView:
        """Return the table as this person sees it; the inbox has no other way to anybody's dice.

        Raises `Trouble` for no such table.
        """
        return await self.tables.queries.see(table_id, self.user)

    async def reply_ephemeral(self, said: Ephemeral | Iterable[Part]) -> int | None:
        """Answer this person alone; return the message's id, None if it has a file."""
        ephemeral = said if isinstance(said, Ephemeral) else Ephemeral(tuple(said))
        shown, pages = layout(ephemeral.parts), await printed(ephemeral.parts)
        message = await reply.reply_ephemeral(self.interaction, shown, ephemeral.file, pages)
        if menus_of(shown):
            self._learn(message)
        return message

    def _learn(self, private: int | None) -> None:
        """Record that this interaction may edit a private message."""
        if private is not None:
            self.services.announcer.messages.learn_private(private, answer_of(self.interaction))

    async def open_window(self, table_id: int, looks: WindowContent) -> None:
        """Show this person alone the contents by `looks` of the table, now and for as long as their press may edit it.

        `looks` gets the table as they see it: a window has no way to another's seat. It replaces the window that they
        have open here on the table.
        """
        windows, message = self.services.announcer.windows, self.interaction.message
        before, shown = windows.changes, await windows.look(table_id, answer_of(self.interaction), looks)
        if message is not None and self.is_in_window:
            await self.edit_message(shown.parts)
            said: int | None = message.id
        else:
            if is_on_public_message(self.interaction):  # the pressed message is edited by this press, too, without cost
                await self.services.announcer.acknowledge(self.interaction)
            said = await self.reply_ephemeral(shown.parts)
        if said is not None:
            windows.keep(said, table_id, answer_of(self.interaction), looks, shown)
            self._learn(said)
            await windows.close_others(said)
        if windows.changes != before:
            windows.refresh(table_id)

    @property
    def is_in_window(self) -> bool:
        """Whether they pressed in a message that only they see."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def is_on_card(self) -> bool:
        """Whether they pressed on a public card, rather than below a line of plain words."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2 and is_on_public_message(self.interaction)

    @property
    def is_command(self) -> bool:
        """Whether they typed a command."""
        return self.interaction.type is InteractionType.application_command

    @property
    def is_in_a_closed_window(self) -> bool:
        """Whether something was pressed in a private message that is not kept up to date, as after a restart."""
        message = self.interaction.message
        is_private = message is not None and message.flags.ephemeral
        return is_private and not self.services.announcer.windows.is_open(message.id if message is not None else 0)

    async def wait_for_curtain(self, table_id: int) -> None:
        """Wait until no showdown is in progress beat by beat at this table."""
        await self.services.announcer.wait_for_showdown(table_id)

    async def wait_for_curtain_here(self) -> None:
        """Wait until no showdown is in progress in this channel, so that nothing new is above its result.

        It says so to the person who waits.
        """
        curtain = self.services.announcer.curtain
        if curtain.is_telling(lambda table: table.place.channel == self.channel):
            await self.reply_ephemeral(troubles.after_the_showdown())
            await curtain.lifted(lambda table: table.place.channel == self.channel)

    async def wait_for_curtains(self) -> None:
        """Wait until no showdown is in progress that a board of this server, or the tab in a DM, would give away."""
        if self.guild is None:
            await self.services.announcer.wait_for_showdowns_of(self.user)
        else:
            await self.services.announcer.curtain.lifted(lambda table: table.place.guild == self.guild)

    async def hints(self, seen: TableView) -> Hinted:
        """Return the hints for this person: the odds if they and the server want them, and the best move if allowed.

        That is if they play alone with computers, or if the host shows it to all. It is computed off the loop.
        """
        mine, table = await self.services.preferences.of_one(self.user), seen
        odds = mine.hinted() and (await self.services.settings.of(table.place.guild)).hints
        if seen.view is None or not (table.setup.advice or (table.is_practice() and mine.hints is not Hints.OFF)):
            return Hinted(odds)
        return Hinted(odds, await asyncio.to_thread(games.advice, seen.view))

    async def edit_message(self, parts: Iterable[Part]) -> None:
        """Change the pressed message.

        If it is a line of plain words, which has no cards, or if it has just gone, answer privately.
        """
        message, shown = self.interaction.message, tuple(parts)
        if message is not None and not message.flags.components_v2:
            await self.reply_ephemeral(shown)
            return
        try:
            await reply.edit(self.interaction, view(Card(shown)), await printed(shown))
        except discord.NotFound as gone:
            if code(gone) != NO_MESSAGE:
                raise
            await self.reply_ephemeral(shown)

    async def change_card(self, presses: Sequence[Press], parts: Iterable[Part]) -> None:
        """Replace, on a card, the line above the buttons of these presses, and the buttons, by `parts`."""
        message = self.interaction.message
        if message is not None:
            await reply.edit(self.interaction, with_parts(message, [encode(press) for press in presses], parts))

    async def drop_button(self, press: Press) -> None:
        """Remove a button from the pressed card."""
        if self.interaction.message is not None and self.is_on_card:
            await reply.edit(self.interaction, without_button(self.interaction.message, encode(press)))

    async def reply_public(self, parts: Iterable[Part]) -> None:
        """Answer for everybody in the channel to see. Nobody is mentioned."""
        shown = tuple(parts)
        await reply.post(self.interaction, layout(shown), AllowedMentions.none(), await printed(shown))

    async def update(self, parts: Iterable[Part]) -> None:
        """Answer this person alone: in the private message that they pressed, otherwise in a new one."""
        message = self.interaction.message
        if message is not None and self.is_in_window:
            await self.edit_message(parts)
            said: int | None = message.id
        else:
            said = await self.reply_ephemeral(parts)
        self._learn(said)

    async def update_and_show(self, parts: Iterable[Part], table_id: int) -> None:
        """Answer this person alone, and show everybody the saved changes of a table. Raises `Unshown`."""
        with self.saved():
            await self.update(parts)
        await self.show(table_id)

    async def open_form(self, form: Form) -> None:
        """Open a form; it must be the first answer.

        If it was chosen in a menu that nothing could renew afterwards, offer a button that opens it.
        """
        press = pressed_in(self.interaction)
        if press is not None and self._would_keep_its_choice():
            opens = Button(_("Open the form"), press, "✏️", Style.MAIN)
            await self.reply_ephemeral((Text(_("One more tap, and you can type.")), Row((opens,))))
            return
        await reply.open_form(self.interaction, modal(self._fill(form) if self._fill is not None else form))

    def _would_keep_its_choice(self) -> bool:
        """Return whether this is a choice on a private page that only this press can edit, and only without a form."""
        message = self.interaction.message
        if message is None or not answer_of(self.interaction).menu or is_on_public_message(self.interaction):
            return False
        return not self.services.announcer.messages.may_edit_private(message.id)


def pressed_in(interaction: Interaction) -> Press | None:
    """Return the press of an interaction; None for a command, and if the press is not ours.

    Its id is read once, and the interaction's answer carries the result.
    """
    noted = answer_of(interaction).noted
    if not noted.is_read:
        data: Mapping[str, Any] = dict(interaction.data or {})
        chosen = [str(value) for value in data.get("values", ())]
        noted.press, noted.is_read = decode(str(data.get("custom_id", "")), chosen), True
    return noted.press
