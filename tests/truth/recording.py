"""Find the sentences that a screen shows, and the facts in these sentences.

A recorder notes each English sentence that the screen looks up.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from string import Formatter

from bot.screens.families.poker_cup.ranking import or_better, pictured, said_as, spoken
from bot.words import language
from engine.poker_cup.ranking import Claim

Facts = Mapping[str, str]

HARD_SPACE = "\N{NO-BREAK SPACE}"
"""The space that screens put between words that belong on one line."""
LISTS = ("counts", "now", "left")
"""The placeholders for lists whose items are separated by dots."""
WHOLE_LINES = ("raises",)
"""The placeholders for such lists that go on to the end of the line."""


class Recorder(gettext.NullTranslations):
    """A catalogue of English that records each sentence that is looked up.

    `said` maps each msgid to the forms that were returned. A plural is recorded under the msgid of its singular.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, set[str]] = {}

    def gettext(self, message: str) -> str:
        """Record a sentence and return it."""
        self.said.setdefault(message, set()).add(message)
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Record and return the form for the number `n`."""
        form = super().ngettext(msgid1, msgid2, n)
        self.said.setdefault(msgid1, set()).add(form)
        return form


@contextmanager
def recording() -> Iterator[Recorder]:
    """Make the bot speak English within the block, and yield the recorder of its sentences."""
    recorder = Recorder()
    before = language._spoken.set(recorder)
    try:
        yield recorder
    finally:
        language._spoken.reset(before)


def shown(recorder: Recorder, text: str, msgids: Mapping[str, object]) -> Iterator[tuple[str, Facts]]:
    """Yield each sentence of `msgids` that was looked up and occurs in the text, together with its facts."""
    text = text.replace(HARD_SPACE, " ")
    for msgid, pattern in _patterns(recorder, text, msgids):
        yield from ((msgid, _facts(found)) for found in pattern.finditer(text))


def whole_lines(recorder: Recorder, text: str, msgids: Mapping[str, object]) -> Iterator[tuple[str, Facts]]:
    """Yield each sentence of `msgids` that was looked up and fills a line of the text, together with its facts."""
    for msgid, pattern in _patterns(recorder, text.replace(HARD_SPACE, " "), msgids):
        found = map(pattern.fullmatch, text.splitlines())
        yield from ((msgid, _facts(each)) for each in found if each is not None)


def _patterns(recorder: Recorder, text: str, msgids: Mapping[str, object]) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield each sentence of `msgids` that was looked up, with a pattern for each form that the text may contain."""
    for msgid, forms in recorder.said.items():
        if msgid in msgids:
            yield from ((msgid, _pattern(form)) for form in forms if _longest_part(form) in text)


def _facts(found: re.Match[str]) -> Facts:
    """Return the facts that the match found, without the markup for small print."""
    return {field: words.removeprefix("-# ") for field, words in found.groupdict().items()}


@cache
def _longest_part(sentence: str) -> str:
    """Return the longest part of a sentence without a placeholder. Looking for it first is quicker than a pattern."""
    return max((words for words, *_ in Formatter().parse(sentence.replace(HARD_SPACE, " "))), key=len)


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    parts, known = [r"(?<![\w,;] )" if sentence[0].isalpha() else ""], set[str]()
    for words, field, _form, _conversion in Formatter().parse(sentence.replace(HARD_SPACE, " ")):
        parts.append(re.escape(words))
        if field is not None:
            parts.append(f"(?P={field})" if field in known else f"(?P<{field}>{_words_of(field)})")
            known.add(field)
    return re.compile("".join(parts) + (r"(?!\w)" if sentence[-1] == "}" or sentence[-1].isalnum() else ""))


def _words_of(field: str) -> str:
    """Return the pattern for the words in a placeholder."""
    if field == "n":
        return r"\d[\d,]*"
    return r"[^\n]+" if field in WHOLE_LINES else r"[^\n]+?" if field in LISTS else r"[^·\n]+?"


def states(facts: Facts, claim: Claim) -> bool:
    """Return whether a sentence states this claim in words, or has no claim at all.

    Pictures of its dice may follow, inside the claim or behind it. The dice besides the hand are then in words only if
    they decide.
    “or better” may come last, except after the highest claim.
    """
    said = facts.get("claim", spoken(claim)).replace(HARD_SPACE, " ")
    shown = (pictured(claim), pictured(claim, claim))
    ways = (spoken(claim), said_as(claim)[0], *(each.replace(HARD_SPACE, " ") for each in shown))
    return said in (*ways, *(or_better(claim, way) for way in ways))
