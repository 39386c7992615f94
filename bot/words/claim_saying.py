"""A claim as it is said."""

from bot.words.faces import face_name
from bot.words.language import _
from engine.core.dice import Hand
from engine.single_cup.hands import Claim, Kind


def claim_spoken(claim: Claim) -> str:
    """A well-formed claim as it stands in a sentence: "a pair of twos with a five"."""
    hand = _hand_spoken(claim.kind, claim.faces)
    if not claim.others:
        return hand
    sentence = _("{hand}, with {dice}") if claim.kind is Kind.TWO_PAIRS else _("{hand} with {dice}")
    return sentence.format(hand=hand, dice=_dice_spoken(claim.others))


def _hand_spoken(kind: Kind, faces: Hand) -> str:
    words = {
        Kind.HIGH: _("{single} high"),
        Kind.PAIR: _("a pair of {first}"),
        Kind.TWO_PAIRS: _("two pairs, {first} and {second}"),
        Kind.TRIPS: _("three {first}"),
        Kind.STRAIGHT: _("straight to {single}"),
        Kind.FULL: _("full house, {first} over {second}"),
        Kind.QUADS: _("four {first}"),
        Kind.QUINTS: _("five {first}"),
    }
    return words[kind].format(single=face_name(faces[0], 1), first=face_name(faces[0]), second=face_name(faces[-1]))


def _dice_spoken(dice: Hand) -> str:
    """Single dice in a row: "a six, a four and a two"."""
    single = [_("a {face}").format(face=face_name(die, 1)) for die in dice]
    if len(single) == 1:
        return single[0]
    return _("{dice} and {last}").format(dice=", ".join(single[:-1]), last=single[-1])
