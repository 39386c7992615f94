"""Check that a whole run of the tests looks up every sentence of the catalogue.

Each pytest process notes the sentences that were looked up in any language. The lists are joined at the end of a whole
run, which reports each sentence of the template that was never looked up. Delete the code of such a sentence, or let a
test use it. Only a long run fails for such a sentence, because a short run does not always show all sentences.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import Any

from bot.words.catalogues import entries
from bot.words.language import DOMAIN, FOLDER

BETWEEN = "\x04"
"""The character between the context and the English text in the key of a sentence."""

SEEN: set[str] = set()
"""The keys of the sentences that this process has looked up, and of texts that tests made up."""

_IS_NOTING = ContextVar("_IS_NOTING", default=True)


@contextmanager
def without_noting() -> Iterator[None]:
    """Do not note the sentences that are looked up in this context, because no screen shows them.

    A page that lists all sentences looks up each of them.
    """
    before = _IS_NOTING.set(False)
    try:
        yield
    finally:
        _IS_NOTING.reset(before)


def _noting(look_up: Callable[..., str], has_use: bool) -> Callable[..., str]:
    def noted(self: NullTranslations, said: str, *more: Any) -> str:
        _note(said)
        return look_up(self, said, *more)

    def noted_with_use(self: NullTranslations, *said: Any) -> str:
        _note(BETWEEN.join(said[:2]))
        return look_up(self, *said)

    return noted_with_use if has_use else noted


def _note(key: str) -> None:
    if _IS_NOTING.get():
        SEEN.add(key)


def install() -> None:
    """Begin to note every sentence that is looked up in any catalogue."""
    for catalogue in (NullTranslations, GNUTranslations):
        for name in ("gettext", "ngettext", "pgettext", "npgettext"):
            setattr(catalogue, name, _noting(getattr(catalogue, name), name.startswith(("p", "np"))))


def join(keys: Iterable[str]) -> None:
    """Add the sentences that another process has looked up."""
    SEEN.update(keys)


def as_list() -> list[str]:
    """Return the keys of the template's sentences that were looked up, which can be sent to another process."""
    return sorted(SEEN & _template().keys())


def failures() -> list[str]:
    """Return a line for each sentence of the template that no test looked up."""
    return [f"never looked up: {said}" for key, said in _template().items() if key not in SEEN]


@cache
def _template() -> dict[str, str]:
    """Return the English text of each sentence by its key. The text of a plural is its singular form."""
    there = entries((FOLDER / f"{DOMAIN}.pot").read_text("utf-8"))
    said = [(each.use, each.english[0]) for each in there if each.english != ("",)]
    return {english if use is None else f"{use}{BETWEEN}{english}": english for use, english in said}
