"""Read typed text: faces by their many names (RULES.md section 1), quantities, bids and calls.

All texts that the bot itself writes can be read, in the current language and always in English. Case, accents and the
width of characters make no difference. The words are in the files in `typed/`. A bid is read in these steps:

1. Polite words around the bid are removed.
2. A word that may be a face or a hand is resolved.
3. The patterns of bids are tried.
4. A quantity beside a face is looked for.
"""

import re
from functools import lru_cache
from gettext import NullTranslations
from typing import Literal, get_args

from bot.words import vocabulary
from bot.words.dice import DIE, face_name, nicknames
from bot.words.faces_and_numbers import (
    Meanings,
    above_twenty,
    also_in_english,
    any_of,
    known_faces,
    numbers_by_name,
    read_quantity,
)
from bot.words.language import pgettext, spoken_language
from bot.words.vocabulary import plain, without_wishes
from engine.core.dice import FACES

Call = Literal["liar", "exact", "double"]
"""The calls that may be typed instead of a bid: it is a lie, it is exactly right, or it is a lie at twice the price.

No game has the last one, which Chinese players call 劈. The bot reads it in order to say so.
"""

Reading = tuple[int, int]
"""One reading of a typed bid: a quantity and a face."""


def read_bid(text: str) -> tuple[int | None, int | None]:
    """Return the quantity and the face in `text`, such as "5 ducks", "4x3", "five sixes", "5 of 6" or "sixes, five".

    A part that is missing or cannot be read is None. If both parts are bare numbers, the first is the quantity. Both
    parts are None if `text` can be read in two ways.
    """
    found = bid_readings(text)
    if found:
        return found[0] if len(found) == 1 else (None, None)
    words = words_of_a_bid(without_wishes(text)) if not vocabulary.has_sign(text) else []
    quantity = _quantity(" ".join(words[:1]))
    return quantity, _face(" ".join(words[1:])) or (_face(" ".join(words)) if quantity is None else None)


def bid_readings(text: str) -> tuple[Reading, ...]:
    """Return every bid that `text` may mean: usually one bid, two for an unclear text, and none if the text is no bid.

    The face is `WILD` for dice of the wild number. A text with a negative number is no bid.
    """
    return _all_readings(spoken_language(), text)


@lru_cache(maxsize=256)
def _all_readings(_language: NullTranslations, text: str) -> tuple[Reading, ...]:
    """Return every bid that `text` may mean.

    The results are cached, because autocompletion compares the text with each possible bid.
    """
    if vocabulary.has_sign(text):
        return ()
    whole = without_wishes(text)
    return _readings(whole) or _readings(_in_digits(whole))


def _readings(whole: str) -> tuple[Reading, ...]:
    """Return every reading of a typed bid without its polite words."""
    if (named := vocabulary.named_dice().get(whole)) is not None:
        return (named,)
    if hands := _by_hand(whole):
        return hands
    for pattern in _unclear(spoken_language()):
        if found := pattern.fullmatch(whole):
            many, face = read_quantity(found["n"]) or 0, known_faces()[found["face"]]
            if many in FACES:
                return _once((many, face), (face, many))
    for way, pattern in patterns(spoken_language()):
        if (found := pattern.fullmatch(whole)) and not is_hand(found["n"], found["face"], way):
            return ((_quantity(found["n"]) or 0, known_faces()[found["face"]]),)
    return _side_by_side(words_of_a_bid(whole))


def _side_by_side(words: list[str]) -> tuple[Reading, ...]:
    """Return the bid that consists of a quantity beside a face, or () if the words are no such bid.

    The quantity may also come after the face. If the face is a digit or may be a hand, a counter then has to mark the
    quantity.
    """
    parts = _parts(words)
    for first, second in parts:
        quantity, face = _quantity(first), _face(second)
        if quantity is not None and face is not None and not is_hand(first, second):
            return ((quantity, face),)
    for first, second in parts:
        quantity, face = _quantity(second), _face(first)
        if quantity is None or face is None or (first.isdigit() and not second.endswith(COUNTED)):
            continue
        if first not in vocabulary.hand_words() or second.endswith(COUNTED):
            return ((quantity, face),)
    return ()


def names_wild(text: str) -> bool:
    """Return whether a typed bid names wild dice by a word that may also name a number, such as "jokers"."""
    return any(word in vocabulary.wilds() for word in _tails(words_of_a_bid(without_wishes(text))))


