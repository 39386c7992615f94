"""Draw pages, such as charts and boards to share, as vector drawings (`Paper.svg`), and render them (`png`)."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

import msgspec
import regex
import resvg_py

from bot.pictures import FOLDER, HOUSE

Point = tuple[float, float]

Anchor = Literal["start", "middle", "end"]

FONTS = "DejaVu Sans, Noto Sans, sans-serif, Noto Color Emoji"

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "ja": ("Noto Sans JP", "Noto Sans TC"),
    "zh_TW": ("Noto Sans TC", "Noto Sans JP"),
}
"""The fonts for Japanese and Chinese characters by the key of a page's language. Other languages take the first.

The two languages share characters, but not the shapes of all of them.
"""

EAST_ASIAN = re.compile(r"[\u2e80-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uffee]")
"""Matches a character that is drawn in these fonts. A text that has one is drawn in them as a whole."""


SMALLEST = 0.75
"""The smallest factor by which the size of words is reduced if they have too little room."""

READABLE = 19.0
"""The least size of words on a picture that is 600 points wide: 11 pixels on a phone that shows it 340 pixels wide."""

HOUSE_FOLDER = FOLDER / HOUSE


class Inks(msgspec.Struct, frozen=True):
    """The colours of a page. `words`, `faint` and each of `series` are readable on `paper` and on `raised`."""

    paper: str
    raised: str
    line: str
    words: str
    faint: str
    brass: str
    felt: str
    red: str

    @property
    def series(self) -> tuple[str, ...]:
        """The colours of lines in the same chart."""
        return self.brass, self.felt, self.red


DARK = Inks("#1f2430", "#2a3040", "#3c4458", "#f2f3f5", "#aab2c3", "#e8c14a", "#58c08f", "#f07f74")
LIGHT = Inks("#fbfaf6", "#f0ede4", "#d8d3c5", "#23262e", "#5b6170", "#7a5d00", "#1f6f4d", "#b03327")


NO_TINTS: Mapping[str, str] = {}


def _tinted(words: str, tints: Mapping[str, str]) -> str:
    """Return words for a text of an SVG document, in which each of these names has its color."""
    if not tints:
        return escape(words)
    names = "|".join(re.escape(name) for name in sorted(tints, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({names})(?!\w)", words)
    return "".join(
        f"<tspan fill={quoteattr(tints[part])}>{escape(part)}</tspan>" if at % 2 else escape(part)
        for at, part in enumerate(parts)
    )


class Paper:
    """A page of `width` x `height` points. Its top left corner is at 0, 0. `language` is the key of its language."""

    def __init__(self, width: int, height: int, inks: Inks = DARK, *, language: str = "") -> None:
        self.width, self.height, self.inks = width, height, inks
        self._east_asian = ", ".join((*FAMILIES.get(language, FAMILIES["ja"]), FONTS))
        self._drawn: list[str] = []
        self.box(0, 0, width, height, self.inks.paper)

    def box(self, x: float, y: float, width: float, height: float, ink: str, round: float = 0) -> None:  # noqa: A002
        """Draw a filled box. `round` is the radius of its corners."""
        if width > 0 and height > 0:
            self._drawn.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round}" fill="{ink}"/>'
            )

    def line(self, points: Sequence[Point], ink: str, width: float = 1, dashes: str = "") -> None:
        """Draw a line through these points.

        `dashes` contains the lengths of the dashes and of the gaps between them, or "" for a solid line.
        """
        through = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        broken = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._drawn.append(
            f'<polyline points="{through}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"'
            f"{broken}/>"
        )

    def dot(self, at: Point, radius: float, ink: str) -> None:
        """Draw a filled circle."""
        self._drawn.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="{ink}"/>')

    def say(
        self,
        words: str,
        at: Point,
        size: float,
        ink: str = "",
        *,
        anchor: Anchor = "start",
        bold: bool = False,
        room: float = 0,
        tints: Mapping[str, str] = NO_TINTS,
    ) -> None:
        """Write words with their baseline at a point. `anchor` is the part of the text that is at the point.

        Words that need more than `room` are made smaller, to three quarters of `size` at most. If they still do not
        fit, they are cut. With a `room` of 0 there is no limit. Right-to-left text has the same position as any other
        text. `tints` contains the colors of names, by name.
        """
        if room:
            size = max(size * SMALLEST, min(size, int(10 * room / max(1, ems(words))) / 10))
        shown = _tinted(cut(words, room / size) if room else words, tints)
        weight = ' font-weight="bold"' if bold else ""
        font = f' font-family="{self._east_asian}"' if EAST_ASIAN.search(words) else ""
        self._drawn.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" text-anchor="{anchor}"{weight}{font} '
            f"fill={quoteattr(ink or self.inks.words)}>{shown}</text>"
        )

    def picture(self, name: str, at: Point, size: float, strength: float = 1) -> None:
        """Draw one of the pictures of dice with its top left corner at a point.

        A picture with a `strength` below 1 is dimmed. Raises `OSError` for an unknown name.
        """
        drawn = (HOUSE_FOLDER / f"{name}.svg").read_text()
        place = f'<svg x="{at[0]:.1f}" y="{at[1]:.1f}" width="{size:.1f}" height="{size:.1f}" '
        dim = (f'<g opacity="{strength}">', "</g>") if strength < 1 else ("", "")
        self._drawn.append(drawn.replace("<svg ", place, 1).join(dim))

    def svg(self) -> str:
        """Return the page as an SVG document."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="{FONTS}">{"".join(self._drawn)}</svg>'
        )


