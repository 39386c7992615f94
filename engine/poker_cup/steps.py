"""The steps of a finished game of the cup, with the probability of each claim and call for the player who made it."""

from engine.core.dice import Hand
from engine.core.events import Challenged, Event
from engine.core.steps import Replaying
from engine.poker_cup.actions import Action, Challenge, MakeClaim, PassBlind, Peek, Shake
from engine.poker_cup.cup import with_dice
from engine.poker_cup.events import Claimed, CupLifted, Peeked, RolledUnder, Shook, Slipped
from engine.poker_cup.highlights import ClaimMoment
from engine.poker_cup.odds import reaching
from engine.poker_cup.state import CupGame


def likely(game: CupGame, event: Event) -> float | None:
    """Return the probability that a claim is true or a call is right, for the player who just made it.

    Return None for other events.
    """
    if not isinstance(event, Claimed | Challenged):
        return None
    known = with_dice(game.state.on_table(), game.hidden.seen(event.seat))
    true = reaching(known, game.state.claims[-1].claim, game.state.rules.ranking)
    return true if isinstance(event, Claimed) else 1 - true


def made(event: Event) -> Action | None:
    """Return the claim or the answer to a claim that an event records, or None."""
    match event:
        case Claimed(claim=claim, blind=blind):
            return PassBlind(claim) if blind else MakeClaim(claim)
        case Challenged():
            return Challenge()
        case Peeked():
            return Peek()
        case Shook():
            return Shake()
        case _:
            return None


def says(moment: ClaimMoment, event: Event) -> bool:
    """Return whether this event is the claim of the moment."""
    return isinstance(event, Claimed) and (event.seat, event.claim) == (moment.seat, moment.claim)


def calls(moment: ClaimMoment, event: Event) -> bool:
    """Return whether this event is a challenge by the player of the moment."""
    return isinstance(event, Challenged) and event.seat == moment.seat


def seen(game: CupGame) -> tuple[Hand, ...]:
    """Return, for each seat, the dice now under the cup as the seat last saw them."""
    return tuple(game.hidden.seen(seat) for seat in range(len(game.state.players)))


REPLAYING = Replaying(
    ends=frozenset({RolledUnder, Claimed, Slipped, Challenged}),
    goes_with=frozenset({Slipped}),
    lifted=CupLifted,
    seen=seen,
    dice=lambda game: (game.hidden.dice,),
    likely=likely,
    made=made,
    says=says,
    calls=calls,
)
"""The steps of a game of the cup: a throw under it with what precedes it, a claim (K14: with a slip), a call, a
showdown."""
