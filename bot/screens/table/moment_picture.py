"""Draw a showdown as a picture to share: who said what, how many there were, who caught it, and all cups."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import regex

from bot.pictures.charts import READABLE, SMALLEST, Paper, Point, ems, wrapped
from bot.screens.families.narration import Cup, Told
from bot.words.language import _, ngettext, spoken_key, with_numbers
from engine.core.dice import NOBODY

WIDTH, HEIGHT, MARGIN = 600, 315, 24
"""The picture in points. Each point is two pixels."""

SIZES = ((30, 2), (26, 2), (20, 3))
"""The layouts for the text about the bid, as (size, most lines). The first that fits wins."""

FIGURE = 150
"""The room for the figure on the right."""

TOP, BOTTOM, FOOT = 136.0, 260.0, 286
"""The edges of the cups, and the baseline of the text below them."""

MOST_CUPS, IN_ONE_COLUMN, MOST_DIE, WILD = 10, 4, 38.0, 18.0
"""The most cups, the most cups in one column, the largest size of a die, and the size of the explained wild die."""

CLAIMS, LABEL = ((22, 1), (READABLE, 2), (15, 2)), READABLE
"""The layouts of the words of a claim, as (size, most lines), and the size of the label above them."""

LEAST_DIE, GOOD_DIE, APART, BEHIND = 20.0, 28.0, 4, 13
"""The least size of a die, the size down to which names keep theirs, the gap between dice, and that behind a name."""

SMALLER, DIM, RING, DISC = 0.86, 0.45, 2.0, 42.0
"""The size and the strength of a die that does not count, the width of the rings, and that of the largest disc with the
gap behind it."""

INKS = (
    *("#e8c14a", "#6aa9ff", "#f07f74", "#58c08f", "#c79bf2"),
    *("#f2a65a", "#7fd6e0", "#f29ac2", "#b5cf6b", "#c3c9d3"),
)
"""The colors of the seats."""

INK = "#1f2430"

Way = tuple[list[str], float]
"""The lines of a text, and the size of its letters."""


def svg(told: Told, odds: str, seen: str, about: tuple[str, str]) -> str:
    """Return the picture of a showdown.

    `odds` and `seen` are the texts below the cups: how likely it was, and who guessed right, or "". `about` has the
    game, and the day.
    """
    paper = Paper(WIDTH, HEIGHT, language=spoken_key())
    inks = paper.inks
    verdict = inks.felt if told.holds else inks.red
    paper.box(0, 0, WIDTH, 8, verdict)
    _headline(paper, told, verdict)
    shown = _shown(told.cups)
    bidder, caller = told.sides
    marks = {bidder: inks.words, caller: verdict, NOBODY: verdict}
    _cups(paper, shown, TOP, BOTTOM - (18 if len(shown) < len(told.cups) else 0), marks)
    if others := len(told.cups) - len(shown):
        # Translators: a text on a picture: {n} cups have no dice that count.
        words = ngettext("and {n} more cup", "and {n} more cups", others).format(n=others)
        paper.say(words, (MARGIN, BOTTOM - 2), READABLE, inks.faint)
    paper.line([(MARGIN, BOTTOM + 5), (WIDTH - MARGIN, BOTTOM + 5)], inks.line)
    wild = next((name for cup in shown for name in cup.dice if name.startswith("wild")), "")
    _foot(paper, odds, wild)
    _last_line(paper, seen, about)
    return paper.svg()


def _foot(paper: Paper, odds: str, wild: str) -> None:
    """Write the odds below the cups, and at the right what a wild die means, if one is shown."""
    room, size = WIDTH - 2 * MARGIN, READABLE
    if wild:
        # Translators: a text on a picture, behind a picture of a die with a star: it counts as any number.
        words = _("wild")
        needed = ems(words) * LABEL + WILD + 4
        paper.picture(wild, (WIDTH - MARGIN - needed, FOOT - WILD + 4), WILD)
        paper.say(words, (WIDTH - MARGIN, FOOT), LABEL, paper.inks.faint, anchor="end")
        room -= round(needed) + 12
    paper.say(odds, (MARGIN, FOOT), size, paper.inks.words, room=room)


def _last_line(paper: Paper, seen: str, about: tuple[str, str]) -> None:
    """Write who guessed right at the left, and the game and the day at the right, or at the left if nobody did.

    If there is no room for the day, it is left out, because the message has a date of its own.
    """
    room, apart, whole = WIDTH - 2 * MARGIN, 16, " · ".join(about)
    if not seen:
        paper.say(whole, (MARGIN, FOOT + 20), LABEL, paper.inks.faint, room=room)
        return
    fits = (ems(seen) + ems(whole)) * LABEL + apart <= room
    shown = whole if fits else about[0]
    needed = min(ems(shown) * LABEL + 1, room * 0.45)
    paper.say(shown, (WIDTH - MARGIN, FOOT + 20), LABEL, paper.inks.faint, anchor="end", room=needed)
    paper.say(seen, (MARGIN, FOOT + 20), LABEL, paper.inks.words, room=room - needed - apart)


def _headline(paper: Paper, told: Told, verdict: str) -> None:
    """Draw who said what and how many there were, the verdict, and the count as a large figure."""
    room = WIDTH - 2 * MARGIN - (FIGURE if told.figure else 0)
    ways = [(_lines(told.said, room / size, most), size) for size, most in SIZES]
    lines, size = _first_whole(ways)
    for number, line in enumerate(lines):
        paper.say(line, (MARGIN, 18 + size * (1 + 1.2 * number)), size, bold=True)
    paper.say(told.end, (MARGIN, 122), 28, verdict, bold=True, room=WIDTH - 2 * MARGIN - (FIGURE if told.figure else 0))
    if told.figure:
        paper.say(told.figure, (WIDTH - MARGIN, 70), 56, verdict, anchor="end", bold=True, room=FIGURE - 10)
        paper.picture(told.face, (WIDTH - MARGIN - 44, 82), 44)


def _first_whole(ways: Sequence[Way]) -> Way:
    """Return the first of these layouts, as (lines, size), in which nothing is cut, or otherwise the last one."""
    return next((way for way in ways if not way[0][-1].endswith("…")), ways[-1])


_ENDS = re.compile(r"(?<=[.!?…])\s+|(?<=。)")
"""The places between two sentences."""


def _lines(said: str, room: float, most: int) -> list[str]:
    """Return the text about the bid in lines: each sentence in a line of its own if they fit."""
    sentences = [sentence for sentence in _ENDS.split(said) if sentence]
    if len(sentences) == most and all(ems(sentence) <= room for sentence in sentences):
        return sentences
    return wrapped(with_numbers(said), room, most)


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


Marks = Mapping[int, str]
"""The colors of the player who said it, of the caller and of the truth (`NOBODY`), as in the sentences about them."""


def _cups(paper: Paper, cups: Sequence[Cup], top: float, bottom: float, marks: Marks) -> None:
    """Draw cups in one or two columns, as large as possible."""
    columns = 1 if len(cups) <= IN_ONE_COLUMN else 2
    rows = max(1, -(-len(cups) // columns))
    high, wide = (bottom - top) / rows, (WIDTH - 2 * MARGIN + 16) / columns
    most = max((len(cup.dice) for cup in cups), default=1)
    room = _Room(wide - 16, min(high, 56), most, _for_names(cups, most, (wide - 16, min(high, 56))))
    for number, cup in enumerate(cups):
        column, row = divmod(number, rows)
        _cup(paper, cup, (MARGIN + column * wide, top + row * high), room, marks)


class _Room(NamedTuple):
    """The width and the height of a row, the most dice in a row, and the width of the names."""

    wide: float
    high: float
    most: int
    names: float


def _for_names(cups: Sequence[Cup], most: int, room: tuple[float, float]) -> float:
    """Return the width that the names take in a row with at most this many dice. `room` is (wide, high)."""
    wide, high = room
    needed = 1 + max((ems(cup.words) for cup in cups), default=0) * min(NAME, high * OF_ROW)
    good, least = (wide - DISC - BEHIND - most * (size + APART) for size in (GOOD_DIE, LEAST_DIE))
    return min(needed, max(good, min(needed * SMALLEST, least)))


def _cup(paper: Paper, cup: Cup, at: tuple[float, float], room: _Room, marks: Marks) -> None:
    """Draw a row of dice with a player's disc and its words, which are the name or a claim.

    The dice of all rows are equally large and in columns. Dice that do not count are smaller, and dimmed in a player's
    cup.
    """
    (left, top), (wide, high, most, _names), gap = at, room, APART
    middle = top + high / 2
    left += _disc(paper, cup, (left, middle), high, marks.get(cup.seat, ""))
    left += (_claim if cup.label else _name)(paper, cup, (left, middle), room, marks.get(cup.seat, ""))
    die = min(MOST_DIE, high - 4, (at[0] + wide - left + gap) / max(1, most) - gap)
    all_count = cup.counted == len(cup.dice)
    for number, picture in enumerate(cup.dice):
        counts = all_count or picture.startswith(("counting", "wild"))
        size = die if counts else die * SMALLER
        inside = (die - size) / 2
        place = left + number * (die + gap) + inside, middle - die / 2 + inside
        paper.picture(picture, place, size, 1 if counts or cup.label else DIM)


def _disc(paper: Paper, cup: Cup, at: tuple[float, float], high: float, mark: str) -> float:
    """Draw a player's disc, with a ring of the color `mark`. Return the width that it takes, with the gap behind it.

    A row that belongs to nobody has no disc, but its words begin at the same place.
    """
    (left, middle), radius = at, min(DISC / 2 - 4, high / 2 - 1.5)
    if cup.seat == NOBODY:
        return 2 * radius + 8
    if mark:
        paper.dot((left + radius, middle), radius + 0.5, mark)
        paper.dot((left + radius, middle), radius + 0.5 - RING, paper.inks.paper)
    paper.dot((left + radius, middle), radius - (RING if mark else 0), INKS[cup.seat % len(INKS)])
    sign, baseline = initial(cup.sign or cup.words), middle + radius * 0.42
    paper.say(sign, (left + radius, baseline), round(radius * 1.2), INK, anchor="middle", bold=True)
    return 2 * radius + 8


NAME, SMALL_NAME = 21.0, 15.0
"""The largest size of a name, and that of a long one."""

OF_ROW = 0.78
"""The largest size of a name, in units of the height of its row."""


def _name(paper: Paper, cup: Cup, at: Point, room: _Room, mark: str) -> float:
    """Write a player's name, bold in the color `mark` for a side. Return the width that it takes.

    A name that is too long for one line takes two smaller ones.
    """
    (left, middle), high, names = at, room.high, room.names
    size, ink = min(NAME, high * OF_ROW, max(SMALL_NAME, names / max(1, ems(cup.words)))), mark or paper.inks.faint
    lines = [cup.words]
    if ems(cup.words) * size * SMALLEST > names:
        size = min(SMALL_NAME, high * 0.45)
        room_in_ems = names / size / SMALLEST
        lines, size = _first_whole(
            [(wrapped(way, room_in_ems, 2), size) for way in (with_numbers(cup.words), cup.words)]
        )
    for number, line in enumerate(lines):
        baseline = middle + size * (0.36 + 1.05 * (number - (len(lines) - 1) / 2))
        paper.say(line, (left, baseline), size, ink, bold=bool(mark), room=names)
    return names + BEHIND


def _claim(paper: Paper, cup: Cup, at: Point, room: _Room, mark: str) -> float:
    """Write the label of a claim or of a hand, and its words in at most two lines. Return the width that they take."""
    (left, middle), wide = at, room.wide * 0.42
    ways = [(wrapped(with_numbers(cup.words), wide / size, most), size) for size, most in CLAIMS]
    lines, size = _first_whole(ways)
    first = middle + 15 - (len(lines) - 1) * 10
    paper.say(cup.label, (left, first - 21), LABEL, paper.inks.faint, room=wide)
    for number, line in enumerate(lines):
        paper.say(line, (left, first + number * size * 1.1), size, mark, room=wide)
    return wide + 10
