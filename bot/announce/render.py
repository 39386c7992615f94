"""Cards, letters, whispers and forms as Discord's components (V2)."""

from collections.abc import Iterable
from typing import Any, assert_never

import discord
from discord import ui

from bot.announce.pressing import button, menu, select
from bot.screens.model import Box, Card, Form, Letter, Menu, Part, Row, Rule, Text, Tone

COLOURS = {Tone.FELT: 0x2E7D5B, Tone.BRASS: 0xC9A227, Tone.RED: 0xC0392B, Tone.GREY: 0x6B7280}
LIVE_FROM = 1000
"""Component ids from here on mark the live parts of a card, which go when it is folded."""


def view(card: Card) -> ui.LayoutView:
    """A whole card: what stays, then what can be pressed."""
    shown = layout(card.lasting)
    for number, part in enumerate(card.live):
        item = _item(part)
        item.id = LIVE_FROM + number
        shown.add_item(item)
    return shown


def layout(parts: Iterable[Part]) -> ui.LayoutView:
    """Some parts, one below the other."""
    shown = ui.LayoutView(timeout=None)
    for part in parts:
        shown.add_item(_item(part))
    return shown


def without_live_parts(message: discord.Message) -> ui.LayoutView:
    """What stays of a card that stands in a message."""
    shown = ui.LayoutView.from_message(message, timeout=None)
    for item in list(shown.children):
        if isinstance(item, ui.ActionRow) or (item.id or 0) >= LIVE_FROM:
            shown.remove_item(item)
    return shown


def links(letter: Letter) -> ui.View | None:
    """The links below a letter."""
    if not letter.links:
        return None
    shown = ui.View(timeout=None)
    for link in letter.links:
        shown.add_item(button(link))
    return shown


def modal(form: Form, submitted: type[ui.Modal]) -> ui.Modal:
    """A form; `submitted` is the class that is called with what was filled in."""
    shown = submitted(title=form.title[:45], custom_id=form.id, timeout=15 * 60)
    for field in form.fields:
        component: ui.Item[Any]
        if field.menu is not None:
            component = select(field.menu, field.id)
            assert isinstance(component, ui.Select)
            component.required = field.required
        else:
            component = ui.TextInput(
                custom_id=field.id, default=field.value or None, placeholder=field.hint[:100] or None,
                max_length=field.longest, required=field.required,
            )  # fmt: skip
        shown.add_item(ui.Label(text=field.label[:45], description=field.about[:100] or None, component=component))
    return shown


def _item(part: Part) -> ui.Item[Any]:
    match part:
        case Text(words=words):
            return ui.TextDisplay(words)
        case Rule():
            return ui.Separator()
        case Row(buttons=buttons):
            return ui.ActionRow(*(button(each) for each in buttons))
        case Menu():
            return ui.ActionRow(menu(part))
        case Box(parts=parts, tone=tone):
            return ui.Container(*(_item(each) for each in parts), accent_colour=COLOURS[tone])
        case kind:
            assert_never(kind)
