"""Test the bids that screens propose and the probabilities of these bids. Neither may reveal a hidden die."""

from itertools import product
from random import Random
from statistics import fmean

import msgspec
import pytest
from hypothesis import given

from engine.bids.actions import Bid
from engine.bids.legal import least_bids
from engine.bids.odds import (
    HOPELESS,
    MENU,
    Likely,
    Typical,
    expected,
    holds,
    least_raises,
    likeliest_bids,
    openings,
    standing,
    typical,
)
from engine.bids.raising import allows, fewest
from engine.bids.rules import Rules
from engine.bids.state import Game
from engine.bids.view import View
from engine.core.state import Phase
from engine.fairness import FairDice
from tests.arena.ladders import GAMES, PEOPLE, bids
from tests.effort import at_length
from tests.engine import bids as games
from tests.engine.playing import played, tables
from tests.engine.rules.scenes import ALIKE, scene, thrown

FIFTEEN = {"ann": "1 2 3 4 5", "bob": "6 6 6 1 2", "cid": "2 3 4 5 5"}


def at(preset: str, text: str, seat: int | None = None, **options: str) -> View:
    """Play the game of `text`, and return the view of `seat`, or an onlooker's view if `seat` is None."""
    game = scene(preset, "ann bob cid", text, **options).game
    assert isinstance(game, Game)
    return games.view(game, seat)


def said(bids: tuple[Likely, ...]) -> list[str]:
    return [f"{bid.quantity}x{bid.face}" for bid in bids]


def test_with_a_wild_number_a_third_of_the_dice_count_for_a_face() -> None:
    assert typical(at("dudo", thrown(1, **FIFTEEN)).state) == Typical(5.0, 1)
    assert typical(at("common", thrown(1, **FIFTEEN)).state) == Typical(2.5, 0)
    red = "round 1\nred 6\n" + thrown(1, **FIFTEEN).removeprefix("round 1\n")
    assert typical(at("firehouse", red, dice="5").state) == Typical(5.0, 6)
    assert typical(at("common", "").state) == Typical(0.0, 0)


def test_after_a_pure_bid_a_sixth_of_the_dice_count_for_a_face() -> None:
    text = thrown(1, **FIFTEEN)
    assert typical(at("dahua", text).state) == Typical(5.0, 1)
    assert typical(at("dahua", f"{text}ann bid 4x5 pure\n").state) == Typical(2.5, 0)
    assert typical(at("dahua", f"{text}ann bid 4x5 pure\nbob bid 8x5 fly\n").state) == Typical(5.0, 1)


def test_a_bid_says_how_many_dice_of_another_face_it_beats() -> None:
    text = thrown(1, **FIFTEEN)
    assert [at("bluff", text).worth(Bid(3, face)) for face in (5, 6)] == [3, 5]  # sixes are the stars of the track
    assert [at("joker", text).worth(Bid(3, face)) for face in (5, 1)] == [3, 6]
    assert [at("dudo", text).worth(Bid(3, face)) for face in (5, 1)] == [3, 3]


def test_proposed_openings_are_half_of_the_average_whatever_anybody_holds() -> None:
    for seat in (None, 0, 1, 2):
        assert said(openings(at("dudo", thrown(1, **FIFTEEN), seat))) == ["1x1", "2x2", "2x3", "2x4", "2x5", "2x6"]
        assert said(openings(at("common", thrown(1, **FIFTEEN), seat))) == ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6"]
        assert said(openings(at("perudo", thrown(1, **FIFTEEN), seat))) == ["2x2", "2x3", "2x4", "2x5", "2x6"]
    assert openings(at("dudo", thrown(1, **FIFTEEN) + "ann bid 5x5\n")) == ()


def test_chances_for_a_player_count_the_players_own_dice() -> None:
    text = thrown(1, **FIFTEEN) + "ann bid 4x6\n"
    seen, onlooker = at("dudo", text, seat=1), at("dudo", text)
    assert standing(seen) == Likely(4, 6, 1.0)  # three sixes and an ace of bob's own
    bid = standing(onlooker)
    assert bid is not None
    assert bid.likely == pytest.approx(0.791, abs=0.001)
    assert expected(seen, Bid(1, 6)) == pytest.approx(4 + 10 / 3)


def test_lowest_raises_follow_the_raising_rule_of_the_table() -> None:
    text = thrown(1, **FIFTEEN) + "ann bid 5x4\n"
    assert said(least_raises(at("dudo", text))) == ["6x1", "6x2", "6x3", "6x4", "5x5", "5x6"]
    assert said(least_raises(at("common", text))) == ["6x4", "6x5", "6x6"]
    assert said(least_raises(at("perudo", text))) == ["3x1", "6x2", "6x3", "6x4", "5x5", "5x6"]
    jokers = thrown(1, **FIFTEEN) + "ann bid 3x1\n"
    assert said(least_raises(at("joker", jokers))) == ["4x1", "7x2", "7x3", "7x4", "7x5", "7x6"]
    four_jokers = next(bid for bid in least_raises(at("joker", jokers)) if bid.face == 1)
    assert four_jokers.likely == pytest.approx(0.232, abs=0.001)  # only jokers count for jokers


