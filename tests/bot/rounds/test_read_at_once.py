"""Test small things over which people stumbled who had not seen the game before."""

import pytest
from msgspec.structs import replace

from bot.presses.lobby import Start
from bot.screens.elements.cards import Box, Text
from bot.screens.elements.cast import Cast, one_by_one
from bot.screens.families.bids.standing import moments as of_bids
from bot.screens.families.poker_cup.panel import panel
from bot.screens.families.poker_cup.standing import moments as of_the_cup
from bot.tables.model import Seat
from engine import games
from engine.bids.highlights import BidMoment
from engine.core.actions import Deal
from engine.core.events import ChipsMoved, RollOff, RoundBegan, WasAbsent
from engine.core.highlights import Highlights
from engine.fairness import FairDice, Seed
from engine.poker_cup.actions import MakeClaim
from engine.poker_cup.claims import claim_from_words
from engine.poker_cup.events import Claimed
from engine.poker_cup.highlights import ClaimMoment
from engine.poker_cup.two_dice import TWO_DICE
from engine.poker_cup.view import CupView
from tests.bot.answers import words
from tests.bot.games.test_mia import claim
from tests.bot.plays import agreed
from tests.bot.random_games import FRIENDS, table_of
from tests.bot.screens.test_every_screen import played
from tests.bot.stage import Stage

CAST = Cast(tuple(Seat(at, name) for at, name in enumerate(FRIENDS[:4], 1)))


@pytest.mark.parametrize(
    ("positions", "said"),
    [
        (("clean",) * 4, "Ann, Ben, Cleo, Dan clean"),
        (("3", "3", "2", "3"), "Ann 3 · Ben 3 · Cleo 2 · Dan 3"),
        (("2", "out", "1", "out"), "Ann 2 · Ben, Dan out · Cleo 1"),
        (("1 bad", "clean", "2 bads", "clean"), "Ann 1 bad · Ben, Dan clean · Cleo 2 bads"),
    ],
)
def test_a_word_that_several_players_share_is_said_once(positions: tuple[str, ...], said: str) -> None:
    assert one_by_one(CAST, range(4), positions.__getitem__).replace("\u00a0", " ") == said


async def test_the_first_round_of_firehouse_says_once_that_everybody_is_clean(english_stage: Stage) -> None:
    await english_stage.start("Ann", "Ben", "Cleo", game="firehouse")
    assert english_stage.text().count("no bads") == 1


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_round_of_mia_shows_all_lives(players: int) -> None:
    """The roll-off and the antes leave little room."""
    table = table_of(players, "mia", computers=False)
    first = next(each for each in played(table, luck=3) if each.game.state.round == 1)
    seats = tuple(range(players))
    chapter = (
        *(ChipsMoved(seat, -10) for seat in seats),
        *(RollOff(seats, (5,) * players), RollOff(seats, tuple(range(1, players + 1)))),
        RoundBegan(1, players - 1, 2),
    )
    view = games.view(first.game)
    assert isinstance(view, CupView)
    box = panel(table, view, chapter)
    assert isinstance(box, Box)
    (said,) = [part.words for part in box.parts if isinstance(part, Text)]
    assert "❤️ Ann 3".replace(" 3", "\u00a03") in said


def test_a_player_who_may_give_up_sees_all_lives() -> None:
    """The price depends on them (K18). News about absent players leaves little room."""
    table, chance = table_of(3, "mia", computers=False), FairDice(Seed(b"s" * 32), {})
    _, game = games.play(games.start(table.rules, 3, chance)[1], None, Deal(), chance)
    opener = games.awaited(game)[0]
    _, game = games.play(game, opener, MakeClaim(TWO_DICE.top), chance)
    view = games.view(game)
    assert isinstance(view, CupView)
    claimed = Claimed(opener, TWO_DICE.top, blind=True)
    box = panel(table, view, (RoundBegan(1, 0, 2), *map(WasAbsent, range(3)), claimed))
    assert isinstance(box, Box)
    (said,) = [part.words for part in box.parts if isinstance(part, Text)]
    assert "or give up (one)" in said
    assert "❤️ Ann\u00a03" in said


async def test_claims_of_mia_are_pictured_on_the_panel(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="mia")
    first = await claim(stage, "62")
    second = await claim(stage, "55")
    said = words(stage.panel()).replace("\u00a0", " ").replace("\u2060", "")
    assert f"{first} ⚅⚁" in said, "earlier claims share one line"
    assert f"{second} **double fives** ⚄⚄ or better ·" in said


async def test_the_digits_of_the_seal_are_covered_until_somebody_taps_them(english_stage: Stage) -> None:
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game="dudo")
    await stage.press("Ann", Start)
    sealing = (await stage.table()).annotations.sealing
    assert sealing is not None
    assert any(
        words(each) == f"-# 🔒 Proof of fair dice, to check at the end: ||{sealing.digits}||" for each in stage.public()
    )


def test_the_boldest_lie_says_that_it_passed_and_how_likely_it_was() -> None:
    """The count alone, one below the bid, made people wonder what was bold about it."""
    lie = BidMoment(3, 1, 2, 0.08, quantity=6, face=5, count=5)
    (said,) = of_bids(CAST, Highlights(boldest_lie=lie))
    assert said == "🎭 Boldest lie: **Ben** got away with 6 fives, 8% likely (there were 5)"
    (said,) = of_bids(CAST, Highlights(boldest_lie=replace(lie, count=0)))
    assert said == "🎭 Boldest lie: **Ben** got away with 6 fives (there were none)"
    passed = ClaimMoment(3, 1, 2, 0.3, claim_from_words(["64"]), claim_from_words(["32"]))
    (said,) = of_the_cup(CAST, Highlights(boldest_lie=passed))
    assert said == "🎭 Boldest lie: **Ben** got away with 64 (it was 32)"
