"""Draw a showdown as a picture to share: who said what, how many there were, who caught it, and all cups."""

import re
from collections.abc import Sequence

import regex

from bot.pictures.charts import Paper, ems, wrapped
from bot.screens.families.narration import Cup, Told
from bot.words.language import ngettext, unbroken

WIDTH, HEIGHT, MARGIN = 600, 315, 24
"""The picture in points. Each point is two pixels."""

SIZES = ((30, 2), (26, 2), (22, 3))
"""The layouts for the text about the bid, as (size, most lines). The first that fits wins."""

FIGURE = 150
"""The room for the figure on the right."""

TOP, BOTTOM, FOOT = 136.0, 260.0, 286
"""The edges of the cups, and the baseline of the text below them."""

MOST_CUPS, IN_ONE_COLUMN, MOST_DIE = 10, 4, 38.0
"""The most cups, the most cups in one column, and the largest size of a die."""

CLAIM = 19
"""The size of the words of a claim."""

INKS = (
    *("#e8c14a", "#6aa9ff", "#f07f74", "#58c08f", "#c79bf2"),
    *("#f2a65a", "#7fd6e0", "#f29ac2", "#b5cf6b", "#c3c9d3"),
)
"""The colors of the seats."""

INK = "#1f2430"


def svg(told: Told, foot: Sequence[str], about: str) -> str:
    """Return the picture of a showdown. `foot` are the texts below the cups, and `about` is the game and the day."""
    paper = Paper(WIDTH, HEIGHT)
    inks = paper.inks
    verdict = inks.felt if told.holds else inks.red
    paper.box(0, 0, WIDTH, 8, verdict)
    _headline(paper, told, verdict)
    shown = _shown(told.cups)
    _cups(paper, shown, TOP, BOTTOM - (18 if len(shown) < len(told.cups) else 0))
    if others := len(told.cups) - len(shown):
        # Translators: a text on a picture: {n} cups have no dice that count.
        words = ngettext("and {n} more cup", "and {n} more cups", others).format(n=others)
        paper.say(words, (MARGIN, BOTTOM - 2), 17, inks.faint)
    paper.line([(MARGIN, BOTTOM + 5), (WIDTH - MARGIN, BOTTOM + 5)], inks.line)
    paper.say(" · ".join(foot), (MARGIN, FOOT), 18, inks.words, room=WIDTH - 2 * MARGIN)
    paper.say(about, (MARGIN, FOOT + 20), 15, inks.faint, room=WIDTH - 2 * MARGIN)
    return paper.svg()


def _headline(paper: Paper, told: Told, verdict: str) -> None:
    """Draw who said what and how many there were, the verdict, and the count as a large figure."""
    room = WIDTH - 2 * MARGIN - (FIGURE if told.figure else 0)
    ways = [(_lines(told.said, room / size, most), size) for size, most in SIZES]
    lines, size = next((way for way in ways if not way[0][-1].endswith("…")), ways[-1])
    for number, line in enumerate(lines):
        paper.say(line, (MARGIN, 18 + size * (1 + 1.2 * number)), size, bold=True)
    paper.say(told.end, (MARGIN, 122), 28, verdict, bold=True, room=WIDTH - 2 * MARGIN - (FIGURE if told.figure else 0))
    if told.figure:
        paper.say(told.figure, (WIDTH - MARGIN, 70), 56, verdict, anchor="end", bold=True, room=FIGURE - 10)
        paper.picture(told.face, (WIDTH - MARGIN - 44, 82), 44)


_ENDS = re.compile(r"(?<=[.!?…])\s+|(?<=。)")
"""The places between two sentences."""


def _lines(said: str, room: float, most: int) -> list[str]:
    """Return the text about the bid in lines: each sentence in a line of its own if they fit."""
    sentences = [sentence for sentence in _ENDS.split(said) if sentence]
    if len(sentences) == most and all(ems(sentence) <= room for sentence in sentences):
        return sentences
    return wrapped(unbroken(said), room, most)


def _shown(cups: Sequence[Cup]) -> list[Cup]:
    """Return all cups, or only those with dice that count if there are more than ten."""
    if len(cups) <= MOST_CUPS:
        return list(cups)
    best = sorted((cup for cup in cups if cup.counted), key=lambda cup: -cup.counted)[:MOST_CUPS]
    return [cup for cup in cups if cup in best]


def initial(name: str) -> str:
    """Return the first sign of a name, as a capital letter if it has one."""
    signs: list[str] = regex.findall(r"\X", name.strip())
    return signs[0].upper() if signs else ""


def _cups(paper: Paper, cups: Sequence[Cup], top: float, bottom: float) -> None:
    """Draw cups in one or two columns, as large as possible."""
    columns = 1 if len(cups) <= IN_ONE_COLUMN else 2
    rows = max(1, -(-len(cups) // columns))
    high, wide = (bottom - top) / rows, (WIDTH - 2 * MARGIN + 16) / columns
    for number, cup in enumerate(cups):
        column, row = divmod(number, rows)
        _cup(paper, cup, (MARGIN + column * wide, top + row * high), wide - 16, min(high, 56))


def _cup(paper: Paper, cup: Cup, at: tuple[float, float], wide: float, high: float) -> None:
    """Draw a row of dice with its words. A player's cup also has a disc with the first sign of the name."""
    left, middle = at[0], at[1] + high / 2
    if cup.seat >= 0:
        words = _name(paper, cup, (left, middle), wide * 0.27, high)
    else:
        words = _claim(paper, cup.words, (left, middle), wide * 0.42)
    left, gap = left + words, 4
    die = min(MOST_DIE, high - 4, (at[0] + wide - left + gap) / max(1, len(cup.dice)) - gap)
    for number, picture in enumerate(cup.dice):
        paper.picture(picture, (left + number * (die + gap), middle - die / 2), die)


def _name(paper: Paper, cup: Cup, at: tuple[float, float], room: float, high: float) -> float:
    """Draw a player's disc and name. Return the width that they take, with the gap behind them."""
    (left, middle), radius, size = at, min(17.0, high / 2 - 1.5), min(21.0, high * 0.62)
    sign, baseline = initial(cup.words), middle + radius * 0.42
    paper.dot((left + radius, middle), radius, INKS[cup.seat % len(INKS)])
    paper.say(sign, (left + radius, baseline), round(radius * 1.2), INK, anchor="middle", bold=True)
    before = 2 * radius + 8
    paper.say(cup.words, (left + before, middle + size * 0.36), size, bold=bool(cup.counted), room=room)
    return before + room + 6


def _claim(paper: Paper, words: str, at: tuple[float, float], room: float) -> float:
    """Draw the words of a claim or of a hand in at most two lines. Return the width that they take."""
    lines = wrapped(unbroken(words), room / CLAIM, 2)
    for number, line in enumerate(lines):
        paper.say(line, (at[0], at[1] + CLAIM * (0.36 + 1.15 * (number - (len(lines) - 1) / 2))), CLAIM)
    return room + 10
