"""Read the dice that a typed bid shows (B6): "five sixes show 5 5", "4x3 showing a three"."""

import re
from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations

from bot.words import vocabulary
from bot.words.called import without_word
from bot.words.dice import DIE
from bot.words.faces_and_numbers import read_face
from bot.words.language import N_, _, spoken_language
from bot.words.reading import bid_readings
from bot.words.vocabulary import AROUND, edge, longest_first, plain
from engine.core.dice import Hand

# Translators: a bid, and the dice that its bidder shows to everybody with it: “5 fives, showing 5 5”.
WITH_SHOW = N_("{bid}, showing {dice}")

MOST_SHOWN = 10
"""The most dice that a typed bid may show."""

_FACES = re.compile(r"[1-6⚀-⚅\s,、.+&]+")
"""Matches dice that are written one by one, such as "5 5", "55" or "⚄⚄"."""


def without_show(text: str) -> tuple[str, Hand]:
    """Return a typed bid without the dice that it shows, and these dice. They are () if the text shows none.

    A die may be `WILD`: one of the wild number.
    """
    for said, shown in _parts(plain(text)):
        bid, dice = said.strip(AROUND), _dice(shown.strip(AROUND))
        if dice and len(dice) <= MOST_SHOWN and bid_readings(without_word(bid)[0]):
            return bid, dice
    return text, ()


def _parts(whole: str) -> Iterator[tuple[str, str]]:
    """Yield each way to split a text into a bid and the dice that it shows.

    The word for showing is between them, or at the end of the text, as in Japanese and German.
    """
    language, rest = spoken_language(), whole.rstrip(AROUND)
    for found in _pattern(language).finditer(whole):
        yield whole[: found.start()], whole[found.end() :]
        if found.end() == len(rest):
            for between in _seam(language).finditer(whole, 0, found.start()):
                yield whole[: between.start()], whole[between.end() : found.start()]


def _dice(text: str) -> Hand:
    """Return the dice that a text names, such as "5 5", "two fives" or "a five and a star", or () if it names none."""
    if _FACES.fullmatch(text):
        return tuple(DIE.index(sign) if sign in DIE else int(sign) for sign in text if sign in DIE or sign.isdigit())
    dice: Hand = ()
    for part in _between(spoken_language()).split(text):
        found, face = bid_readings(part), read_face(part)
        if len(found) == 1:
            dice += (found[0][1],) * min(found[0][0], MOST_SHOWN + 1)
        elif face is not None:
            dice += (face,)
        else:
            return ()
    return dice


@lru_cache(maxsize=64)
def _pattern(_language: NullTranslations) -> re.Pattern[str]:
    """Return the pattern of a word that comes before the dice to show. The bot's own word is among them."""
    own = plain(_(WITH_SHOW).partition("{bid}")[2].partition("{dice}")[0]).strip(AROUND)
    words = longest_first({*vocabulary.words_of_bids("show"), *([own] if own else [])})
    return re.compile("|".join(f"{edge(word)}{word}{edge(word)}" for word in words))


@lru_cache(maxsize=64)
def _between(_language: NullTranslations) -> re.Pattern[str]:
    """Return the pattern of what comes between two dice to show, such as "and"."""
    return re.compile(rf"\s*(?:[,、+&]|{_also()})\s*")


@lru_cache(maxsize=64)
def _seam(_language: NullTranslations) -> re.Pattern[str]:
    """Return the pattern of what comes between a bid and the dice after it."""
    return re.compile(rf"(?:[\s,、]|{_also()})+")


def _also() -> str:
    """Return a pattern of the words for "and"."""
    return "|".join(f"{edge(word)}{word}{edge(word)}" for word in longest_first(vocabulary.words_of_bids("also")))
