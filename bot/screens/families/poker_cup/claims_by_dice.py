"""Read claims that name a hand by its dice, one after another: "full house, three 3s, two 2s"."""

import re
from collections import Counter
from collections.abc import Iterator

from bot.screens.families.poker_cup.claim_words import JOIN, Key, key, vocabulary
from bot.words.language import spoken_language
from bot.words.reading import bid_readings
from bot.words.vocabulary import AROUND, edge, longest_first, words_of_bids
from engine.core.dice import FACES
from engine.poker_cup.ranking import EVERY, Claim, Kind


def by_dice(key: Key) -> Claim | None:
    """Return the hand whose dice are named one after another, in any order: "full house, three 3s, two 2s"."""
    has_plurals, counts = vocabulary(spoken_language()).has_plurals, Counter[int]()
    each: Iterator[int] = iter(())
    words = list(key)
    while words:
        word, following = words.pop(0), words[0] if words else ""
        if word == JOIN:
            continue
        if (word, following[:4]) == ("2", Kind.PAIR.value):
            each, _pairs = iter((2, 2)), words.pop(0)
        elif word in _NAMED:
            if next(each, None) is not None:
                return None  # an earlier kind still lacks a face: "pair 6 pair 2s"
            each = iter(_NAMED[word])
        elif word.isdigit() and (_is_plural(following) or (word == "1" and following.isdigit())):
            counts[int(words.pop(0).rstrip("s"))] += int(word)
            next(each, None)
        elif _is_plural(word):
            counts[int(word[:-1])] += next(each, 0) or EVERY.dice + 1
        elif word.isdigit():
            counts[int(word)] += 1 if has_plurals else next(each, 1)
        else:
            return None
    return _made_of(counts) if next(each, None) is None else None


_NAMED: dict[str, tuple[int, ...]] = {
    "pair": (2,),
    "trips": (3,),
    "set": (3,),
    "quads": (4,),
    "quints": (5,),
    "full": (3, 2),
}
"""For each name of a hand, the number of its dice of each face, in the order in which the faces are named."""


def _is_plural(word: str) -> bool:
    return word.endswith("s") and word[:-1].isdigit()


def _made_of(counts: Counter[int]) -> Claim | None:
    """Return the hand with these counts of faces, or None if they do not make a hand that can be named by its dice."""
    ranked = sorted(counts, key=lambda face: (-counts[face], -face))
    shape = tuple(counts[face] for face in ranked)
    kinds = {(5,): Kind.QUINTS, (3, 2): Kind.FULL, (4,): Kind.QUADS, (3,): Kind.TRIPS, (2, 2): Kind.TWO_PAIRS}
    own = 2 if shape[:2] in ((3, 2), (2, 2)) else 1
    kind = kinds.get(shape[:own], Kind.PAIR if shape[:1] == (2,) else None)
    is_right = kind is not None and sum(shape) <= EVERY.dice and set(shape[own:]) <= {1} and {*ranked} <= {*FACES}
    return Claim(kind, tuple(ranked[:own]), tuple(ranked[own:])) if kind is not None and is_right else None


def by_bids(whole: str) -> tuple[Claim, ...]:
    """Return the hand that is named as in a bid, as in "6が3個、2が2個", or ().

    Numbers alone name no hand. The names of kinds may be only in a full house: "three 3s and a pair of 2s".
    """
    counts = Counter[int]()
    also = (f"{edge(word)}{word}{edge(word)}" for word in longest_first(words_of_bids("also")))
    between = "|".join([*also, "[,;、]"])
    for part in re.split(between, whole):
        found = bid_readings(part.strip(AROUND))
        if len(found) != 1 or found[0][1] is None:
            return ()
        counts[found[0][1]] += found[0][0] or 0
    claim = _made_of(counts)
    is_clear = not whole.replace(" ", "").isdigit() and _NAMED.keys().isdisjoint(key(whole))
    return (claim,) if claim is not None and (is_clear or claim.kind is Kind.FULL) else ()