def _tails(words: list[str]) -> list[str]:
    return [" ".join(words[at:]) for at in range(len(words))] + [" ".join(words[:at]) for at in range(len(words))]


def _by_hand(whole: str) -> tuple[Reading, ...]:
    """Return the readings of a number beside a word that is both a face and a hand: "quadra de 5" is four fives.

    If no word comes between the two, both readings remain: "quadra 5" may also be five fours. Return () if there is no
    ambiguous word, or if it can only be a face, as in the bot's own "5 quadras".
    """
    hands, words = vocabulary.hand_words(), _tokens(whole)
    if len(words) > 2 and numbers_by_name(spoken_language()).get(words[0]) == 1 and words[1] in hands:
        words = words[1:]  # an article: "uma quadra de 5"
    match words:
        case [face, between, hand] if between in vocabulary.words_between() and hand in hands and _face(face):
            return ((hands[hand], _face(face) or 0),)
        case [hand, *small, face] if hand in hands and _face(face) and vocabulary.words_of().issuperset(small):
            as_hand = (hands[hand], _face(face) or 0)
            many = _quantity(face)
            return (as_hand,) if small or many is None else _once((many, _face(hand) or 0), as_hand)
        case [hand, between, face] if between in vocabulary.words_between() and hand in hands and _face(face):
            return _once((_quantity(face) or 0, _face(hand) or 0), (hands[hand], _face(face) or 0))
        case [number, hand] if is_hand(number, hand) and (many := _quantity(number)) is not None:
            as_face = (many, _face(hand) or 0)
            return _once(as_face, (hands[hand], many)) if many in FACES else (as_face,)
        case _:
            return ()


def _once(*readings: Reading) -> tuple[Reading, ...]:
    return tuple(dict.fromkeys(readings))


def is_hand(number: str, word: str, way: str = "") -> bool:
    """Return whether a word beside a number may be a hand as well as a face.

    The word is only a face if a counter marks the number, or if the bot itself uses the word for that number of dice.
    """
    unclear = vocabulary.hand_words().keys() - vocabulary.counted_hand_words()
    if word not in unclear or number.endswith(COUNTED) or way.startswith("{face}"):
        return False
    if any(counter in way for counter in vocabulary.counters()):
        return False
    many, face = _quantity(number), _face(word)
    return many is None or face is None or word not in _own_names(spoken_language(), many, face)


@lru_cache(maxsize=1024)
def _own_names(_language: NullTranslations, many: int, face: int) -> frozenset[str]:
    """Return the bot's own names for `many` dice of a face: the number's name and the nickname."""
    plural, singular, *_others = (*nicknames(face), *nicknames(face))
    return frozenset(map(plain, (face_name(face, many), singular if many == 1 else plural)))


def read_call(text: str) -> Call | None:
    """Return the call in `text`, such as "liar", "dudo!", "exact" or 劈, or None if the text is no call."""
    return _calls(spoken_language()).get(without_punctuation(text))


def without_punctuation(text: str) -> str:
    """Return typed text in plain form, with single spaces, and without punctuation at its beginning and end."""
    return " ".join(plain(text).split()).strip(vocabulary.AROUND)


def _quantity(word: str) -> int | None:
    """Return the number of dice that a plain word names.

    The word may also name a hand with that number of equal dice, such as "pair".
    """
    number = word.removesuffix(COUNTED)
    return vocabulary.alike().get(number) or read_quantity(number)


def _face(word: str) -> int | None:
    """Return the face that a plain word names. It is `WILD` for dice of the wild number."""
    return known_faces().get(word)


def words_of_a_bid(text: str) -> list[str]:
    """Return the meaningful words of a typed bid. If a counter follows a number, `COUNTED` is added to the number."""
    counters, found = vocabulary.counters(), list[str]()
    for word in _tokens(text):
        if word in counters and found and _quantity(found[-1]) is not None:
            found[-1] = found[-1].removesuffix(COUNTED) + COUNTED
        else:
            found.append(word)
    return [word for word in found if word not in _fillers()]


def _tokens(text: str) -> list[str]:
    """Return the words, numbers and dice of a typed bid.

    Japanese and Chinese text has no spaces, so it is split into known words.
    """
    words = _WORD.findall(_FACE_IN_DIGITS.sub(_as_die, plain(text)))
    return [
        part for word in words for part in (_segments(spoken_language(), word) if _UNSPACED.search(word) else [word])
    ]


