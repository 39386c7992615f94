"""Check that a text consists of sentences of one language, by finding words that belong to no sentence or name."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from bot.words import language as words
from bot.words.dares import decks
from bot.words.language import _CHANGES, catalogue
from bot.words.talk import spoken
from tests.gathering import gathered

LETTER = re.compile(r"[^\W\d_]")
NO_LETTERS_AT_ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")
LATIN = "[A-Za-z\u00c0-\u024f]"
UNSPACED = ("ja", "zh_TW")
"""The languages that write no spaces between words."""
NO_WORDS = re.compile(r"```.*?```|\]\(<[^>]*>\)|<[^<>]*>|\b[0-9a-f]{6,64}\b|`/[^`]*`|/[a-z]+( [a-z]+)*", re.DOTALL)
"""Matches records, addresses, mentions, timestamps, seals and commands, which are the same in every language."""
SPACES = re.compile("[\u00a0\u202f\u2060]")
LISTS = ("between blanks", "strokes")


def left_over(text: str, language: str, names: Iterable[str]) -> str:
    """Return the parts of a text that are not in a language's catalogue, or "" if the catalogue has all parts."""
    bare, last = _plain(text.replace("\\", "")), sorted(names, key=len, reverse=True)
    for quoted in (name for name in last if " " in name):
        bare = bare.replace(quoted, " ")
    bare = _without_sentences(bare, language)
    for name in last:
        bare = bare.replace(name, " ")
    return " ".join(bare.split()) if LETTER.search(bare) else ""


def _plain(text: str) -> str:
    """Return the words of a text, separated by single spaces, without codes that are the same in every language."""
    return " ".join(NO_WORDS.sub(" ", SPACES.sub(" ", text).replace("*", "")).split())


class Piece(NamedTuple):
    """Represent the part of a sentence between two placeholders.

    If `before` is True, no letter may come directly before the piece. If `after` is True, none may come directly after
    it.
    """

    words: str
    before: bool
    after: bool


def _without_sentences(text: str, language: str) -> str:
    """Replace each piece of a sentence of this language with a space, and return the text. Longer pieces come first.

    A regular expression of all pieces would take each process seconds to compile.
    """
    pieces, kept, at = _pieces(language, words.FOLDER), list[str](), 0
    part = re.compile(LATIN if language in UNSPACED else r"\w")
    while at < len(text):
        follows = part.match(text, at - 1) is not None if at else False
        some = (*pieces.get(text[at : at + 2], ()), *pieces.get(text[at], ()))
        found = next((each for each in some if _is_there(each, text, at, follows, part)), None)
        kept.append(" " if found else text[at])
        at += len(found.words) if found else 1
    return "".join(kept)


def _is_there(piece: Piece, text: str, at: int, follows: bool, part: re.Pattern[str]) -> bool:
    """Return whether a piece begins at this position of a text and is not inside a longer word."""
    if (piece.before and follows) or not text.startswith(piece.words, at):
        return False
    return not (piece.after and part.match(text, at + len(piece.words)))


@cache
def _pieces(language: str, _folder: Path) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces of all sentences by their first two characters, the longest first."""
    said = dict(_said(language))
    for _sound, word, changed in _CHANGES.get(language, ()):
        said |= {each.replace(word, changed): is_list for each, is_list in said.items()}
    pieces = {piece for each, is_list in said.items() for piece in _parts(each, is_list) if LETTER.search(piece)}
    found: dict[str, list[Piece]] = {}
    # A piece must not be inside a longer word. Without spaces between words, only Latin letters make a word.
    letter = re.compile(LATIN) if language in UNSPACED else LETTER
    for piece in sorted(pieces, key=len, reverse=True):
        before, after = (letter.match(end) is not None for end in (piece[0], piece[-1]))
        found.setdefault(piece[:2], []).append(Piece(piece, before, after))
    return {beginning: tuple(some) for beginning, some in found.items()}


def _parts(said: str, is_list: bool) -> Iterator[str]:
    if is_list:
        yield from re.split(r"[ /]+", said)
        yield from (part.strip() for part in said.split("/"))
        return
    # A placeholder may be inside a code or an address, so mark its place until `_plain` has removed these.
    whole = "".join(words + (f"\0{field}\0" if field else "") for words, field, *_form in Formatter().parse(said))
    # Strip signs and numbers at both ends. Otherwise "1人が" of one sentence would match in "1人が正解。" of another.
    yield from (NO_LETTERS_AT_ENDS.sub("", part) for part in re.split(r"\0\w+\0", _plain(whole)))


def _said(language: str) -> Iterator[tuple[str, bool]]:
    """Yield every sentence of a language, and whether it is a list of words.

    Include dares and the computers' lines. If the catalogue lacks a sentence, yield the English one.
    """
    there = getattr(catalogue(language), "_catalog", {})
    for message in gathered():
        forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        key = f"{message.context}\x04{forms[0]}" if message.context else forms[0]
        if not message.id or key in there or (key, 0) in there:
            continue
        yield from ((form, _is_list(message.context or "")) for form in forms)
    for key, said in there.items():
        use = str(key[0] if isinstance(key, tuple) else key).partition("\x04")
        yield str(said), bool(use[1]) and _is_list(use[0])
    yield from ((line, False) for lines in decks(language).values() for line in lines)
    lines = (*spoken(language).values(), *spoken("en").values())
    yield from ((line, False) for each in lines for some in each.values() for line in some)


def _is_list(use: str) -> bool:
    return any(sign in use for sign in LISTS)
