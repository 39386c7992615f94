"""Test the dice that a typed bid shows (B6)."""

import pytest

from bot.screens.families.bids.showing import bid_and_show
from bot.words.faces_and_numbers import WILD
from bot.words.language import offered, speaking
from bot.words.reading import bid_readings
from bot.words.shown import without_show
from engine.bids.actions import Bid


@pytest.mark.parametrize(
    ("locale", "typed", "bid", "dice"),
    [
        ("", "five sixes show 6 6", (5, 6), (6, 6)),
        ("", "I bid 4x3, show 33", (4, 3), (3, 3)),
        ("", "5 fives showing two fives", (5, 5), (5, 5)),
        ("", "5 fives and show a five and a star", (5, 5), (5, WILD)),
        ("", "5 dice showing 6", (5, 6), ()),
        ("", "5 fives show me the money", None, ()),
        ("", "4x5 show 5 5 6", (4, 5), (5, 5, 6)),
        ("de", "fünf Fünfen, zeige 5 5", (5, 5), (5, 5)),
        ("de", "fünf Fünfen, lege offen: 5 5", (5, 5), (5, 5)),
        ("de", "fünf Fünfen und zwei Fünfen zeigen", (5, 5), (5, 5)),
        ("es", "cinco cincos y enseño dos cincos", (5, 5), (5, 5)),
        ("fr", "cinq cinq, je montre 5 5", (5, 5), (5, 5)),
        ("fr", "cinq cinq et je dévoile un cinq", (5, 5), (5,)),
        ("pt-BR", "cinco cincos e abro dois cincos", (5, 5), (5, 5)),
        ("ja", "5が5個、公開5 5", (5, 5), (5, 5)),
        ("ja", "5が5個、5と5を見せる", (5, 5), (5, 5)),
        ("ja", "5が5個、5、5を公開！", (5, 5), (5, 5)),
        ("zh-TW", "五個五亮55", (5, 5), (5, 5)),
        ("zh-TW", "五個五，5 5打開", (5, 5), (5, 5)),
    ],
)
def test_dice_to_show_are_read_after_the_bid(
    locale: str, typed: str, bid: tuple[int, int] | None, dice: tuple[int, ...]
) -> None:
    with speaking(locale):
        counted, found = without_show(typed)
        assert (bid_readings(counted), found) == (() if bid is None else (bid,), dice)


@pytest.mark.parametrize("language", offered())
def test_the_bots_own_words_are_read_in_every_language(language: str) -> None:
    with speaking(language.replace("_", "-")):
        counted, found = without_show(bid_and_show(Bid(4, 5), (5, 6)))
        assert (bid_readings(counted), found) == (((4, 5),), (5, 6))
