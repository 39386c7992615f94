"""Build a made-up language: the bot's English sentences in brackets, compiled like a translation.

A message in it reads "⟦Round ⟧3⟦: the dice are down.⟧". Outside of the brackets are values that were put into a
sentence. A sentence is also outside if it did not pass through `bot/words/language.py`, or if the collection of
sentences does not find it. `untranslated` checks that only names, numbers and pictures are outside.
"""

import re
from collections.abc import Iterable, Iterator
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.words.language import DOMAIN, spoken_language
from tests.gathering import gathered

OPEN, CLOSE = "⟦⟪", "⟧⟫"
SIGN = re.compile("[\u2801-\u28ff]{2}")
"""Matches the sign of a numbered sentence: two characters of Braille, which the bot itself never uses.

U+2800 is not among them: it looks like a blank, so that cleaning replaces it.
"""
_FIRST, _MANY = 0x2801, 255
_BRACKETED = re.compile(f"[{OPEN}][^{OPEN}{CLOSE}]*(?:[{CLOSE}]|$)")  # a label may be cut before its closing bracket
_LETTER = re.compile(r"[^\W\d_]")
# Matches text that is the same in every language: records, mentions, timestamps, seals, seeds, references and
# addresses of pages.
_NO_WORDS = re.compile(r"https://[^\s)]+|```.*?```|<[^<>]*>|\b[0-9a-f]{6,64}\b", re.DOTALL)
_SAYING = ("content", "label", "placeholder", "description", "title")
_MESSAGES = re.compile(r"/interactions/|/webhooks/|/messages(/|$)")


def compile_pseudo(folder: Path, locale: str = "en_US", brackets: str = "⟦⟧", has_numbers: bool = False) -> None:
    """Write a catalogue for `locale` into `folder`, with the bot's English sentences in `brackets`.

    If `has_numbers` is set, each sentence except for lists of words is also in ⟪⟫ as a whole, and begins with the sign
    of its code (`numbered`).
    """
    catalogue = Catalog(locale=locale)
    for message, code in numbered():
        if is_list(message):
            string = tuple(_each_bracketed(form, brackets) for form in forms(message))
        else:
            string = tuple(bracketed(form, brackets) for form in forms(message))
            if has_numbers:
                string = tuple(f"{OPEN[1]}{sign_of(code + at)}{form}{CLOSE[1]}" for at, form in enumerate(string))
        catalogue.add(message.id, string if message.pluralizable else string[0], context=message.context)
    file = folder / locale / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue)


def numbered() -> Iterator[tuple[Message, int]]:
    """Yield each sentence with its code, which is even. The plural form of a sentence has the next code."""
    for at, message in enumerate(message for message in gathered() if message.id):
        yield message, 2 * at


def sign_of(code: int) -> str:
    """Return the sign that a sentence with this code begins with in the numbered language."""
    return chr(_FIRST + code // _MANY) + chr(_FIRST + code % _MANY)


def code_of(sign: str) -> int:
    """Return the code of a sign."""
    return (ord(sign[0]) - _FIRST) * _MANY + ord(sign[1]) - _FIRST


def is_list(message: Message) -> bool:
    """Return whether a sentence is a list of single words, such as the months."""
    return "between blanks" in (message.context or "")


def forms(message: Message) -> tuple[str, ...]:
    """Return the English forms of a sentence: one, or the singular and the plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def bracketed(sentence: str, brackets: str = "⟦⟧") -> str:
    """Return a sentence with each of its parts that have a letter in brackets. Its placeholders stay outside."""
    said = []
    for words, field, form, _conversion in Formatter().parse(sentence):
        said.append(f"{brackets[0]}{words}{brackets[1]}" if _LETTER.search(words) else words)
        if field is not None:
            said.append(f"{{{field}:{form}}}" if form else f"{{{field}}}")
    return "".join(said)


def _each_bracketed(words: str, brackets: str) -> str:
    """Put each word of a list in brackets. Blanks or slashes separate the words."""
    return re.sub(r"[^ /]+", lambda word: f"{brackets[0]}{word[0]}{brackets[1]}", words)


def without_brackets(text: str) -> str:
    """Return a text without the brackets and without the numbers of sentences, which is plain English."""
    return SIGN.sub("", text.translate(dict.fromkeys(map(ord, OPEN + CLOSE))))


def untranslated(text: str, names: Iterable[str]) -> str:
    """Return the text outside of the brackets without `names`, or "" if it has no letter."""
    bare = _NO_WORDS.sub(" ", _BRACKETED.sub(" ", text)).replace("\u00a0", " ")  # these keep names together
    for name in sorted(names, key=len, reverse=True):
        bare = bare.replace(name, " ")
    return bare.strip() if _LETTER.search(bare) else ""


def heard(text: str, *names: str) -> str:
    """Return a text in plain English.

    If the made-up language is in use, fail if anything except for `names` is outside of the brackets.
    """
    if isinstance(spoken_language(), GNUTranslations):
        assert untranslated(text, names) == "", text
    return without_brackets(text)


def texts(path: str, body: Any) -> Iterator[str]:
    """Yield each text in a request to Discord that people can read: in messages, menus, forms and completions."""
    if _MESSAGES.search(path):
        yield from _texts(body)


def _texts(body: Any) -> Iterator[str]:
    if isinstance(body, list):
        for each in body:
            yield from _texts(each)
    elif isinstance(body, dict):
        for key, value in body.items():
            if key in _SAYING and isinstance(value, str):
                yield value
            elif key == "choices":
                yield from (choice["name"] for choice in value)
            else:
                yield from _texts(value)
