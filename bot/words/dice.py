"""Write dice in words and pictures: the words for faces, bids and numbers, and the pictures of dice in texts.

A picture of a die is one character of Unicode's private use area, which the outbox replaces when it sends a text.
Therefore screens are plain text. Nobody can type a picture, because `cleaning.clean` removes such characters. Each
picture has a name, such as "die6". A look is a set of pictures in a folder of its own (`bot/pictures`). Only the first
look has all kinds of pictures, and the other looks have only the dice of a hand. Therefore pictures that show where a
die lies, or that it is wild, are the same for everybody.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Literal, get_args

from bot.words.language import N_, _, before, npgettext, pgettext
from engine.core.dice import FLYING, CalledBid, Hand, is_pure

DIE = ("", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
"""The Unicode character for a die, by its face. The entry for 0 is ""."""


_by_name: ContextVar[bool] = ContextVar("by_name", default=False)


@contextmanager
def faces_by_name(wanted: bool) -> Iterator[None]:
    """Use the nicknames of faces inside the body if `wanted`: "5 horses" for "5 fives"."""
    before = _by_name.set(wanted)
    try:
        yield
    finally:
        _by_name.reset(before)


def faces_have_names() -> bool:
    """Return whether the nicknames of faces are in use (`faces_by_name`)."""
    return _by_name.get()


def face_name(face: int, count: int = 2) -> str:
    """Return the word for `count` dice that show `face` (1-6): "four" for one die, "fours" for several.

    If nicknames are in use (`faces_by_name`), the words are "cow" and "cows".
    """
    if not _by_name.get():
        return _by_number(face, count)
    return nickname(face, count)


def _by_number(face: int, count: int) -> str:
    match face:
        case 1:
            return npgettext("dice", "one", "ones", count)
        case 2:
            return npgettext("dice", "two", "twos", count)
        case 3:
            return npgettext("dice", "three", "threes", count)
        case 4:
            return npgettext("dice", "four", "fours", count)
        case 5:
            return npgettext("dice", "five", "fives", count)
        case _:
            return npgettext("dice", "six", "sixes", count)


def a_die(face: int) -> str:
    """Return the words for one die that shows `face` (1-6), for a list of single dice: "a four"."""
    # Translators: this is one of the other dice of a hand. It only follows “with” or “and”.
    words = (N_("a one"), N_("a two"), N_("a three"), N_("a four"), N_("a five"), N_("a six"))
    return _(words[face - 1])


def nickname(face: int, count: int = 2) -> str:
    """Return the nickname for `count` dice that show `face` (1-6): "cows" for fours."""
    plural, singular, *_others = (*nicknames(face), *nicknames(face))
    return singular if count == 1 else plural


def nicknames(face: int) -> list[str]:
    """Return all nicknames of `face` (1-6). The ones that the bot uses come first."""
    words = pgettext(
        "other names of the faces 1 to 6, between blanks; several of one face with strokes, the best plural first",
        "aces/ace/joker/jokers ducks/duck/deuce/deuces tripods/tripod cows/cow horses/horse ants/ant",
    )
    return words.split()[face - 1].split("/")


def face_and_nickname(face: int) -> str:
    """Return a face (1-6) with its nickname, as a choice in a menu: "fours (cows)"."""
    # Translators: a face and its nickname: “fours (cows)”.
    return _("{faces} ({nickname})").format(faces=_by_number(face, 2), nickname=nickname(face))


def bid_words(bid: CalledBid) -> str:
    """Return a bid in words: "4 fours", "1 four", "4 fours pure"."""
    return as_called(dice_words(bid.quantity, bid.face), bid)


# Translators: a bid for which nothing is wild: “4 fours pure”.
PURE_BID = N_("{bid} pure")
# Translators: a bid that follows a pure one, and for which dice are wild again: “8 fours flying”.
FLYING_BID = N_("{bid} flying")


def as_called(words: str, bid: CalledBid) -> str:
    """Return the `words` of a bid with the word that says whether dice are wild for it (B4)."""
    if is_pure(bid):
        return _(PURE_BID).format(bid=words)
    return _(FLYING_BID).format(bid=words) if bid.called is FLYING else words


PURE_SIGN, FLYING_SIGN = "💎", "🕊️"
"""The signs for pure and flying bids, where there is no room for the words."""


def sign(bid: CalledBid) -> tuple[str, ...]:
    """Return the sign that says whether dice are wild for a bid (B4), or () for a usual bid."""
    if is_pure(bid):
        return (PURE_SIGN,)
    return (FLYING_SIGN,) if bid.called is FLYING else ()


def dice_words(quantity: int, face: int) -> str:
    """Return a bid, or a count of dice: "4 fours", "1 four", "no fours"."""
    named = face_name(face, quantity)
    if not quantity:
        # Translators: no die shows this face: “no fours”.
        return before(named, _("no {face}")).format(face=named)
    # Translators: a bid or a count of dice: “4 fours”. It replaces {bid} and {found} in all other sentences.
    return _("{quantity} {face}").format(quantity=quantity, face=named)


def typed_bid(quantity: int = 5) -> str:
    """Return an example of a typed bid, with the names of faces that this table uses: "5 fives", "5 horses"."""
    return dice_words(quantity, 5)


def bid_with_its_die(bid: CalledBid) -> str:
    """Return a bid in words: "4 fours".

    With nicknames, the die follows ("4 cows ⚃"), because the word "cows" does not say the number on the dice.
    """
    said = bid_words(bid)
    return f"{said} {die(bid.face)}" if _by_name.get() else said


FIRST = 0xE000

BLOCK = 16
"""The number of characters reserved for each kind of picture. The face is added to the kind's first character."""

