"""What is pressed in the game of the cup. Dice are named by what they show; marks and half a claim stand in the ids."""

from typing import Annotated

import msgspec

from bot.presses.base import Move, Number, Word

Faces = Annotated[str, msgspec.Meta(pattern="^[1-6]{1,5}$")]
"""One to five dice by their faces: "225"."""


class PeekUnder(Move, frozen=True, tag="peek"):
    """Accept the claim, and look under the cup (K4)."""


class OpenBlind(Move, frozen=True, tag="blind"):
    """Ask what to claim without looking (K3)."""


class MarkDice(Move, frozen=True, tag="mark"):
    """Mark dice in one's own whisper: a bit for each place of the row, the first the lowest. Nothing is written."""

    marks: Number


class BeginClaim(Move, frozen=True, tag="begin"):
    """So much of a claim is chosen: "pair", "pair-5"; "none" begins anew. Nothing is written."""

    said: Word


class PullOut(Move, frozen=True, tag="pull"):
    """Pull dice out from under the cup (K5, K8)."""

    dice: Faces


class PutUnder(Move, frozen=True, tag="under"):
    """Put table dice under the cup (K5)."""

    dice: Faces


class RollDice(Move, frozen=True, tag="roll"):
    """Roll table dice, one after the other (K6)."""

    dice: Faces


class ShakeCup(Move, frozen=True, tag="shake"):
    """Roll all that is under the cup (K7), and perhaps look at once (K8)."""

    looks: bool


class LookUnder(Move, frozen=True, tag="lookunder"):
    """Look at what was rolled (K8)."""


class MakeClaim(Move, frozen=True, tag="claim"):
    """Claim a hand, by the words of a record with dashes between: "twopair-4-1"; `blind` is K3."""

    said: Word
    blind: bool


class BlameThePass(Move, frozen=True, tag="protest"):
    """It was the pass that messed the dice up (K15)."""
