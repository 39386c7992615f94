"""Split a finished bidding game into steps, and give each bid and call its probability of being right."""

from msgspec.structs import replace

from engine.bids.actions import Action, Bid, CallExact, Challenge
from engine.bids.events import BidMade, Crooked, ExactCalled, Revealed, Thrown, ThrownAgain
from engine.bids.highlights import BidMoment
from engine.bids.odds import holds, is_exact
from engine.bids.state import Game
from engine.bids.view import view
from engine.core.events import Challenged, Event
from engine.core.replay_steps import Replaying


def likely(game: Game, event: Event) -> float | None:
    """Return the probability that a bid is true or a call is right, as far as its player knew.

    `game` is the game after the event. Return None for other events.
    """
    match event:
        case BidMade(seat=seat):
            return holds(view(game, seat), event)
        case Challenged(seat=seat):
            return 1 - holds(view(game, seat), game.state.bids[-1])
        case ExactCalled(seat=seat):
            return is_exact(view(game, seat))
        case _:
            return None


def made(event: Event) -> Action | None:
    """Return the bid or call that an event records, or None for other events.

    Calls out of turn are left out, because they also depend on how fast the players are.
    """
    match event:
        case BidMade():
            return replace(Bid.of(event), show=event.show)
        case Challenged(in_turn=True):
            return Challenge()
        case ExactCalled(in_turn=True):
            return CallExact()
        case _:
            return None


def says(moment: BidMoment, event: Event) -> bool:
    """Return whether this event is the bid that the moment describes."""
    return isinstance(event, BidMade) and event.seat == moment.seat and Bid.of(event) == Bid.of(moment)


def calls(moment: BidMoment, event: Event) -> bool:
    """Return whether this event is a call by the player of the moment."""
    return isinstance(event, Challenged | ExactCalled) and event.seat == moment.seat


REPLAYING = Replaying(
    ends=frozenset({Thrown, ThrownAgain, BidMade, Challenged, ExactCalled}),
    goes_with=frozenset({Thrown, Crooked}),
    lifted=Revealed,
    seen=lambda game: game.hidden,
    dice=lambda game: game.hidden,
    likely=likely,
    made=made,
    says=says,
    calls=calls,
)
"""The way in which a bidding game is split into steps.

A step is all throws of a round (with those after crooked throws, T2), a bid, the throw after dice were shown (B6), a
call, or the showdown. So a bid is shown with the dice that its bidder had.
"""