def wrapped(parts: Sequence[str], room: float, lines: int) -> list[str]:
    """Wrap words into at most `lines` lines of the width `room`, in units of the font size.

    A line may break after each of the `parts`. Spaces at the end of a line are not counted. A line that is still too
    long is cut.
    """
    found = [""]
    for part in parts:
        longer = found[-1] + part
        if ems(longer.strip()) <= room or len(found) == lines or not found[-1]:
            found[-1] = longer
        else:
            found.append(part)
    return [cut(line.strip(), room) for line in found]


def ems(words: str) -> float:
    """Return the estimated width of words, in units of the font size.

    If the estimate is wrong, it is usually too large.
    """
    return sum(_em(letter) for letter in words)


def cut(words: str, room: float) -> str:
    """Return words cut to the width `room`, in units of the font size. "…" replaces the part that does not fit."""
    if ems(words) <= room:
        return words
    kept = regex.findall(r"\X", words)
    while kept and ems("".join(kept)) + 1 > room:
        kept.pop()
    return f"{''.join(kept).rstrip()}…"


def _em(letter: str) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    if unicodedata.category(letter) == "Cn":  # an emoji newer than Python's tables
        return 1.3
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return 1.3 if unicodedata.category(letter) == "So" else 1
    if letter in " ijlftrI.,;:'|!()[]·":
        return 0.41
    if letter in "mwMW@%…—":
        return 1
    return 0.75 if letter.isupper() else 0.635


STEPS = (1, 2, 5)
"""The step between two marks of an axis is one of these numbers times a power of ten."""


class Axis(msgspec.Struct, frozen=True):
    """An axis for whole numbers from `least` to `most`, drawn from `start` to `end` in points.

    `marks` are the round numbers that are marked on it.
    """

    least: int
    most: int
    start: float
    end: float
    marks: tuple[int, ...]

    def at(self, number: float) -> float:
        """Return the point at which a number is drawn."""
        return self.start + (self.end - self.start) * (number - self.least) / (self.most - self.least)


MARKS = 5
"""The most marks of an axis, its ends included."""


def axis(least: int, most: int, start: float, end: float) -> Axis:
    """Return an axis for numbers from `least` to `most`, which has marks at round numbers."""
    step = _step(least, most)
    low, high = least // step * step, -(-most // step) * step
    if low == high:
        low, high = low - step, high + step
    return Axis(low, high, start, end, tuple(range(low, high + 1, step)))


def _step(least: int, most: int) -> int:
    power = 1
    while True:
        for step in (each * power for each in STEPS):
            if -(-most // step) - least // step + 1 <= MARKS:
                return step
        power *= 10


FONT_FILES = Path(str(files("bot.pictures") / "fonts"))
"""The fonts that come with the bot: Latin, Greek, Cyrillic, Hebrew, Arabic, Japanese (JIS X 0208) and Chinese (Big5).

Other fonts come from the system. `tests/pictures/fonts.py` makes the Japanese and the Chinese font.
"""

SCALE = 2
"""The number of pixels of one point."""


def png(svg: str) -> bytes:
    """Render a page (`Paper.svg`) as PNG. This takes some hundredths of a second, so call it in a thread."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, zoom=SCALE, font_dirs=[str(FONT_FILES)], font_family="DejaVu Sans")
    )
