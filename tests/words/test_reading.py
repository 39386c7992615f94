"""Tests that the bot reads typed bids, including all words that it uses for a bid itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words.completing import may_become
from bot.words.dice import DIE, dice_words, face_name, nickname
from bot.words.reading import read_bid
from engine.bids.actions import Bid

TYPED = {
    "5 ducks": (5, 2),
    "4x3": (4, 3),
    "4×3": (4, 3),
    "4 x 3": (4, 3),
    "4*3": (4, 3),
    "five sixes": (5, 6),
    "FIVE  Sixes!": (5, 6),
    "5 of 6": (5, 6),
    "5 6": (5, 6),
    "5 6s": (5, 6),
    "five 6's": (5, 6),
    "6s 5": (5, 6),
    "sixes, five": (5, 6),
    "six fives": (6, 5),
    "a duck": (1, 2),
    "one ace": (1, 1),
    "at least seven ants": (7, 6),
    "I say: 3 cows": (3, 4),
    "12 times 6": (12, 6),
    "twenty jokers": (20, 1),
    "3⚅": (3, 6),
    "⚅ 3": (3, 6),
    "3 ⚅": (3, 6),
    "99x6": (99, 6),
    "99999999999999 sixes": (9999, 6),
}


@pytest.mark.parametrize(("text", "bid"), TYPED.items())
def test_a_bid_is_read(text: str, bid: tuple[int, int]) -> None:
    assert read_bid(text) == bid


NO_BIDS = {
    "": (None, None),
    "liar": (None, None),
    "5": (5, None),
    "six": (6, None),
    "ducks": (None, 2),
    "lots of fours": (None, 4),
    "5 elephants": (5, None),
    "4x7": (4, None),
    "5 ducks 3": (5, None),
    "5 ducks or 3 cows": (5, None),
}


@pytest.mark.parametrize(("text", "parts"), NO_BIDS.items())
def test_the_missing_part_of_an_incomplete_bid_is_none(text: str, parts: tuple[int | None, int | None]) -> None:
    assert read_bid(text) == parts


@given(st.integers(1, 20), st.integers(1, 6))
def test_every_word_of_the_bot_for_a_bid_is_read(quantity: int, face: int) -> None:
    for said in (
        dice_words(quantity, face),
        f"{quantity} {nickname(face)}",
        f"{quantity} {nickname(face, quantity)}",
        f"{quantity}x{face}",
        f"{quantity} {DIE[face]}",
        f"{quantity} {face_name(face, quantity)}",
    ):
        assert read_bid(said) == (quantity, face), said


def test_the_nickname_of_a_face_is_singular_for_a_single_die() -> None:
    assert [nickname(4, count) for count in (1, 2)] == ["cow", "cows"]


@given(st.text(max_size=60))
def test_any_typed_text_can_be_read(text: str) -> None:
    quantity, face = read_bid(text)
    assert quantity is None or 0 <= quantity <= 9999
    assert face is None or 1 <= face <= 6


BEGUN = {
    "": {(4, 4), (5, 6), (14, 5)},
    "co": {(4, 4)},
    "f": {(4, 4), (5, 6), (14, 5)},  # fours, five sixes, fourteen fives
    "five s": {(5, 6)},
    "5": {(5, 6), (14, 5)},  # five sixes, or fives
    "1": {(14, 5)},
    "4 x": {(4, 4)},
    "four cows": {(4, 4)},
    "elephants": set(),
}


@pytest.mark.parametrize(("text", "bids"), BEGUN.items())
def test_a_partly_typed_bid_may_become_a_bid(text: str, bids: set[tuple[int, int]]) -> None:
    assert {bid for bid in ((4, 4), (5, 6), (14, 5)) if may_become(text, Bid(*bid))} == bids


@given(st.integers(1, 20), st.integers(1, 6), st.integers(0, 20))
def test_a_bid_is_suggested_at_every_moment_while_it_is_typed(quantity: int, face: int, typed: int) -> None:
    said = dice_words(quantity, face)
    if read_bid(said[:typed]) in ((quantity, face), (None, None), (quantity, None), (None, face)):
        assert may_become(said[:typed], Bid(quantity, face))
