"""C2, C3: how many dice count for a bid, and whether the bid holds."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.bids import counted
from tests.engine.rules.scenes import ALIKE, scene, thrown

HANDS = st.lists(st.lists(st.integers(1, 6), max_size=6).map(tuple), max_size=4)


def by_hand(hands: Iterable[tuple[int, ...]], face: int, wild: int) -> int:
    """Count the dice one by one. If `wild` is 0, no number is wild."""
    return sum(1 for hand in hands for die in hand if die in (face, wild))


@pytest.mark.parametrize(
    ("dice", "face", "wild", "count"),
    [
        ((4, 4, 4, 1, 1), 4, 1, 5),  # dudo: three fours and two ones are five fours
        ((4, 4, 4, 1, 1), 4, 0, 3),  # bar: nothing is wild
        ((4, 4, 4, 1, 1), 1, 1, 2),  # a bid on the wild number counts only that number, once each
        ((4, 4, 4, 1, 1), 1, 0, 2),
        ((6, 6, 2, 3, 6), 2, 6, 4),  # firehouse: the red die says six
        ((6, 6, 2, 3, 6), 6, 6, 3),
        ((), 5, 1, 0),
    ],
)
def test_the_examples_of_c2_count_the_right_dice(dice: tuple[int, ...], face: int, wild: int, count: int) -> None:
    assert counted([dice], face, wild) == count


@ALIKE
@given(HANDS, st.integers(1, 6), st.integers(0, 6))
def test_c2_every_die_counts_once_by_its_face_or_as_wild(hands: list[tuple[int, ...]], face: int, wild: int) -> None:
    assert counted(hands, face, wild) == by_hand(hands, face, wild)


@pytest.mark.parametrize("wild", ["none", "ones", "red"])
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_c3_a_bid_holds_if_the_count_is_at_least_its_quantity(wild: str, face: int, off: int) -> None:
    """There are two dice of each face, and the red die shows five.

    Ann's bid is the count, one more than the count, or one less.
    """
    hand, number = (1, 2, 3, 4, 5, 6), {"none": 0, "ones": 1, "red": 5}[wild]
    count = by_hand((hand, hand), face, number)
    text = thrown(1, ann="1 2 3 4 5 6", bob="6 5 4 3 2 1")
    text = text.replace("round 1\n", "round 1\nred 5\n") if wild == "red" else text
    at = scene("common", "ann bob", f"{text}ann bid {count + off}x{face}\nbob liar", wild=wild, dice="6")
    assert at.news[:2] == [f"count {count}", "lie" if off > 0 else "holds"]


@pytest.mark.parametrize(
    ("bids", "count"),
    [
        ("ann bid 1x6\nbob liar", 9),  # three sixes and six ones
        ("ann bid 1x1\nbob liar", 6),  # the bid is on ones, so only ones count
        ("ann bid 1x1\nbob bid 1x6\ncid liar", 3),  # after a bid on ones nothing is wild
        ("ann bid 1x5\nbob bid 2x1\ncid bid 2x6\nann bid 3x6\nbob liar", 3),
    ],
)
def test_c2_ones_are_wild_until_somebody_bids_ones(bids: str, count: int) -> None:
    hands = dict.fromkeys(("ann", "bob", "cid"), "1 1 3 4 6")
    at = scene("dudo", "ann bob cid", thrown(1, **hands) + bids, wild="ones-until-bid")
    assert at.news[0] == f"count {count}"


def test_c2_in_the_next_round_ones_are_wild_again() -> None:
    hands = dict.fromkeys(("ann", "bob", "cid"), "1 1 3 4 6")
    text = thrown(1, **hands) + "ann bid 1x1\nbob liar\n"
    text += thrown(2, bob="1 1 3 4", cid="1 1 3 4 6", ann="1 1 3 4 6") + "bob bid 1x6\ncid liar"
    assert scene("dudo", "ann bob cid", text, wild="ones-until-bid").news[0] == "count 8"


def test_c6_nothing_is_wild_in_a_palifico_round() -> None:
    at = scene(
        "perudo",
        "ann bob cid",
        "@hold ann 2\n"
        + thrown(1, ann="6 6", bob="1 2 3 4 5", cid="1 1 1 1 1")
        + "ann bid 9x6\nbob liar\n"
        + thrown(2, ann="6", bob="1 2 3 4 5", cid="1 1 1 1 1")
        + "ann bid 2x6\nbob liar",
    )
    assert at.news[:2] == ["count 1", "lie"]
