"""Cards, DMs, ephemeral messages and forms as Discord's components (V2).

Everything is stopped before it is sent, so that discord.py keeps no registry of it: presses come in by one dispatcher
(`inbox/dispatcher.py`), also after a restart and in any process.
"""

import asyncio
import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any, assert_never

import discord
import msgspec
from discord import ui

from bot.outbox.pictures import Buttons, Question, Sheet
from bot.pictures.charts import png
from bot.presses.codec import encode, menu_id
from bot.screens import cards
from bot.screens.families import presenter
from bot.screens.model import (
    Beat,
    Box,
    Button,
    Card,
    ChannelMenu,
    DirectMessage,
    Form,
    Menu,
    Page,
    Part,
    Row,
    Rule,
    Style,
    Text,
    Tone,
)
from bot.tables.model import TableInfo
from bot.tables.pending import Pending, Undelivered
from bot.words.language import speaking

Interaction = discord.Interaction[discord.Client]
"""Whatever somebody asks of the bot, as discord.py gives it."""

PRINTED_AT_ONCE = 2
"""Pages that are printed at a time; who asks meanwhile waits."""

_presses = asyncio.Semaphore(PRINTED_AT_ONCE)


class Printed(msgspec.Struct, frozen=True):
    """A page as Discord takes it."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """To be sent once: a file is read as it is sent."""
        return discord.File(BytesIO(self.png), self.name, description=self.alt)


async def printed(parts: Iterable[Part]) -> tuple[Printed, ...]:
    """All pages among some parts, in order."""
    return tuple([await _printed(page) for page in _pages(parts)])


async def _printed(page: Page) -> Printed:
    async with _presses:
        return Printed(page.name, await asyncio.to_thread(png, page.svg), page.alt)


def _pages(parts: Iterable[Part]) -> list[Page]:
    found: list[Page] = []
    for part in parts:
        match part:
            case Page():
                found.append(part)
            case Box(parts=inner):
                found += _pages(inner)
            case _:
                pass
    return found


COLOURS = {Tone.FELT: 0x2E7D5B, Tone.BRASS: 0xC9A227, Tone.RED: 0xC0392B, Tone.GREY: 0x6B7280}

STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.BAD: discord.ButtonStyle.danger,
}

PLAYABLE = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The kinds of channels in which people write, and so may open a table (in a forum: in its threads)."""

LIVE_FROM = 1000
"""Component ids from here on mark the live parts of a card, which go when it is folded."""

_BEFORE_PERCENT = re.compile(r"(?<=\d) (?=%)")
"""Where no line may break, in whatever language: "16.7 %"."""


def view(card: Card) -> Sheet:
    """A whole card: what stays, then what can be pressed."""
    shown = layout(card.lasting)
    for number, part in enumerate(card.live):
        item = _item(part)
        item.id = LIVE_FROM + number
        shown.add_item(item)
    return shown


def layout(parts: Iterable[Part]) -> Sheet:
    """Some parts, one below the other."""
    shown = Sheet(timeout=None)
    shown.stop()
    for part in parts:
        shown.add_item(_item(part))
    return shown


def without_live_parts(message: discord.Message) -> ui.LayoutView:
    """What stays of a card that stands in a message."""
    shown = ui.LayoutView.from_message(message, timeout=None)
    shown.stop()
    for item in list(shown.children):
        if isinstance(item, ui.ActionRow) or (item.id or 0) >= LIVE_FROM:
            shown.remove_item(item)
    return shown


def links(direct_message: DirectMessage) -> Buttons | None:
    """The links below a DM."""
    if not direct_message.links:
        return None
    shown = Buttons(timeout=None)
    shown.stop()
    for link in direct_message.links:
        shown.add_item(button(link))
    return shown


