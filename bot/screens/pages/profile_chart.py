"""Draw the chart of a profile: a person's ratings in their latest games, and how many games they played each month."""

from collections.abc import Sequence

from bot.history.profiles import FAMILIES, Profile, Rated
from bot.people.preferences import Theme
from bot.pictures.charts import DARK, LIGHT, Axis, Paper, Point, axis
from bot.screens.elements.cards import Page
from bot.screens.elements.labels import NAME_AND_RATING, RATING
from bot.screens.pages.figures import which_games, worth
from bot.words.cleaning import plain_person
from bot.words.language import (
    _,
    day,
    month_brief,
    month_name,
    ngettext,
    spoken_key,
)

WIDTH, HEIGHT, MARGIN = 560, 500, 24
"""The size of the chart in points. It can be read on a phone 360 points wide, which shows it at two thirds."""

LEFT, RIGHT, TOP, BOTTOM = 74.0, WIDTH - MARGIN - 8.0, 138.0, 292.0
"""The edges of the part with the ratings."""

BARS, FLOOR = 386.0, 458.0
"""The top and the bottom of the part with a bar for each month."""

SMALL, HEAD = 16, 19

DASHES = ("", "9 6")
"""The dashes of each family's line. Families also differ by colour and marks."""

FEW = 40
"""With more games than this, only the last game of a family has a mark."""

LONGEST_ALT = 1000


def chart(of: Profile, theme: Theme) -> Page:
    """Return the chart as a picture, with a description for people who cannot see it."""
    paper = Paper(WIDTH, HEIGHT, LIGHT if theme is Theme.LIGHT else DARK, language=spoken_key())
    paper.box(0, 0, WIDTH, 6, paper.inks.brass)
    paper.say(plain_person(of.name), (MARGIN, 46), 26, bold=True, room=WIDTH - 2 * MARGIN)
    _ratings(paper, of)
    _months(paper, of)
    return Page("profile.png", paper.svg(), _alt(of)[:LONGEST_ALT])


def _ratings(paper: Paper, of: Profile) -> None:
    paper.say(_(RATING), (MARGIN, 84), HEAD, bold=True)
    if not of.latest:
        paper.say(_("No games yet."), (MARGIN, 118), SMALL, paper.inks.faint)
        return
    ratings = [each.rating for each in of.latest]
    up = axis(min(ratings), max(ratings), BOTTOM, TOP)
    for mark in up.marks:
        paper.line([(LEFT, up.at(mark)), (RIGHT, up.at(mark))], paper.inks.line)
        paper.say(str(mark), (LEFT - 10, up.at(mark) + 6), SMALL, paper.inks.faint, anchor="end")
    for at, family in enumerate(FAMILIES):
        if any(each.family == family for each in of.latest):
            _family(paper, of, at, family, up)
    _days(paper, of.latest)


def _family(paper: Paper, of: Profile, number: int, family: str, up: Axis) -> None:
    """Draw the line of ratings in one family of games, and the name and rating of that family in the legend."""
    ink, dashes = paper.inks.series[number], DASHES[number]
    points = [(_across(of.latest, each), up.at(each.rating)) for each in of.latest if each.family == family]
    paper.line(points, ink, 3, dashes)
    for point in points if len(of.latest) <= FEW else points[-1:]:
        _mark(paper, point, number)
    x = MARGIN + number * 260
    paper.line([(x, 106), (x + 32, 106)], ink, 3, dashes)
    _mark(paper, (x + 32, 106), number)
    said = _(NAME_AND_RATING).format(name=which_games(family), rating=worth(*of.ratings[family]))
    paper.say(said, (x + 44, 112), SMALL, room=212)


def _mark(paper: Paper, at: Point, number: int) -> None:
    """Draw the mark of a game: a dot for the first family, and a square for the second."""
    ink = paper.inks.series[number]
    if number:
        paper.box(at[0] - 4.5, at[1] - 4.5, 9, 9, ink)
    else:
        paper.dot(at, 5, ink)


def _across(latest: Sequence[Rated], game: Rated) -> float:
    """Return the horizontal position of a game in the chart. The time axis covers the `latest` games."""
    first, last = latest[0].ended, latest[-1].ended
    return LEFT + (RIGHT - LEFT) * ((game.ended - first) / (last - first) if first < last else 0.5)


def _days(paper: Paper, latest: Sequence[Rated]) -> None:
    """Write the dates of the first and the last of the `latest` games below the chart."""
    first, last = day(latest[0].ended), day(latest[-1].ended)
    if first != last:
        paper.say(first, (LEFT, BOTTOM + 24), SMALL, paper.inks.faint)
    paper.say(last, (RIGHT, BOTTOM + 24), SMALL, paper.inks.faint, anchor="end")


def _months(paper: Paper, of: Profile) -> None:
    paper.say(_("Games per month"), (MARGIN, 356), HEAD, bold=True)
    most = max(1, *(many for _month, many in of.months))
    wide = (WIDTH - 2 * MARGIN) / len(of.months)
    for at, (month, many) in enumerate(of.months):
        x, high = MARGIN + wide * at, (FLOOR - BARS) * many / most
        paper.box(x + 5, FLOOR - high, wide - 10, high, paper.inks.faint, 3)
        if many:
            paper.say(str(many), (x + wide / 2, FLOOR - high - 6), SMALL, anchor="middle")
        brief = month_brief(int(month.split("-")[1]))
        paper.say(brief, (x + wide / 2, FLOOR + 22), SMALL, paper.inks.faint, anchor="middle", room=wide)
    paper.line([(MARGIN, FLOOR), (WIDTH - MARGIN, FLOOR)], paper.inks.line, 2)


def _alt(of: Profile) -> str:
    """Return the content of the chart as text, for people who cannot see it."""
    lines = [plain_person(of.name), *(_rating_in_words(of, family) for family in FAMILIES)]
    months = [
        ngettext("{month}: {n} game", "{month}: {n} games", many).format(month=_named(month), n=many)
        for month, many in of.months
        if many
    ]
    return "\n".join(line for line in (*lines, *months) if line)


def _rating_in_words(of: Profile, family: str) -> str:
    ratings = [each.rating for each in of.latest if each.family == family]
    if not (n := len(ratings)):
        return ""
    facts = {"first": ratings[0], "last": ratings[-1], "least": min(ratings), "most": max(ratings)}
    if facts["least"] == facts["most"]:
        # Translators: a text under a chart: {last} is the rating after {n} games.
        words = ngettext("Rating, {family}: {last} after {n} game.", "Rating, {family}: {last} after {n} games.", n)
    else:
        # Translators: a text under a chart: {first} and {last} are ratings; {n} is two or more.
        words = _("Rating, {family}: from {first} to {last} in the last {n} games; between {least} and {most}.")
    return words.format(family=which_games(family), n=n, **facts)


def _named(month: str) -> str:
    year, of_year = month.split("-")
    return month_name(int(of_year), int(year))
