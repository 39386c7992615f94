"""Test `tests/sentences_never_shown.py`, which reports each sentence that no test of a whole run has looked up."""

import pytest

from bot.words.language import _, ngettext, npgettext, pgettext, speaking
from tests import sentences_never_shown

MONTHS = "the months, between blanks", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"


@pytest.mark.parametrize("locale", ["en-GB", "de"])
def test_only_sentences_that_were_not_looked_up_are_reported(monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    monkeypatch.setattr(sentences_never_shown, "SEEN", set())
    every = sentences_never_shown.failures()
    assert len(every) > 1000
    with speaking(locale):
        _("Again")
        ngettext("{n} die", "{n} dice", 5)
        pgettext(*MONTHS)
        npgettext("dice", "one", "ones", 1)
        _("A sentence of no screen.")
    assert sentences_never_shown.as_list() == sorted(("Again", "{n} die", "\x04".join(MONTHS), "dice\x04one"))
    left = sentences_never_shown.failures()
    assert len(left) == len(every) - 4
    assert "never looked up: Again" in every
    assert "never looked up: Again" not in left