def modal(form: Form) -> Question:
    """A form."""
    shown = Question(title=form.title[:45], custom_id=encode(form.press))
    shown.stop()
    for field in form.fields:
        component: ui.Item[Any]
        if field.menu is not None:
            component = select(field.menu, field.id)
            assert isinstance(component, ui.Select)
            component.required = field.required
        else:
            component = ui.TextInput(
                custom_id=field.id,
                default=field.value or None,
                placeholder=field.hint[:100] or None,
                max_length=field.longest,
                required=field.required,
            )
        shown.add_item(ui.Label(text=field.label[:45], description=field.about[:100] or None, component=component))
    return shown


def button(value: Button) -> ui.Button[Any]:
    """A button."""
    if value.url:
        return ui.Button(label=value.label, url=value.url, emoji=value.emoji or None)
    return ui.Button(
        label=value.label,
        custom_id=encode(value.press) if value.press is not None else None,
        emoji=value.emoji or None,
        style=STYLES[value.style],
        disabled=value.disabled,
    )


def select(value: Menu, custom_id: str) -> ui.Select[Any]:
    """A menu, in a message or in a form."""
    options = [
        discord.SelectOption(
            label=choice.label[:100],
            value=choice.value if isinstance(choice.value, str) else encode(choice.value),
            description=choice.about[:100] or None,
            emoji=choice.emoji or None,
            default=choice.chosen,
        )
        for choice in value.choices
    ]
    return ui.Select(
        custom_id=custom_id,
        placeholder=value.hint[:150] or None,
        options=options,
        min_values=value.least,
        max_values=min(value.most, len(options)),
        disabled=value.disabled,
    )


def _channels(value: ChannelMenu) -> ui.ChannelSelect[Any]:
    """A menu of the server's channels, as Discord offers it."""
    return ui.ChannelSelect(
        custom_id=encode(value.press),
        placeholder=value.hint[:150] or None,
        channel_types=PLAYABLE,
        min_values=0,
        max_values=value.most,
        default_values=[discord.Object(channel, type=discord.abc.GuildChannel) for channel in value.chosen],
    )


def _item(part: Part) -> ui.Item[Any]:
    match part:
        case Text(words=words):
            return ui.TextDisplay(_BEFORE_PERCENT.sub("\u00a0", words))
        case Rule():
            return ui.Separator()
        case Row(buttons=buttons):
            return ui.ActionRow(*(button(each) for each in buttons))
        case Menu():
            return ui.ActionRow(select(part, menu_id(part.name)))
        case ChannelMenu():
            return ui.ActionRow(_channels(part))
        case Page(name=name, alt=alt):
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))
        case Box(parts=parts, tone=tone):
            return ui.Container(*(_item(each) for each in parts), accent_colour=COLOURS[tone])
        case kind:
            assert_never(kind)


def language_of_person(interaction: Interaction) -> str:
    """The language in which this person reads Discord."""
    return str(interaction.locale)


def language_of_server(client: discord.Client, guild_id: int | None) -> str:
    """The language that a server chose; English ("") for one that the client does not know now, and for a DM."""
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return str(guild.preferred_locale) if guild is not None else ""


def cards_of(client: discord.Client, pending: Pending) -> tuple[Card, ...]:
    """What the messages of a table show now, the live one last, in the language of the table's server."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.cards(pending)


def beats_of(client: discord.Client, pending: Pending) -> tuple[Beat, ...]:
    """What a showdown that has just come shows, one after the other, before its verdict."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.beats(pending, pending.table.setup.pace)


def folded_lobby(client: discord.Client, pending: Pending) -> Card:
    """What stays of the lobby's message once the game is on."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.began(pending)


def past_turn(client: discord.Client, pending: Pending) -> Card:
    """What stays of a round's message where the next turn in it is a message of its own."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.so_far(pending)


def direct_message_of(table: TableInfo, untold: Undelivered, message: int | None) -> DirectMessage | None:
    """What one person is told by DM, with the way back to `message`; None where it is told in another way."""
    shown = presenter(untold.view)
    if shown is None:
        return None
    with speaking(table.seats[untold.seat].language):
        return shown.direct_message(table, untold.view, message)
