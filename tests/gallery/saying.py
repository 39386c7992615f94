"""Say a text of the made-up language with numbers (`tests.bot.pseudo`) in another language.

In the made-up language, each sentence is in ⟪⟫ and begins with the sign of its code. So its English
form is known, and the values in it can be put into the translation.
"""

import re
from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Message

from bot.words.catalogues import entries
from bot.words.language import (
    DOMAIN,
    FOLDER,
    _,
    ngettext,
    npgettext,
    number,
    offered_for,
    percentage,
    pgettext,
    speaking,
)
from tests.bot.pseudo import CLOSE, OPEN, SIGN, bracketed, code_of, forms, is_list, numbered, sign_of, without_brackets
from tests.sentences_never_shown import without_noting

BEGIN, END = OPEN[1], CLOSE[1]
_HOLES = 0x100000
"""The first private character. Each replaces one inner sentence while the outer sentence is compared."""
_HOLE = re.compile("[\U00100000-\U0010fffd]")
_WORD = re.compile(f"{OPEN[0]}([^{OPEN}{CLOSE}]*){CLOSE[0]}")
_ANY_BLANK = "[ \u00a0]"
_FIGURE = re.compile(r"-?[\d,]*\d(?:\.\d+)?(%?)")


class Sentence(NamedTuple):
    """A sentence of the catalogue: its number from 1 in the order of the file, its entry, and which form was shown."""

    number: int
    message: Message
    form: int


class Part(NamedTuple):
    """A sentence in a text: its code, and its inner texts and sentences."""

    code: int
    inner: list["str | Part"]


def sentences() -> dict[int, Sentence]:
    """Return each form of each sentence by its code."""
    return {
        code + form: Sentence(at, message, form)
        for at, (message, code) in enumerate(numbered(), 1)
        for form in range(len(forms(message)))
    }


class Speaker:
    """Says texts of the made-up language in the language of a locale.

    After each sentence in the result follows its sign, so that a page can show its number there.
    """

    def __init__(self, locale: str) -> None:
        self._locale, self.sentences = locale, sentences()
        self._patterns: dict[int, re.Pattern[str]] = {}
        file = FOLDER / offered_for(locale) / "LC_MESSAGES" / f"{DOMAIN}.po"
        whole = (each for each in entries(file.read_text("utf-8")) if each.is_whole())
        self._translated = {(each.use, each.english[0]) for each in whole}
        with speaking(locale), without_noting():
            self._words = dict(word for each in self.sentences.values() for word in _words(each.message))

    def say(self, text: str) -> str:
        """Return a text in this language."""
        with speaking(self._locale), without_noting():
            return self._said(_parsed(text))

    def translation(self, known: Sentence) -> str:
        """Return the translated forms of a sentence, separated by strokes, or "" if the catalogue lacks them."""
        if (known.message.context, forms(known.message)[0]) not in self._translated:
            return ""
        with speaking(self._locale), without_noting():
            return " / ".join(dict.fromkeys(_looked_up(known.message, many) for many in (1, 2, 5)))

    def _said(self, inner: list[str | Part]) -> str:
        return "".join(self._figure(each) if isinstance(each, str) else self._sentence(each) for each in inner)

    def _figure(self, text: str) -> str:
        if found := _FIGURE.fullmatch(text):
            return percentage(text[:-1]) if found[1] else number(text)
        return without_brackets(_WORD.sub(lambda word: self._words.get(word[1], word[1]), text))

    def _sentence(self, part: Part) -> str:
        """Return the translation of a sentence, or its English words if they were shortened or changed."""
        known = self.sentences.get(part.code)
        if known is None:
            return self._said(part.inner)
        flat = "".join(each if isinstance(each, str) else chr(_HOLES + at) for at, each in enumerate(part.inner))
        found = self._pattern(part.code, known).fullmatch(flat)
        if found is None:
            return self._said(part.inner) + sign_of(2 * (known.number - 1))
        values = {field: self._said(_filled(value, part.inner)) for field, value in found.groupdict().items()}
        words = "".join(
            literal + (values.get(field, "") if field is not None else "")
            for literal, field, *_rest in Formatter().parse(_looked_up(known.message, _many(known, found)))
        )
        return words + sign_of(2 * (known.number - 1))

    def _pattern(self, code: int, known: Sentence) -> re.Pattern[str]:
        if code not in self._patterns:
            self._patterns[code] = _pattern(bracketed(forms(known.message)[known.form]))
        return self._patterns[code]


def _words(message: Message) -> Iterator[tuple[str, str]]:
    """Yield the single words of a list with their translations, such as the months, if both lists are equally long."""
    if is_list(message):
        theirs, ours = forms(message)[0].split(), _looked_up(message, 1).split()
        if len(theirs) == len(ours):
            yield from zip(theirs, ours, strict=True)


def _looked_up(message: Message, many: int) -> str:
    """Return the translation of a sentence in the current language, in the form for a number."""
    use, (one, *others) = message.context, forms(message)
    if others:
        return npgettext(use, one, others[0], many) if use else ngettext(one, others[0], many)
    return pgettext(use, one) if use else _(one)


def _many(known: Sentence, found: re.Match[str]) -> int:
    """Return the number in a sentence. If it has none, return one that its English form is for."""
    return next((int(value) for value in found.groupdict().values() if value.isdigit()), 1 + known.form)


def _pattern(sentence: str) -> re.Pattern[str]:
    """Return a pattern that matches a sentence with any values in its placeholders.

    Its blanks may be those at which no line breaks, and its signs may be escaped for Discord's markup or left out.
    """
    made, seen = list[str](), set[str]()
    for literal, field, *_rest in Formatter().parse(sentence):
        made.append("".join(_ANY_BLANK if each == " " else _escaped(each) for each in literal))
        if field is not None:
            # The values of a field are the same everywhere, but sentences in them have different private characters.
            made.append(".*?" if field in seen else f"(?P<{field}>.*?)")
            seen.add(field)
    return re.compile("".join(made), re.DOTALL)


def _escaped(sign: str) -> str:
    """Return a pattern of a character, with or without a backslash before it. Texts of pictures have no stars."""
    if sign.isalnum():
        return re.escape(sign)
    return r"\\?\*?" if sign == "*" else rf"\\?{re.escape(sign)}"


def _filled(value: str, inner: list[str | Part]) -> list[str | Part]:
    """Return the parts of a value, with an inner sentence for each private character."""
    found, last = list[str | Part](), 0
    for hole in _HOLE.finditer(value):
        found += [value[last : hole.start()], inner[ord(hole[0]) - _HOLES]]
        last = hole.end()
    return [each for each in (*found, value[last:]) if each]


def _parsed(text: str) -> list[str | Part]:
    """Return the texts and sentences of a text. A sentence that is cut off ends with the text."""
    whole = Part(0, [])
    open_parts = [whole]
    for sign in _signs(text):
        if sign[0] == BEGIN and len(sign) == 3:
            open_parts[-1].inner.append(Part(code_of(sign[1:]), []))
            open_parts.append(open_parts[-1].inner[-1])  # type: ignore[arg-type]
        elif sign == END and len(open_parts) > 1:
            open_parts.pop()
        elif sign != END:
            open_parts[-1].inner.append(sign)
    return whole.inner


def _signs(text: str) -> Iterator[str]:
    return (each for each in re.split(f"({BEGIN}{SIGN.pattern}|{END})", text) if each)
