"""The language in which something is said: every sentence that a player sees passes through `_` or one of its kin.

A sentence is translated when it is said, in the language of its place: what stands in a channel in the server's, what
is private in the person's. `speaking` says which; where nobody said, and where a word is missing, it is English, the
language of the sources. `locale/` holds the catalogues; CONTRIBUTING.md tells how a language is added.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

DOMAIN = "liars-dice"
FOLDER = Path(__file__).with_name("locale")

_ENGLISH = gettext.NullTranslations()
_spoken: ContextVar[gettext.NullTranslations] = ContextVar("spoken", default=_ENGLISH)


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Let everything inside be said in `locale`, as Discord names it: "de", "pt-BR"; "" is English."""
    before = _spoken.set(catalogue(locale))
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(locale: str) -> None:
    """Let everything from here on, in this task, be said in `locale`."""
    _spoken.set(catalogue(locale))


@lru_cache(maxsize=64)
def catalogue(locale: str) -> gettext.NullTranslations:
    """The sentences in `locale`: its own, its language's where it has none, English where nobody has translated any."""
    if not locale:
        return _ENGLISH
    return gettext.translation(DOMAIN, FOLDER, [locale.replace("-", "_")], fallback=True)


def spoken_language() -> gettext.NullTranslations:
    """What is spoken now; the same object for the same language."""
    return _spoken.get()


def _(sentence: str) -> str:
    """`sentence` in the language that is spoken now."""
    return _spoken.get().gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a sentence that goes with `count`."""
    return _spoken.get().ngettext(one, many, count)


def pgettext(use: str, sentence: str) -> str:
    """A word that English uses for several things, in one `use`."""
    return _spoken.get().pgettext(use, sentence)


def npgettext(use: str, one: str, many: str, count: int) -> str:
    """The form that goes with `count`, of a word that English uses for several things."""
    return _spoken.get().npgettext(use, one, many, count)
