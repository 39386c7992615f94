"""As much news as one message holds."""

from collections.abc import Sequence

import msgspec

from bot.screens.model import Box, Part, Text, letters

MOST_LETTERS = 2500
"""Characters of news in one message; the panel below needs the rest of Discord's 4000."""
MOST_BOXES = 2
"""Showdowns told in full in one message, the first and the last; each takes five of Discord's 40 components."""


class Told(msgspec.Struct, frozen=True):
    """One piece of news: in a line or two, and where it is worth it in full."""

    brief: str
    full: Box | None = None


def fitting(news: Sequence[Told]) -> tuple[Part, ...]:
    """The news as paragraphs and boxes; where it is too much, showdowns are told briefly, the newest last."""
    boxed = [at for at, piece in enumerate(news) if piece.full is not None]
    for full in (boxed, [*boxed[:1], *boxed[-1:]], boxed[:1]):
        composed = _composed(news, set(full))
        if len(full) <= MOST_BOXES and letters(composed) <= MOST_LETTERS:
            return composed
    return _shortened(_composed(news, set()))


def _composed(news: Sequence[Told], full: set[int]) -> tuple[Part, ...]:
    """Pieces in `full` as boxes, the others as lines; neighbouring lines become one paragraph."""
    made: list[Text | Box] = []
    for at, piece in enumerate(news):
        before = made[-1] if made else None
        if piece.full is not None and at in full:
            made.append(piece.full)
        elif isinstance(before, Text):
            made[-1] = Text(f"{before.words}\n{piece.brief}")
        else:
            made.append(Text(piece.brief))
    return tuple(made)


def _shortened(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The newest lines that fit."""
    lines = [line for part in parts if isinstance(part, Text) for line in part.words.split("\n")]
    while len(lines) > 1 and sum(len(line) + 1 for line in lines) > MOST_LETTERS:
        del lines[0]
    return (Text("\n".join(lines)),)
