"""The receiver's possible answers to a claim, by the table's rules, and which of them accept it."""

from collections.abc import Mapping

from engine.core.events import Event
from engine.poker_cup.actions import Action, Peek
from engine.poker_cup.events import Claimed, Peeked, Shook
from engine.poker_cup.state import State, Step

ACCEPTING: Mapping[str, Action] = {"peek": Peek()}
"""How a claim may be accepted: the word of `CupRules.accepts`, as in records, and the action."""

TAKING = (Peeked, Shook, Claimed)
"""The first act of receivers who do not challenge: they peek (K4), throw again, or pass on blind (K3)."""


def answers(state: State) -> tuple[str, ...]:
    """K2: return the words of the receiver's moves; after the highest claim only a challenge (K13)."""
    return ("liar",) if state.at_top() else ("liar", state.rules.accepts, "blind")


def takes_claim(state: State, event: Event) -> bool:
    """Return whether the receiver accepts the current claim by `event`; `state` is the one before it."""
    return state.step is Step.RECEIVED and state.standing is not None and isinstance(event, TAKING)
