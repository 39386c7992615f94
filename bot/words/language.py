"""Look up sentences in the reader's language, and write lists, numbers and dates in that language."""

import gettext
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import NamedTuple

from bot.words import catalogues

DOMAIN = "liars-dice"

FOLDER = Path(__file__).with_name("locale")

ENGLISH = "en"

NAMES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "pt_BR": "Português (Brasil)",
    "ja": "日本語",
    "zh_TW": "繁體中文",
}
"""The name of each language in that language, by the name of its folder in `locale/`."""

_ENGLISH = gettext.NullTranslations()

_spoken: ContextVar[gettext.NullTranslations] = ContextVar("spoken", default=_ENGLISH)


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Use this locale inside the body.

    The locale has Discord's form, such as "de" or "pt-BR". The locale "" means English.
    """
    before = _spoken.set(catalogue(locale))
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(locale: str) -> None:
    """Use this locale from now on in the current task."""
    _spoken.set(catalogue(locale))


def offered() -> dict[str, str]:
    """Return the names of the available languages by their keys. The keys are stored."""
    return dict(_offered(FOLDER))


def offered_for(locale: str) -> str:
    """Return the key of the available language for a locale in Discord's form, or "".

    A language with the same region is preferred to one without a region.
    """
    return _offered_for(FOLDER, locale)


@lru_cache(maxsize=128)
def _offered_for(folder: Path, locale: str) -> str:
    region = locale.replace("-", "_")
    return next((key for key in (region, region.split("_")[0]) if key in _offered(folder)), "")


def catalogue(locale: str) -> gettext.NullTranslations:
    """Return the translations for a locale, or for its language without the region.

    If there are none, return the English sentences.
    """
    return _catalogue(FOLDER, offered_for(locale)) if locale else _ENGLISH


@lru_cache(maxsize=16)
def _offered(folder: Path) -> dict[str, str]:
    found = sorted(file.parts[-3] for file in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return {key: NAMES.get(key, key) for key in (ENGLISH, *found)}


@lru_cache(maxsize=64)
def _catalogue(folder: Path, key: str) -> gettext.NullTranslations:
    return catalogues.read(folder / key / "LC_MESSAGES" / f"{DOMAIN}.po") if key not in ("", ENGLISH) else _ENGLISH


def read_all() -> None:
    """Read the catalogue of every available language, so that no request waits for it.

    Each catalogue takes about 50 milliseconds.
    """
    for key in _offered(FOLDER):
        _catalogue(FOLDER, key)


def spoken_language() -> gettext.NullTranslations:
    """Return the catalogue of the current language. It is the same object each time."""
    return _spoken.get()


def spoken_key() -> str:
    """Return the key of the current language."""
    return spoken_language().info().get("language", ENGLISH)


def N_(sentence: str) -> str:  # noqa: N802 - gettext's name for it
    """Return `sentence` unchanged. The call only marks the sentence for translators, and other code translates it."""
    return sentence


def _(sentence: str) -> str:
    """Return `sentence` in the current language."""
    return _spoken.get().gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the singular or plural form for `count`, in the current language."""
    return _spoken.get().ngettext(one, many, count)


def pgettext(use: str, sentence: str) -> str:
    """Return the translation of an English word with several meanings. `use` says which meaning is right."""
    return _spoken.get().pgettext(use, sentence)


def npgettext(use: str, one: str, many: str, count: int) -> str:
    """Return the form for `count` of an English word with several meanings. `use` says which meaning is right."""
    return _spoken.get().npgettext(use, one, many, count)


def joined(words: Sequence[str]) -> str:
    """Return the words as a list in the current language: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        # Translators: a list of two names, dice or phrases.
        return before(words[1], _("{first} and {second}")).format(first=words[0], second=words[1])
    # Translators: a list of three or more; {some} is the whole list except the last item: “Ann, Ben”.
    return before(words[-1], _("{some} and {last}")).format(some=listed(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """Return the words as alternatives in the current language: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        # Translators: a list of two alternatives.
        return before(words[1], _("{first} or {second}")).format(first=words[0], second=words[1])
    # Translators: a list of three or more alternatives; {some} is the whole list except the last item.
    return before(words[-1], _("{some} or {last}")).format(some=listed(words[:-1]), last=words[-1])


