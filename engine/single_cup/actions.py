"""What players may do in the game of the cup, beside what both families share. Dice are named by value."""

from engine.actions import Absent, Action, Challenge, Deal, Gift, How, Leave, Quit, Settle, TimeUp
from engine.dice import Hand
from engine.single_cup.hands import Claim

__all__ = [
    "Absent", "Action", "AnyAction", "Challenge", "Cover", "Deal", "Gift", "How", "Leave", "Look", "MakeClaim",
    "PassBlind", "Peek", "Protest", "Quit", "Settle", "Shake", "Show", "Throw", "TimeUp",
]  # fmt: skip


class Peek(Action, frozen=True, tag="peek"):
    """K4: accept by looking under the cup."""


class PassBlind(Action, frozen=True, tag="blind"):
    """K3: a higher claim without looking or rolling."""

    claim: Claim


class Show(Action, frozen=True, tag="show"):
    """K5, K8: pull dice out for all to see."""

    dice: Hand


class Cover(Action, frozen=True, tag="cover"):
    """K5: put table dice under the cup."""

    dice: Hand


class Throw(Action, frozen=True, tag="throw"):
    """K6: roll one table die that shows `face`."""

    face: int


class Shake(Action, frozen=True, tag="shake"):
    """K7: roll all dice under the cup."""


class Look(Action, frozen=True, tag="look"):
    """K8: look under the cup."""


class MakeClaim(Action, frozen=True, tag="claim"):
    """K9: a claim, and the cup goes to the next player."""

    claim: Claim


class Protest(Action, frozen=True, tag="protest"):
    """K15: an excuse, which costs a second forfeit."""


AnyAction = (
    Deal | TimeUp | Challenge | Peek | PassBlind | Show | Cover | Throw | Shake | Look | MakeClaim | Protest | Settle
    | Gift | Leave | Quit | Absent
)  # fmt: skip
