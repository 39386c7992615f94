"""A request by a button, a menu, a form or a command: the person, the place, and the ways to answer the request."""

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
from bot.outbox.render import language_of_server, layout, modal, received, view, with_buttons
from bot.outbox.windows import WindowContent
from bot.presses.base import Press
from bot.presses.codec import decode, encode
from bot.screens.elements.cards import Button, Card, Ephemeral, Form, Part, Row, Style, Text, filled, forgotten
from bot.screens.table import troubles
from bot.storage.sight import Sight
from bot.tables.model import TableView, Who
from bot.tables.trouble import Code, Trouble
from bot.words.language import _, speaking

CHOSEN = "chosen"
"""The name of the field that holds a choice of channels or people from one of Discord's own menus."""


class Unshown(Exception):  # noqa: N818 - says how far it came
    """Raised when a request was saved, but its result could not be shown.

    The cause of this exception is the reason.
    """


class Request:
    """A request from a person. It takes effect only once, even if Discord delivers it again.

    `fields` contains the input of a form, by field. If the request is a choice in one of Discord's own menus, `fields`
    contains the choice under `CHOSEN`.
    """

    def __init__(self, interaction: Interaction, fields: Fields | None = None) -> None:
        self.interaction, self.fields = interaction, fields or {}
        self.services = interaction.client.services
        self.tables = self.services.tables
        self.services.usernames.note(interaction.user.id, interaction.user.name)
        self._fill: Callable[[Form], Form] | None = None

    def typed(self) -> dict[str, str]:
        """Return the text of each field of the form, by field. The text of a menu is its first choice."""
        return {name: values[0] for name, values in self.fields.items() if values}

    @property
    def noted(self) -> Noted:
        """The handlers' notes for the answer to a refusal. All `Request` objects of one interaction share them."""
        return answer_of(self.interaction).noted

    def prefill(self, fields: Fields | None) -> None:
        """Fill the next form with these fields. If they are None, the form says that the former input is forgotten."""
        self._fill = forgotten if fields is None else lambda form: filled(form, fields)

    @property
    def user(self) -> int:
        """The id of the person who made the request."""
        return self.interaction.user.id

    @property
    def who(self) -> Who:
        """The person who made the request, with their name on this server and their language."""
        person = self.interaction.user
        return Who(person.id, person.display_name, answer_of(self.interaction).language)

    @cached_property
    def key(self) -> str:
        """The key of the request. A use case that gets the same key twice changes nothing the second time."""
        return f"i:{self.interaction.id}"

    @property
    def may_manage(self) -> bool:
        """Whether the person manages the server. Server managers may end anybody's table."""
        return self.interaction.permissions.manage_guild

    @property
    def guild(self) -> int | None:
        """The id of the server, or None in a direct message."""
        return self.interaction.guild_id

    @property
    def channel(self) -> int:
        """The id of the channel, or 0 if Discord names none."""
        return self.interaction.channel_id or 0

    def known_channel(self) -> int:
        """Return the id of the channel. Raises `Trouble` if Discord names none."""
        if not self.channel:
            raise Trouble(Code.NO_CHANNEL)
        return self.channel

    @cached_property
    def sight(self) -> Sight:
        """The parts of the server that the person may see. They are looked up once in a request."""
        return places.sight(self.interaction)

    def publicly(self) -> AbstractContextManager[None]:
        """Use the server's language inside the body, for words that everybody reads."""
        return speaking(language_of_server(self.interaction.client, self.guild))

    @contextmanager
    def saved(self) -> Iterator[None]:
        """Turn any exception in the body into `Unshown`. The body shows changes that are already saved."""
        try:
            yield
        except Exception as error:
            raise Unshown from error

    async def show(self, table_id: int, besides: Ephemeral | None = None) -> None:
        """Show the saved changes of a table, and show `besides` to this person alone.

        Raises `Unshown` if that fails.
        """
        if besides is not None:
            reply.more_follows(self.interaction)
        with self.saved():
            await self.services.announcer.show(table_id, self.interaction)
            if besides is not None:
                await self.say_in_passing(besides.parts)

    async def see(self, table_id: int) -> TableView:
        """Return the table as this person sees it. Raises `Trouble` if there is no such table.

        This is the only way in which the inbox sees anybody's dice.
        """
        return await self.tables.queries.see(table_id, self.user)

    async def notify(self, parts: Iterable[Part]) -> None:
        """Answer this person alone in a short-lived message, which their next notice replaces."""
        await self.say_in_passing(parts, is_notice=True)

    async def reply_ephemeral(self, said: Ephemeral | Iterable[Part]) -> int | None:
        """Answer this person alone. Return the message's id, or None if the message has a file."""
        ephemeral = said if isinstance(said, Ephemeral) else Ephemeral(tuple(said))
        shown, pages = layout(ephemeral.parts), await printed(ephemeral.parts)
        message = await reply.reply_ephemeral(self.interaction, shown, ephemeral.file, pages)
        if menus_of(shown):
            self._learn(message)
        return message

    async def say_in_passing(self, parts: Iterable[Part], is_notice: bool = False) -> None:
        """Answer this person alone, in a message that is deleted once their next request is carried out.

        `is_notice` is whether a later notice may replace the message, because nothing is lost with it.
        """
        message, pressed = await self.reply_ephemeral(parts), self.interaction.message
        is_form = self.interaction.type is InteractionType.modal_submit
        page = pressed.id if pressed is not None and is_form and self.is_in_window else 0
        if message is not None:
            self.services.announcer.passing.note(answer_of(self.interaction), message, page, is_notice)

    async def say_in_one_box(self, parts: Iterable[Part]) -> None:
        """Answer an onlooker alone: edit the last short-lived message to them here, or send one if that is impossible.

        Otherwise each press of somebody who only watches would leave another message in their channel.
        """
        shown, passing = tuple(parts), self.services.announcer.passing
        box = passing.box(answer_of(self.interaction))
        if box is None or self.is_command or self.is_in_window or not await reply.changed(*box, layout(shown)):
            await self.say_in_passing(shown)
        else:
            await reply.acknowledge(self.interaction)

    def _learn(self, private: int | None) -> None:
        """Record that this interaction can edit a private message."""
        if private is not None:
            self.services.announcer.messages.learn_private(private, answer_of(self.interaction))

    async def open_window(self, table_id: int, looks: WindowContent) -> None:
        """Show this person a window on the table, and keep it up to date as long as their press may edit it.

        `looks` makes the content of the window from the table as this person sees it, so a window cannot show another
        player's dice. If the person has another window open on this table, the new window replaces it.
        """
        windows, message = self.services.announcer.windows, self.interaction.message
        before, shown = windows.changes, await windows.look(table_id, answer_of(self.interaction), looks)
        if message is not None and self.is_in_window:
            await self.edit_message(shown.parts)
            said: int | None = message.id
        else:
            if is_on_public_message(self.interaction):  # this press can then edit the pressed message
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
        """Whether the press was made in a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def is_on_card(self) -> bool:
        """Whether the press was made on a public card, and not below a public line of plain text."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2 and is_on_public_message(self.interaction)

    @property
    def is_command(self) -> bool:
        """Whether the request is a typed command."""
        return self.interaction.type is InteractionType.application_command

    @property
    def is_in_a_closed_window(self) -> bool:
        """Whether the press was made in a private message that is no longer kept up to date, as after a restart."""
        message = self.interaction.message
        is_private = message is not None and message.flags.ephemeral
        return is_private and not self.services.announcer.windows.is_open(message.id if message is not None else 0)

    async def wait_for_curtain(self, table_id: int) -> None:
        """Wait until no showdown is being shown step by step at this table."""
        await self.services.announcer.curtain.wait_for(table_id)

    async def wait_for_curtain_here(self) -> None:
        """Wait until no showdown is being shown in this channel, so that its result is above any new message.

        While the person waits, a private message tells them so.
        """
        curtain = self.services.announcer.curtain
        if curtain.is_telling(lambda table: table.place.channel == self.channel):
            await self.reply_ephemeral(troubles.after_the_showdown())
            await curtain.lifted(lambda table: table.place.channel == self.channel)

    async def wait_for_curtains(self) -> None:
        """Wait until the end of every showdown whose result this request could reveal.

        On a server these are all showdowns of the server. In a DM these are the showdowns at this person's tables.
        """
        if self.guild is None:
            await self.services.announcer.curtain.wait_for_all_of(self.user)
        else:
            await self.services.announcer.curtain.lifted(lambda table: table.place.guild == self.guild)

    async def edit_message(self, parts: Iterable[Part]) -> None:
        """Change the pressed message.

        Answer privately instead if that message was just deleted, or if it is a line of plain text. Such a line cannot
        become a card.
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

    def offered(self) -> list[Press]:
        """Return the presses of all buttons on the pressed message."""
        message = self.interaction.message
        found = reply.offers(received(message)) if message is not None else ()
        return [press for each in found if (press := decode(each)) is not None]

    async def change_buttons(self, presses: Sequence[Press], buttons: Iterable[Button] = ()) -> None:
        """Replace the buttons of these presses on the pressed card with `buttons`."""
        message = self.interaction.message
        if message is not None and self.is_on_card:
            ids = [encode(press) for press in presses]
            await reply.edit(self.interaction, with_buttons(message, ids, buttons))

    async def reply_public(self, parts: Iterable[Part]) -> None:
        """Answer with a message that everybody in the channel sees. It pings nobody."""
        shown = tuple(parts)
        await reply.post(self.interaction, layout(shown), AllowedMentions.none(), await printed(shown))

    async def update(self, parts: Iterable[Part], lobby: int = 0, passes: bool = False) -> None:
        """Answer this person alone: change the private message that they pressed, or send one if there is none.

        `lobby` is the id of the table if this is a page of its lobby, which is deleted when the game starts. If the
        message `passes`, it is deleted once their next request is carried out.
        """
        message = self.interaction.message
        if message is not None and self.is_in_window:
            await self.edit_message(parts)
            said: int | None = message.id
        else:
            said = await self.reply_ephemeral(parts)
        self._learn(said)
        if passes and said is not None:
            self.services.announcer.passing.note(answer_of(self.interaction), said)
        if lobby and said is not None:
            self.services.lobby_pages.keep(lobby, answer_of(self.interaction), said)

    async def update_and_show(self, parts: Iterable[Part], table_id: int, is_lobby: bool = False) -> None:
        """Answer with a receipt, or a page of the lobby, and show everybody a table. Raises `Unshown` if that fails."""
        with self.saved():
            await self.update(parts, table_id if is_lobby else 0, passes=not is_lobby)
        await self.show(table_id)

    async def open_form(self, form: Form) -> None:
        """Open a form, which must be the first answer to the request.

        A menu that opens a form still shows the choice afterwards. If the bot could not reset such a menu, show a
        button that opens the form instead.
        """
        press = pressed_in(self.interaction)
        if press is not None and self._would_keep_its_choice():
            opens = Button(_("Open the form"), press, "✏️", Style.MAIN)
            await self.say_in_passing((Text(_("One more tap, and you can type.")), Row((opens,))))
            return
        await reply.open_form(self.interaction, modal(self._fill(form) if self._fill is not None else form))

    def _would_keep_its_choice(self) -> bool:
        """Return whether this is a choice in a menu that could not be reset after a form was opened.

        Such a menu is on a private page that only this press can edit, but a press that opens a form cannot edit the
        page. An open window can be edited.
        """
        message = self.interaction.message
        if message is None or not answer_of(self.interaction).menu or is_on_public_message(self.interaction):
            return False
        announcer = self.services.announcer
        return not announcer.windows.is_open(message.id) and not announcer.messages.may_edit_private(message.id)


def pressed_in(interaction: Interaction) -> Press | None:
    """Return the press of an interaction, or None for a command and for an id that the bot cannot read.

    The id is read once, and the result is kept with the interaction's answer.
    """
    noted = answer_of(interaction).noted
    if not noted.is_read:
        data: Mapping[str, Any] = dict(interaction.data or {})
        chosen = [str(value) for value in data.get("values", ())]
        noted.press, noted.is_read = decode(str(data.get("custom_id", "")), chosen), True
    return noted.press
