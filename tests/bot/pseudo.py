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

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.words.language import DOMAIN, spoken_language
from tests.gathering import gathered

OPEN, CLOSE = "⟦⟪", "⟧⟫"
_BRACKETED = re.compile(f"[{OPEN}][^{OPEN}{CLOSE}]*(?:[{CLOSE}]|$)")  # a label may be cut before its closing bracket
_LETTER = re.compile(r"[^\W\d_]")
# Matches text that is the same in every language: records, mentions, timestamps, seals, seeds, references and
# addresses of pages.
_NO_WORDS = re.compile(r"https://[^\s)]+|```.*?```|<[^<>]*>|\b[0-9a-f]{6,64}\b", re.DOTALL)
_SAYING = ("content", "label", "placeholder", "description", "title")
_MESSAGES = re.compile(r"/interactions/|/webhooks/|/messages(/|$)")


def compile_pseudo(folder: Path, locale: str = "en_US", brackets: str = "⟦⟧") -> None:
    """Write a catalogue for `locale` into `folder`, with the bot's English sentences in `brackets`."""
    catalogue = Catalog(locale=locale)
    for message in gathered():
        if message.id:
            is_list = "between blanks" in (message.context or "")
            make = _each_bracketed if is_list else _bracketed
            string = tuple(make(form, brackets) for form in _forms(message.id))
            catalogue.add(message.id, string if message.pluralizable else string[0], context=message.context)
    file = folder / locale / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue)


def _forms(sentence: str | Iterable[str]) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def _bracketed(sentence: str, brackets: str) -> str:
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
    """Return a text without the brackets, which is plain English."""
    return text.translate(dict.fromkeys(map(ord, OPEN + CLOSE)))


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
