"""Find the highlights of a finished game of the cup in its events."""

from collections.abc import Iterable, Iterator

import msgspec

from engine.core.dice import Hand
from engine.core.events import Challenged, Event, Ordered, PlayedFor
from engine.core.highlights import Best, Feat, Highlights, Moment, Standing, least_likely, told, turning_point
from engine.core.state import Player
from engine.poker_cup.cup import Cup, with_dice
from engine.poker_cup.events import CupLifted
from engine.poker_cup.evolve import CUP_FOLDS, FOLDS
from engine.poker_cup.odds import reaching
from engine.poker_cup.price import stands
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.receiving import takes_claim
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import State


class ClaimMoment(Moment, frozen=True):
    """A moment about a `claim`, with the real `hand` of the dice.

    For a lie, `likely` is the probability that the claim had for `other`, who believed it. It would say little from
    the liar's point of view, because liars usually have seen the dice.
    """

    claim: Claim
    hand: Claim


class Scene(msgspec.Struct, frozen=True):
    """A game before an event, and whether the event is an act that the clock played for an absent player (L2)."""

    state: State
    cup: Cup
    event: Event
    by_clock: bool

    def dice(self) -> Hand:
        """Return all dice, under the cup and on the table."""
        return with_dice(self.state.on_table(), self.cup.dice)

    def hand(self) -> Claim:
        """Return the hand that all dice make. It names every die."""
        return self.state.rules.ranking.hand(self.dice())

    def likely(self, seat: int, claim: Claim) -> float:
        """Return the probability for `seat` that the dice reach `claim`, given the table and what the seat last saw."""
        return reaching(with_dice(self.state.on_table(), self.cup.seen(seat)), claim, self.state.rules.ranking)


def highlights(rules: CupRules, events: Iterable[Event]) -> Highlights[ClaimMoment]:
    """Return the highlights of a whole game by `rules`.

    `events` are all events, hidden ones included, since a cup that is passed on is not lifted. The accepted claims of
    rounds that ended before a challenge count too.
    """
    lies: list[ClaimMoment] = []
    calls: list[ClaimMoment] = []
    losses: list[ClaimMoment] = []
    mistakes: list[ClaimMoment] = []
    called, found = True, tuple(scenes(rules, events))
    for scene in found:
        match scene.event:
            case event if takes_claim(scene.state, event):
                lies += _lie(scene)
            case Challenged():
                called = not scene.by_clock
            case CupLifted(passer=passer, challenger=challenger) as lifted:
                wrong, right = (challenger, passer) if lifted.holds else (passer, challenger)
                if called or wrong != challenger:
                    losses.append(_moment(scene, lifted, wrong, right))
                if called and wrong == challenger:
                    mistakes.append(losses[-1])
                if called and not lifted.holds:
                    calls.append(_moment(scene, lifted, right, wrong))
    turning = turning_point(((scene.state, scene.event) for scene in found), standing)
    return told(lies, calls, losses, mistakes, turning)


BOLD, ALIKE = 0.5, 0.001
"""A lie is bold if its probability to the caller was below the first number. The second is about the probability of
five of a kind."""


def best(rules: CupRules, events: Iterable[Event]) -> Best | None:
    """Return the least likely feat of a whole game by `rules`, or None.

    `events` are all events, hidden ones included.
    """
    return least_likely(_feats(rules, events))


def _feats(rules: CupRules, events: Iterable[Event]) -> Iterator[Best]:
    """Yield bold lies that players caught, without calls by the clock (L2); and five of a kind."""
    called = True
    for scene in scenes(rules, events):
        match scene.event:
            case Challenged():
                called = not scene.by_clock
            case CupLifted(passer=passer, challenger=challenger) as lifted:
                likely = scene.likely(challenger, lifted.claim)
                if lifted.hand.kind is Kind.QUINTS:
                    yield Best(Feat.ALIKE, scene.state.round, passer, challenger, ALIKE, lifted)
                elif called and not lifted.holds and likely < BOLD:
                    yield Best(Feat.CAUGHT, scene.state.round, challenger, passer, likely, lifted)


def standing(state: State) -> Standing:
    """Return the position of each player who has not left. Fewer forfeits are better (E5)."""
    return {seat: stands(player) for seat, player in enumerate(state.players) if not player.left}


def scenes(rules: CupRules, events: Iterable[Event]) -> Iterator[Scene]:
    """Yield every event with the game before it."""
    events = tuple(events)
    players = next((len(event.order) for event in events if isinstance(event, Ordered)), 0)
    state, cup, by_clock = State(rules=rules, players=(Player(),) * players), Cup(), False
    for event in events:
        yield Scene(state, cup, event, by_clock)
        kind = type(event)
        state = FOLDS[kind](state, event)
        cup = CUP_FOLDS[kind](cup, event) if kind in CUP_FOLDS else cup
        by_clock = isinstance(event, PlayedFor)


def _lie(scene: Scene) -> Iterator[ClaimMoment]:
    """Yield the current claim if it is false. The caller knows that its receiver accepts it."""
    standing, hand, receiver = scene.state.standing, scene.hand(), scene.state.turn
    if standing is not None and not scene.state.rules.ranking.reaches(hand, standing.claim):
        likely = scene.likely(receiver, standing.claim)
        yield ClaimMoment(scene.state.round, standing.passer, receiver, likely, standing.claim, hand)


def _moment(scene: Scene, lifted: CupLifted, seat: int, other: int) -> ClaimMoment:
    """Return the showdown as a moment of `seat`, one of its two players, with the probability that `seat` was right."""
    true = scene.likely(seat, lifted.claim)
    likely = true if seat == lifted.passer else 1 - true
    return ClaimMoment(scene.state.round, seat, other, likely, lifted.claim, lifted.hand)
