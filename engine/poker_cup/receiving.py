"""The receiver's possible answers to a claim by the table's rules, and which of them accept the claim."""

from collections.abc import Mapping

from engine.core.events import Event
from engine.poker_cup.actions import Action, Peek
from engine.poker_cup.events import Claimed, Peeked, Shook
from engine.poker_cup.state import State, Step

ACCEPTING: Mapping[str, Action] = {"peek": Peek()}
"""The action by which a claim is accepted, by the word in `CupRules.accepts`, which records use too."""

TAKING = (Peeked, Shook, Claimed)
"""The events by which receivers accept: they peek (K4), throw again, or pass on blind (K3)."""


def answers(state: State) -> tuple[str, ...]:
    """K2: return the words of the receiver's moves. After the highest claim only a challenge is left (K13)."""
    return ("liar",) if state.at_top() else ("liar", state.rules.accepts, "blind")


def takes_claim(state: State, event: Event) -> bool:
    """Return whether the receiver accepts the current claim by `event`. `state` is the state before the event."""
    return state.step is Step.RECEIVED and state.standing is not None and isinstance(event, TAKING)