def test_proposals_follow_the_rules_of_a_palifico_round() -> None:
    """Ann comes down to one die and opens the round."""
    text = "@hold ann 2\n" + thrown(1, ann="2 3", bob="2 3 4 5 6", cid="2 2 3 3 4") + "ann bid 9x2\nbob liar\n"
    text += thrown(2, ann="3", bob="3 1 2 4 6", cid="2 3 4 5 5")
    assert typical(at("perudo", text).state) == Typical(11 / 6, 0)
    assert said(openings(at("perudo", text))) == ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6"]
    assert said(least_raises(at("perudo", f"{text}ann bid 2x3\n"))) == ["3x3"]


def test_the_menu_has_lowest_raises_and_bids_near_the_average() -> None:
    menu = said(likeliest_bids(at("dudo", thrown(1, **FIFTEEN) + "ann bid 2x4\n")))
    assert len(menu) == MENU
    assert {"3x1", "3x2", "3x3", "3x4", "2x5", "2x6"} <= set(menu)
    assert {"5x2", "5x3", "5x5", "5x6"} <= set(menu)
    assert menu == sorted(menu, key=lambda bid: (int(bid.split("x")[0]), bid))


def test_the_menu_of_openings_goes_on_to_two_above_the_average() -> None:
    menu = said(likeliest_bids(at("dudo", thrown(1, **FIFTEEN))))
    assert [bid for bid in menu if bid.endswith("x6")] == ["1x6", "3x6", "5x6", "7x6"]  # 5 sixes or ones are average
    assert [bid for bid in menu if bid.endswith("x1")] == ["1x1", "2x1", "3x1", "4x1"]  # ones alone are 2 or 3
    assert len(menu) == MENU
    five = said(likeliest_bids(at("perudo", thrown(1, **FIFTEEN))))
    assert [bid for bid in five if bid.endswith("x2")] == ["1x2", "3x2", "5x2", "7x2"]


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("preset", GAMES)
def test_rounds_of_people_who_press_the_buttons_have_several_bids(preset: str, people: int) -> None:
    mean = fmean(bids(preset, people, at_length(150, 1000), rounds="1"))
    assert (3.5 if preset in ("common", "bar") else 4) <= mean <= 9


def test_the_menu_is_short_if_few_bids_are_possible() -> None:
    assert said(likeliest_bids(at("common", thrown(1, **FIFTEEN) + "ann bid 6x6\n"))) == ["7x6"]
    assert likeliest_bids(at("common", thrown(1, **FIFTEEN) + "ann bid 15x6\n")) == ()
    assert likeliest_bids(at("common", "")) == openings(at("common", "")) == least_raises(at("common", "")) == ()
    assert standing(at("common", "")) is None


@ALIKE
@given(tables())
def test_proposed_bids_are_legal_and_include_all_lowest_raises(table: tuple[Rules, int, FairDice, Random]) -> None:
    for _, _, _, _, game in played(table, most=80):
        state = game.state
        for seat in (None, *range(len(state.players))):
            seen = games.view(game, seat)
            least = least_bids(state, state.turn) if state.phase is Phase.BIDDING else ()
            menu = likeliest_bids(seen)
            assert {(bid.quantity, bid.face) for bid in least_raises(seen)} <= {(b.quantity, b.face) for b in menu}
            assert len(least_raises(seen)) == len(least)
            assert len(set(menu)) == len(menu) <= MENU
            for bid in (*menu, *openings(seen)):
                assert allows(least, bid)
                assert bid.quantity <= state.pool
                assert bid.likely == holds(seen, bid)
                assert bid.likely >= HOPELESS or bid.quantity == fewest(least, bid.face)


@ALIKE
@given(tables())
def test_proposals_to_an_onlooker_do_not_depend_on_hidden_dice(
    table: tuple[Rules, int, FairDice, Random],
) -> None:
    for _, _, _, _, game in played(table, most=60):
        other = msgspec.structs.replace(game, hidden=tuple(tuple(7 - die for die in hand) for hand in game.hidden))
        for proposed in (likeliest_bids, openings, least_raises, standing):
            assert proposed(games.view(game)) == proposed(games.view(other))


@pytest.mark.parametrize("preset", ["dudo", "common"])
def test_the_chance_of_a_bid_agrees_with_all_possible_throws(preset: str) -> None:
    """The test counts the throws that make the bid true among all 216 throws of three unseen dice."""
    mine = (1, 4)
    seen = at(preset, "@hold ann 2 bob 1 cid 2\n" + thrown(1, ann="1 4", bob="2", cid="3 6"), seat=0)
    for quantity, face in product(range(1, 6), range(1, 7)):
        fallen = product(range(1, 7), repeat=3)
        falls = [seen.state.counting(Bid(quantity, face)).all((mine, others)) >= quantity for others in fallen]
        assert holds(seen, Bid(quantity, face)) == pytest.approx(sum(falls) / len(falls))
