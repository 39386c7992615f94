"""Draw the card of an evening: a podium of the people who won most, and the best stories of the evening."""

from collections.abc import Sequence
from math import ceil

import msgspec

from bot.pictures.charts import Paper, wrapped
from bot.screens.table.moment_picture import INK, INKS, initial
from bot.words.language import unbroken

WIDTH, HEIGHT, MARGIN = 600, 315, 24
"""The picture in points. Each point is two pixels."""


STEPS = ((96.0, 120.0), (24.0, 90.0), (168.0, 66.0))
"""The left edge and the height of each step of the podium. The first one is in the middle."""

STEP, GROUND, PODIUM = 68.0, 285.0, 250.0
"""The width of a step, the ground on which the steps stand, and the left edge of the text beside the podium."""

METALS = ("#e8c14a", "#c3c9d3", "#c98d5a")

SIZE, SMALL, MOST_LINES = 17, 15, 3
"""The sizes of the letters, and the maximum number of lines of one sentence."""

TOP, LINE, GAP = 80.0, 1.25, 7.0
"""The baseline of the first line, the height of a line in units of its size, and the gap between two sentences."""


class Step(msgspec.Struct, frozen=True):
    """A step of the podium: a name, and the number of games won."""

    name: str
    games: int


def svg(head: str, place: str, steps: Sequence[Step], lines: Sequence[str], debts: Sequence[str]) -> str:
    """Return the picture of an evening.

    `steps` are the winners, the best first, and `lines` are the sentences about the evening. `debts` are the sentences
    about open debts, which are smaller.
    """
    left = PODIUM if steps else MARGIN
    beside = _wrapped(lines, WIDTH - MARGIN - left, SIZE)
    below = _wrapped(debts, WIDTH - 2 * MARGIN, SMALL)
    ends = max(TOP + _height(beside, SIZE) - SIZE, GROUND if steps else 0.0)
    paper = Paper(WIDTH, max(HEIGHT, ceil(ends + _height(below, SMALL) + MARGIN)))
    inks = paper.inks
    paper.box(0, 0, WIDTH, 8, inks.brass)
    paper.say(head, (MARGIN, 46), 30, inks.brass, bold=True)
    paper.say(place, (WIDTH - MARGIN, 44), 16, inks.faint, anchor="end", room=300)
    for number, step in enumerate(steps[: len(STEPS)]):
        _step(paper, number, step)
    _paragraphs(paper, beside, (left, TOP), SIZE, inks.words)
    _paragraphs(paper, below, (MARGIN, ends + SMALL + GAP), SMALL, inks.faint)
    return paper.svg()


def _height(paragraphs: Sequence[Sequence[str]], size: float) -> float:
    return sum(size * LINE * len(parts) + GAP for parts in paragraphs)


def _paragraphs(paper: Paper, some: Sequence[Sequence[str]], at: tuple[float, float], size: float, ink: str) -> None:
    left, top = at
    for parts in some:
        for part in parts:
            paper.say(part, (left, top), size, ink)
            top += size * LINE
        top += GAP


def _wrapped(lines: Sequence[str], room: float, size: float) -> list[list[str]]:
    """Return each sentence in as many lines as it needs."""
    return [wrapped(unbroken(line), room / size, MOST_LINES) for line in lines]


def _step(paper: Paper, number: int, step: Step) -> None:
    """Draw a step of the podium with the player's disc and name above it, and the number of wins on it."""
    left, high = STEPS[number]
    middle, top = left + STEP / 2, GROUND - high
    paper.box(left, top, STEP - 4, high, METALS[number], 4)
    paper.say(str(step.games), (middle - 2, top + high / 2 + 12), 34, INK, anchor="middle", bold=True)
    paper.dot((middle - 2, top - 40), 19, INKS[number])
    paper.say(initial(step.name), (middle - 2, top - 32), 23, INK, anchor="middle", bold=True)
    paper.say(step.name, (middle - 2, top - 7), 16, anchor="middle", bold=True, room=STEP)
