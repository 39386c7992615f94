"""Clean text that people wrote before anybody else sees it.

Characters are classified by the tables of the `regex` package, which are newer than the interpreter's. So a new emoji
counts as an emoji on every version of Python.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import TypeVar

import regex

from bot.words.language import N_, _

K = TypeVar("K")

# Translators: this word replaces a name that is unknown or hidden. It may begin a sentence or be inside it.
SOMEBODY = N_("Somebody")

_TOKEN = re.compile(r"<[^<>]*>|[<>]")
_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#@:-])")

MOST_TYPED = 4000
"""The most characters that a form in Discord accepts."""

MOST_CODE_POINTS = 12
"""The most code points of one grapheme, which is a character as people see it. The longest emoji has ten."""

GRAPHEME = regex.compile(r"\X")
"""Matches a grapheme: a character as people see it, of one or more code points."""

_BLANK = regex.compile(r"[\p{White_Space}\p{Cc}\u2800\U00013441\U00013442\U0001D159]+")
_INSIDE = r"\u200C\u200D\p{Variation_Selector}\U000E0020-\U000E007F"
"""Joiners, selectors and tags. They are invisible by themselves, and change the character that they belong to."""
_UNSEEN = regex.compile(
    r"[[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]"
    rf"--[{_INSIDE}\p{{Extended_Pictographic}}\p{{Prepended_Concatenation_Mark}}]]+",
    regex.V1,
)
_WITHOUT_A_BASE = regex.compile(rf"(?<![^ ])[\p{{M}}{_INSIDE}]+")
_NUMBER = re.compile(r" [1-9][0-9]?$")
_JOINERS = "\u200c\u200d"
_IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_TAKES_WHAT_FOLLOWS = regex.compile(r"[\p{GCB=Prepend}\s]+\Z")
"""Matches characters at the end that would form one grapheme with characters after them, such as the number of "Alex
2"."""
_FROM_THE_RIGHT = regex.compile(r"[\p{Bidi_Class=R}\p{Bidi_Class=AL}\p{Bidi_Class=AN}]")


def clean(text: str, longest: int = 80) -> str:
    """Return a person's text as one harmless line of visible characters, without direction marks or `<...>`.

    The line has at most `longest` code points and ends between two graphemes. It is longer only if its first grapheme
    is longer.
    """
    return _seen(cut(_seen(text), longest))


def composed(text: str, longest: int) -> str:
    """Return `clean` text in Unicode's form NFC. In this form, texts that look equal are stored equally."""
    return unicodedata.normalize("NFC", clean(unicodedata.normalize("NFC", text), longest))


def alike(text: str) -> str:
    """Return text in a form for comparison that ignores case, the width of letters and invisible characters."""
    return unicodedata.normalize("NFKC", _IGNORABLE.sub("", clean(text, MOST_TYPED))).casefold()


def cut(line: str, longest: int) -> str:
    """Return a line of at most `longest` code points, cut between two graphemes. "…" replaces the rest."""
    if len(line) <= longest:
        return line
    ends = [found.end() for found in GRAPHEME.finditer(line)]
    end = max((end for end in ends if end < longest), default=ends[0])
    return f"{line[:end].rstrip()}…" if end < len(line) else line


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with numbers, so that no two look alike: the second Alex becomes "Alex 2", the third "Alex 3".

    A number is skipped if the resulting name is already in use. Invisible names are returned unchanged.
    """
    taken, before, told = {alike(name) for name in names}, {""}, list[str]()
    for name in names:
        if (key := alike(name)) in before and key:
            name, key = next(each for each in _numbered(name) if each[1] not in taken)
        before.add(key)
        taken.add(key)
        told.append(name)
    return tuple(told)


def told_apart_by_key(named: Iterable[tuple[K, str]]) -> dict[K, str]:
    """Return a distinct name for each key, such as a person's id. Equal names are numbered in the order of `named`.

    If a key occurs more than once, its first name counts.
    """
    names = dict[K, str]()
    for key, name in named:
        names.setdefault(key, name)
    return dict(zip(names, told_apart(list(names.values())), strict=True))


def is_numbered(name: str, plain: str) -> bool:
    """Return whether `name` is the name `plain` with a number that distinguishes it from others, such as "Alex 2"."""
    number = _NUMBER.search(name)
    return number is not None and alike(name[: number.start()]) == alike(plain)


def _numbered(name: str) -> Iterator[tuple[str, str]]:
    """Yield "Alex 2", "Alex 3" and so on, each with its form for comparison."""
    for number in count(2):
        yield f"{name} {number}", alike(f"{name} {number}")


def escaped(text: str, longest: int = 80) -> str:
    """Return `clean` text in which Discord's markdown has no effect. Right-to-left text is isolated."""
    kept = _MARKDOWN.sub(r"\\\1", clean(text, longest)).replace("http\\:", "http\\:\u200b").replace("www.", "www\\.")
    return isolated(kept)


def isolated(text: str) -> str:
    """Return text between isolating marks if it has right-to-left letters.

    Without these marks, a number after the text could be displayed before it.
    """
    is_turned = not text.isascii() and _FROM_THE_RIGHT.search(text)
    return f"\u2068{text}\u2069" if is_turned else text


def person(name: str, longest: int = 32) -> str:
    """Return a person's name for a sentence: cleaned, escaped, and at most `longest` characters.

    Return "Somebody" if nothing of the name is left.
    """
    return _escaped_name(name, longest) or _(SOMEBODY)


def plain_person(name: str) -> str:
    """Return a person's name for places without markdown, such as buttons: cleaned, and at most 32 characters.

    Return "Somebody" if nothing of the name is left.
    """
    return isolated(short(name, 32)) or _(SOMEBODY)


def short(name: str, longest: int) -> str:
    """Return a cleaned name of at most `longest` code points. A number at the end is kept: "Maximili… 2"."""
    line = clean(name, MOST_TYPED)
    number = _NUMBER.search(line) if len(line) > longest else None
    return (
        cut(line[: number.start()], longest - len(number[0])) + number[0] if number is not None else cut(line, longest)
    )


def short_apart(names: Sequence[str], longest: int) -> tuple[str, ...]:
    """Return names of at most `longest` code points that are distinct even after they are cut.

    A name of which nothing is left becomes "Somebody".
    """
    told = told_apart([short(name, longest) or _(SOMEBODY) for name in names])
    return tuple(short(name, longest) for name in told)


@lru_cache(maxsize=1024)
def _escaped_name(name: str, longest: int) -> str:
    """Return an escaped name. The results are cached, because a panel uses the same few names often."""
    return escaped(short(name, longest), MOST_TYPED)


def _seen(text: str) -> str:
    """Return the visible characters of `text` in one line. Each grapheme has at most `MOST_CODE_POINTS` code points.

    Removing a part may join its neighbours into a new grapheme, so the function repeats until nothing changes.
    """
    if text.isascii() and text.isprintable():
        return " ".join(_TOKEN.sub("", text).split())
    before = None
    while text != before:
        before, line = text, _TOKEN.sub("", _UNSEEN.sub("", _BLANK.sub(" ", text)))
        text = GRAPHEME.sub(_shortened, _WITHOUT_A_BASE.sub("", " ".join(line.split())))
        text = _TAKES_WHAT_FOLLOWS.sub("", text)
    return text


def _shortened(grapheme: regex.Match[str]) -> str:
    whole = grapheme[0]
    return whole if len(whole) <= MOST_CODE_POINTS else whole[:MOST_CODE_POINTS].rstrip(_JOINERS)
