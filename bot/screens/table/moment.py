"""Draw the best moment of a game as a picture to share: the bid, the result, the odds and the dice."""

import re

from bot.history.evenings import Catch
from bot.history.game import Player
from bot.pictures.charts import Paper, wrapped
from bot.screens.elements.cards import Box, Page, Part, Text, Tone
from bot.screens.elements.cast import Cast
from bot.screens.families import variants
from bot.screens.families.narration import Told
from bot.screens.families.presenters import presenter
from bot.tables.evenings import Moment
from bot.tables.model import Seat
from bot.words.cleaning import SOMEBODY
from bot.words.dice import faces_by_name
from bot.words.language import _, day, percent, sentences, unbroken
from engine.variants import VARIANTS

WIDTH, HEIGHT, MARGIN = 600, 315, 36
"""The picture in points. Each point is two pixels."""

SIZES = ((29, 54, 2), (24, 54, 2), (20, 42, 3))
"""The layouts for the text about the bid, as (size, height of the first line, most lines). The first that fits wins."""

MOST_ROWS, ROOM, DIE, GAP = 4, 92, 58, 7
"""The maximum number of rows of dice, the height of all rows, the maximum size of a die, and the gap between dice."""


def shared(moment: Moment) -> tuple[Part, ...]:
    """Return the card that shows the picture of a moment to everybody."""
    catch = moment.catch
    told = of(catch, moment.hidden)
    said = sentences(told.said, told.end)
    alt = " · ".join((plain(said), _odds(catch), about(catch)))
    page = Page("moment.png", _svg(told, catch), alt)
    return (Box((Text(f"### {said}"), page), Tone.BRASS),)


def of(catch: Catch, hidden: frozenset[int]) -> Told:
    """Return the sentences and the dice of a moment, as they were shown at its table.

    People who are `hidden` are not named.
    """
    rules = VARIANTS[catch.variant].rules
    shown = presenter(rules)
    assert shown is not None
    with faces_by_name(catch.face_names):
        return shown.told(Cast(tuple(_seat(player, hidden) for player in catch.players)), rules, catch.best)


def _seat(player: Player, hidden: frozenset[int]) -> Seat:
    return Seat(player.user, _(SOMEBODY) if player.user in hidden else player.name)


def about(catch: Catch) -> str:
    """Return the name of the game and the day on which it was played."""
    return f"{variants.wording(catch.variant).title} · {day(catch.ended)}"


def _odds(catch: Catch) -> str:
    # Translators: a text on a picture: how likely it was that the call was right.
    return _("The odds: {percent}").format(percent=percent(catch.best.likely))


_SIGNS = re.compile(r"\\(.)|\*\*")


def plain(words: str) -> str:
    """Return a sentence without markdown."""
    return _SIGNS.sub(r"\1", words)


def _svg(told: Told, catch: Catch) -> str:
    paper = Paper(WIDTH, HEIGHT)
    inks, room = paper.inks, WIDTH - 2 * MARGIN
    paper.box(0, 0, WIDTH, 8, inks.brass)
    said = unbroken(plain(told.said))
    ways = [(wrapped(said, room / size, most), size, top) for size, top, most in SIZES]
    lines, size, top = next((way for way in ways if not way[0][-1].endswith("…")), ways[-1])
    for number, line in enumerate(lines):
        paper.say(line, (MARGIN, top + 1.3 * size * number), size, bold=True)
    _dice(paper, told.dice, 112)
    if not told.dice:
        paper.say("0", (MARGIN, 196), 90, inks.line, bold=True)
    paper.say(plain(told.end), (MARGIN, 242), 29, inks.brass, bold=True, room=room)
    paper.line([(MARGIN, 262), (WIDTH - MARGIN, 262)], inks.line)
    paper.say(_odds(catch), (MARGIN, 291), 19, inks.faint)
    paper.say(about(catch), (WIDTH - MARGIN, 291), 19, inks.faint, anchor="end", room=350)
    return paper.svg()


def _dice(paper: Paper, names: tuple[str, ...], top: float) -> None:
    """Draw the dice below `top`, as large as possible."""
    per_row, size = max((_fitting(len(names), rows) for rows in range(1, MOST_ROWS + 1)), key=lambda fits: fits[1])
    for number, name in enumerate(names):
        row, place = divmod(number, per_row)
        paper.picture(name, (MARGIN + place * (size + GAP), top + row * (size + GAP)), size)


def _fitting(many: int, rows: int) -> tuple[int, float]:
    """Return the number of dice in each of `rows` rows, and the largest size at which they fit."""
    per_row = -(-many // rows) or 1
    wide, high = (WIDTH - 2 * MARGIN + GAP) / per_row - GAP, (ROOM + GAP) / rows - GAP
    return per_row, min(wide, high, DIE)
