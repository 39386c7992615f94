"""Read typed claims of two dice: "43", "six five", "pair of fives", "Mia"."""

from bot.screens.families.poker_cup.claim_words import in_both_languages, vocabulary
from bot.words.faces_and_numbers import read_face
from bot.words.language import pgettext, spoken_language
from bot.words.vocabulary import has_sign
from engine.core.dice import Hand
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.two_dice import MIA

LONGEST = 60
"""The maximum length of a typed claim. A longer text is not read as a claim."""


def meanings(text: str) -> tuple[Claim, ...]:
    """Return the claim that a text means, or () if it means none.

    The order of two digits matters: "34" is read, and the rules then refuse it (K16).
    """
    if len(text) > LONGEST or has_sign(text):
        return ()
    own = vocabulary(spoken_language())
    words = [word for word in own.written(text) if word not in own.silent]
    if any(word in in_both_languages(_mia) for word in words):
        faces: Hand | None = MIA if len(words) == 1 else None
    else:
        faces = _double(words) or _faces(words)
    return (Claim(Kind.TWO_DICE, faces),) if faces is not None else ()


def _faces(words: list[str]) -> Hand | None:
    """Return the two faces that these words name one after the other, or None: "43", "six five"."""
    joins = in_both_languages(_joining)
    each = [face for word in words if word not in joins for face in (word if word.isdigit() else [word])]
    faces = [face for word in each if (face := read_face(word)) is not None and not _is_several(word, face)]
    return (faces[0], faces[1]) if len(faces) == len(each) == 2 else None


def _double(words: list[str]) -> Hand | None:
    """Return two equal faces that these words name together, or None: "pair of fives", "double five", "fives"."""
    doubles = in_both_languages(_doubling)
    parts = [part for word in words for part in _apart(word, doubles)]
    rest = [word for word in parts if word not in doubles]
    if len(rest) == 2 and len(parts) == 2 and rest[0] in in_both_languages(_two) and not rest[1].isdigit():
        rest = rest[1:]  # "two fives"; but "two five" are different dice
        face = read_face(rest[0])
        return (face, face) if face is not None and _is_several(rest[0], face) else None
    face = _named(rest[0]) if len(rest) == 1 and len(parts) > 1 else None
    if face is None and len(parts) == 1 and _is_several(parts[0], read_face(parts[0])):
        face = read_face(parts[0])
    return (face, face) if face is not None else None


def _named(word: str) -> int | None:
    """Return the face that a word names, perhaps with an ending: "five", "5s", German "funfer" and "5er"."""
    heads = (word, word.removesuffix("s"), word.removesuffix("er"), word.removesuffix("er") + "er")
    return next((face for head in heads if (face := read_face(head)) is not None), None)


def _is_several(word: str, face: int | None) -> bool:
    """Return whether a word names several dice of a face: "fives", but not "five"."""
    return face is not None and vocabulary(spoken_language()).meaning(word) == f"{face}s"


def _apart(word: str, doubles: frozenset[str]) -> tuple[str, ...]:
    """Return the parts of a word that contains a word for two equal dice: German "funferpasch", Chinese "雙五"."""
    if word in doubles:  # Chinese "一對" ends with "對", which is such a word too
        return (word,)
    for double in doubles:
        if word.endswith(double):
            return word.removesuffix(double), double
        if word.startswith(double) and read_face(word.removeprefix(double)):
            return double, word.removeprefix(double)
    return (word,)


def _mia() -> str:
    return pgettext(
        "names of the highest throw of two dice, between blanks", "mia maxchen maexchen meier meyer meiern ミア"
    )


def _doubling() -> str:
    return pgettext("words for two equal dice, between blanks", "pair pairs double doubles doublet pasch")


def _joining() -> str:
    return pgettext("words that join the dice of a claim, between blanks", "and with over to")


def _two() -> str:
    return pgettext("words for two dice of a face, between blanks", "two 2")
