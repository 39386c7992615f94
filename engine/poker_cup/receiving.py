"""The possible answers of a player who receives the cup with a claim. Some of these answers accept the claim."""

from collections.abc import Mapping

from engine.core.events import Event
from engine.poker_cup.actions import Action, Peek
from engine.poker_cup.events import Claimed, Peeked, Shook
from engine.poker_cup.state import State, Step

ACCEPTING: Mapping[str, Action] = {"peek": Peek()}
"""The action that accepts a claim, by the word in `CupRules.accepts`."""

TAKING = (Peeked, Shook, Claimed)
"""The events with which a receiver accepts a claim: a peek (K4), a shake, or a blind pass (K3)."""


def answers(state: State) -> tuple[str, ...]:
    """Return the words of the moves that the receiver of a claim may make.

    K2: the receiver challenges the claim, accepts it, or passes on blind. After the highest claim only a challenge is
    possible (K13).
    """
    return ("liar",) if state.at_top() else ("liar", state.rules.accepts, "blind")


def takes_claim(state: State, event: Event) -> bool:
    """Return whether the receiver accepts the current claim with this event. `state` is the state before it."""
    return state.step is Step.RECEIVED and state.standing is not None and isinstance(event, TAKING)
