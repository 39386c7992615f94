"""What a game of the cup has to tell when it is over, from its events alone."""

from collections.abc import Iterable, Iterator

import msgspec

from engine.core.dice import Hand
from engine.core.events import Challenged, Event, Ordered, PlayedFor
from engine.core.state import Player
from engine.core.story import Best, Feat, Highlights, Moment, Standing, least_likely, told, turning_point
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
    """A moment about a `claim`, and the `hand` that the dice really made.

    Of a lie `likely` says how likely the claim looked to `other`, who believed it: the liar had mostly seen the dice.
    """

    claim: Claim
    hand: Claim


class Scene(msgspec.Struct, frozen=True):
    """The game as an event finds it, and whether that event is an act played for somebody absent (L2)."""

    state: State
    cup: Cup
    event: Event
    by_clock: bool

    def dice(self) -> Hand:
        """All of them, under the cup and on the table."""
        return with_dice(self.state.on_table(), self.cup.dice)

    def hand(self) -> Claim:
        """What they really make, in full."""
        return self.state.rules.ranking.hand(self.dice())

    def likely(self, seat: int, claim: Claim) -> float:
        """How likely the dice reach `claim`, to `seat`, going by the table and what it last saw under the cup."""
        return reaching(with_dice(self.state.on_table(), self.cup.seen(seat)), claim, self.state.rules.ranking)


def highlights(rules: CupRules, events: Iterable[Event]) -> Highlights[ClaimMoment]:
    """What a whole game by `rules` has to tell.

    It takes all events, hidden ones too: a cup that is passed on is not lifted. Rounds that broke off before a
    challenge tell what was believed in them.
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
"""A lie is bold that looked less likely than this to whoever called it; five of a kind are about as rare as that."""


def best(rules: CupRules, events: Iterable[Event]) -> Best | None:
    """The feat of a whole game by `rules` that was least likely; None where there was none. It takes all events."""
    return least_likely(_feats(rules, events))


def _feats(rules: CupRules, events: Iterable[Event]) -> Iterator[Best]:
    """Bold lies that were caught, by people rather than by the clock (L2), and five of a kind."""
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
    """How everybody who has not left stands: the fewer forfeits the better (E5)."""
    return {seat: stands(player) for seat, player in enumerate(state.players) if not player.left}


def scenes(rules: CupRules, events: Iterable[Event]) -> Iterator[Scene]:
    """Every event, and what it finds."""
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
    """The standing claim, where it is false, which its receiver takes as it is."""
    standing, hand, receiver = scene.state.standing, scene.hand(), scene.state.turn
    if standing is not None and not scene.state.rules.ranking.reaches(hand, standing.claim):
        likely = scene.likely(receiver, standing.claim)
        yield ClaimMoment(scene.state.round, standing.passer, receiver, likely, standing.claim, hand)


def _moment(scene: Scene, lifted: CupLifted, seat: int, other: int) -> ClaimMoment:
    """The showdown as `seat`, one of its two, saw it coming."""
    true = scene.likely(seat, lifted.claim)
    likely = true if seat == lifted.passer else 1 - true
    return ClaimMoment(scene.state.round, seat, other, likely, lifted.claim, lifted.hand)
