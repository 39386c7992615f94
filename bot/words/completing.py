"""Find the bids that a person may be typing: the bids with a spelling that begins with the text so far."""

import re
from functools import lru_cache
from gettext import NullTranslations

from bot.words import vocabulary
from bot.words.faces_and_numbers import faces_by_name, read_quantity
from bot.words.language import spoken_language
from bot.words.reading import COUNTED, bid_readings, counts, names_wild, own_ways, words_of_a_bid
from bot.words.vocabulary import without_wishes
from engine.core.dice import FACES, AnyBid

_TIMES = re.compile(r"(?<=\d)\s*[x*]\s*(?![^\W\d_])")
"""Matches the sign between a quantity and a face in digits, with the blanks around it."""

_GLUED = re.compile(r"\}[a-z]|[a-z]\{")
"""Matches a letter directly beside a quantity or a face in a pattern, as in "{n}d{face}"."""


def may_become(text: str, bid: AnyBid, wild: int = 0) -> bool:
    """Return whether a text that a person is still typing may become this bid.

    `wild` is the round's wild number, or 0. If the text is a complete bid already, it can become only that bid.
    Otherwise the bid needs a spelling that begins with the text. Plain spellings have priority: German "drei D" may
    become "drei Dreien", but not "drei der Vieren". If no bid has such a spelling, small words are removed from the
    text first.
    """
    if vocabulary.has_sign(text):
        return False
    if found := bid_readings(text):
        by_name = names_wild(text) and bid.face == wild
        return any(many == bid.quantity and (by_name or (face or wild) == bid.face) for many, face in found)
    begun, is_plain = _begun(spoken_language(), text)
    ways = spellings(spoken_language(), bid.quantity, bid.face, is_plain)
    return not begun or any(spelling.startswith(begun) for spelling in ways)


@lru_cache(maxsize=256)
def _begun(language: NullTranslations, text: str) -> tuple[str, bool]:
    """Return the typed text as the beginning of a spelling, and whether it begins a plain spelling.

    If no spelling of a bid begins with the text, its small words are removed.
    """
    whole = _TIMES.sub("x", without_wishes(text))
    for is_plain in (True, False):
        if _begins_a_bid(language, whole, is_plain):
            return whole, is_plain
    return " ".join(words_of_a_bid(without_wishes(text))).replace(COUNTED, ""), False


def _begins_a_bid(language: NullTranslations, begun: str, is_plain: bool) -> bool:
    """Return whether any bid has a spelling that begins with `begun`.

    Only quantities that `begun` may name are tried.
    """
    digits = re.match(r"\d+", begun)
    numbers = [read_quantity(digits[0]) or 0] if digits else counts(language).values()
    return any(
        spelling.startswith(begun)
        for many in {*numbers, 1}
        for face in FACES
        for spelling in spellings(language, many, face, is_plain)
    )


@lru_cache(maxsize=4096)
def spellings(language: NullTranslations, quantity: int, face: int, is_plain: bool = False) -> frozenset[str]:
    """Return every spelling of a bid, by each pattern, and with the quantity and the face in either order.

    If `is_plain`, only the catalogue's patterns are used. They have as few words as possible.
    """
    counted = [str(quantity), *(name for name, meant in counts(language).items() if meant == quantity)]
    named = [name for name, meant in faces_by_name(language).items() if meant == face]
    wordy = () if is_plain else (*vocabulary.ways(), *vocabulary.unclear_ways())
    ways = dict.fromkeys((*own_ways(), *wordy, "{n} {face}"))
    said = {
        way.replace("{n}", many).replace("{face}", which)
        for way in ways
        for many in counted
        for which in named
        if not _GLUED.search(way) or (many + which).isdigit()
    }
    # Of two numbers, the first is the quantity, unless the face comes first as in "6s, five".
    hands = vocabulary.hand_words()
    words = [name for name in named if not name[0].isdigit()]
    first = [f"{face}s", *(name for name in words if read_quantity(name) is None and name not in hands)]
    return frozenset(said | {f"{which} {many}" for which in first for many in counted})
