"""The best moment of a game as a picture to share: what was said, what there was, who caught it, and the dice."""

import re

from bot.history.evenings import Catch
from bot.history.game import Player
from bot.pictures.charts import Paper, wrapped
from bot.screens import variants
from bot.screens.cast import Cast
from bot.screens.families import presenter
from bot.screens.model import Box, Page, Part, Text, Tone
from bot.screens.narration import Told, percent
from bot.tables.evenings import Moment
from bot.tables.model import Seat
from bot.words.language import _, day
from engine.variants import VARIANTS

WIDTH, HEIGHT, MARGIN = 600, 315, 36
"""The picture in points; it has twice as many pixels."""

MOST_IN_ROW, DIE, GAP = 9, 50, 8
"""The most dice side by side, how wide one is at most, and what is between two."""


def shared(moment: Moment) -> tuple[Part, ...]:
    """Return the picture of a moment for everybody."""
    told, catch = of(moment.catch, moment.hidden), moment.catch
    alt = " ".join((plain(told.said), plain(told.end), _odds(catch), about(catch)))
    page = Page("moment.png", _svg(told, catch), alt)
    return (Box((Text(f"### {told.said} {told.end}"), page), Tone.BRASS),)


def of(catch: Catch, hidden: frozenset[int]) -> Told:
    """Return how a moment is told; people who are `hidden` have no name in it."""
    shown = presenter(VARIANTS[catch.variant].rules)
    assert shown is not None
    return shown.told(Cast(tuple(_seat(player, hidden) for player in catch.players)), catch.best)


def _seat(player: Player, hidden: frozenset[int]) -> Seat:
    return Seat(player.user, _("somebody") if player.user in hidden else player.name)


def about(catch: Catch) -> str:
    """Return which game it was, and when."""
    return f"{variants.wording(catch.variant).title} · {day(catch.ended)}"


def _odds(catch: Catch) -> str:
    return _("The odds: {percent} %").format(percent=percent(catch.best.likely))


_SIGNS = re.compile(r"\\(.)|\*\*")


def plain(words: str) -> str:
    """Return a sentence as it reads where there is no markdown."""
    return _SIGNS.sub(r"\1", words)


def _svg(told: Told, catch: Catch) -> str:
    paper = Paper(WIDTH, HEIGHT)
    inks, room = paper.inks, WIDTH - 2 * MARGIN
    paper.box(0, 0, WIDTH, 8, inks.brass)
    top = 58.0
    for line in wrapped(plain(told.said), room / 29, 2):
        paper.say(line, (MARGIN, top), 29, bold=True)
        top += 38
    top = _dice(paper, told.dice, top - 10)
    paper.say(plain(told.end), (MARGIN, max(top + 36, 232)), 29, inks.brass, bold=True, room=room)
    paper.line([(MARGIN, 262), (WIDTH - MARGIN, 262)], inks.line)
    paper.say(_odds(catch), (MARGIN, 291), 19, inks.faint)
    paper.say(about(catch), (WIDTH - MARGIN, 291), 19, inks.faint, anchor="end", room=350)
    return paper.svg()


def _dice(paper: Paper, names: tuple[str, ...], top: float) -> float:
    """Draw the dice in rows from `top` on; return where the last row ends."""
    rows = -(-len(names) // MOST_IN_ROW) or 1
    size = DIE if rows == 1 else DIE * 1.1 / rows
    per_row = -(-len(names) // rows) or 1
    for number, name in enumerate(names):
        row, place = divmod(number, per_row)
        paper.picture(name, (MARGIN + place * (size + GAP), top + row * (size + GAP / 2)), size)
    return top + rows * (size + GAP / 2)
