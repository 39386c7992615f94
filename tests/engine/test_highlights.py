"""Test the highlights of a finished game, and test which showdowns are worth showing to others."""

from random import Random

import pytest
from hypothesis import given

from engine import games
from engine.bids.events import BidMade, DiceLeft, ExactCalled, Revealed
from engine.bids.highlights import BidMoment
from engine.bids.odds import holds, is_exact
from engine.bids.rules import Rules
from engine.bids.state import Game
from engine.bids.view import View
from engine.core.events import Cause, Challenged, Event, Hidden, PlayedFor, RoundBegan
from engine.core.highlights import Feat, Highlights, Moment
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.poker_cup.events import Claimed, CupLifted, Peeked
from engine.poker_cup.highlights import ClaimMoment
from engine.poker_cup.ranking import EVERY, Claim, Kind
from engine.simulated_game import simulate
from tests.engine import bids
from tests.engine.playing import played, tables
from tests.engine.rules.scenes import ALIKE, scene, thrown

ANN, BOB, CID = range(3)

DICE = {"ann": "1 1 1 1 1", "bob": "2 2 2 2 2", "cid": "3 3 3 3 3"}


def story(variant: str, text: str, **options: str) -> Highlights[BidMoment]:
    """Play a game of bids among ann, bob and cid, and return its highlights."""
    at = scene(variant, "ann bob cid", text, **options)
    told = games.highlights(at.game.state.rules, at.events)
    for moment in (told.boldest_lie, told.best_call, told.unluckiest):
        assert moment is None or isinstance(moment, BidMoment)
    return told  # type: ignore[return-value]


def facts(moment: BidMoment | None) -> tuple[int, int, int, str, int] | None:
    """Return the round, the player, the opponent, the bid and the count of a highlight."""
    if moment is None:
        return None
    return moment.round, moment.seat, moment.other, f"{moment.quantity}x{moment.face}", moment.count


def test_a_game_without_a_showdown_has_no_highlights() -> None:
    assert story("common", "") == Highlights()
    assert story("common", thrown(1, **DICE) + "ann bid 6x6\nbob bid 7x6\nann quit\nbob quit") == Highlights()


def test_the_boldest_lie_is_the_least_likely_false_bid_that_was_raised() -> None:
    told = story("common", thrown(1, **DICE) + "ann bid 2x4\nbob bid 3x4\ncid bid 4x6\nann liar")
    assert facts(told.boldest_lie) == (1, BOB, CID, "3x4", 0)
    assert told.boldest_lie is not None
    assert told.boldest_lie.likely == pytest.approx(0.2248, abs=0.0001)  # the chance of at least three among ten dice


def test_challenged_bids_and_true_bids_are_not_bold_lies() -> None:
    told = story("common", thrown(1, **DICE) + "ann bid 5x1\nbob bid 6x6\ncid liar")
    assert told.boldest_lie is None
    assert facts(told.best_call) == (1, CID, BOB, "6x6", 0)


def test_a_bid_that_its_bidder_may_believe_is_not_a_bold_lie() -> None:
    text = thrown(1, ann="4 4 1 1 1", bob="2 2 2 2 2", cid="3 3 3 3 3") + "ann bid 3x4\nbob bid 4x4\ncid liar"
    assert facts(story("common", text).boldest_lie) is None


def test_the_best_call_is_the_right_call_of_the_likeliest_bid() -> None:
    bold = "ann settle paid\n" + thrown(2, **{who: DICE[who] for who in ("bob", "cid", "ann")})
    told = story("common", thrown(1, **DICE) + "ann bid 9x1\nbob liar\n" + bold + "bob bid 1x6\ncid bid 2x6\nann liar")
    assert facts(told.best_call) == (2, ANN, CID, "2x6", 0)
    assert told.best_call is not None
    assert told.best_call.likely == pytest.approx(0.4845, abs=0.0001)  # the chance of fewer than two among ten dice


