"""Draw the card of an evening: a podium of the people who won most, and the best stories of the evening."""

from collections.abc import Sequence
from math import ceil

import msgspec

from bot.pictures.charts import Paper, wrapped
from bot.screens.elements.amounts import more_forfeits
from bot.screens.table.moment_picture import INK, INKS, initial
from bot.words.language import unbroken

WIDTH, HEIGHT, MARGIN = 600, 315, 24
"""The picture in points. Each point is two pixels."""


PLACES, HEIGHTS = (1, 0, 2), (120.0, 90.0, 66.0)
"""The place of each step of the podium from the left, and its height. The first step is in the middle."""

STEP, ASIDE = 64.0, 18.0
"""The width of a step, and the gap between the podium and the text beside it."""

ABOVE, LEAST = 143.0, 60.0
"""The top edge of the highest possible first step, and the least height of the first step."""

METALS = ("#e8c14a", "#c3c9d3", "#c98d5a")

SIZES, LABEL, SMALL = (20, 18, 17, 16, 15, 14), 0.8, 15
"""The sizes for the stories, the size of their labels in units of it, and the size of debts."""

MOST_LINES = 3
"""The maximum number of lines of one sentence."""

MOST_DEBTS = 3
"""The most debts on the picture."""

TOP, BOTTOM, LINE, GAP = 64.0, 305.0, 1.2, 6.0
"""The edges of the text, the height of a line in units of its size, and the gap between two sentences."""


class Step(msgspec.Struct, frozen=True):
    """A step of the podium: a name, and the number of games won."""

    name: str
    games: int


class Story(msgspec.Struct, frozen=True):
    """A sentence about the evening, and the label above it, such as “Liar of the night”, or ""."""

    label: str
    words: str


Debt = tuple[str, int]
"""The sentence about equal open debts, and the number of these debts."""

Lines = list[tuple[str, float, bool]]
"""Lines of one paragraph, each with the size of its letters. True marks a label."""


class _Layout(msgspec.Struct, frozen=True):
    """The paragraphs about the evening, those about debts below them, and the line between both."""

    beside: list[Lines]
    below: list[Lines]
    ground: float


def svg(head: str, place: str, steps: Sequence[Step], stories: Sequence[Story], debts: Sequence[Debt]) -> str:
    """Return the picture of an evening.

    `steps` are the winners, the best first. The picture has as many debts as fit, and says how many more there are.
    """
    left = MARGIN + STEP * min(len(steps), len(PLACES)) + (ASIDE if steps else 0)
    layout = _layout(stories, debts, left)
    paper = Paper(WIDTH, max(HEIGHT, ceil(layout.ground + _height(layout.below) + HEIGHT - BOTTOM)))
    inks = paper.inks
    paper.box(0, 0, WIDTH, 8, inks.brass)
    paper.say(head, (MARGIN, 46), 30, inks.brass, bold=True)
    paper.say(place, (WIDTH - MARGIN, 44), 16, inks.faint, anchor="end", room=300)
    _podium(paper, steps[: len(PLACES)], layout.ground - GAP)
    _paragraphs(paper, layout.beside, (left, TOP), inks.words)
    if layout.below:
        paper.line([(MARGIN, layout.ground), (WIDTH - MARGIN, layout.ground)], inks.line)
    _paragraphs(paper, layout.below, (MARGIN, layout.ground + GAP / 2), inks.faint)
    return paper.svg()


def _layout(stories: Sequence[Story], debts: Sequence[Debt], left: float) -> _Layout:
    """Return the largest letters with which everything fits, with at least one debt, and as many debts as fit.

    If nothing fits, the picture grows.
    """
    room = WIDTH - MARGIN - left
    beside, below = list[Lines](), list[Lines]()
    for size in SIZES:
        beside = [_story(story, room, size) for story in stories]
        for many in range(min(MOST_DEBTS, len(debts)), min(1, len(debts)) - 1, -1):
            below = _debts(debts, many)
            ground = BOTTOM - _height(below)
            if TOP + _height(beside) <= ground and ground - GAP - ABOVE >= LEAST:
                return _Layout(beside, below, ground)
    return _Layout(beside, below, max(TOP + _height(beside), ABOVE + LEAST + GAP))


def _story(story: Story, room: float, size: float) -> Lines:
    small = size * LABEL
    label = [(line, small, True) for line in wrapped(unbroken(story.label), room / small, 1)] if story.label else []
    return [*label, *((line, size, False) for line in wrapped(unbroken(story.words), room / size, MOST_LINES))]


def _debts(debts: Sequence[Debt], many: int) -> list[Lines]:
    """Return the paragraphs about the first `many` debts, and a line that counts the others."""
    others = sum(number for _words, number in debts[many:])
    said = [unbroken(words) for words, _number in debts[:many]]
    if others:
        said[-1] = [*unbroken(f"{debts[many - 1][0]} "), more_forfeits(others)]
    room = (WIDTH - 2 * MARGIN) / SMALL
    return [[(line, SMALL, False) for line in wrapped(parts, room, MOST_LINES)] for parts in said]


def _height(paragraphs: Sequence[Lines]) -> float:
    return sum(GAP + sum(size * LINE for _line, size, _is_label in lines) for lines in paragraphs)


def _paragraphs(paper: Paper, some: Sequence[Lines], at: tuple[float, float], ink: str) -> None:
    left, top = at
    for lines in some:
        for line, size, is_label in lines:
            top += size * LINE
            paper.say(line, (left, top - size * (LINE - 1)), size, paper.inks.faint if is_label else ink)
        top += GAP


def _podium(paper: Paper, steps: Sequence[Step], ground: float) -> None:
    """Draw the steps of the podium. Players with equally many wins stand equally high."""
    wins = [step.games for step in steps]
    for number, step in enumerate(steps):
        left = MARGIN + (PLACES[number] * STEP if len(steps) > 1 else 0)
        rank = wins.index(step.games)
        high = HEIGHTS[rank] * min(1.0, (ground - ABOVE) / HEIGHTS[0])
        paper.box(left, ground - high, STEP - 4, high, METALS[rank], 4)
        _winner(paper, step, (left + STEP / 2 - 2, ground - high), high, INKS[number])


def _winner(paper: Paper, step: Step, at: tuple[float, float], high: float, ink: str) -> None:
    """Draw a player's disc and name above a step, and the number of wins on it. `at` is the middle of its top edge."""
    (middle, top), size = at, min(34.0, high * 0.75)
    paper.say(str(step.games), (middle, top + high / 2 + size * 0.36), size, INK, anchor="middle", bold=True)
    paper.dot((middle, top - 40), 19, ink)
    paper.say(initial(step.name), (middle, top - 32), 23, INK, anchor="middle", bold=True)
    paper.say(step.name, (middle, top - 7), 16, anchor="middle", bold=True, room=STEP)
