"""What people type, read: faces by their many names (RULES.md section 1), and quantities.

Whatever we say ourselves is read, in the language that is spoken, and in English always.
"""

from collections.abc import Callable
from functools import lru_cache
from gettext import NullTranslations

from bot.words.faces import DIE, count_word, face_name, nickname
from bot.words.language import pgettext, speaking, spoken_language
from engine.core.dice import FACES

Meanings = dict[str, int]


def read_face(text: str) -> int | None:
    """The face that `text` names: a digit 1-6, a picture, or a name in any case; None for anything else."""
    return faces_by_name(spoken_language()).get(text.strip().casefold())


def read_quantity(text: str) -> int | None:
    """The number that `text` names, in digits (up to four) or in words up to twenty; None for anything else."""
    word = text.strip().casefold()
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word)
    return numbers_by_name(spoken_language()).get(word)


@lru_cache(maxsize=64)
def faces_by_name(_language: NullTranslations) -> Meanings:
    """Every way in which a face is typed."""
    signs = {sign: face for face in FACES for sign in (str(face), DIE[face])}
    return signs | _also_in_english(lambda: {name: face for face in FACES for name in _names(face)})


@lru_cache(maxsize=64)
def numbers_by_name(_language: NullTranslations) -> Meanings:
    """Every word for a number from 1 to 20."""
    return _also_in_english(lambda: {word: number for number in range(1, 21) for word in _number(number)})


def _also_in_english(meanings: Callable[[], Meanings]) -> Meanings:
    with speaking(""):
        english = meanings()
    return english | {word.casefold(): meant for word, meant in meanings().items()}


def _names(face: int) -> list[str]:
    """What we call a face, and what people call it beside that: in another language there may be none, or others."""
    return [face_name(face, 1), face_name(face), nickname(face), *_nicknames(face).split()]


def _nicknames(face: int) -> str:
    match face:
        case 1:
            return pgettext("other names of a one, between blanks", "ace joker jokers")
        case 2:
            return pgettext("other names of a two, between blanks", "duck deuce deuces")
        case 3:
            return pgettext("other names of a three, between blanks", "tripod")
        case 4:
            return pgettext("other names of a four, between blanks", "cow")
        case 5:
            return pgettext("other names of a five, between blanks", "horse")
        case _:
            return pgettext("other names of a six, between blanks", "ant")


def _number(number: int) -> list[str]:
    match number:
        case 1:
            return [count_word(1), *pgettext("other words for one thing, between blanks", "a an").split()]
        case few if few <= 12:
            return [count_word(few)]
        case _:
            beyond = pgettext(
                "the numbers from 13 to 20, between blanks",
                "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
            )
            return beyond.split()[number - 13 : number - 12]
