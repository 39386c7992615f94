"""Test the odds of bids and calls in replays and highlights by trying all dice that their player did not see.

The games have shown dice (B6), hands of five dice (C7), stars, pure bids and raises of one component (B4).
"""

from collections.abc import Iterator
from itertools import product

import pytest

from engine import games
from engine.bids.events import BidMade, Revealed, Thrown, ThrownAgain
from engine.bids.rules import Alike, Different, Rules
from engine.core.dice import FACES, Hand, is_pure
from engine.core.events import Challenged, Event, RoundBegan
from engine.fairness import Seed
from engine.options import rules_for
from engine.simulated_game import Simulated, simulate

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("bluff", {"alike": "two", "different": "zero"}),
    ("bluff", {"alike": "one"}),
    ("dahua", {"different": "zero", "show": "on", "rounds": "3"}),
    ("dahua", {"alike": "two", "rounds": "3"}),
    ("common", {"raising": "one-component", "wild": "ones", "alike": "two", "show": "on", "rounds": "3"}),
)
STAR = {"bluff": 6, "dahua": 1, "common": 1}
"""The wild number of each game."""


def count(hand: Hand, numbers: set[int], rules: Rules) -> int:
    """Return how many dice of a stash count by C2 and C7."""
    if len(hand) == 5 and len(set(hand)) == 5 and rules.different is Different.ZERO:
        return 0
    counted = sum(die in numbers for die in hand)
    if len(hand) == counted == 5 and rules.alike is not Alike.NONE:
        return 7 if rules.alike is Alike.TWO and len(set(hand)) == 1 else 6
    return counted


class Table:
    """The dice of a round as they are at each moment, and those in the open."""

    def __init__(self, wild: int, rules: Rules) -> None:
        self.wild, self.rules = wild, rules
        self.hands: dict[int, Hand] = {}
        self.open: dict[int, Hand] = {}

    def after(self, event: Event) -> None:
        if isinstance(event, RoundBegan):
            self.hands, self.open = {}, {}
        elif isinstance(event, Thrown):
            self.hands |= {seat: hand for seat, hand in event.throws if hand}
        elif isinstance(event, ThrownAgain):
            self.open[event.seat] = event.shown
            self.hands[event.seat] = (*event.shown, *event.dice)

    def numbers(self, bid: BidMade) -> set[int]:
        is_wild = self.rules.raising.value != "pure" or not is_pure(bid)
        return {bid.face, self.wild} if is_wild else {bid.face}

    def true(self, seat: int, bid: BidMade) -> float:
        """Return how likely a bid is to be true for a seat that sees its own dice and those in the open."""
        numbers, sure, hidden = self.numbers(bid), 0, list[tuple[Hand, int]]()
        for other, hand in self.hands.items():
            seen = hand if other == seat else self.open.get(other, ())
            if len(seen) == len(hand):
                sure += count(hand, numbers, self.rules)
            else:
                hidden.append((seen, len(hand) - len(seen)))
        chances = {sure: 1.0}
        for seen, many in hidden:
            chances = dict(_added(chances, seen, many, numbers, self.rules))
        return sum(chance for counted, chance in chances.items() if counted >= bid.quantity)


def _added(
    chances: dict[int, float], seen: Hand, many: int, numbers: set[int], rules: Rules
) -> Iterator[tuple[int, float]]:
    found: dict[int, float] = {}
    for thrown in product(FACES, repeat=many):
        more = count((*seen, *thrown), numbers, rules)
        for counted, chance in chances.items():
            found[counted + more] = found.get(counted + more, 0.0) + chance / 6**many
    yield from found.items()


def odds(played: Simulated, rules: Rules) -> Iterator[tuple[Event, float]]:
    """Yield each bid and challenge with its probability of being right, as its player saw the dice then."""
    table, last = Table(STAR[played.variant], rules), None
    for event in played.events:
        table.after(event)
        if isinstance(event, BidMade):
            last = event
            yield event, table.true(event.seat, event)
        elif isinstance(event, Challenged):
            assert last is not None
            yield event, 1 - table.true(event.seat, last)


def showdowns(played: Simulated, rules: Rules) -> Iterator[tuple[float, float, Revealed]]:
    """Yield each showdown with the probabilities that its bid and its call were right, when they were made."""
    made, likely = iter(odds(played, rules)), {}
    for event in played.events:
        if isinstance(event, BidMade | Challenged):
            _, likely[type(event)] = next(made)
        elif isinstance(event, Revealed):
            yield likely[BidMade], likely[Challenged], event


def simulated(variant: str, options: dict[str, str], seed: int) -> tuple[Simulated, Rules]:
    rules = rules_for(variant, options)
    assert isinstance(rules, Rules)
    return simulate(variant, 2, options, Seed(bytes([seed]))), rules


@pytest.mark.parametrize(("variant", "options"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_replay_says_of_each_bid_and_call_what_its_player_could_see(
    variant: str, options: dict[str, str], seed: int
) -> None:
    played, rules = simulated(variant, options, seed)
    steps = games.replay_steps(rules, 2, played.events).steps
    said = [(step.events[-1], step.likely) for step in steps if step.likely is not None]
    expected = list(odds(played, rules))
    assert [event for event, _ in said] == [event for event, _ in expected]
    assert [likely for _, likely in said] == pytest.approx([likely for _, likely in expected])


@pytest.mark.parametrize(("variant", "options"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_highlights_judge_a_bid_and_a_call_by_the_dice_of_their_moments(
    variant: str, options: dict[str, str], seed: int
) -> None:
    """The bidder may have thrown other dice after the last bid (B6). They make this bid no bolder and no safer."""
    played, rules = simulated(variant, options, seed)
    found, told = games.highlights(rules, played.events), list(showdowns(played, rules))
    calls = [call for _, call, shown in told if not shown.holds]
    losses = [(call if shown.holds else bid) for bid, call, shown in told]
    mistakes = [call for _, call, shown in told if shown.holds]
    best = found.best_call.likely if found.best_call is not None else None
    unluckiest = found.unluckiest.likely if found.unluckiest is not None else None
    worst = found.worst_call.likely if found.worst_call is not None else None
    assert best == approximately(min(calls, default=None))
    assert unluckiest == approximately(max((each for each in losses if each > 0.5), default=None))
    assert worst == approximately(min((each for each in mistakes if each < 0.5), default=None))


@pytest.mark.parametrize(("variant", "options"), GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_the_picture_of_a_game_says_how_likely_its_rarest_catch_was(
    variant: str, options: dict[str, str], seed: int
) -> None:
    played, rules = simulated(variant, options, seed)
    caught = [(bid, call) for bid, call, shown in showdowns(played, rules) if not shown.holds]
    rare = [min(each) for each in caught if each[0] < 0.5 or each[1] < 0.25]
    best = games.best(rules, played.events)
    assert (best.likely if best is not None else None) == approximately(min(rare, default=None))


def approximately(likely: float | None) -> object:
    return None if likely is None else pytest.approx(likely)
