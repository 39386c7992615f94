"""Split a finished cup game into steps, and give each claim and challenge its probability of being right."""

from engine.core.dice import Hand
from engine.core.events import Challenged, Event
from engine.core.replay_steps import Replaying
from engine.poker_cup.actions import Action, Challenge, GiveUp, MakeClaim, PassBlind, Peek, Shake
from engine.poker_cup.cup import with_dice
from engine.poker_cup.events import Claimed, CupLifted, GaveUp, Peeked, RolledUnder, Shook, Slipped
from engine.poker_cup.highlights import ClaimMoment
from engine.poker_cup.odds import reaching
from engine.poker_cup.state import CupGame


def likely(game: CupGame, event: Event) -> float | None:
    """Return the probability that a claim is true or a challenge is right, as far as its player knew.

    `game` is the game after the event. Return None for other events.
    """
    if not isinstance(event, Claimed | Challenged):
        return None
    known = with_dice(game.state.on_table(), game.hidden.seen(event.seat))
    true = reaching(known, game.state.claims[-1].claim, game.state.rules.ranking)
    return true if isinstance(event, Claimed) else 1 - true


def made(event: Event) -> Action | None:
    """Return the claim, or the answer to a claim, that an event records. Return None for other events."""
    match event:
        case Claimed(claim=claim, blind=blind):
            return PassBlind(claim) if blind else MakeClaim(claim)
        case Challenged():
            return Challenge()
        case Peeked():
            return Peek()
        case Shook():
            return Shake()
        case GaveUp():
            return GiveUp()
        case _:
            return None


def says(moment: ClaimMoment, event: Event) -> bool:
    """Return whether this event is the claim that the moment describes."""
    return isinstance(event, Claimed) and (event.seat, event.claim) == (moment.seat, moment.claim)


def calls(moment: ClaimMoment, event: Event) -> bool:
    """Return whether this event is a challenge by the player of the moment."""
    return isinstance(event, Challenged) and event.seat == moment.seat


def seen(game: CupGame) -> tuple[Hand, ...]:
    """Return the dice now under the cup as each seat last saw them, by seat."""
    return tuple(game.hidden.seen(seat) for seat in range(len(game.state.players)))


REPLAYING = Replaying(
    ends=frozenset({RolledUnder, Claimed, Slipped, Challenged}),
    goes_with=frozenset({Slipped}),
    lifted=CupLifted,
    unlifted=(GaveUp,),
    seen=seen,
    dice=lambda game: (game.hidden.dice,),
    likely=likely,
    made=made,
    says=says,
    calls=calls,
)
"""The way in which a cup game is split into steps.

A step is a throw under the cup with the moves before it, a claim (with a slip, K14), a call, or a showdown.
"""