@lru_cache(maxsize=1024)
def _segments(language: NullTranslations, word: str) -> tuple[str, ...]:
    """Return the known words that `word` consists of, or only `word` if a part of it is unknown."""
    known = {*known_faces(), *numbers_by_name(language), *vocabulary.counters(), *_fillers()}
    found = re.findall(any_of(known), word)
    return tuple(found) if "".join(found) == word else (word,)


def _parts(words: list[str]) -> list[tuple[str, str]]:
    """Return every way to split the words into two parts, as pairs of texts."""
    return [(" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) + 1)]


_WORD = re.compile(r"[1-6]er(?![^\W\d_])|\d+|[⚀-⚅]|[^\W\d_]+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Matches a character of a language without blanks."""

_FACE_IN_DIGITS = re.compile(r"(?<!\d)([1-6])['’]?s\b")
"""Matches a face in digits with an "s", as in "five 6s"."""

COUNTED = "#"
"""The mark at the end of a quantity that had a counter after it."""


def _as_die(face: re.Match[str]) -> str:
    return DIE[int(face[1])]


_BLANK = r"(?:[\s,;:.]+|(?<=\d)(?=\D)|(?<=\D)(?=\d))"


@lru_cache(maxsize=64)
def patterns(language: NullTranslations) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the patterns of typed bids in a language, each with the text from which it was made.

    The first pattern that matches a bid decides its meaning.
    """
    return tuple((way, _pattern(language, way)) for way in dict.fromkeys((*own_ways(), *vocabulary.ways())))


@lru_cache(maxsize=64)
def _unclear(language: NullTranslations) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of bids in which either of two numbers may be the face."""
    return tuple(_pattern(language, way) for way in vocabulary.unclear_ways())


def _pattern(language: NullTranslations, way: str) -> re.Pattern[str]:
    found = {
        "{n}": rf"(?P<n>\d+|{any_of(counts(language))})",
        "{face}": rf"(?P<face>{any_of(known_faces())})",
        " ": _BLANK,
    }
    parts = [part for part in re.split(r"(\{n\}|\{face\}| )", way) if part]
    return re.compile(r"\s*".join(found.get(part, re.escape(part)) for part in parts))


@lru_cache(maxsize=64)
def counts(language: NullTranslations) -> Meanings:
    """Return a mapping from words for a number of dice in a bid to that number."""
    return vocabulary.alike() | numbers_by_name(language)


def _in_digits(text: str) -> str:
    """Return plain text in which words for numbers above 20 are replaced with digits."""
    above, pattern = above_twenty(spoken_language())
    return pattern.sub(lambda found: str(above[found[0]]), text)


def own_ways() -> list[str]:
    """Return the patterns of bids in the current language."""
    # Translators: every usual way to type a bid, the likeliest first; {n} is a number; {face} is a face or its name.
    ways = pgettext("how a bid is typed, with strokes between", "{n} {face} / {n}x{face} / {n} of {face}")
    return [plain(way) for way in ways.split("/")]


@lru_cache(maxsize=64)
def _calls(_language: NullTranslations) -> dict[str, Call]:
    def words() -> Meanings:
        lies = pgettext(
            "words that call a bid a lie, with strokes between", "liar/lie/doubt/i doubt it/bluff/dudo/bang"
        )
        right = pgettext("words that call a bid exactly right, with strokes between", "exact/exactly/spot on/calza")
        return {word: number for number, said in enumerate((lies, right)) for word in said.split("/")}

    meant = {word: get_args(Call)[number] for word, number in also_in_english(words).items()}
    return {word: call for call in get_args(Call) for word in vocabulary.calls(call)} | meant


def _fillers() -> frozenset[str]:
    """Return the words in a bid that mean nothing, such as "of"."""
    return _fillers_of(spoken_language())


@lru_cache(maxsize=64)
def _fillers_of(_language: NullTranslations) -> frozenset[str]:
    def small_words() -> Meanings:
        small = pgettext("small words in a typed bid, between blanks", "x of times at least i bid say dice die")
        return dict.fromkeys(small.split(), 0)

    return vocabulary.small_words() | also_in_english(small_words).keys()
