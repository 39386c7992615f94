"""Test the words that say what counts for a typed bid: pure and flying (B4)."""

import pytest

from bot.words.called import begun_word, without_word
from bot.words.dice import bid_words
from bot.words.language import offered, speaking
from bot.words.reading import bid_readings
from engine.bids.actions import Bid
from engine.core.dice import FLYING, NOTHING, PURE, Called


@pytest.mark.parametrize(
    ("locale", "typed", "bid", "word"),
    [
        ("", "3 fives pure", (3, 5), PURE),
        ("", "Pure, three fives please!", (3, 5), PURE),
        ("", "I say 3x5 pure", (3, 5), PURE),
        ("", "four threes flying", (4, 3), FLYING),
        ("", "8x3 fly", (8, 3), FLYING),
        ("", "4 fours", (4, 4), NOTHING),
        ("", "3 fives, no wilds", (3, 5), PURE),
        ("de", "fünf Dreien pur", (5, 3), PURE),
        ("de", "rein, 5x3", (5, 3), PURE),
        ("de", "5 Dreien ohne Joker bitte", (5, 3), PURE),
        ("de", "8 Dreien fliegend", (8, 3), FLYING),
        ("de", "ich sag acht Dreier im Flug", (8, 3), FLYING),
        ("es", "cinco treses a secas", (5, 3), PURE),
        ("es", "5 treses puros", (5, 3), PURE),
        ("es", "digo 5 treses sin comodín", (5, 3), PURE),
        ("es", "ocho treses al vuelo", (8, 3), FLYING),
        ("es", "8 treses volando, porfa", (8, 3), FLYING),
        ("fr", "cinq trois nature", (5, 3), PURE),
        ("fr", "5 trois secs", (5, 3), PURE),
        ("fr", "je dis cinq trois purs", (5, 3), PURE),
        ("fr", "5 trois sans joker", (5, 3), PURE),
        ("fr", "huit trois au vol", (8, 3), FLYING),
        ("fr", "8 trois volants", (8, 3), FLYING),
        ("pt-BR", "cinco três na limpa", (5, 3), PURE),
        ("pt-BR", "5 ternos limpos", (5, 3), PURE),
        ("pt-BR", "vou de 5 três sem curinga", (5, 3), PURE),
        ("pt-BR", "oito três voando", (8, 3), FLYING),
        ("pt-BR", "8x3 voadora", (8, 3), FLYING),
        ("ja", "3が5個、ピュアで", (5, 3), PURE),
        ("ja", "ピュアで3が5個", (5, 3), PURE),
        ("ja", "3が5個ワイルドなし", (5, 3), PURE),
        ("ja", "3が8個フライで！", (8, 3), FLYING),
        ("zh-TW", "三個五齋", (3, 5), PURE),
        ("zh-TW", "我喊齋三個五", (3, 5), PURE),
        ("zh-TW", "四個三飛", (4, 3), FLYING),
        ("zh-TW", "四個三破齋", (4, 3), FLYING),
        ("zh-TW", "四個三", (4, 3), NOTHING),
    ],
)
def test_the_word_of_a_bid_is_read_beside_the_bid(locale: str, typed: str, bid: tuple[int, int], word: Called) -> None:
    with speaking(locale):
        counted, found = without_word(typed)
        assert (bid_readings(counted), found) == ((bid,), word)


@pytest.mark.parametrize("language", offered())
@pytest.mark.parametrize("word", [PURE, FLYING])
def test_the_bots_own_words_are_read_in_every_language(language: str, word: Called) -> None:
    with speaking(language.replace("_", "-")):
        counted, found = without_word(bid_words(Bid(4, 5, word)))
        assert (bid_readings(counted), found) == (((4, 5),), word)


def test_a_word_is_known_from_its_beginning_while_somebody_types() -> None:
    assert begun_word("3 fives p") == ("3 fives", PURE)
    assert begun_word("3 fives fl") == ("3 fives", FLYING)
    assert begun_word("3 fives") == ("3 fives", NOTHING)
    assert begun_word("4 f") == ("4 f", NOTHING)  # it may become “4 fives”
