"""Draw the card of an evening: its winner, a podium of the people who won most, and its best stories."""

from collections.abc import Mapping, Sequence
from itertools import product

import msgspec

from bot.pictures.charts import NO_TINTS, READABLE, Paper, ems, wrapped
from bot.screens.elements.amounts import and_more
from bot.screens.table.moment_picture import INK, INKS, initial
from bot.words.language import ngettext, number, spoken_key, with_numbers

WIDTH, HEIGHT, MARGIN = 600, 315, 24
"""The picture in points. Each point is two pixels."""

PLACES, HEIGHTS = (1, 0, 2), (120.0, 90.0, 66.0)
"""The place of each step of the podium from the left, and its height. The first step is in the middle."""

STEP, ASIDE, WINS = 72.0, 16.0, READABLE
"""The width of a step, the gap between the podium and the text beside it, and the size of the text on a step."""

DISCS, LEAST = 62.0, 60.0
"""The height of a disc and a name above the first step, and the least height of that step."""

METALS = ("#e8c14a", "#c3c9d3", "#c98d5a")

HEAD, LEAST_HEAD, TWO_LINES = 30.0, 24.0, 22.0
"""The largest and the least size of the headline in one line, and its size in two lines."""

SIZES, BEST, LABEL, SMALL = (READABLE,), 1.15, 0.8, READABLE
"""The sizes for the stories; those of the best story and of labels in units of it; and the size of debts."""

MOST_LINES, MOST_STORIES, MOST_DEBTS = 4, 4, 3
"""The maximum numbers of lines of one sentence, of stories and of sentences about debts."""

TOP, BOTTOM, LINE, GAP = 39.0, 305.0, 1.15, 5.0
"""The edges below the place and above the margin, the height of a line in units of its size, and a gap."""


class Step(msgspec.Struct, frozen=True):
    """A step of the podium: a name, the number of games won, and the player's seat, or -1 for a hidden name."""

    name: str
    games: int
    seat: int


class Story(msgspec.Struct, frozen=True):
    """A sentence about the evening, and the label above it, such as “Liar of the night”, or ""."""

    label: str
    words: str


class Drawn(msgspec.Struct, frozen=True):
    """The picture of an evening, and the numbers of its stories and of its sentences about debts."""

    svg: str
    stories: int
    debts: int


Debt = tuple[str, int]
"""The sentence about equal open debts, and the number of these debts."""

Lines = list[tuple[str, float, bool]]
"""Lines of one paragraph, each with the size of its letters. True marks a label."""


class _Layout(msgspec.Struct, frozen=True):
    """The paragraphs about the evening, those about debts below them, and the line between both."""

    beside: list[Lines]
    below: list[Lines]
    ground: float


def drawn(head: str, place: str, steps: Sequence[Step], stories: Sequence[Story], debts: Sequence[Debt]) -> Drawn:
    """Draw the picture of an evening.

    `steps` are the winners and `stories` the sentences, the best first. The picture has as many sentences and debts as
    fit, and says how many more debts there are.
    """
    left = MARGIN + STEP * min(len(steps), len(PLACES)) + (ASIDE if steps else 0)
    title = _head(head)
    top = TOP + _height([title])
    layout = _layout(stories, debts, (left, top))
    paper = Paper(WIDTH, HEIGHT, language=spoken_key())
    inks = paper.inks
    paper.box(0, 0, WIDTH, 8, inks.brass)
    paper.say(place, (MARGIN, 31), READABLE, inks.faint, room=WIDTH - 2 * MARGIN)
    _paragraphs(paper, [title], (MARGIN, TOP - GAP), inks.brass, bold=True)
    _podium(paper, steps[: len(PLACES)], (top + DISCS, layout.ground - GAP))
    tints = {step.name: INKS[step.seat % len(INKS)] for step in steps if step.seat >= 0}
    air = max(0.0, layout.ground - GAP - top - _height(layout.beside)) / 2
    _paragraphs(paper, layout.beside, (left, top + air), inks.words, tints)
    if layout.below:
        paper.line([(MARGIN, layout.ground), (WIDTH - MARGIN, layout.ground)], inks.line)
    _paragraphs(paper, layout.below, (MARGIN, layout.ground + GAP / 2), inks.faint)
    return Drawn(paper.svg(), len(layout.beside), len(layout.below))


def _head(words: str) -> Lines:
    """Return the headline, in one line if it fits, otherwise in two."""
    room = WIDTH - 2 * MARGIN
    size = min(HEAD, room / ems(words) / BOLD)
    if size >= LEAST_HEAD:
        return [(words, size, False)]
    return [(line, TWO_LINES, False) for line in wrapped(with_numbers(words), room / TWO_LINES / BOLD, 2)]


BOLD = 1.08
"""The width of bold letters, in units of that of others."""


