"""Define the presses in the poker cup. Dice are named by their faces."""

from typing import Annotated

import msgspec

from bot.presses.base import GameMove, Move, Number, Word
from engine.core.actions import Action
from engine.poker_cup import actions as a
from engine.poker_cup.claims import claim_from_words

Faces = Annotated[str, msgspec.Meta(pattern="^[1-6]{1,5}$")]
"""One to five dice by their faces, such as "225"."""

Marked = Annotated[str, msgspec.Meta(pattern="^[1-6]{0,5}$")]
"""Up to five dice by their faces."""


class CupMove(GameMove, frozen=True):
    """A move with the cup or the dice. Everybody sees the move, but only the player sees the dice under the cup."""


class PeekUnder(CupMove, frozen=True, tag="peek"):
    """Accept the claim by looking under the cup (K4)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.Peek(),)


class OpenBlind(Move, frozen=True, tag="blind"):
    """Show the claims that can be made without looking (K3)."""


class MarkDice(Move, frozen=True, tag="mark"):
    """Mark some of the player's own dice. Nothing is stored.

    Each bit of `marks` belongs to one die of the row. The lowest bit belongs to the first die.
    """

    marks: Number

    def keeps_buttons(self) -> bool:
        """Return False if no die is marked, because "Back" shows other buttons."""
        return self.marks != 0


class BeginClaim(Move, frozen=True, tag="begin"):
    """Choose a part of a claim, such as "pair" or "pair-5", or start again with "none". Nothing is stored."""

    said: Word


class Arranging(CupMove, frozen=True):
    """A move that puts dice on the other side of the cup. `marked` are the marked dice there, which stay marked."""

    omits_empty = True

    dice: Faces
    marked: Marked = ""


class PullOut(Arranging, frozen=True, tag="pull"):
    """Pull dice out from under the cup (K5, K8)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.Show(_dice(self.dice)),)


class PutUnder(Arranging, frozen=True, tag="under"):
    """Put dice from the table under the cup (K5)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.Cover(_dice(self.dice)),)


class RollDice(CupMove, frozen=True, tag="roll"):
    """Roll dice on the table, one after another (K6)."""

    dice: Faces

    def actions(self) -> tuple[Action, ...]:
        return tuple(a.Throw(face) for face in _dice(self.dice))


class ShakeCup(CupMove, frozen=True, tag="shake"):
    """Roll all dice under the cup (K7). If `looks` is set, look at them immediately (K8)."""

    looks: bool

    def actions(self) -> tuple[Action, ...]:
        return (a.Shake(), a.Look()) if self.looks else (a.Shake(),)


class KeepAndShake(CupMove, frozen=True, tag="keepshake"):
    """Pull dice out from under the cup (K5), and then roll the dice that remain under it (K7).

    If `looks` is set, look at them immediately (K8).
    """

    dice: Faces
    looks: bool

    def actions(self) -> tuple[Action, ...]:
        return (a.Show(_dice(self.dice)), a.Shake(), *((a.Look(),) if self.looks else ()))


class LookUnder(CupMove, frozen=True, tag="lookunder"):
    """Look at the rolled dice (K8)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.Look(),)


class MakeClaim(CupMove, frozen=True, tag="claim"):
    """Claim a hand. `said` contains the words of the claim in a record, joined by hyphens, such as "twopair-4-1".

    `blind` is true if the player makes the claim without looking (K3).
    """

    said: Word
    blind: bool

    def actions(self) -> tuple[Action, ...]:
        claim = claim_from_words(self.said.split("-"))
        return (a.PassBlind(claim) if self.blind else a.MakeClaim(claim),)


class BlameThePass(GameMove, frozen=True, tag="protest"):
    """Protest that a die only turned over during the pass of the cup (K15)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.Protest(),)


class GiveUpRound(GameMove, frozen=True, tag="fold"):
    """Give up after the highest claim, so that no die is shown (K18)."""

    def actions(self) -> tuple[Action, ...]:
        return (a.GiveUp(),)


class AskToBlame(Move, frozen=True, tag="askprotest"):
    """Ask whether to blame the pass of the cup, because that costs a second forfeit (K15)."""

    def surely(self) -> BlameThePass:
        """Return the press that blames the pass."""
        return BlameThePass(self.table, self.version)


def _dice(faces: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, faces)))