KINDS = ("die", "counting", "wild", "red", "covered", "under", "table", "marked")
"""The kinds of pictures in the order of their characters.

Stored messages contain the characters, so append new kinds.
"""

Look = Literal["ivory", "brass", "ebony", "coral"]

LOOKS: tuple[Look, ...] = get_args(Look)
"""The looks in the order of their characters. Append new looks. Everybody has the first look."""

OF_A_HAND = ("die", "counting")
"""The kinds of pictures that every look has."""

SIGNS = BLOCK * 16
"""The number of characters reserved for each look."""

MARK = re.compile(f"[{chr(FIRST)}-{chr(FIRST + SIGNS * 16 - 1)}]")
"""Matches any character that is a picture or is reserved for one."""

_AS_TEXT = {
    "die": "{die}",
    "counting": "[{die}]",
    "wild": "[{die}★]",
    "red": "🟥{die}",
    "covered": "🟫",
    "under": "🟦{die}",
    "table": "⬜{die}",
    "marked": "🟩{die}",
}
"""The text for each kind of picture, for places that cannot show pictures."""


def die(face: int, look: str = "") -> str:
    """Return the picture of a die that shows `face` (1-6), or "" for 0. An unknown `look` means the first look."""
    return _mark("die", face, look)


def counting(face: int, look: str = "") -> str:
    """Return the picture of a die that counts towards a bid because it shows the bid's face (1-6), or "" for 0."""
    return _mark("counting", face, look)


def wild(face: int) -> str:
    """Return the picture of a die that counts towards a bid because its face (1-6) is wild, or "" for 0."""
    return _mark("wild", face)


def red(face: int) -> str:
    """Return the picture of the red die, whose face (1-6) is wild, or "" for 0."""
    return _mark("red", face)


def covered() -> str:
    """Return the picture of a die under a cup."""
    return chr(FIRST + KINDS.index("covered") * BLOCK)


def under(face: int) -> str:
    """Return the picture of a die (1-6) under the poker cup, for the player who has seen it, or "" for 0."""
    return _mark("under", face)


def on_table(face: int) -> str:
    """Return the picture of a die (1-6) beside the poker cup, which everybody sees, or "" for 0."""
    return _mark("table", face)


def marked(face: int) -> str:
    """Return the picture of a die (1-6) that is marked for the next action, or "" for 0."""
    return _mark("marked", face)


def name_of(mark: str) -> str:
    """Return the name of a picture, such as "die6" or "covered", or "" for a character that is not a picture."""
    kind, face = _read(mark)
    return f"{kind}{face or ''}" if kind else ""


