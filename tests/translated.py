"""Skip a test of a language's wording if the language's catalogue lacks a sentence that the test looks up."""

from collections.abc import Generator
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

import pytest

from bot.words import language


class _English(NullTranslations):
    """A catalogue that returns each sentence in English, and notes the sentence."""

    def __init__(self, noted: set[str]) -> None:
        super().__init__()
        self.noted = noted

    def gettext(self, message: str) -> str:
        self.noted.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.noted.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@pytest.fixture
def as_translated(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Note each sentence that the test looks up and that has no translation.

    If the test fails and has looked up such a sentence, the test counts as skipped.
    """
    noted, read = set[str](), language._catalogue

    @cache
    def noting(folder: Path, key: str) -> NullTranslations:
        found = copy(read(folder, key))  # a copy, because the bot's caches have its sentences already
        if isinstance(found, GNUTranslations):
            found._fallback = _English(noted)  # type: ignore[attr-defined]
        return found

    monkeypatch.setattr(language, "_catalogue", noting)
    return noted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Skip a failed test if it looked up a sentence for which there was no translation."""
    try:
        return (yield)
    except Exception:
        if noted := getattr(item, "funcargs", {}).get("as_translated"):
            pytest.skip(f"said in English: {sorted(noted)}")
        raise
