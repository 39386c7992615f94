"""Words at the edge: translation, the names of the faces, and what becomes of text that users wrote.

Every sentence that a player sees passes through `_` or `ngettext`; English is the only language so far.
"""

import gettext
import re
import unicodedata
from pathlib import Path

_CATALOGUE = gettext.translation("liars-dice", Path(__file__).with_name("locale"), fallback=True)

_ = _CATALOGUE.gettext
ngettext = _CATALOGUE.ngettext

DIE = ("", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
"""The picture of a die by its face; nothing for 0."""

_PICTURES = {picture: face for face, picture in enumerate(DIE) if face}

# Every way a face is typed (RULES.md section 1), beside its digit and its picture.
_TYPED = {
    1: "ace aces one ones joker jokers",
    2: "duck ducks two twos deuce deuces",
    3: "tripod tripods three threes",
    4: "cow cows four fours",
    5: "horse horses five fives",
    6: "ant ants six sixes",
}
_FACES = {word: face for face, words in _TYPED.items() for word in words.split()}
_NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty
"""
_COUNTS = {word: number for number, word in enumerate(_NUMBERS.split(), start=1)}
_COUNTS |= {"a": 1, "an": 1}


def face_name(face: int, count: int = 2) -> str:
    """The word for `count` dice that show `face` (1-6): "fours", "four" for one of them."""
    match face:
        case 1:
            return ngettext("one", "ones", count)
        case 2:
            return ngettext("two", "twos", count)
        case 3:
            return ngettext("three", "threes", count)
        case 4:
            return ngettext("four", "fours", count)
        case 5:
            return ngettext("five", "fives", count)
        case _:
            return ngettext("six", "sixes", count)


def nickname(face: int) -> str:
    """What `face` (1-6) is called at the bar, in the plural: "cows" for fours."""
    return (_("aces"), _("ducks"), _("tripods"), _("cows"), _("horses"), _("ants"))[face - 1]


def count_word(count: int) -> str:
    """A number as it is said: in words up to twelve, in digits beyond."""
    words = (
        _("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"),
        _("ten"), _("eleven"), _("twelve"),
    )  # fmt: skip
    return words[count] if 0 <= count < len(words) else str(count)


def bid_words(quantity: int, face: int) -> str:
    """A bid on a button: "4 fours"."""
    return _("{quantity} {face}").format(quantity=quantity, face=face_name(face, quantity))


def bid_spoken(quantity: int, face: int) -> str:
    """A bid as it stands in a sentence: "five fours"."""
    return _("{quantity} {face}").format(quantity=count_word(quantity), face=face_name(face, quantity))


def read_face(text: str) -> int | None:
    """The face that `text` names: a digit 1-6, a picture, or a name in any case; None for anything else."""
    word = text.strip().lower()
    if word in _PICTURES:
        return _PICTURES[word]
    if word in _FACES:
        return _FACES[word]
    return int(word) if word in {"1", "2", "3", "4", "5", "6"} else None


def read_quantity(text: str) -> int | None:
    """The number that `text` names, in digits (up to four) or in words up to twenty; None for anything else."""
    word = text.strip().lower()
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word)
    return _COUNTS.get(word)


_TOKEN = re.compile(r"<[^<>]*>|[<>]")
_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#@:-])")


def clean(text: str, longest: int = 80) -> str:
    """Text from a user made harmless: one line, no control or direction marks, no `<...>` tokens, at most `longest`."""
    spaced = "".join(" " if unicodedata.category(c) in ("Zl", "Zp", "Cc") else c for c in text)
    kept = "".join(c for c in spaced if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn"))
    line = " ".join(_TOKEN.sub("", kept).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def escaped(text: str, longest: int = 80) -> str:
    """`clean` text with Discord's markdown taken out of force."""
    return _MARKDOWN.sub(r"\\\1", clean(text, longest)).replace("http\\:", "http\\:\u200b").replace("www.", "www\\.")


def person(name: str, longest: int = 32) -> str:
    """A person's name in a sentence: cleaned, at most `longest`, escaped; a stand-in where nothing is left."""
    return escaped(name, longest) or _("somebody")


def plain_person(name: str) -> str:
    """A person's name where no markdown is read, as on buttons: cleaned, at most 32 characters."""
    return clean(name, 32) or _("somebody")
