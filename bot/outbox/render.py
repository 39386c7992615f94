"""Turn cards, DMs, ephemeral messages and forms into Discord's components (V2).

Each view is stopped before it is sent, so that discord.py keeps no registry of views. All presses arrive at one
dispatcher (`inbox/dispatcher.py`), even after a restart or in another process.
"""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, assert_never

import discord
from discord import ui

from bot.outbox.client import Client, Interaction
from bot.outbox.drawn import TOLD, Buttons, Question, Sheet
from bot.presses.codec import encode, menu_id
from bot.screens.elements.cards import (
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
    PeopleMenu,
    RoleMenu,
    Row,
    Rule,
    Style,
    Text,
    Tone,
)
from bot.screens.families.presenters import presenter
from bot.screens.table import cards, evening, fairness
from bot.tables.evenings import NightCard
from bot.tables.model import TableView
from bot.tables.pending import Pending, Undelivered
from bot.words.language import speaking

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
"""The kinds of channels in which people may open a table. In a forum they open it in a thread."""

ONE_LINE = 300
"""A field of a form has several lines if it accepts more characters than this."""

REFUSAL = 400
"""The component id of a text that says that a request was refused. The page of the local Discord looks for it."""

LIVE_FROM = 1000
"""Component ids from here on mark the live parts of a card, which are removed when it is folded."""


_BEFORE_PERCENT = re.compile(r"(?<=\d) (?=%)")
"""Finds the space before a percent sign, as in "16.7 %", where the line must not break."""


def view(card: Card) -> Sheet:
    """Return a card as a message: first its lasting part, then its live part with the buttons."""
    shown = layout(card.lasting)
    for number, part in enumerate(card.live):
        item = _item(part)
        item.id = LIVE_FROM + number
        shown.add_item(item)
    return shown


def layout(parts: Iterable[Part]) -> Sheet:
    """Return a message that shows these parts one below another."""
    shown = Sheet(timeout=None)
    shown.stop()
    for part in parts:
        shown.add_item(_item(part))
    return shown


def with_buttons(message: discord.Message, ids: Collection[str], buttons: Iterable[Button]) -> ui.LayoutView:
    """Return the components of a message in which `buttons` replace the buttons with these custom ids.

    The replaced buttons have to be in one row. The row is removed if no button is left in it.
    """
    shown = received(message)
    boxes = [item for item in shown.children if isinstance(item, ui.Container)]
    holders: tuple[ui.LayoutView | ui.Container[Any], ...] = (shown, *boxes)
    for holder in holders:
        for row in [item for item in holder.children if isinstance(item, ui.ActionRow) and _has_one(item, ids)]:
            inner = list(row.children)
            places = [at for at, each in enumerate(inner) if getattr(each, "custom_id", None) in ids]
            row.clear_items()
            for item in (*inner[: places[0]], *map(button, buttons), *inner[places[0] :]):
                if getattr(item, "custom_id", None) not in ids:
                    row.add_item(item)
            if not row.children:
                holder.remove_item(row)
    return shown


def received(message: discord.Message) -> ui.LayoutView:
    """Return the components of a received message as a view that can be sent again."""
    shown = ui.LayoutView.from_message(message, timeout=None)
    shown.stop()
    return shown


def _has_one(item: ui.Item[Any], ids: Collection[str]) -> bool:
    """Return whether an item is a row that contains a button with one of these ids."""
    return isinstance(item, ui.ActionRow) and any(getattr(each, "custom_id", None) in ids for each in item.children)


def let_go_of_components(interaction: Interaction) -> None:
    """Drop the components of the pressed message, because they are not read again and its token is kept for minutes."""
    if interaction.message is not None:
        interaction.message.components = []


def links(direct_message: DirectMessage) -> Buttons | None:
    """Return the link buttons below a DM, or None if it has none."""
    if not direct_message.links:
        return None
    shown = Buttons(timeout=None)
    shown.stop()
    for link in direct_message.links:
        shown.add_item(button(link))
    return shown


def modal(form: Form) -> Question:
    """Return a form as discord.py's modal."""
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
                style=discord.TextStyle.paragraph if field.longest > ONE_LINE else discord.TextStyle.short,
                required=field.required,
            )
        shown.add_item(ui.Label(text=field.label[:45], description=field.about[:100] or None, component=component))
    return shown


