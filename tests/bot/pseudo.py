"""A language that nobody speaks: ours in brackets, gathered from the sources and written as a translator's work is.

What it says is "⟦Round ⟧3⟦: the dice are down.⟧": whatever was put into a sentence stands outside of the brackets, and
so does a sentence that never passed through `bot/words/language.py`, was said in no place's language, or is not found
by those who gather the sentences. Its reader demands that nothing but names, numbers and pictures stands there.
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
_BRACKETED = re.compile(f"[{OPEN}][^{OPEN}{CLOSE}]*(?:[{CLOSE}]|$)")  # a label may be cut short
_LETTER = re.compile(r"[^\W\d_]")
# Records, whose notation is the same everywhere; mentions, moments; seals, seeds and references.
_NO_WORDS = re.compile(r"```.*?```|<[^<>]*>|\b[0-9a-f]{6,64}\b", re.DOTALL)
_SAYING = ("content", "label", "placeholder", "description", "title")
_MESSAGES = re.compile(r"/interactions/|/webhooks/|/messages(/|$)")


def compile_pseudo(folder: Path, locale: str = "en_US", brackets: str = "⟦⟧") -> None:
    """Write the catalogue of `locale` into `folder`, with our sentences in `brackets`."""
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
    """A list of words between blanks, or between strokes, each in brackets."""
    return re.sub(r"[^ /]+", lambda word: f"{brackets[0]}{word[0]}{brackets[1]}", words)


def without_brackets(text: str) -> str:
    """What was said, as an English reader has it."""
    return text.translate(dict.fromkeys(map(ord, OPEN + CLOSE)))


def untranslated(text: str, names: Iterable[str]) -> str:
    """What stands outside of the brackets though it is nobody's name and none of the words that people wrote."""
    bare = _NO_WORDS.sub(" ", _BRACKETED.sub(" ", text)).replace("\u00a0", " ")  # names stay together by these
    for name in sorted(names, key=len, reverse=True):
        bare = bare.replace(name, " ")
    return bare.strip() if _LETTER.search(bare) else ""


def heard(text: str, *names: str) -> str:
    """A text as an English reader has it. Fails where it was to be said in a language and was not, but for `names`."""
    if isinstance(spoken_language(), GNUTranslations):
        assert untranslated(text, names) == "", text
    return without_brackets(text)


def texts(path: str, body: Any) -> Iterator[str]:
    """All that a request to Discord gives people to read: in messages, menus, forms and completions."""
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