def look_of(mark: str) -> Look:
    """Return the look of a picture. `mark` is the character of the picture in a text."""
    return LOOKS[(ord(mark) - FIRST) // SIGNS]


def in_text(words: str) -> str:
    """Return `words` with Unicode characters, which every device has, in place of the pictures."""
    if words.isascii():
        return words
    return MARK.sub(lambda found: _written(found[0]), words)


def _mark(kind: str, face: int, look: str = "") -> str:
    assert 0 <= face <= 6, f"no face: {face}"
    first = FIRST + SIGNS * (LOOKS.index(look) if look in LOOKS else 0)
    return chr(first + KINDS.index(kind) * BLOCK + face) if face else ""


MARKS = (
    *(chr(FIRST + KINDS.index(kind) * BLOCK + face) for kind in KINDS if kind != "covered" for face in range(1, 7)),
    covered(),
    *(draw(face, look) for look in LOOKS[1:] for draw in (die, counting) for face in range(1, 7)),
)
"""All characters that are pictures."""


@cache
def _read(mark: str) -> tuple[str, int]:
    """Return the kind and the face of a picture, or "" and 0 for a character that is not a picture."""
    look, sign = divmod(ord(mark) - FIRST, SIGNS)
    kind, face = divmod(sign, BLOCK)
    if not 0 <= look < len(LOOKS) or kind >= len(KINDS) or face > 6 or (face == 0) != (KINDS[kind] == "covered"):
        return "", 0
    return (KINDS[kind], face) if not look or KINDS[kind] in OF_A_HAND else ("", 0)


@cache
def _written(mark: str) -> str:
    kind, face = _read(mark)
    return _AS_TEXT[kind].format(die=DIE[face]) if kind else ""


def look_names() -> dict[Look, str]:
    """Return the name of each look of the dice in the current language."""
    return {
        "ivory": pgettext("dice", "ivory"),
        "brass": pgettext("dice", "brass"),
        "ebony": pgettext("dice", "ebony"),
        "coral": pgettext("dice", "coral"),
    }


_JOINT = "\u2060"
"""The word joiner. Without it a line could break between a picture and the sign after it."""


def dice_pictures(hand: Hand, look: str = "") -> str:
    """Return the pictures of these dice in ascending order, in this look."""
    return " ".join(die(face, look) for face in sorted(hand))


def dice_in_a_row(faces: Hand) -> str:
    """Return the pictures of dice in this order, without spaces. A line cannot break between them."""
    return _JOINT.join(map(die, faces))


def digits(hand: Hand) -> str:
    """Return these dice in ascending order as digits: "1 2 2 5 6"."""
    return " ".join(str(face) for face in sorted(hand))


def digits_side_by_side(hand: Hand) -> str:
    """Return these dice in ascending order as digits without spaces: "12256"."""
    return "".join(str(face) for face in sorted(hand))


def covered_dice(many: int) -> str:
    """Return the pictures of `many` dice under a cup."""
    return " ".join([covered()] * many)


def counted_dice(hand: Hand, counts: Sequence[int], look: str = "") -> str:
    """Return the pictures of these dice in ascending order, with special pictures for dice that count.

    The first of `counts` is the bid's face, and the other faces in it are wild. If none of the dice counts, it is
    empty. Return "no dice" for an empty hand.
    """
    if not hand:
        return _("no dice")
    return " ".join(_picture(each, counts, look) for each in sorted(hand))


def _picture(shows: int, counts: Sequence[int], look: str) -> str:
    if shows not in counts:
        return die(shows, look)
    return counting(shows, look) if shows == counts[0] else wild(shows)


def times(bid: CalledBid) -> str:
    """Return a bid in symbols, such as "⚅×5", or "⚅×5💎" if it is pure. A line cannot break inside it."""
    return _JOINT.join((die(bid.face), f"×{bid.quantity}", *sign(bid)))


def whole(words: str) -> str:
    """Return words in which a line cannot break."""
    return words.replace(" ", "\u00a0")
