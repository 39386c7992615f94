"""Test that a text in the numbered language is said in another language exactly as the bot itself says it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.screens.table.cards import lobby
from bot.tables.model import LONG_CLOCK, Status
from bot.words.cleaning import clean, escaped
from bot.words.dice import bid_words, whole
from bot.words.language import FOLDER, _, ngettext, speaking
from engine.bids.actions import Bid
from engine.variants import VARIANTS
from tests import sentences_never_shown
from tests.bot.conftest import speak_from
from tests.bot.pseudo import SIGN, code_of, compile_pseudo, numbered, sign_of
from tests.bot.random_games import table_of
from tests.gallery.page import page
from tests.gallery.saying import Speaker
from tests.truth.sweep import said


def shown(variant: str) -> str:
    """Return the texts of a lobby.

    Its clock is long, because a short one is said in one of two ways, which depends on the width of the words.
    """
    table = table_of(3, variant)
    card = lobby(replace(table, status=Status.LOBBY, setup=replace(table.setup, clock=LONG_CLOCK)))
    return said((*card.lasting, *card.live))


def closed_up(text: str) -> str:
    """Return a text without blanks, line breaks and separators, which depend on the width of the words."""
    return re.sub(r"[\s·]", "", text)


@pytest.mark.parametrize("key", ["de", "ja", "pt-BR", "zh-TW"])
def test_a_lobby_is_said_in_each_language_as_the_bot_says_it(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker, texts = Speaker(key), dict[str, str]()
    compile_pseudo(tmp_path, has_numbers=True)
    speak_from(tmp_path, monkeypatch)
    with speaking("en-US"):
        texts = {variant: shown(variant) for variant in VARIANTS}
    speak_from(FOLDER, monkeypatch)
    for variant, text in texts.items():
        with speaking(key):
            expected = shown(variant)
        assert closed_up(SIGN.sub("", speaker.say(text))) == closed_up(expected)


def test_a_sentence_is_said_though_its_blanks_or_signs_were_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = Speaker("de")
    compile_pseudo(tmp_path, has_numbers=True)
    speak_from(tmp_path, monkeypatch)
    with speaking("en-US"):
        call = whole(_("🫵 Liar! {name}").format(name="Ann"))
        dare = escaped(_("draw a dare ({deck})").format(deck=_("Gentle dares")))
        stars, twos, ones = (bid_words(Bid(*each)) for each in ((2, 6), (3, 2), (4, 1)))
        alone = ngettext("{names} must: **{what}**", "{names} must: **{what}**", 1).format(names="Ann", what="sing")
        order = _("{stars} beat {below}; {above} beat {stars}.").format(stars=stars, below=twos, above=ones)
    speak_from(FOLDER, monkeypatch)
    said_again = [SIGN.sub("", speaker.say(text)) for text in (call, dare, order, alone.replace("**", ""))]
    assert said_again[0] == "🫵 Gelogen! Ann"
    assert said_again[1] == "eine Mutprobe ziehen (Harmlose Mutproben)"
    assert said_again[2] == "2 Sechsen schlagen 3 Zweien; 4 Einsen schlagen 2 Sechsen."
    assert said_again[3] == "Ann muss: **sing**"


def test_each_sign_of_a_sentence_survives_cleaning_and_is_read_back() -> None:
    for code in range(2 * sum(1 for _each in numbered())):
        sign = sign_of(code)
        assert (clean(sign), code_of(sign)) == (sign, code)


def test_a_page_has_the_sentence_its_english_and_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("de")
    compile_pseudo(tmp_path, has_numbers=True)
    speak_from(tmp_path, monkeypatch)
    with speaking("en-US"):
        text = shown("cup")
    speak_from(FOLDER, monkeypatch)
    body = {"components": [{"type": 10, "content": text}]}
    made = page(speaker, [{"scene": "tests/bot/lobby/test_x.py::test_a_lobby", "body": body}])
    number = next(each.number for each in speaker.sentences.values() if each.message.id == "The cup")
    assert f"Der Becher<sup>{number}</sup>" in made
    assert f"<td>{number}</td><td>The cup</td><td>Der Becher</td>" in made


def test_no_sentence_counts_as_shown_because_the_page_lists_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences_never_shown, "SEEN", set())
    assert "Meine Würfel" in page(Speaker("de"), [])
    assert sentences_never_shown.as_list() == []
