"""Replace the signs in outgoing messages with the bot's custom emojis, or with Unicode characters if it has none.

A sign is a private character that stands for a picture, such as a die. `Drawn` replaces signs when discord.py
serializes a message.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from discord import ui

from bot.outbox.internals import Outgoing
from bot.screens.elements.cards import LONGEST_LABEL, MOST_TEXT
from bot.words.dice import MARK, in_text

LONGEST_CONTENT = 2000
"""The longest plain content that Discord accepts, in characters."""

Payload = dict[str, Any]


class Emoji(msgspec.Struct, frozen=True):
    """A custom emoji of the application."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class EmojiSet(msgspec.Struct, frozen=True):
    """The custom emoji of each sign. A sign that has none is shown in Unicode."""

    emojis: Mapping[str, Emoji] = {}

    def content(self, words: str) -> str:
        """Return plain content in which emojis or characters replace the signs.

        Custom emojis are left out if they would make the content too long.
        """
        drawn = self._text(words)
        return drawn if len(drawn) <= LONGEST_CONTENT else in_text(words)

    def components(self, parts: Sequence[Payload]) -> list[Payload]:
        """Return components in which emojis or characters replace the signs.

        Texts get no custom emojis if these would make the message too long.
        """
        drawn = [self._part(part) for part in parts]
        return drawn if _direct_messages(drawn) <= MOST_TEXT else [self._part(part, in_words=True) for part in parts]

    def _text(self, words: str) -> str:
        return in_text(MARK.sub(lambda found: str(self.emojis.get(found[0], found[0])), words))

    def _part(self, part: Payload, in_words: bool = False) -> Payload:
        """Return one component in which emojis or characters replace the signs.

        If `in_words` is true, texts get no custom emojis.
        """
        drawn = part.copy()
        for key, value in part.items():
            if key in _PLAIN and value:
                drawn[key] = in_text(value)
            elif key == "content":
                drawn[key] = in_text(value) if in_words else self._text(value)
            elif key in ("components", "options"):
                drawn[key] = [self._part(inner, in_words) for inner in value]
            elif key in ("component", "accessory") and value:
                drawn[key] = self._part(value, in_words)
        if part.get("emoji"):
            self._face(drawn)
        return drawn

    def _face(self, part: Payload) -> None:
        """Set the emoji of a button or choice. If the sign has no custom emoji, put its character before the label."""
        if not MARK.fullmatch(mark := str(part["emoji"].get("name") or "")):
            return
        if mark in self.emojis:
            part["emoji"] = {"name": self.emojis[mark].name, "id": str(self.emojis[mark].id)}
            return
        del part["emoji"]
        part["label"] = f"{in_text(mark)} {part.get('label') or ''}".strip()[:LONGEST_LABEL]


_PLAIN = ("label", "description", "placeholder")
"""The fields of a component in which Discord shows no custom emoji."""

UNICODE = EmojiSet()
"""A set without custom emojis: every sign is shown in Unicode."""


class Drawn(Outgoing):
    """A mixin for views and forms that replaces the signs in them when they are sent.

    The signs become Unicode characters, unless `looks` has custom emojis for them.
    """

    looks: EmojiSet = UNICODE
    in_words = False
    """Whether drawn pages are replaced with their descriptions, and files are left out."""

    def outgoing(self, parts: Sequence[Payload]) -> list[Payload]:
        """Return the components to send in place of `parts`, with emojis or characters for the signs."""
        return self.looks.components(_in_words(parts) if self.in_words else parts)


class Sheet(Drawn, ui.LayoutView):
    """A message that is made of components."""


class Buttons(Drawn, ui.View):
    """Buttons below a message of plain content."""


class Question(Drawn, ui.Modal):
    """A form, which Discord calls a modal."""


GALLERY, FILE, TEXT = 12, 13, 10
"""Discord's numbers for the types of components that show files, and for text."""

TOLD = 900
"""The component id of a drawn page whose description is in the text beside it."""


def _in_words(parts: Sequence[Payload]) -> list[Payload]:
    """Return components without files.

    Each drawn page becomes its description, or is left out if the text beside it describes the page already.
    """
    return [_part_in_words(part) for part in parts if part["type"] != FILE and part.get("id") != TOLD]


def _part_in_words(part: Payload) -> Payload:
    if part["type"] == GALLERY:
        return {"type": TEXT, "content": "\n".join(item.get("description") or "🖼️" for item in part["items"])}
    return part | {"components": _in_words(part["components"])} if "components" in part else part


def _direct_messages(parts: Sequence[Payload]) -> int:
    return sum(len(part.get("content") or "") + _direct_messages(part.get("components", ())) for part in parts)