_CHANGES = {
    "es": (
        (re.compile(r"\W*h?[ií](?![ae])", re.IGNORECASE), " y ", " e "),
        (re.compile(r"\W*(h?[oó]|8|11\b)", re.IGNORECASE), " o ", " u "),
    ),
    "fr": ((re.compile(r"as\b", re.IGNORECASE), " de ", " d’"),),
}
"""Words that change before a sound, by language: a pattern of the next word, the usual form and the changed form."""


def before(last: str, sentence: str) -> str:
    """Return a sentence in the form that it has before the word `last`.

    Examples are "Ana e Inés" and "7 u 8" in Spanish, and "une paire d’as" in French.
    """
    for sound, word, changed in _CHANGES.get(spoken_key(), ()):
        if sound.match(last):
            sentence = sentence.replace(word, changed)
    return sentence


class Numbers(NamedTuple):
    """The number format of a language: the decimal sign, the thousands separator and the form of percentages.

    The separator is used in numbers of `grouped` or more digits.
    """

    point: str = "."
    thousands: str = ","
    percentage: str = "{}%"
    grouped: int = 4


NUMBERS = {
    ENGLISH: Numbers(),
    "de": Numbers(",", ".", "{}\u00a0%"),
    "es": Numbers(",", "\u202f", "{}\u00a0%", grouped=5),
    "fr": Numbers(",", "\u202f", "{}\u202f%"),
    "pt_BR": Numbers(",", ".", "{}%"),
    "ja": Numbers(),
    "zh_TW": Numbers(),
}
"""The number formats by the keys of languages.

Other languages use the English one. A line never breaks in a number.
"""


def number(written: str | int) -> str:
    """Format a number for the current language: "-1,234.5" becomes "−1.234,5" in German."""
    ways, said = _numbers(), f"{written:,}" if isinstance(written, int) else written
    is_short = sum(map(str.isdigit, said.partition(".")[0])) < ways.grouped
    return said.translate({ord(","): "" if is_short else ways.thousands, ord("."): ways.point, ord("-"): "−"})


def signed(amount: int) -> str:
    """Format a number with its sign for the current language. "0" has no sign."""
    return number(f"{amount:+,}") if amount else "0"


def signed_decimal(amount: float) -> str:
    """Format a number with its sign and one decimal for the current language. "0.0" has no sign."""
    return number(f"{amount:+.1f}" if round(amount, 1) else "0.0")


def percentage(written: str | int) -> str:
    """Format a percentage for the current language: "12.5" becomes "12.5%", or "12,5 %" in German."""
    return _numbers().percentage.format(number(written))


def percent(likely: float) -> str:
    """Return a probability from 0 to 1 as a percentage: "under 1%", "1%" to "99%", or "over 99%".

    The percentage is "0%" only if the probability is 0, and "100%" only if it is 1.
    """
    if 1 - LEAST_PERCENT < likely < 1:
        # Translators: a very great probability: “over 99%”. It often stands before “likely”.
        return _("over {percent}").format(percent=percentage(99))
    if 0 < likely < LEAST_PERCENT:
        # Translators: a very small probability: “under 1%”. It often stands before “likely”.
        return _("under {percent}").format(percent=percentage(1))
    return percentage(round(100 * likely) if likely in (0.0, 1.0) else min(99, max(1, round(100 * likely))))


def percent_of_deed(likely: float) -> str:
    """Return the probability of something that somebody did, as `percent` does. It is at least "under 1%"."""
    return percent(max(likely, LEAST_PERCENT / 2))


