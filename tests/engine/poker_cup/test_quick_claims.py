"""Test that the buttons for quick claims hardly show whether a claim is true.

This must be so even for an observer who knows the code. The tests assume that a player presses the button for the
truth half of the time, and the button for each of two lies a quarter of the time. They leave out two kinds of turns.
If a player's hand is too low for a true claim, only lies are offered, so the claim is certainly a lie. If no throw
beats a player's hand, only the truth is offered, so the claim is certainly true.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from engine.core.dice import FACES, Hand
from engine.core.state import PASSING
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.poker_cup.quick import NEAREST, Draws, Ladder, choices, lies_at, parts_above, quick_claims, spread_claims
from engine.poker_cup.ranking import Claim, Kind, poker
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import MadeClaim, State

RULES = rules_for("cup")
assert isinstance(RULES, CupRules)
BASE = State(rules=RULES, phase=PASSING, round=1, players=(), circle=())
RANKING = poker(straights=False)
MOST = 0.72


def state_of(standing: Claim | None, table: Hand) -> State:
    claims = (MadeClaim(standing, 0),) if standing is not None else ()
    return replace(BASE, claims=claims, table=table, under=RANKING.dice - len(table))


def pressed(truth: Claim, lies: Ladder) -> Iterator[tuple[Claim, bool, float]]:
    """Yield each offered claim, whether it is true, and the probability that it is pressed."""
    if not lies:
        yield truth, True, 1.0
        return
    yield truth, True, 0.5
    whole, below = sum(likely for _, likely in lies), 0.0
    for step, likely in lies:
        near = max(0.0, min(below + likely, whole * NEAREST) - below) / (whole * NEAREST)
        below += likely
        if near <= 1e-12:
            continue
        alone = len(lies) == 1
        yield step, False, near * (0.5 if alone else 0.25)
        yield from ((bold, False, near * 0.25 * its / (whole - likely)) for bold, its in lies if bold != step)


def exactly(standing: Claim | None, table: Hand) -> float:
    """Return how often the best possible observer guesses right whether a claim is true, from 0 to 1.

    The result is an average over all throws under the cup that beat the claim `standing`.
    """
    state, said = state_of(standing, table), defaultdict[Claim, list[float]](lambda: [0.0, 0.0])
    throws = Counter(tuple(sorted((*table, *under))) for under in product(FACES, repeat=RANKING.dice - len(table)))
    for own, ways in throws.items():
        for names in (True, False):
            truth, lies = choices(state, own, names)
            if truth is not None:
                for claim, is_true, share in pressed(truth, lies):
                    said[claim][is_true] += ways * share
    return sum(map(max, said.values())) / sum(map(sum, said.values()))


def learned(standing: Claim, table: Hand, chance: Random) -> float:
    """Return how often an observer guesses right whether a claim is true, from 0 to 1.

    The observer learns from 10,000 claims, and then guesses about 10,000 others.
    """
    state, seen = state_of(standing, table), list[tuple[Claim, bool]]()
    while len(seen) < 20_000:
        own = tuple(sorted((*table, *chance.choices(FACES, k=RANKING.dice - len(table)))))
        if not RANKING.beats(RANKING.hand(own), standing):
            continue
        draws: Draws = (chance.random(), chance.random(), chance.random(), chance.random())
        said = sorted(quick_claims(state, own, draws), key=RANKING.worth)
        claim = said[0] if len(said) == 1 or chance.random() < 0.5 else chance.choice(said[1:])
        seen.append((claim, RANKING.reaches(RANKING.hand(own), claim)))
    truths = Counter[Claim]()
    for claim, is_true in seen[:10_000]:
        truths[claim] += 1 if is_true else -1
    return sum((truths[claim] > 0) is is_true for claim, is_true in seen[10_000:]) / 10_000


def test_in_an_opening_an_observer_guesses_right_in_at_most_72_of_100_claims() -> None:
    """The exact share over all 7,776 throws is 62.7 %."""
    assert 0.5 < exactly(None, ()) <= MOST


@pytest.mark.parametrize(
    "table",
    [
        pytest.param((), id="none", marks=pytest.mark.long),
        pytest.param((2,), id="one", marks=pytest.mark.long),
        pytest.param((2, 5), id="two"),
    ],
)
@pytest.mark.parametrize(
    "standing",
    [Claim(Kind.PAIR, (3,)), Claim(Kind.TWO_PAIRS, (4, 2)), Claim(Kind.TRIPS, (3,))],
    ids=["a pair", "two pair", "three of a kind"],
)
def test_after_a_claim_an_observer_guesses_right_in_at_most_72_of_100_claims(standing: Claim, table: Hand) -> None:
    """There are no dice, one die or two dice on the table."""
    assert 0.5 < learned(standing, table, Random(1)) <= MOST


@pytest.mark.parametrize("standing", [None, Claim(Kind.PAIR, (3,))])
@pytest.mark.parametrize("names_others", [True, False])
def test_quick_lies_beat_the_last_claim_and_the_real_hand(standing: Claim | None, names_others: bool) -> None:
    own, chance = (1, 2, 4, 5, 5), Random(2)
    state, hand = state_of(standing, (2,)), RANKING.hand(own)
    for _ in range(200):
        draws: Draws = (0.25 if names_others else 0.75, chance.random(), chance.random(), chance.random())
        said = quick_claims(state, own, draws)
        assert len(said) == 3
        assert (hand if names_others else RANKING.short(hand)) in said
        assert sum(RANKING.reaches(hand, claim) for claim in said) == 1
        assert all(RANKING.beats(claim, standing) for claim in said)
        assert all(2 in claim.faces + claim.others for claim in said if names_others)
        assert all(bool(claim.others) is names_others for claim in said if claim.kind is Kind.PAIR)


def test_the_order_of_the_quick_claims_is_random() -> None:
    own, state = (1, 2, 4, 5, 5), state_of(None, ())
    orders = [quick_claims(state, own, (0.25, 0.5, 0.5, at / 6)) for at in range(6)]
    assert len({*orders}) == 6
    assert {order.index(RANKING.hand(own)) for order in orders} == {0, 1, 2}


OF_MIA = rules_for("mia")
assert isinstance(OF_MIA, CupRules)
MIA: CupRules = OF_MIA
THROWS = [(first, second) for first in FACES for second in FACES]


def pages(standing: Claim | None, throws: Iterable[Hand]) -> Counter[tuple[Claim, ...]]:
    """Count the sets of claims that Mia offers with each of these throws, over draws that stand for all draws."""
    state = replace(BASE, rules=MIA, claims=(MadeClaim(standing, 0),) if standing is not None else (), under=2)
    least = MIA.ranking.lowest_above(standing)
    parts = parts_above(MIA.ranking, least) if least is not None else ()
    grids = [_middles(round(sum(36 * likely for _, likely in part))) for part in parts]
    found = Counter[tuple[Claim, ...]]()
    for own, drawn in product(throws, product(*grids)):
        first, second, third = (*drawn, 0.5, 0.5, 0.5)[:3]
        found[spread_claims(state, tuple(sorted(own)), (first, second, third, 0.5))] += 1
    return found


def _middles(many: int) -> list[float]:
    return [(at + 0.5) / many for at in range(many)]


@pytest.mark.parametrize("standing", [None, *MIA.ranking.claims], ids=str)
def test_the_claims_that_mia_offers_tell_nothing_about_the_throw(standing: Claim | None) -> None:
    """In all 36 throws, the same claims are offered equally often, whatever part of the ladder the throw is in.

    This is so also if the throw is too low, or not known. Therefore neither a claim nor its place shows the truth.
    """
    least = MIA.ranking.lowest_above(standing)
    parts = parts_above(MIA.ranking, least) if least is not None else ()
    unknown = pages(standing, [()])
    whole = sum(unknown.values())
    for part in parts:
        inside = pages(standing, [own for own in THROWS if MIA.ranking.hand(own) in dict(part)])
        assert {said: many / sum(inside.values()) for said, many in inside.items()} == pytest.approx(
            {said: many / whole for said, many in unknown.items()}
        )
    others = [own for own in THROWS if not any(MIA.ranking.hand(own) in dict(part) for part in parts)]
    assert not others or set(pages(standing, others)) == set(unknown)


@pytest.mark.parametrize("standing", [None, *MIA.ranking.claims], ids=str)
def test_mia_offers_the_lowest_claim_and_the_truth_from_low_to_high(standing: Claim | None) -> None:
    above = [claim for claim in MIA.ranking.claims if MIA.ranking.beats(claim, standing)]
    for own in THROWS:
        hand = MIA.ranking.hand(own)
        for said in pages(standing, [own]):
            assert list(said) == sorted(set(said), key=MIA.ranking.worth)
            assert said[:1] == tuple(above[:1])
            assert len(said) == min(4, len(above))
            assert hand in said or hand not in above


def test_the_parts_of_the_ladder_of_mia_are_about_equally_likely() -> None:
    parts = parts_above(MIA.ranking, MIA.ranking.claims[0])
    assert [round(36 * sum(likely for _, likely in part)) for part in parts] == [12, 10, 12]


def test_no_lie_is_offered_beside_a_hand_that_no_throw_beats() -> None:
    """With three or four dice on the table, few throws are possible, and none of them beats the highest one."""
    own = (6, 6, 6, 6, 6)
    assert quick_claims(state_of(None, (6, 6, 6, 6)), own, (0.5, 0.5, 0.5, 0.5)) == (Claim(Kind.QUINTS, (6,)),)
    assert exactly(Claim(Kind.TRIPS, (6,)), (1, 5, 6, 6)) == 1.0


def test_random_lies_depend_only_on_round_claims_and_open_dice() -> None:
    dice, state = FairDice(Seed(b"s" * 32), {}), state_of(Claim(Kind.PAIR, (3,)), (2, 5))
    assert lies_at(state) == 1_001_00025
    others = [replace(state, round=2), replace(state, claims=()), replace(state, table=(2, 4))]
    assert len({dice.lies(lies_at(each)) for each in (state, *others)}) == 4
    assert lies_at(replace(state, table=(5,), thrown=(2,))) == lies_at(state)
