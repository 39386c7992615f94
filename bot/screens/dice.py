"""Dice in text."""

from bot.words.dice import counting, covered, die, wild
from bot.words.language import _
from engine.core.dice import Hand

_JOINT = "\u2060"
"""The word joiner: where pictures are drawn, a line would else break before each of them."""


def pictures(hand: Hand, look: str = "") -> str:
    """Dice from the lowest up, as pictures of a look."""
    return " ".join(die(face, look) for face in sorted(hand))


def digits(hand: Hand) -> str:
    """Dice from the lowest up, as digits."""
    return " ".join(str(face) for face in sorted(hand))


def digits_side_by_side(hand: Hand) -> str:
    """Dice from the lowest up, as digits without blanks: "12256"."""
    return "".join(str(face) for face in sorted(hand))


def covered_dice(many: int) -> str:
    """So many dice under a cup."""
    return " ".join([covered()] * many)


def marked(hand: Hand, face: int, joker: int, look: str = "") -> str:
    """Dice from the lowest up, with pictures of their own for those that show `face` and those that are wild.

    `joker` is the face that is wild, 0 for none.
    """
    if not hand:
        return _("no dice")
    return " ".join(_picture(each, face, joker, look) for each in sorted(hand))


def _picture(shows: int, face: int, joker: int, look: str) -> str:
    if shows == face:
        return counting(shows, look)
    return wild(shows) if shows == joker else die(shows, look)


def times(many: int, face: int) -> str:
    """So many dice of a face, which no line break parts: "5×⚅"."""
    return f"{many}×{_JOINT}{die(face)}"


def whole(words: str) -> str:
    """Words that no line break parts."""
    return words.replace(" ", "\u00a0")