LEAST_PERCENT = 0.005
"""The lowest probability that is rounded to a percentage. Lower ones are "under 1%", or "0%" if they are 0.

A probability that lacks less than this to 1 is "over 99%".
"""


def _numbers() -> Numbers:
    return NUMBERS.get(spoken_key(), NUMBERS[ENGLISH])


def listed(words: Sequence[str]) -> str:
    """Return the words separated by commas: "a, b, c". Return "" if there are no words."""
    # Translators: {some} is a list with commas: “Ann, Ben”; {more} is its next item.
    return reduce(lambda some, more: _("{some}, {more}").format(some=some, more=more), words) if words else ""


_WIDE = "\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6"
"""The characters of Japanese, Chinese and Korean.

Each is as wide as two Latin ones, and a line may break beside most.
"""

_NOT_FIRST = (
    "、。，．：；！？…‥・ー々〻ゝゞヽヾ」』）］｝〉》】〕”’!?,.:;)\\]}%"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ\u3099\u309a\ufe0f\u200d\u00a0\u202f\u2060"
)
_NOT_LAST = "「『（［｛〈《【〔“‘(\\[{\u200d\u00a0\u202f\u2060"
"""Characters that may not begin or may not end a line in Japanese and Chinese, such as closing or opening brackets."""

_HAS_WIDE = re.compile(f"[{_WIDE}]")


@cache
def _breaks() -> re.Pattern[str]:
    """Return a pattern that matches the places where a line may break.

    It is compiled when it is first used, because compiling takes a hundredth of the start-up time.
    """
    return re.compile(rf"(?<= )(?! )|(?:(?<=[{_WIDE}])|(?=[{_WIDE}]))(?<![{_NOT_LAST}])(?![{_NOT_FIRST} ])")


def unbroken(words: str) -> list[str]:
    """Split a line into the parts after which it may break. Each part includes the spaces after it."""
    if _HAS_WIDE.search(words):
        return [part for part in _breaks().split(words) if part]
    return [f"{word} " for word in words.split(" ")]


def with_numbers(words: str) -> list[str]:
    """Split a line like `unbroken`, but keep each number and the word after it in one part."""
    found = list[str]()
    for part in unbroken(words):
        if found and found[-1].strip(" (“").isdigit():
            found[-1] += part
        else:
            found.append(part)
    return found


_BETWEEN_SENTENCES = {"ja": "", "zh_TW": ""}
"""The separator between two sentences, by language. All other languages use a blank."""


def sentences(*said: str) -> str:
    """Return these sentences one after another: "It’s true! You pay.". Empty sentences are left out."""
    return _BETWEEN_SENTENCES.get(spoken_key(), " ").join(filter(None, said))


def labelled(head: str, said: str) -> str:
    """Return a statement with a label: "Ann: 3 dice". In French, a space comes before the colon."""
    # Translators: “Ann, Ben: 3 dice”, “Dudo: Ann”, “Ann: Caught me!”; {names} may contain ** for bold text.
    return _("{names}: {figure}").format(names=head, figure=said)


def month_name(month: int, year: int) -> str:
    """Return a month and its year in short form: "Nov 2026". Raises `IndexError` for a month above 12."""
    # Translators: a month: “Nov 2026”.
    return _("{month} {year}").format(month=month_brief(month), year=year)


def month_brief(month: int) -> str:
    """Return the name of a month in short form: "Nov". Raises `IndexError` for a month above 12."""
    months = pgettext("the months, between blanks", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
    return months.split()[month - 1]


def day(at: date) -> str:
    """Return a date in short form: "Nov 22, 2026"."""
    # Translators: a date: “Nov 22, 2026”.
    return _("{month} {day}, {year}").format(day=at.day, month=month_brief(at.month), year=at.year)


def ordinal(place: int) -> str:
    """Return a place from 1 to 20 as an ordinal: "1st", "2nd"."""
    places = pgettext(
        "places from 1 to 20, between blanks",
        "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th",
    )
    return places.split()[place - 1]
