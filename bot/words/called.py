"""Read the word that says what counts for a typed bid (B4): "3 fives pure", "four threes flying"."""

import re
from functools import lru_cache
from gettext import NullTranslations

from bot.words import vocabulary
from bot.words.dice import FLYING_BID, PURE_BID
from bot.words.language import _, spoken_language
from bot.words.reading import bid_readings
from bot.words.vocabulary import AROUND, edge, longest_first, plain, without_wishes
from engine.core.dice import FLYING, NOTHING, PURE, Called


def without_word(text: str) -> tuple[str, Called]:
    """Return a typed bid without the word that says what counts, and this word. It is empty if there is none.

    The word may come before or after the bid.
    """
    whole = without_wishes(text)
    for pattern in _patterns(spoken_language()):
        if found := pattern.search(whole):
            rest = f"{whole[: found.start()]} {whole[found.end() :]}"
            return rest.strip(AROUND), _words(spoken_language())[found["word"]]
    return text, NOTHING


def begun_word(text: str) -> tuple[str, Called]:
    """Return the same while a person is still typing: after a whole bid, the beginning of a word is enough."""
    counted, word = without_word(text)
    rest, _blank, last = plain(text).rpartition(" ")
    if word is not NOTHING or not last or not bid_readings(rest):
        return counted, word
    begun = {meant for said, meant in _words(spoken_language()).items() if said.startswith(last)}
    return (rest, begun.pop()) if len(begun) == 1 else (text, NOTHING)


@lru_cache(maxsize=64)
def _words(_language: NullTranslations) -> dict[str, Called]:
    """Return a mapping from each word to what it says. The words that the bot itself writes are among them."""
    own = {PURE: _(PURE_BID), FLYING: _(FLYING_BID)}
    written = {plain(part): word for word, said in own.items() for part in said.split("{bid}") if plain(part)}
    return {said: word for word in own for said in vocabulary.words_of_bids(word.value)} | written


@lru_cache(maxsize=64)
def _patterns(language: NullTranslations) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a word after a bid, and of a word before it. Longer words are tried first."""
    words = longest_first(_words(language))
    after = "|".join(f"{edge(word)}{word}" for word in words)
    before = "|".join(f"{word}{edge(word)}" for word in words)
    return re.compile(f"(?P<word>{after})$"), re.compile(f"^(?P<word>{before})")
