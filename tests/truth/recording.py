"""Find the sentences that a screen shows, and their facts, by recording each English sentence that is looked up."""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from string import Formatter

from bot.words import language

Facts = Mapping[str, str]


class Recorder(gettext.NullTranslations):
    """A catalogue of English that records each sentence that is looked up.

    `said` has the forms that were returned, by msgid. Plurals are recorded under their singular.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, set[str]] = {}

    def gettext(self, message: str) -> str:
        """Record a sentence and return it."""
        self.said.setdefault(message, set()).add(message)
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form that belongs to `n`, and record it."""
        form = super().ngettext(msgid1, msgid2, n)
        self.said.setdefault(msgid1, set()).add(form)
        return form


@contextmanager
def recording() -> Iterator[Recorder]:
    """Speak English within the block, and yield the recorder of the sentences."""
    recorder = Recorder()
    before = language._spoken.set(recorder)
    try:
        yield recorder
    finally:
        language._spoken.reset(before)


def shown(recorder: Recorder, text: str, msgids: Mapping[str, object]) -> Iterator[tuple[str, Facts]]:
    """Yield each of these sentences that was looked up and that the text contains, with its facts."""
    for msgid, pattern in _patterns(recorder, msgids):
        yield from ((msgid, _facts(found)) for found in pattern.finditer(text))


def whole_lines(recorder: Recorder, text: str, msgids: Mapping[str, object]) -> Iterator[tuple[str, Facts]]:
    """Yield each of these sentences that was looked up and that is a whole line of the text, with its facts."""
    for msgid, pattern in _patterns(recorder, msgids):
        found = map(pattern.fullmatch, text.splitlines())
        yield from ((msgid, _facts(each)) for each in found if each is not None)


def _patterns(recorder: Recorder, msgids: Mapping[str, object]) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield each of these sentences that was looked up, with a pattern for each of its forms."""
    for msgid, forms in recorder.said.items():
        if msgid in msgids:
            yield from ((msgid, _pattern(form)) for form in forms)


def _facts(found: re.Match[str]) -> Facts:
    """Return the facts in a sentence, without the marks for small print."""
    return {field: words.removeprefix("-# ") for field, words in found.groupdict().items()}


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    parts, known = [r"(?<![\w,;] )" if sentence[0].isalpha() else ""], set[str]()
    for words, field, _form, _conversion in Formatter().parse(sentence):
        parts.append(re.escape(words))
        if field is not None:
            said = r"\d[\d,]*" if field == "n" else r"[^·\n]+?"
            parts.append(f"(?P={field})" if field in known else f"(?P<{field}>{said})")
            known.add(field)
    return re.compile("".join(parts) + (r"(?!\w)" if sentence[-1] == "}" or sentence[-1].isalnum() else ""))
