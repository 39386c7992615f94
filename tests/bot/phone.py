"""How many lines a text takes on a phone: a model of the widths that the local Discord shows at 360 px.

Its letters are DejaVu Sans, wider than Discord's own: what fits here fits there.
"""

import re
import unicodedata

IN_A_BOX = 272
"""Pixels that a line has within a framed card, in a window of 360: 280, less what the model may be wrong by."""
SIZES = (("## ", 19), ("### ", 16), ("-# ", 13))
PLAIN = 15
_MARKS = re.compile(r"\*\*|__|`|\\(?=[^\w\s])|<t:\d+:\w>|<@\d+>")
_THIN, _WIDE = "iljtfrI.,:;'’|!()[] ·", "mwMW@%…→"


def lines(text: str, width: int = IN_A_BOX) -> int:
    """The lines that a text (Discord's markdown) takes at this width."""
    return sum(_lines(line, width) for line in text.split("\n"))


def _lines(line: str, width: int) -> int:
    mark, size = next(((mark, size) for mark, size in SIZES if line.startswith(mark)), ("", PLAIN))
    taken, at = 1, 0.0
    for word in _MARKS.sub("", line.removeprefix(mark)).split(" "):
        wide = sum(map(_em, word)) * size
        if at and at + wide > width:
            taken, at = taken + 1, 0.0
        at += wide + _em(" ") * size
        while at - _em(" ") * size > width:  # a word longer than a line breaks in itself
            taken, at = taken + 1, at - width
    return taken


def _em(letter: str) -> float:
    """How wide a letter is, as a share of the size of its line."""
    if unicodedata.category(letter) in ("Mn", "Cf") or letter == "\ufe0f":
        return 0
    if unicodedata.category(letter) == "So":
        return 1.25
    return 0.33 if letter in _THIN else 0.9 if letter in _WIDE or (letter.isupper() and letter in "OQ") else 0.6
