"""What the receiver of the cup may answer to its claim, by the table's rules, and by which answers they take it."""

from collections.abc import Mapping

from engine.core.events import Event
from engine.poker_cup.actions import Action, Peek
from engine.poker_cup.events import Claimed, Peeked, Shook
from engine.poker_cup.state import State, Step

ACCEPTING: Mapping[str, Action] = {"peek": Peek()}
"""How a claim may be accepted: the word of `CupRules.accepts`, which is that of records, and the action."""

TAKING = (Peeked, Shook, Claimed)
"""The first thing that receivers do who do not challenge: they peek (K4), throw again, or pass on blind (K3)."""


def answers(state: State) -> tuple[str, ...]:
    """K2: the words of what the receiver may do; after the highest claim a challenge alone (K13)."""
    return ("liar",) if state.at_top() else ("liar", state.rules.accepts, "blind")


def takes_claim(state: State, event: Event) -> bool:
    """Whether by `event`, which this state finds, the receiver takes the standing claim as it is."""
    return state.step is Step.RECEIVED and state.standing is not None and isinstance(event, TAKING)