def test_the_unluckiest_loser_was_most_likely_right() -> None:
    told = story(
        "common", thrown(1, ann="6 6 6 6 6", bob="6 6 6 1 2", cid="1 2 3 4 5") + "ann bid 8x6\nbob bid 9x6\ncid liar"
    )
    assert told.unluckiest is None  # bob had no reason to think that his bid was true
    told = story("common", thrown(1, ann="6 6 6 6 6", bob="6 6 1 1 2", cid="1 2 3 4 5") + "ann bid 7x6\nbob liar")
    assert facts(told.unluckiest) == (1, BOB, ANN, "7x6", 7)
    assert told.unluckiest is not None
    assert told.unluckiest.likely == pytest.approx(0.9845, abs=0.0001)


def test_an_exact_call_may_be_the_best_call_and_unlucky_for_its_bidder() -> None:
    exact = story("perudo", thrown(1, ann="2 2 3 3 4", bob="5 5 5 6 6", cid="2 2 4 4 6") + "ann bid 4x2\nbob exact")
    assert facts(exact.best_call) == (1, BOB, ANN, "4x2", 4)
    assert exact.best_call is not None
    assert exact.best_call.exact
    assert exact.best_call.likely == pytest.approx(0.2276, abs=0.0001)
    assert facts(exact.unluckiest) == (
        1,
        ANN,
        BOB,
        "4x2",
        4,
    )  # ann knows five dice, and an exact count is seldom right


def test_a_challenge_by_the_clock_is_not_a_highlight() -> None:
    """L2: such a challenge is neither the best call nor an unlucky one."""
    told = story("common", thrown(1, ann="6 6 6 1 2", bob="1 2 3 4 5", cid="1 2 3 4 5") + "ann bid 4x6\nbob absent")
    assert (told.boldest_lie, told.best_call) == (None, None)
    assert facts(told.unluckiest) == (1, ANN, BOB, "4x6", 3)
    assert story("common", thrown(1, **DICE) + "ann bid 5x1\nbob absent") == Highlights()


def test_ones_count_for_a_bid_until_somebody_bids_them() -> None:
    text = thrown(1, **DICE) + "ann bid 6x6\nbob bid 7x1\ncid bid 8x6\nann liar"
    told = story("dudo", text, wild="ones-until-bid")
    assert facts(told.boldest_lie) == (1, BOB, CID, "7x1", 5)
    text = thrown(1, **DICE) + "ann bid 5x6\nbob bid 6x6\ncid bid 7x1\nann liar"
    assert facts(story("dudo", text, wild="ones-until-bid").boldest_lie) == (1, BOB, CID, "6x6", 5)


Seen = tuple[int, int, float]
"""A round, a seat, and the chance that the seat was right."""

Told = list[tuple[Game, Event, Game]]
"""Every event of a game, with the game before and after it."""


def told_by(table: tuple[Rules, int, FairDice, Random]) -> Told:
    """Play a random game. Return each event, with the game before and after it."""
    every: Told = []
    for game, _, _, news, _ in played(table, most=150):
        for event in news:
            after = bids.evolve(game, event)
            every.append((game, event, after))
            game = after
    return every


@ALIKE
@given(tables())
def test_highlights_use_only_what_the_players_saw_in_any_game(table: tuple[Rules, int, FairDice, Random]) -> None:
    """The test computes the chance of every challenge from the views of the two players at that moment."""
    every = told_by(table)
    right: list[Seen] = []
    wrong: list[Seen] = []
    called, challenged, by_clock = True, None, False
    for game, event, _ in every:
        if isinstance(event, Challenged | ExactCalled):
            called, challenged = not by_clock, game
        if isinstance(event, Revealed):
            assert challenged is not None
            winner, loser = (
                (game.state.round, seat, as_seen(bids.view(challenged, seat), event))
                for seat in (event.winner(), event.loser())
            )
            right += [winner] if called and event.winner() == event.challenger else []
            wrong += [loser] if called or event.loser() != event.challenger else []
        by_clock = isinstance(event, PlayedFor)
    events = [event for _, event, _ in every]
    told = games.highlights(table[0], events)
    if not table[0].show:  # B6: nobody who was not there knows the dice that were thrown again
        assert told == games.highlights(table[0], [event for event in events if not isinstance(event, Hidden)])
    assert brief(told.best_call) == min(right, key=lambda call: call[2], default=None)
    unlucky = [loss for loss in wrong if loss[2] > 0.5]
    assert brief(told.unluckiest) == max(unlucky, key=lambda loss: loss[2], default=None)