def _layout(stories: Sequence[Story], debts: Sequence[Debt], at: tuple[float, float]) -> _Layout:
    """Return as many stories as fit in the largest letters, with at least one debt, and as many debts as fit.

    `at` is the left top corner of the stories. The last stories are left out first. A sentence is cut only if it does
    not fit even alone.
    """
    (left, top), most = at, min(MOST_DEBTS, len(debts))
    kept, many = range(min(MOST_STORIES, len(stories)), 0, -1), range(most, min(1, most) - 1, -1)
    for may_be_cut, some, size in product((False, True), kept, SIZES):
        beside = _stories(stories[:some], WIDTH - MARGIN - left, size)
        if may_be_cut or not _is_cut(beside):
            for below in (_debts(debts, said) for said in many):
                ground = BOTTOM - _height(below)
                if top + _height(beside) + GAP <= ground and ground - GAP - top - DISCS >= LEAST:
                    return _Layout(beside, below, ground)
    below = _debts(debts, min(1, most))
    return _Layout([], below, BOTTOM - _height(below))


def _is_cut(paragraphs: Sequence[Lines]) -> bool:
    return any(line.endswith("…") for lines in paragraphs for line, _size, _is_label in lines)


def _stories(stories: Sequence[Story], room: float, size: float) -> list[Lines]:
    """Return the paragraphs about the evening. The letters of the first one, which is the best, are larger."""
    return [_story(story, room, size if at else size * BEST) for at, story in enumerate(stories)]


def _story(story: Story, room: float, size: float) -> Lines:
    small = max(READABLE, size * LABEL)
    label = [(line, small, True) for line in wrapped(with_numbers(story.label), room / small, 1)] if story.label else []
    return [*label, *((line, size, False) for line in wrapped(with_numbers(story.words), room / size, MOST_LINES))]


def _debts(debts: Sequence[Debt], many: int) -> list[Lines]:
    """Return the paragraphs about the first `many` debts. The last one counts the others."""
    others = sum(number for _words, number in debts[many:])
    said = [with_numbers(words) for words, _number in debts[:many]]
    if others and said:
        said[-1] = [*said[-1], and_more(others)]
    room = (WIDTH - 2 * MARGIN) / SMALL
    return [[(line, SMALL, False) for line in wrapped(parts, room, MOST_LINES)] for parts in said]


def _height(paragraphs: Sequence[Lines]) -> float:
    return sum(GAP + sum(size * LINE for _line, size, _is_label in lines) for lines in paragraphs)


def _paragraphs(
    paper: Paper,
    some: Sequence[Lines],
    at: tuple[float, float],
    ink: str,
    tints: Mapping[str, str] = NO_TINTS,
    *,
    bold: bool = False,
) -> None:
    left, top = at
    for lines in some:
        for line, size, is_label in lines:
            top += size * LINE
            here = (left, top - size * (LINE - 1))
            paper.say(line, here, size, paper.inks.faint if is_label else ink, bold=bold, tints=tints)
        top += GAP


def _podium(paper: Paper, steps: Sequence[Step], room: tuple[float, float]) -> None:
    """Draw the steps of the podium between the top and the bottom `room`. Players with equal wins are equally high."""
    wins, (above, ground) = [step.games for step in steps], room
    for place, step in enumerate(steps):
        left = MARGIN + (PLACES[place] * STEP if len(steps) > 1 else 0)
        rank = wins.index(step.games)
        high = HEIGHTS[rank] * min(1.0, (ground - above) / HEIGHTS[0])
        paper.box(left, ground - high, STEP - 4, high, METALS[rank], 4)
        _winner(paper, step, (left + STEP / 2 - 2, ground - high), high)


def _winner(paper: Paper, step: Step, at: tuple[float, float], high: float) -> None:
    """Draw a player's disc and name above a step, and the number of wins on it. `at` is the middle of its top edge."""
    (middle, top), ink = at, INKS[step.seat % len(INKS)]
    # Translators: the number of games that a person has won.
    wins = ngettext("{n} win", "{n} wins", step.games).format(n=number(step.games))
    lines = wrapped([f"{word} " for word in wins.split()], (STEP - 6) / WINS / BOLD, 2)
    if any(line.endswith("…") for line in lines):
        lines = [number(step.games)]  # a long word would be too small to read
    for at_line, line in enumerate(lines):
        baseline = top + high / 2 + WINS * (0.36 + 1.1 * (at_line - (len(lines) - 1) / 2))
        paper.say(line, (middle, baseline), WINS, INK, anchor="middle", bold=True)
    paper.dot((middle, top - 40), 19, ink)
    paper.say(initial(step.name), (middle, top - 32), 23, INK, anchor="middle", bold=True)
    paper.say(
        step.name, (middle, top - 7), READABLE, ink if step.seat >= 0 else "", anchor="middle", bold=True, room=STEP
    )
