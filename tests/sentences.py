"""Check that every sentence of the catalogue is looked up for a screen or a command, over a whole run.

Each pytest process notes the sentences that were looked up in any language. They are joined at the end of a whole run,
which fails if a sentence of the template was never looked up: it belongs to code that can go, or lacks a scene.
"""

from collections.abc import Callable, Iterable
from gettext import GNUTranslations, NullTranslations
from typing import Any

from bot.words.catalogues import entries
from bot.words.language import DOMAIN, FOLDER

SEEN: set[str] = set()
"""The sentences that this process has looked up: the context and the English, with `BETWEEN` between them."""

BETWEEN = "\x04"


def _noting(look_up: Callable[..., str], has_context: bool) -> Callable[..., str]:
    def noted(self: NullTranslations, *said: Any) -> str:
        SEEN.add(BETWEEN.join(said[:2]) if has_context else said[0])
        return look_up(self, *said)

    return noted


def install() -> None:
    """Note from here on every sentence that any catalogue looks up."""
    for catalogue in (NullTranslations, GNUTranslations):
        for name in ("gettext", "ngettext", "pgettext", "npgettext"):
            setattr(catalogue, name, _noting(getattr(catalogue, name), name.startswith(("p", "np"))))


def join(said: Iterable[str]) -> None:
    """Add the sentences that another process has looked up."""
    SEEN.update(said)


def failures() -> list[str]:
    """Return a line for each sentence of the template that nobody looked up."""
    template = entries((FOLDER / f"{DOMAIN}.pot").read_text("utf-8"))
    of_it = [each for each in template if each.english != ("",)]
    keys = {BETWEEN.join(filter(None, (each.use, each.english[0]))): each.english[0] for each in of_it}
    return [f"never looked up: {said}" for key, said in keys.items() if key not in SEEN]