def as_seen(seen: View, showdown: Revealed) -> float:
    """Return the probability that the winner of a showdown was right, for a player with this view."""
    said = is_exact(seen) if showdown.exact else holds(seen, showdown)
    return said if (seen.seat == showdown.challenger) == showdown.exact else 1 - said


def brief(moment: Moment | None) -> Seen | None:
    return None if moment is None else (moment.round, moment.seat, moment.likely)


@ALIKE
@given(tables())
def test_the_boldest_lie_of_any_game_was_false_and_raised(table: tuple[Rules, int, FairDice, Random]) -> None:
    every = told_by(table)
    got_by: list[Seen] = []
    of_round: list[Seen | None] = []
    for game, event, after in every:
        if isinstance(event, RoundBegan):
            of_round = []
        if isinstance(event, BidMade):
            false = after.state.counting(event).all(game.hidden) < event.quantity
            likely = holds(bids.view(game, event.seat), event)
            of_round.append((game.state.round, event.seat, likely) if false and likely < 0.5 else None)
        if isinstance(event, Revealed):
            got_by += [lie for lie in of_round[:-1] if lie]
    told = games.highlights(table[0], [event for _, event, _ in every])
    assert brief(told.boldest_lie) == min(got_by, key=lambda lie: lie[2], default=None)


TRIPS, FULL, QUADS = Claim(Kind.TRIPS, (6,)), Claim(Kind.FULL, (6, 5)), Claim(Kind.QUADS, (6,))


def test_in_the_cup_the_boldest_lie_is_a_false_claim_that_was_believed() -> None:
    at = scene(
        "cup",
        "ann bob cid",
        "round 1\nroll ann 1 2 3 4 5\nann look\nann claim trips 6\nbob blind full 6 5\ncid liar",
    )
    told = games.highlights(at.game.state.rules, at.events)
    lie, call = told.boldest_lie, told.best_call
    assert isinstance(lie, ClaimMoment)
    assert isinstance(call, ClaimMoment)
    assert (lie.seat, lie.other, lie.claim, lie.hand.kind) == (ANN, BOB, TRIPS, Kind.HIGH)
    assert lie.likely == pytest.approx(656 / 7776)  # three sixes or better, of five unseen dice
    assert (call.seat, call.other, call.claim) == (CID, BOB, FULL)
    assert told.unluckiest is None  # bob passed the cup on blind, so he had no reason to think that he was right


@pytest.mark.parametrize("seed", range(6))
def test_the_highlights_of_any_game_of_the_cup_are_true(seed: int) -> None:
    told = simulate("cup", 4, {"slippery": "0.2"}, Seed(bytes([seed])))
    best = games.highlights(rules_for("cup", told.options), told.events)
    lifted = [event for event in told.events if isinstance(event, CupLifted)]
    assert isinstance(best.boldest_lie, ClaimMoment)
    assert isinstance(best.best_call, ClaimMoment)
    assert not EVERY.reaches(best.boldest_lie.hand, best.boldest_lie.claim)
    assert any(event.seat == best.boldest_lie.other for event in told.events if isinstance(event, Peeked | Claimed))
    assert any((best.best_call.seat, best.best_call.claim) == (e.challenger, e.claim) for e in lifted if not e.holds)
    if best.unluckiest is not None:
        assert best.unluckiest.likely > 0.5


# Showdowns worth showing to others -----------------------------------------------------------------------------------


def best(variant: str, text: str, players: str = "ann bob cid", **options: str) -> tuple[str, int, int, int] | None:
    """Play a game, and return the kind, the round, the player and the opponent of its most remarkable showdown.

    Return None if no showdown is worth showing.
    """
    at = scene(variant, players, text, **options)
    found = games.best(at.game.state.rules, at.events)
    return (found.feat.value, found.round, found.seat, found.other) if found is not None else None


