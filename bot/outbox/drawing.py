"""The pictures in what is sent: a custom emoji where the application has one, else signs that every device has.

`Drawn` sees to it in whatever discord.py serialises, so that no sign of ours reaches Discord as it is.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from discord import ui

from bot.screens.model import LONGEST_LABEL, MOST_TEXT
from bot.words.pictures import MARK, in_text

LONGEST_CONTENT = 2000
"""Characters that Discord takes in plain content."""

Payload = dict[str, Any]


class Emoji(msgspec.Struct, frozen=True):
    """A picture that the application has, as Discord knows it."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class Looks(msgspec.Struct, frozen=True):
    """How pictures are drawn: `emojis` by their sign, every other in Unicode."""

    emojis: Mapping[str, Emoji] = {}

    def content(self, words: str) -> str:
        """Plain content. Where it would pass Discord's limit with its pictures, it goes without."""
        drawn = self._text(words)
        return drawn if len(drawn) <= LONGEST_CONTENT else in_text(words)

    def components(self, parts: Sequence[Payload]) -> list[Payload]:
        """Components as they are sent. Where all text would pass Discord's limit with its pictures, it goes without."""
        drawn = [self._part(part) for part in parts]
        return drawn if _letters(drawn) <= MOST_TEXT else [self._part(part, in_words=True) for part in parts]

    def _text(self, words: str) -> str:
        return in_text(MARK.sub(lambda found: str(self.emojis.get(found[0], found[0])), words))

    def _part(self, part: Payload, in_words: bool = False) -> Payload:
        """One component; `in_words` has the pictures in its text written, those of its buttons still drawn."""
        drawn = {key: in_text(value) if key in _PLAIN and value else value for key, value in part.items()}
        if "content" in part:
            drawn["content"] = in_text(part["content"]) if in_words else self._text(part["content"])
        if part.get("emoji"):
            self._face(drawn)
        for key in ("components", "options"):
            if key in part:
                drawn[key] = [self._part(inner, in_words) for inner in part[key]]
        for key in ("component", "accessory"):
            if part.get(key):
                drawn[key] = self._part(part[key], in_words)
        return drawn

    def _face(self, part: Payload) -> None:
        """The one emoji of a button or choice; Discord takes no plain sign there, so that goes before the label."""
        mark = str(part["emoji"].get("name") or "")
        if not MARK.fullmatch(mark):
            return
        if mark in self.emojis:
            part["emoji"] = {"name": self.emojis[mark].name, "id": str(self.emojis[mark].id)}
            return
        del part["emoji"]
        part["label"] = f"{in_text(mark)} {part.get('label') or ''}".strip()[:LONGEST_LABEL]


_PLAIN = ("label", "description", "placeholder")
"""Where Discord shows no custom emoji in a text."""

UNICODE = Looks()
"""No picture at all."""


class Drawn:
    """Mixed into what discord.py serialises: its pictures are drawn as it is sent, in Unicode unless told otherwise."""

    looks: Looks = UNICODE

    def to_components(self) -> list[Payload]:
        """The components as they are sent."""
        return self.looks.components(super().to_components())  # type: ignore[misc] # of the view beside it


class Sheet(Drawn, ui.LayoutView):
    """A message of components."""


class Buttons(Drawn, ui.View):
    """Buttons below plain content."""


class Question(Drawn, ui.Modal):
    """A form."""


def _letters(parts: Sequence[Payload]) -> int:
    return sum(len(part.get("content") or "") + _letters(part.get("components", ())) for part in parts)
