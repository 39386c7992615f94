"""Test the text of drawn pages in each language. Our fonts must have every character, and no word may be cut short."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, get_args
from xml.sax.saxutils import unescape

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from bot.history.boards import BoardName, BoardPage, BoardRow, Scope
from bot.history.evenings import Catch, Liar, Story, Throw
from bot.history.game import Player
from bot.history.past import PastGame
from bot.people.preferences import Theme
from bot.pictures.charts import ems, png
from bot.screens.elements.cards import Box, Page, Part
from bot.screens.elements.cast import Cast
from bot.screens.families.poker_cup import showdown as showdown_of_the_cup
from bot.screens.pages import boards, profile_chart
from bot.screens.table import evening, evening_picture, moment, moment_picture
from bot.storage.guesses import Eye
from bot.tables.annotations import Saw
from bot.tables.evenings import Applause, Moment, NightCard
from bot.tables.model import Forfeit, Seat, Status, TableView, Who
from engine import games
from engine.bids.events import Revealed
from engine.core.highlights import Best, Feat
from engine.fairness import Seed
from engine.options import rules_for
from engine.poker_cup.events import CupLifted
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.rules import CupRules
from engine.simulated_game import simulate
from engine.variants import VARIANTS
from tests.bot.boards.test_profiles import busy
from tests.bot.random_games import FRIENDS, table_of
from tests.charts.fonts import ours

NOW = datetime(2026, 11, 22, tzinfo=UTC)
DARES = ("sing a song", "hop", "do ten push-ups", "speak only in questions until your next turn", "bark", "tell a joke")
EYE = Eye(4, "Dan", 7, 9)
CROWD = tuple(f"{letter}mi" for letter in "ABCDEFGHIJKLMNOPQRST")
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
    saw = Saw(found.best.round, ("Dan", "Eve", "Finn"), 1)
    (page,) = pages(moment.shared(Moment(over(variant), found, frozenset(), saw)))
    is_readable(page.svg, moment_picture.WIDTH)


def showdown(many: int, holds: bool) -> Catch:
    """Return a showdown of this many players. Each of the first twelve has one six, and nobody has a one."""
    hands = tuple((6, 2, 3, 4, 5) if seat < 12 else (2, 2, 3, 4, 5) for seat in range(many))
    count = min(many, 12)
    shown = Revealed(
        bidder=1, quantity=count + (not holds), face=6, challenger=0, in_turn=True, exact=False, votes=(),
        hands=hands, wild=1, count=count, holds=holds,
    )  # fmt: skip
    players = tuple(Player(at, name) for at, name in enumerate(CROWD[:many], 1))
    return Catch(Best(Feat.CAUGHT, 1, 0, 1, 0.14, shown), players, "dudo", NOW, 1)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize(("many", "holds"), [(2, False), (5, True), (10, False), (20, False)])
def test_a_shared_showdown_has_all_cups_or_the_ten_best_ones(many: int, holds: bool) -> None:
    found = showdown(many, holds)
    (page,) = pages(moment.shared(Moment(over("dudo"), found, frozenset())))
    is_readable(page.svg, moment_picture.WIDTH)
    said = [words for _x, _size, _anchor, words in drawn(page.svg)]
    named = [name for name in CROWD[:many] if name in said]
    assert named == list(CROWD[: min(many, 10)])
    assert f"{min(many, 12)}/{min(many, 12) + (not holds)}" in said
    assert page.svg.count("<circle") >= len(named), "each name has a disc"
    image = png(page.svg)
    assert image[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert len(image) < 200_000
    assert all(name in page.alt for name in named)
    assert len(page.alt) <= moment.LONGEST_ALT


@pytest.mark.parametrize(
    ("best", "words"),
    [
        ({}, "Chance it was true: 14%"),
        ({"by_call": True}, "Chance the call was right: 14%"),
        ({"feat": Feat.SURVIVED}, "The odds: 14%"),
    ],
)
def test_a_shared_showdown_says_what_was_unlikely(best: dict[str, Any], words: str) -> None:
    found = showdown(2, False)
    (page,) = pages(moment.shared(Moment(over("dudo"), replace(found, best=replace(found.best, **best)), frozenset())))
    assert words in [said for _x, _size, _anchor, said in drawn(page.svg)]
    assert f" · {words} · " in page.alt


def test_a_shared_showdown_says_how_many_cups_it_leaves_out_and_hides_names() -> None:
    (page,) = pages(moment.shared(Moment(over("dudo"), showdown(20, False), frozenset({1}))))
    said = [words for _x, _size, _anchor, words in drawn(page.svg)]
    assert "and 10 more cups" in said
    assert "Somebody" in said
    assert "Ami" not in said
    assert "Ami" not in page.alt


@pytest.mark.parametrize(
    ("claim", "dice", "true"),
    [
        (Claim(Kind.TRIPS, (4,)), ("die4", "die4", "die4", "covered", "covered"), ()),
        (Claim(Kind.FULL, (5, 3)), ("die5", "die5", "die5", "die3", "die3"), (3, 5)),
        (Claim(Kind.PAIR, (6,), (5,)), ("die6", "die6", "die5", "covered", "covered"), (5, 6)),
        (Claim(Kind.STRAIGHT, (6,)), ("die2", "die3", "die4", "die5", "die6"), (2, 3, 5, 6)),
        (Claim(Kind.QUINTS, (1,)), ("die1",) * 5, (1,)),
        (Claim(Kind.HIGH, (6,)), ("die6", *("covered",) * 4), (6,)),
    ],
)
def test_the_picture_of_a_claim_marks_the_dice_of_the_hand_that_are_true(
    claim: Claim, dice: tuple[str, ...], true: tuple[int, ...]
) -> None:
    lifted = CupLifted(passer=0, challenger=1, claim=claim, hand=Claim(Kind.HIGH, (6,), (5, 3, 2, 1)), holds=False,
                       under=(1, 2, 3), table=(5, 6))  # fmt: skip
    rules = rules_for("cup")
    assert isinstance(rules, CupRules)
    cast = Cast(tuple(Seat(at, name) for at, name in enumerate(FRIENDS[:2], 1)))
    told = showdown_of_the_cup.told(cast, rules, Best(Feat.CAUGHT, 1, 1, 0, 0.1, lifted))
    claimed, hand = told.cups
    assert claimed.dice == dice
    others = tuple(f"die{face}" for face in (1, 2, 3, 5, 6) if face not in true)
    assert hand.dice == (*(f"counting{face}" for face in true), *others)
    assert (claimed.seat, hand.seat) == told.sides == (0, 1), "each row has the disc of its side"


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_an_evening_is_readable(variant: str) -> None:
    people = tuple(Player(at, name) for at, name in enumerate(FRIENDS[:3], 1))
    past = tuple(PastGame(at, at, 1, variant, NOW, people, 3, (at % 3,), ()) for at in range(1, 4))
    debts = tuple(
        Forfeit(at, 1, Who(1, "Ann"), Who(2, "Ben"), dare, "owed", variant, NOW, 1) for at, dare in enumerate(DARES, 1)
    )
    story = Story(past, Liar(people[0], 7, 3), catch(variant), Throw(people[1], 6, 4, 5))
    night = NightCard(over(variant), story, debts, frozenset(), EYE, Applause(debts[0], 3))
    (page,) = pages(evening.night_card(night))
    is_readable(page.svg, evening_picture.WIDTH)
    image = png(page.svg)
    assert image[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert len(image) < 200_000
    said = " ".join(words for _x, _size, _anchor, words in drawn(page.svg))
    assert re.search(r"[45]", said.split(DARES[0])[-1]), "it counts the debts for which it has no room"