def test_the_catch_of_a_bold_lie_is_worth_showing() -> None:
    assert best("common", thrown(1, **DICE) + "ann bid 9x6\nbob liar") == ("caught", 1, BOB, ANN)


def test_ordinary_showdowns_are_not_worth_showing() -> None:
    assert best("common", thrown(1, **DICE) + "ann bid 5x1\nbob liar") is None
    assert best("common", thrown(1, **DICE) + "ann bid 9x6\nbob absent") is None
    likely = thrown(1, ann="4 4 1 1 1", bob="2 2 2 2 2", cid="3 3 3 3 3") + "ann bid 3x4\nbob liar"
    assert best("common", likely) is None


def test_a_caught_lie_is_worth_showing_even_if_the_bidder_held_some_dice() -> None:
    """Ann bids six fours and has three of them.

    For her the bid is 22 % likely, so it still counts as a bold lie.
    """
    text = thrown(1, ann="4 4 4 1 1", bob="4 4 1 1 1", cid="3 3 3 3 3") + "ann bid 6x4\nbob liar"
    assert best("common", text) == ("caught", 1, BOB, ANN)


def test_a_right_exact_call_is_worth_showing() -> None:
    assert best("perudo", thrown(1, ann="2 3 4 5 6", bob="2 2 3 3 4", cid="2 5 5 6 6") + "ann bid 4x2\nbob exact") == (
        "exact",
        1,
        BOB,
        ANN,
    )


def test_a_palifico_round_that_its_opener_survived_is_worth_showing() -> None:
    """C6: ann opens with her only die. Bob challenges her bid, which is true, and pays."""
    events = (
        RoundBegan(7, ANN, 6, palifico=True),
        BidMade(ANN, 1, 3),
        Challenged(BOB, ANN),
        Revealed(ANN, 1, 3, BOB, True, False, (), ((3,), (1, 2, 4, 5, 6)), 0, 1, True),
        DiceLeft(BOB, 4, -1, Cause.CHALLENGE),
    )
    found = games.best(rules_for("perudo"), events)
    assert found is not None
    assert (found.feat, found.seat, found.other, found.round) == (Feat.SURVIVED, ANN, BOB, 7)
    lie = Revealed(ANN, 1, 3, BOB, True, False, (), ((2,), (1, 2, 4, 5, 6)), 0, 0, False)
    lost = (*events[:3], lie, DiceLeft(ANN, 0, -1, Cause.CHALLENGE))
    assert getattr(games.best(rules_for("perudo"), lost), "feat", None) is not Feat.SURVIVED


@pytest.mark.parametrize("variant", ["common", "dudo", "perudo", "joker", "firehouse", "cup"])
def test_simulated_games_have_showdowns_that_are_worth_showing(variant: str) -> None:
    found = []
    for luck in range(12):
        told = simulate(variant, 4, {}, Seed(bytes([luck])))
        events, best_one = told.events, games.best(rules_for(variant, told.options), told.events)
        if best_one is not None:
            found.append(best_one)
            assert best_one.shown in events
            assert 0 <= best_one.likely <= 0.5
    assert found


def test_an_opener_who_loses_the_last_die_with_others_has_not_survived_a_palifico_round() -> None:
    """P8: an exactly met bid costs everybody but its bidder a die, also players who come before the opener."""
    seats = "@hold cid 2\nseat ann 1 bob 2 cid 6\n"
    first = thrown(1, cid="1 1", ann="5 5 2 2 3", bob="5 5 2 3 3") + "cid bid 1x5\nann bid 2x5\nbob bid 3x5\ncid liar\n"
    last = thrown(2, cid="2", ann="2 3 3 4 4", bob="2 5 5 4 4") + "cid bid 1x2\nann bid 2x2\nbob bid 3x2\ncid liar"
    at = scene("bluff", "ann bob cid", seats + first + last, seating="first", palifico="on", show="off")
    assert at.news[-1].startswith("opens"), at.news
    assert "out cid" in at.news
    best = games.best(at.game.state.rules, at.events)
    assert best is None or best.feat is not Feat.SURVIVED
