"""Test the text of drawn pages in each language. Our fonts must have every character, and no word may be cut short."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import get_args
from xml.sax.saxutils import unescape

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from bot.history.boards import BoardName, BoardPage, BoardRow, Scope
from bot.history.evenings import Catch, Liar, Story
from bot.history.game import Player
from bot.history.past import PastGame
from bot.people.preferences import Theme
from bot.pictures.charts import ems
from bot.screens.elements.cards import Box, Page, Part
from bot.screens.pages import boards, profile_chart
from bot.screens.table import evening, moment
from bot.tables.evenings import Moment, NightCard
from bot.tables.model import Forfeit, Status, TableView, Who
from engine import games
from engine.fairness import Seed
from engine.options import rules_for
from engine.simulated_game import simulate
from engine.variants import VARIANTS
from tests.bot.boards.test_profiles import busy
from tests.bot.random_games import FRIENDS, table_of
from tests.charts.fonts import ours

NOW = datetime(2026, 11, 22, tzinfo=UTC)
_TEXT = re.compile(r'<text x="(-?[\d.]+)"[^>]*font-size="([\d.]+)" text-anchor="(\w+)"[^>]*>([^<]*)</text>')
_EMOJI = re.compile("[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]")
"""Emojis, which are drawn only if the system has a font for them. They never replace words."""


def drawn(svg: str) -> list[tuple[float, float, str, str]]:
    """Return the x coordinate, the font size, the anchor and the words of each text on a drawn page."""
    return [(float(x), float(size), anchor, unescape(said)) for x, size, anchor, said in _TEXT.findall(svg)]


def is_readable(svg: str, width: int) -> None:
    """Assert that our fonts have every character on a page, and that each text fits and is not cut short."""
    found = drawn(svg)
    assert found
    for x, size, anchor, said in found:
        assert {sign for sign in _EMOJI.sub("", said) if ord(sign) not in ours()} == set(), said
        assert not said.endswith("…"), said
        left = {"start": x, "middle": x - size * ems(said) / 2, "end": x - size * ems(said)}[anchor]
        assert left >= 0, said
        assert left + size * ems(said) <= width, said


def catch(variant: str) -> Catch | None:
    """Return the best moment of a game that computers play under people's names.

    The first of 40 games that has such a moment is used. Return None if none of them has one.
    """
    for luck in range(40):
        told = simulate(variant, 3, {}, Seed(bytes([luck]) * 32))
        events = convert(to_builtins(told.events), tuple[games.AnyEvent, ...])
        best = games.best(rules_for(variant, told.options), events)
        if best is not None:
            return Catch(best, tuple(Player(at, name) for at, name in enumerate(FRIENDS[:3], 1)), variant, NOW, 1)
    return None


def pages(parts: tuple[Part, ...]) -> Iterator[Page]:
    for part in parts:
        if isinstance(part, Box):
            yield from pages(part.parts)
        elif isinstance(part, Page):
            yield part


def over(variant: str) -> TableView:
    return replace(table_of(3, variant, computers=False), status=Status.OVER)


@pytest.mark.usefixtures("tongue")
def test_the_picture_of_every_board_is_readable() -> None:
    asked = boards.BoardRequest(1, 2, NOW)
    for board in get_args(BoardName):
        rows = tuple(BoardRow(at, at, name, (99, 120)) for at, name in enumerate(FRIENDS[:10], 1))
        page = BoardPage(board, Scope(1), rows, None, None, 1, 1)
        is_readable(boards.picture(page, asked).svg, boards.WIDTH)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("ratings", [1, 40])
def test_the_picture_of_a_profiles_chart_is_readable(ratings: int) -> None:
    is_readable(profile_chart.chart(busy("Ann", ratings), Theme.DARK).svg, profile_chart.WIDTH)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_a_best_moment_is_readable(variant: str) -> None:
    found = catch(variant)
    assert found is not None
    (page,) = pages(moment.shared(Moment(over(variant), found, frozenset())))
    is_readable(page.svg, moment.WIDTH)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_an_evening_is_readable(variant: str) -> None:
    people = tuple(Player(at, name) for at, name in enumerate(FRIENDS[:3], 1))
    past = tuple(PastGame(at, at, 1, variant, NOW, people, 3, (at % 3,), ()) for at in range(1, 4))
    debt = Forfeit(1, 1, Who(1, "Ann"), Who(2, "Ben"), "sing a song", "owed", variant, NOW, 1)
    night = NightCard(over(variant), Story(past, Liar(people[0], 7, 3), catch(variant)), (debt,), frozenset())
    (page,) = pages(evening.night_card(night))
    is_readable(page.svg, evening.WIDTH)
