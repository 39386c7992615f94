"""Find the highlights of a finished cup game in its events."""

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
from engine.poker_cup.receiving import lets_claim_pass
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import State


class ClaimMoment(Moment, frozen=True):
    """A highlight about a `claim`, with the `hand` that the dice really made.

    For a lie, `likely` is the probability of the claim as `other`, who let it pass, could estimate it. The liar's own
    estimate would say little, because liars have usually seen the dice.
    """

    claim: Claim
    hand: Claim


class Scene(msgspec.Struct, frozen=True):
    """An event, with the state of the game before it.

    `by_clock` is True if the event is an act that was played for an absent player (L2).
    """

    state: State
    cup: Cup
    event: Event
    by_clock: bool

    def dice(self) -> Hand:
        """Return all dice, under the cup and on the table."""
        return with_dice(self.state.on_table(), self.cup.dice)

    def hand(self) -> Claim:
        """Return the hand that all dice make, with every die named."""
        return self.state.rules.ranking.hand(self.dice())

    def likely(self, seat: int, claim: Claim) -> float:
        """Return the probability (0-1) that the dice reach `claim`, as far as `seat` knows.

        The seat knows the dice on the table and those under the cup that it last saw.
        """
        return reaching(with_dice(self.state.on_table(), self.cup.seen(seat)), claim, self.state.rules.ranking)


def highlights(rules: CupRules, events: Iterable[Event]) -> Highlights[ClaimMoment]:
    """Return the highlights of a whole game by `rules`.

    `events` must include the hidden events, because a cup that is passed on is not lifted. Claims that pass count even
    if their round ended without a challenge.
    """
    lies: list[ClaimMoment] = []
    calls: list[ClaimMoment] = []
    losses: list[ClaimMoment] = []
    mistakes: list[ClaimMoment] = []
    called, found = True, tuple(scenes(rules, events))
    for scene in found:
        match scene.event:
            case event if lets_claim_pass(scene.state, event):
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
"""A caught lie is bold if its probability of being true, as its caller could judge it, was below `BOLD`.

`ALIKE` is the approximate probability of five of a kind.
"""


def best(rules: CupRules, events: Iterable[Event]) -> Best | None:
    """Return the least likely feat of a whole game by `rules`, or None if there was none.

    `events` must include the hidden events.
    """
    return least_likely(_feats(rules, events))


def _feats(rules: CupRules, events: Iterable[Event]) -> Iterator[Best]:
    """Yield the feats of a game: each bold lie that a player caught, and each five of a kind.

    A lie that was challenged by the clock (L2) is not a feat.
    """
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
    """Return the position of each player who has not left. Fewer forfeits (E5) or more lives are better."""
    amount = stands(state)
    return {seat: amount(player) for seat, player in enumerate(state.players) if not player.left}


def scenes(rules: CupRules, events: Iterable[Event]) -> Iterator[Scene]:
    """Yield a `Scene` for each event."""
    events = tuple(events)
    players = next((len(event.order) for event in events if isinstance(event, Ordered)), 0)
    lives = rules.lives if rules.counts_lives() else 0
    state, cup, by_clock = State(rules=rules, players=(Player(lives=lives),) * players), Cup(), False
    for event in events:
        yield Scene(state, cup, event, by_clock)
        kind = type(event)
        state = FOLDS[kind](state, event)
        cup = CUP_FOLDS[kind](cup, event) if kind in CUP_FOLDS else cup
        by_clock = isinstance(event, PlayedFor)


def _lie(scene: Scene) -> Iterator[ClaimMoment]:
    """Yield the current claim as a moment, but only if it is false.

    The caller has checked that the receiver lets the claim pass.
    """
    standing, hand, receiver = scene.state.standing, scene.hand(), scene.state.turn
    if standing is not None and not scene.state.rules.ranking.reaches(hand, standing.claim):
        likely = scene.likely(receiver, standing.claim)
        yield ClaimMoment(scene.state.round, standing.passer, receiver, likely, standing.claim, hand)


def _moment(scene: Scene, lifted: CupLifted, seat: int, other: int) -> ClaimMoment:
    """Return the showdown as a moment of `seat`, who is one of its two players.

    The moment includes the probability that `seat` was right, as far as that player knew.
    """
    true = scene.likely(seat, lifted.claim)
    likely = true if seat == lifted.passer else 1 - true
    return ClaimMoment(scene.state.round, seat, other, likely, lifted.claim, lifted.hand)
