"""Tests of amounts in words: how often a thing happened, and several players with the same amount."""

import pytest

from bot.screens.elements.amounts import dice, times
from bot.screens.elements.cast import Cast, fitting_levels, levels
from bot.screens.table import troubles
from bot.tables.model import Seat
from bot.tables.trouble import Code
from bot.words.dice import faces_by_name
from bot.words.language import speaking


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", ["once", "twice", "3 times", "1,000 times"]),
        ("de", ["einmal", "zweimal", "3-mal", "1.000-mal"]),
        ("ja", ["1回", "2回", "3回", "1,000回"]),
        ("zh-TW", ["1次", "2次", "3次", "1,000次"]),
    ],
)
def test_once_and_twice_have_their_own_words(locale: str, said: list[str]) -> None:
    with speaking(locale):
        assert [times(many) for many in (1, 2, 3, 1000)] == said


def test_players_with_the_same_amount_are_listed_together() -> None:
    cast = Cast(tuple(Seat(number, name) for number, name in enumerate(("Ann", "Ben", "Cleo", "Dan"))))
    held = (3, 3, 1, 0)
    found = levels(range(4), lambda seat: dice(held[seat]) if held[seat] else "out", lambda seat: bool(held[seat]))
    assert fitting_levels(cast, "", found, " · ", 2) == "Ann, Ben: 3 dice each · Cleo: 1 die · Dan: out"


@pytest.mark.parametrize(("by_name", "hint"), [(False, "“5 fives”"), (True, "“5 horses”")])
def test_a_hint_uses_the_same_names_for_faces_as_the_table(by_name: bool, hint: str) -> None:
    with faces_by_name(by_name):
        assert hint in troubles.sentence(Code.NO_BID, {"typed": "a fib"})
