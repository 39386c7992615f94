"""The players' actions in the cup game, apart from those that all families share.

An action names dice by their faces.
"""

from engine.core.actions import Absent, Action, Challenge, Deal, Gift, How, Leave, Quit, Settle, Stop, TimeUp
from engine.core.dice import Hand
from engine.poker_cup.ranking import Claim

__all__ = [
    "Absent",
    "Action",
    "Challenge",
    "Cover",
    "Deal",
    "Gift",
    "GiveUp",
    "How",
    "Leave",
    "Look",
    "MakeClaim",
    "PassBlind",
    "Peek",
    "Protest",
    "Quit",
    "Settle",
    "Shake",
    "Show",
    "Stop",
    "Throw",
    "TimeUp",
]


class Peek(Action, frozen=True, tag="peek"):
    """Accept the claim by looking under the cup (K4)."""


class PassBlind(Action, frozen=True, tag="blind"):
    """Make a higher claim without looking or rolling (K3)."""

    claim: Claim


class Show(Action, frozen=True, tag="show"):
    """Pull dice out of the cup for all to see (K5, K8)."""

    dice: Hand


class Cover(Action, frozen=True, tag="cover"):
    """Put dice from the table under the cup (K5)."""

    dice: Hand


class Throw(Action, frozen=True, tag="throw"):
    """Roll one table die that shows `face` (K6)."""

    face: int


class Shake(Action, frozen=True, tag="shake"):
    """Roll all dice under the cup (K7)."""


class Look(Action, frozen=True, tag="look"):
    """Look under the cup (K8)."""


class MakeClaim(Action, frozen=True, tag="claim"):
    """Make a claim and pass the cup to the next player (K9)."""

    claim: Claim


class GiveUp(Action, frozen=True, tag="fold"):
    """Give up after the highest claim, so that no die is shown (K18)."""


class Protest(Action, frozen=True, tag="protest"):
    """Make an excuse, which costs the player a second forfeit (K15)."""
