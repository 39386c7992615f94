"""What is played for a player whose turn ran out of time (L2)."""

from engine.bids import raising
from engine.bids.actions import Action, Bid, Challenge, How, Settle, Vote
from engine.bids.state import Game
from engine.core.dice import FACES
from engine.core.state import BETWEEN, POLL


def played_for(game: Game, seat: int) -> Action:
    """The act that rule L2 plays for `seat`, who is awaited."""
    state = game.state
    if state.phase is POLL:
        return Vote(believes=False)
    if state.phase is BETWEEN:
        return Settle(seat, How.TAB)
    if state.standing is not None:
        return Challenge()
    return _opening_bid(game, seat)


def _opening_bid(game: Game, seat: int) -> Bid:
    """One of the most frequent face in the player's own stash, the lowest such; aces only where they may open."""
    state = game.state
    least = raising.ANY if state.palifico else raising.opening(state.round_rules.raising)
    hand = game.hidden[seat]
    held = [face for face in FACES if least[face] and face in hand]
    return Bid(1, max(held, key=lambda face: (hand.count(face), -face))) if held else Bid(1, 2)


def in_words(act: Action) -> str:
    """An act of `played_for` as RECORD.md writes it."""
    match act:
        case Bid(quantity=quantity, face=face):
            return f"bid {quantity}x{face}"
        case Vote():
            return "believe" if act.believes else "doubt"
        case Settle():
            return f"settle {act.how}"
        case _:
            return "liar"