def button(value: Button) -> ui.Button[Any]:
    """Return a button as discord.py's button."""
    if value.url:
        return ui.Button(label=value.label, url=value.url, emoji=_emoji(value.emoji))
    return ui.Button(
        label=value.label,
        custom_id=encode(value.press) if value.press is not None else None,
        emoji=_emoji(value.emoji),
        style=STYLES[value.style],
        disabled=value.disabled,
    )


@lru_cache(maxsize=256)
def _emoji(sign: str) -> discord.PartialEmoji | None:
    """Return the emoji of a button or a choice, or None for "".

    The results are cached because panels share a few emojis.
    """
    return discord.PartialEmoji.from_str(sign) if sign else None


def select(value: Menu, custom_id: str) -> ui.Select[Any]:
    """Return a menu of a message or a form as discord.py's select."""
    options = [
        discord.SelectOption(
            label=choice.label[:100],
            value=choice.value if isinstance(choice.value, str) else encode(choice.value),
            description=choice.about[:100] or None,
            emoji=_emoji(choice.emoji),
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
    """Return a menu of the server's channels as discord.py's select."""
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
        case Text(words=words, refuses=refuses):
            return ui.TextDisplay(_BEFORE_PERCENT.sub("\u00a0", words), id=REFUSAL if refuses else None)
        case Rule():
            return ui.Separator()
        case Row(buttons=buttons):
            return ui.ActionRow(*(button(each) for each in buttons))
        case Menu():
            return ui.ActionRow(select(part, menu_id(part.name)))
        case ChannelMenu():
            return ui.ActionRow(_channels(part))
        case RoleMenu(press=press, hint=hint, chosen=chosen):
            now = [discord.Object(role, type=discord.Role) for role in chosen]
            return ui.ActionRow(
                ui.RoleSelect(custom_id=encode(press), placeholder=hint[:150], min_values=0, default_values=now)
            )
        case PeopleMenu(press=press, hint=hint):
            return ui.ActionRow(ui.UserSelect(custom_id=encode(press), placeholder=hint[:150]))
        case Page(name=name, alt=alt, is_told=is_told):
            item = discord.MediaGalleryItem(f"attachment://{name}", description=alt)
            return ui.MediaGallery(item, id=TOLD if is_told else None)
        case Box(parts=parts, tone=tone):
            return ui.Container(*(_item(each) for each in parts), accent_colour=COLOURS[tone])
        case kind:
            assert_never(kind)


def language_of_server(client: Client, guild_id: int | None) -> str:
    """Return the language that a server has chosen, or Discord's language for the server.

    Return "", which means English, for a DM and for an unknown server.
    """
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return client.languages.get(guild_id or 0) or (str(guild.preferred_locale) if guild is not None else "")


def cards_of(client: Client, pending: Pending) -> tuple[Card, ...]:
    """Return the cards of a table's messages in the language of its server; the last card is the live one."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.cards(pending)


def beats_of(client: Client, pending: Pending) -> tuple[Beat, ...]:
    """Return the steps (beats) of a new showdown, which are shown before its result."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.beats(pending, pending.table.setup.pace)


def night_card_of(client: Client, night: NightCard) -> tuple[Part, ...]:
    """Return the card that sums up an evening, in the language of its server."""
    with speaking(language_of_server(client, night.table.place.guild)):
        return evening.night_card(night)


def folded_lobby(client: Client, pending: Pending) -> Card:
    """Return the card to which the lobby's message is reduced when the game begins."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.began(pending)


def line_of(client: Client, table: TableView) -> str:
    """Return the line that seals a game, in the language of its server."""
    with speaking(language_of_server(client, table.place.guild)):
        return fairness.line(table)


def past_turn(client: Client, pending: Pending) -> Card:
    """Return the card to which a message is reduced when the next turn is posted as a new message."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.so_far(pending)


def direct_message_of(table: TableView, untold: Undelivered, message: int | None) -> DirectMessage | None:
    """Return the DM with one person's new dice and a link to `message`, or None if there is nothing to send."""
    shown = presenter(untold.view)
    if shown is None:
        return None
    with speaking(untold.language or table.seats[untold.seat].language):
        return shown.direct_message(table, untold.view, message)
