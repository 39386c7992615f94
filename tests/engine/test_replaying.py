"""Test the replay of a finished game in steps.

A step with a bid or a call has its probability for the player who made it. The replay also names the worst call and
the turning point of the game.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import games
from engine.bids.events import BidMade, ExactCalled, Revealed, Thrown, Voted
from engine.core.events import Challenged, Event, ForfeitOwed, GameOver, Opens, Out, RoundBegan
from engine.core.highlights import TurningPoint
from engine.core.replay_steps import Replayed
from engine.fairness import Seed
from engine.options import rules_for
from engine.poker_cup.events import Claimed, CupLifted, GaveUp, RolledUnder, Slipped
from engine.simulated_game import simulate
from engine.variants import VARIANTS
from tests.effort import examples
from tests.engine.rules.scenes import ALIKE, scene, thrown

ANN, BOB, CID = range(3)
SAID = (BidMade, Claimed, Challenged, ExactCalled)
DICE = {"ann": "1 1 1 1 1", "bob": "2 2 2 2 2", "cid": "3 3 3 3 3"}


def replayed(variant: str, text: str, **options: str) -> Replayed:
    """Play this game among ann, bob and cid, and return its replay."""
    at = scene(variant, "ann bob cid", text, **options)
    return games.replay_steps(at.game.state.rules, 3, at.events)


def kinds(told: Replayed) -> list[list[type[Event]]]:
    return [[type(event) for event in step.events] for step in told.steps]


def lies(rounds: int) -> str:
    """Return the text of a game in which each opener makes a bid that is certainly false.

    The next player challenges it and opens the next round.
    """
    told = ""
    for number in range(1, rounds + 1):
        liar, caller, other = (("ann", "bob", "cid") * 2)[(number - 1) % 3 :][:3]
        told += thrown(number, **{who: DICE[who] for who in (liar, caller, other)})
        told += f"{liar} bid 9x6\n{caller} liar\n{liar} settle tab\n"
    return told


def test_each_throw_bid_call_and_showdown_is_a_step() -> None:
    text = thrown(1, **DICE) + "ann bid 2x4\ncid quit\nbob bid 3x4\ncid liar\nbob settle paid\n"
    told = replayed("common", text + thrown(2, cid=DICE["cid"], ann=DICE["ann"], bob=DICE["bob"]))
    first, *steps = kinds(told)
    assert first[-1].__name__ == "Ordered"
    assert [(step[0].__name__, step[-1].__name__) for step in steps] == [
        ("RoundBegan", "Thrown"),
        ("BidMade", "BidMade"),
        ("QuitVoiced", "BidMade"),
        ("Challenged", "Challenged"),
        ("Revealed", "Settled"),
        ("RoundBegan", "Thrown"),
    ]
    assert [step.round for step in told.steps] == [0, 1, 1, 1, 1, 1, 2]


def test_a_vote_and_its_consequences_are_one_step() -> None:
    told = replayed("joker", thrown(1, **DICE) + "ann bid 2x4\nbob liar\ncid believe")
    assert Voted in kinds(told)[-1]
    assert kinds(told)[-1][1] is Revealed


def test_the_chance_of_a_bid_or_call_is_that_of_its_player() -> None:
    """Bob bids 6x4, and cid challenges. Neither player has a four.

    So for both players the probability is that of six fours among ten unseen dice.
    """
    told = replayed("common", thrown(1, **DICE) + "ann bid 5x1\nbob bid 6x4\ncid liar")
    likely = [step.likely for step in told.steps]
    assert likely[:3] == [None, None, 1.0]
    assert likely[3] == pytest.approx(0.00244, abs=0.00001)
    assert likely[4] == pytest.approx(1 - 0.00244, abs=0.00001)
    assert likely[5] is None


def test_ones_are_not_wild_for_the_player_who_bids_them() -> None:
    """C2, `ones-until-bid`: ann's five ones count as sixes until bob bids ones.

    Then each one counts only as a one.
    """
    told = replayed("dudo", thrown(1, **DICE) + "ann bid 5x6\nbob bid 6x1", wild="ones-until-bid")
    assert told.steps[2].likely == 1.0
    assert told.steps[3].likely == pytest.approx(0.00244, abs=0.00001)  # the chance of at least six ones among ten dice


def test_before_the_showdown_each_player_sees_only_their_own_dice() -> None:
    told = replayed("common", thrown(1, **DICE) + "ann bid 2x4\nbob liar")
    throw = told.steps[1]
    assert throw.view.mine == ()
    assert throw.seen == throw.dice == ((1,) * 5, (2,) * 5, (3,) * 5)


def test_in_the_cup_only_players_who_looked_know_dice() -> None:
    """K8, K14: a player who has not looked knows no dice, and a slip stays hidden from everybody."""
    text = "round 1\nroll ann 1 2 3 4 5\nann look\nann claim trips 6\nslip 1 3\nbob peek"
    told = replayed("cup", text, slippery="0.5")
    throw, claim, peek = told.steps[1:]
    assert (throw.seen, throw.dice) == (((), (), ()), ((1, 2, 3, 4, 5),))
    assert [type(event) for event in claim.events[-2:]] == [Claimed, Slipped]
    assert (claim.seen[ANN], claim.seen[BOB], claim.dice) == ((1, 2, 3, 4, 5), (), ((2, 3, 3, 4, 5),))
    assert claim.likely == 0.0
    assert peek.seen[BOB] == (2, 3, 3, 4, 5)


def test_giving_up_ends_a_step_and_the_result_is_a_step_of_its_own() -> None:
    """K18: the round ends without a showdown, and so does the game."""
    text = "round 1\nroll ann 2 1\nann claim 21\nbob fold\n"
    told = replayed("mia", text + "round 2\nroll cid 3 1\ncid claim 21\nann fold", lives="1")
    assert [(step[0], step[-1]) for step in kinds(told)[2:]] == [
        (Claimed, Claimed),
        (GaveUp, Opens),
        (RoundBegan, RolledUnder),
        (Claimed, Claimed),
        (GaveUp, Out),
        (GameOver, GameOver),
    ]


def test_the_worst_call_is_the_wrong_call_that_was_least_likely() -> None:
    """A call that turned out wrong although it was likely right counts as unlucky. It is never the worst call."""
    hopeless = (
        thrown(1, **DICE) + "ann bid 5x1\nbob liar\nbob settle tab\n"
    )  # as bob sees it, the bid is true in 1.5 % of all throws
    fairly = thrown(2, **DICE) + "ann bid 1x2\nbob liar\nbob settle tab\n"
    told = replayed("common", hopeless + fairly)
    worst = told.highlights.worst_call
    assert worst is not None
    assert (worst.round, worst.seat, worst.other, worst.likely) == (2, BOB, ANN, 0.0)
    assert told.marks.worst_call is not None
    assert told.steps[told.marks.worst_call].events == (Challenged(BOB, ANN),)
    unlucky = replayed("common", hopeless)
    assert unlucky.highlights.worst_call is None
    assert unlucky.highlights.unluckiest is not None


def test_a_call_by_the_clock_is_never_the_worst_call() -> None:
    """L2: the player did not make that call."""
    assert replayed("common", thrown(1, **DICE) + "ann bid 1x2\nbob absent").highlights.worst_call is None


def test_the_turning_point_comes_when_the_winners_are_last_behind() -> None:
    """E5: ann owes the first forfeit, bob the second, cid the third, and ann the fourth.

    Bob and cid win. The last time that one of them was behind was after the second round.
    """
    told = replayed("common", lies(4) + "cid quit\nbob quit")
    assert GameOver in kinds(told)[-1]
    assert told.highlights.turning_point == TurningPoint(3, (BOB, CID))
    assert told.marks.turning_point is not None
    decided = told.steps[told.marks.turning_point]
    assert (decided.round, type(decided.events[0])) == (3, Revealed)


def test_a_game_whose_winners_always_led_has_no_turning_point() -> None:
    assert replayed("common", lies(1) + "bob quit\ncid quit").highlights.turning_point is None
    assert replayed("common", lies(3)).highlights.turning_point is None, "it is not over"


def test_in_a_game_of_bads_the_losers_score_decides_the_turning_point() -> None:
    """E4: bob gets the first bad, and ann gets the next two.

    From ann's first bad on, nobody has more bads than ann.
    """
    ones = dict.fromkeys(DICE, DICE["ann"])
    rounds = [("ann bid 1x3\nbob bid 2x3\ncid liar", "ann bob cid"), ("cid bid 1x1\nann liar", "cid ann bob")]
    rounds.append(("ann bid 1x3\nbob liar", "ann bob cid"))
    text = "".join(
        thrown(number, **{who: ones[who] for who in order.split()}).replace("\n", "\nred 2\n", 1) + f"{moves}\n"
        for number, (moves, order) in enumerate(rounds, 1)
    )
    told = replayed("firehouse", text, bads="2", pair_bads="2")
    assert told.highlights.turning_point == TurningPoint(2, (ANN,), lost=True)


@settings(ALIKE, max_examples=examples(20))
@given(name=st.sampled_from(sorted(VARIANTS)), players=st.integers(2, 6), luck=st.binary(min_size=1, max_size=4))
def test_a_replay_has_all_events_and_shows_no_dice_too_early(name: str, players: int, luck: bytes) -> None:
    """The steps have all events in order, and an onlooker sees no hidden dice.

    Each step with a bid, a claim or a call has a probability.
    """
    told = simulate(name, players, {}, Seed(luck))
    again = games.replay_steps(rules_for(name, told.options), players, told.events)
    assert [event for step in again.steps for event in step.events] == list(told.events)
    for step in again.steps:
        lifted = any(isinstance(event, Revealed | CupLifted) for event in step.events)
        assert sum(isinstance(event, RoundBegan) for event in step.events) <= 1
        assert (step.likely is not None) == any(isinstance(each, SAID) for each in step.events)
        assert step.likely is None or 0 <= step.likely <= 1
        assert step.view.seat is None
        if any(isinstance(event, Thrown) for event in step.events):
            assert (step.view.mine, sum(map(len, step.dice))) == ((), step.view.state.pool)
        assert not lifted or not any(step.dice), "they lie on the table now"
    marks = again.marks
    assert all(at is None or 0 <= at < len(again.steps) for at in (marks.boldest_lie, marks.worst_call))
    best = again.highlights
    assert (marks.boldest_lie is None) == (best.boldest_lie is None)
    assert (marks.worst_call is None) == (best.worst_call is None)
    assert (marks.turning_point is None) == (best.turning_point is None)


@settings(ALIKE, max_examples=examples(20))
@given(players=st.integers(2, 6), luck=st.binary(min_size=1, max_size=4), name=st.sampled_from(["common", "cup"]))
def test_the_turning_point_agrees_with_a_count_of_forfeits(players: int, luck: bytes, name: str) -> None:
    """E5: the test counts the forfeits in the events.

    From the turning point on, no winner owes more forfeits than anybody else.
    """
    told = simulate(name, players, {}, Seed(luck))
    owed, after, number = [0] * players, list[tuple[int, tuple[int, ...]]](), 0
    winners: tuple[int, ...] = ()
    for event in told.events:
        if isinstance(event, RoundBegan | GameOver) and number:
            after.append((number, tuple(owed)))
        match event:
            case RoundBegan(number=number):
                pass
            case ForfeitOwed(seat=seat):
                owed[seat] += 1
            case GameOver(winners=winners):
                break
    behind = [number for number, counts in after if any(counts[seat] > min(counts) for seat in winners)]
    turning = games.highlights(rules_for(name, told.options), told.events).turning_point
    assert turning == (TurningPoint(behind[-1] + 1, winners) if behind else None)


def test_the_repr_of_a_step_shows_no_dice() -> None:
    assert repr(replayed("common", thrown(1, **DICE)).steps[1]) == "Step(round=1, 2 events)"
