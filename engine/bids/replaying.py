"""A game of bids told again: step by step, with what each bid and call looked like to whoever made it."""

from engine.bids.actions import Action, Bid, CallExact, Challenge
from engine.bids.events import BidMade, Crooked, ExactCalled, Revealed, Thrown
from engine.bids.odds import holds, is_exact
from engine.bids.state import Game
from engine.bids.story import BidMoment
from engine.bids.view import view
from engine.core.events import Challenged, Event
from engine.core.replaying import Replaying


def likely(game: Game, event: Event) -> float | None:
    """How likely a bid holds, or a call is right, to whoever has just made it; None for anything else."""
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
    """The bid or call that an event was; a call out of turn is a matter of moments, and none."""
    match event:
        case BidMade():
            return Bid.of(event)
        case Challenged(in_turn=True):
            return Challenge()
        case ExactCalled(in_turn=True):
            return CallExact()
        case _:
            return None


def says(moment: BidMoment, event: Event) -> bool:
    """Whether this is the bid that a moment is about."""
    return isinstance(event, BidMade) and event.seat == moment.seat and Bid.of(event) == Bid.of(moment)


def calls(moment: BidMoment, event: Event) -> bool:
    """Whether this is the call that a moment is about."""
    return isinstance(event, Challenged | ExactCalled) and event.seat == moment.seat


REPLAYING = Replaying(
    ends=frozenset({Thrown, BidMade, Challenged, ExactCalled}),
    goes_with=frozenset({Thrown, Crooked}),
    lifted=Revealed,
    seen=lambda game: game.hidden,
    dice=lambda game: game.hidden,
    likely=likely,
    made=made,
    says=says,
    calls=calls,
)
"""The steps of a game of bids: everybody throws (T2: until nothing lies crooked), a bid, a call, the showdown."""
