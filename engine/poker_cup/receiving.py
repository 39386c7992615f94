"""The possible answers of a player who receives the cup with a claim. Some of these answers accept the claim."""

from collections.abc import Mapping

from engine.core.events import Event
from engine.poker_cup.actions import Action, Peek, Shake
from engine.poker_cup.events import Claimed, GaveUp, Peeked, Shook
from engine.poker_cup.rules import Accepts
from engine.poker_cup.state import State, Step

ACCEPTING: Mapping[Accepts, Action] = {Accepts.PEEK: Peek(), Accepts.SHAKE: Shake()}
"""The action that accepts a claim, by the policy in `CupRules.accepts`."""

UNCHALLENGED = (Peeked, Shook, Claimed, GaveUp)
"""The events with which a receiver lets a claim pass: by accepting it with a peek (K4), a shake (K17) or a blind pass
(K3), or by giving up on it (K18)."""


def answers(state: State) -> tuple[str, ...]:
    """Return the words of the moves that the receiver of a claim may make.

    K2: the receiver challenges the claim, accepts it, or passes on blind. K17: where the dice are thrown again to
    accept a claim, nobody looks at them before. After the highest claim only a challenge is possible (K13), or giving
    up if the rules have it (K18).
    """
    if state.at_top():
        return ("liar", "fold") if state.rules.give_up else ("liar",)
    return ("liar", state.rules.accepts.value, "blind")


def lets_claim_pass(state: State, event: Event) -> bool:
    """Return whether the receiver does not challenge the current claim, but answers it with this event.

    `state` is the state before the event.
    """
    return state.step is Step.RECEIVED and state.standing is not None and isinstance(event, UNCHALLENGED)
