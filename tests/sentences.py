"""Check that every sentence of the catalogue is looked up, over a whole run.

Each pytest process notes the sentences that any language was asked for. They are joined at the end of a whole run,
which lists each sentence of the template that was never asked for: its code can be deleted, or needs a scene. A long
run fails for such a sentence. A short run does not, because the dice decide about some sentences there.
"""

from collections.abc import Callable, Iterable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import Any

from bot.words.catalogues import entries
from bot.words.language import DOMAIN, FOLDER

BETWEEN = "\x04"
"""The character between a sentence's use and its English in a key."""

SEEN: set[str] = set()
"""The keys of the sentences that this process has looked up, and of texts that tests made up."""


def _noting(look_up: Callable[..., str], has_use: bool) -> Callable[..., str]:
    def noted(self: NullTranslations, *said: Any) -> str:
        SEEN.add(BETWEEN.join(said[:2]) if has_use else said[0])
        return look_up(self, *said)

    return noted


def install() -> None:
    """Note from here on every sentence that any catalogue is asked for."""
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
    """Return a line for each sentence of the template that nobody looked up."""
    return [f"never looked up: {said}" for key, said in _template().items() if key not in SEEN]


@cache
def _template() -> dict[str, str]:
    """Return the English of each sentence by its key; of a plural it is the singular."""
    there = entries((FOLDER / f"{DOMAIN}.pot").read_text("utf-8"))
    said = [(each.use, each.english[0]) for each in there if each.english != ("",)]
    return {english if use is None else f"{use}{BETWEEN}{english}": english for use, english in said}
