"""Tests that hold a language to its own words: where its catalogue lacks one that they look up, English will do."""

from collections.abc import Generator
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

import pytest

from bot.words import language


class _English(NullTranslations):
    """Says in English what a catalogue lacks, and notes it."""

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
    """What is looked up in this test and lacking: where there is any, it is left out instead of failing."""
    noted, read = set[str](), language._catalogue

    @cache
    def noting(folder: Path, key: str) -> NullTranslations:
        found = copy(read(folder, key))  # another one: what was looked up before it is looked up again
        if isinstance(found, GNUTranslations):
            found._fallback = _English(noted)  # type: ignore[attr-defined]
        return found

    monkeypatch.setattr(language, "_catalogue", noting)
    return noted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Leave out what failed where something of it was said in English for want of a translation."""
    try:
        return (yield)
    except Exception:
        if noted := getattr(item, "funcargs", {}).get("as_translated"):
            pytest.skip(f"said in English: {sorted(noted)}")
        raise
