"""B1, B3, B4, C6: the tests compare every possible bid over every other bid with the text of the rules."""

from collections.abc import Callable

import pytest

from engine import games
from engine.bids.legal import Legal
from engine.bids.raising import fewest, opening
from engine.bids.rules import Raising
from tests.engine.bids import by_face
from tests.engine.rules.scenes import Scene, scene, thrown

Bid = tuple[int, int]
"""The quantity and the face of a bid."""

FACES = range(1, 7)


def quantity_and_face(new: Bid, old: Bid) -> bool:
    """Return whether q > q0 and f >= f0."""
    return new[0] > old[0] and new[1] >= old[1]


def quantity(new: Bid, old: Bid) -> bool:
    """Return whether q > q0. Any face is allowed."""
    return new[0] > old[0]


def quantity_or_face(new: Bid, old: Bid) -> bool:
    """Return whether q > q0, or q = q0 and f > f0."""
    return new[0] > old[0] or (new[0] == old[0] and new[1] > old[1])


def jokers_double(new: Bid, old: Bid) -> bool:
    """Compare the bids as `quantity_or_face` does, but let n jokers count as 2n dice of a face above six."""

    def weight(bid: Bid) -> Bid:
        return (2 * bid[0], 7) if bid[1] == 1 else bid

    return quantity_or_face(weight(new), weight(old))


def aces_halve(new: Bid, old: Bid) -> bool:
    """Compare the bids as `quantity_or_face` does, with exceptions for aces.

    A bid on aces needs at least half of the old quantity. After n aces, a bid on another face needs at least 2n + 1.
    After aces, a bid on aces needs a higher quantity.
    """
    if new[1] == 1:
        return new[0] > old[0] if old[1] == 1 else new[0] * 2 >= old[0]
    return new[0] >= 2 * old[0] + 1 if old[1] == 1 else quantity_or_face(new, old)


def rising_face(new: Bid, old: Bid) -> bool:
    """Return whether q >= q0 and f >= f0, and the bids are not equal."""
    return new[0] >= old[0] and new[1] >= old[1] and new != old


def face_first(new: Bid, old: Bid) -> bool:
    """Return whether f > f0, or f = f0 and q > q0."""
    return new[1] > old[1] or (new[1] == old[1] and new[0] > old[0])


WORDING: dict[str, Callable[[Bid, Bid], bool]] = {
    "quantity-and-face": quantity_and_face,
    "quantity": quantity,
    "quantity-or-face": quantity_or_face,
    "rising-face": rising_face,
    "face-first": face_first,
    "jokers-double": jokers_double,
    "aces-halve": aces_halve,
}


def table(raising: str, standing: Bid | None = None, dice: int = 5) -> Scene:
    """Return a game of ann and bob with this raising rule.

    If there is a standing bid, it is bob's turn to raise it. Otherwise ann opens.
    """
    hand = " ".join("3" * dice)
    text = thrown(1, ann=hand, bob=hand)
    if standing is None:
        return scene("common", "ann bob", text, raising=raising, dice=str(dice))
    if standing[1] == 1 and raising == "aces-halve":  # aces may not open, so ann bids them as a raise
        text = thrown(1, bob=hand, ann=hand) + "bob bid 1x2\n"
        return scene("common", "bob ann", f"{text}ann bid {standing[0]}x1", raising=raising, dice=str(dice))
    return scene("common", "ann bob", f"{text}ann bid {standing[0]}x{standing[1]}", raising=raising, dice=str(dice))


def bids(at: Scene, who: str) -> Legal:
    legal = games.legal(at.game, at.names.index(who))
    assert isinstance(legal, Legal)
    return legal


@pytest.mark.parametrize("raising", WORDING)
def test_b4_the_lowest_raise_over_every_bid_agrees_with_the_wording(raising: str) -> None:
    """The test tries every bid in a pool of 12 dice.

    For each face, it compares the lowest legal raise with the text of the rule.
    """
    pool = 12
    for old in ((q, f) for q in range(1, pool + 1) for f in FACES):
        legal = bids(table(raising, old, dice=6), "bob")
        for face in FACES:
            beating = [q for q in range(1, pool + 1) if WORDING[raising]((q, face), old)]
            assert fewest(legal.bids, face) == (beating[0] if beating else 0), (old, face)
        assert legal.most == pool


@pytest.mark.parametrize("raising", WORDING)
def test_b4_exactly_the_raises_of_the_wording_are_accepted(raising: str) -> None:
    """The test tries every bid over every other bid in a pool of 4 dice. No bid above the pool is accepted (B3)."""
    for old in ((q, f) for q in range(1, 5) for f in FACES):
        at = table(raising, old, dice=2)
        for new in ((q, f) for q in range(6) for f in FACES):
            right = 1 <= new[0] <= 4 and WORDING[raising](new, old)
            assert at.accepts("bob", f"bid {new[0]}x{new[1]}") == right, (old, new)


EXAMPLES = [
    # Source 000: the lowest raise of two fives is three fives. Three fours, four twos and two sixes are refused.
    ("quantity-and-face", "2x5", "3x5 3x6 4x5", "3x4 4x2 2x6 2x5"),
    ("quantity", "2x5", "3x1 3x4 3x5", "2x6 2x5 1x6"),
    # Source 001: four threes may be raised to five twos or four sixes.
    ("quantity-or-face", "4x3", "5x2 4x6 4x4 5x1", "4x3 4x2 4x1 3x6"),
    # The face never falls within a round.
    ("rising-face", "2x3", "2x4 3x3 5x6", "2x3 9x2 1x6"),
    # A higher face may have any quantity.
    ("face-first", "4x3", "1x4 1x6 5x3", "4x3 3x3 9x2"),
    # 6 sixes < 3 jokers < 7 twos, and 5 fours < 3 jokers.
    ("jokers-double", "6x6", "3x1 7x2", "2x1 6x5 6x6"),
    ("jokers-double", "3x1", "7x2 4x1", "6x6 3x1 2x1"),
    ("jokers-double", "5x4", "3x1 5x5 6x2", "2x1 5x4 5x3"),
    # Aces need at least half of the quantity, rounded up (1x1 beats 1x2), and other faces at least 2n + 1 after n aces.
    ("aces-halve", "1x2", "1x1 1x3 2x2", "1x2"),
    ("aces-halve", "5x4", "3x1 5x5 6x2", "2x1 5x3"),
    ("aces-halve", "6x4", "3x1", "2x1"),
    ("aces-halve", "3x1", "4x1 7x2 7x6", "3x1 6x6"),
]


@pytest.mark.parametrize(("raising", "standing", "right", "wrong"), EXAMPLES)
def test_b4_raises_are_accepted_as_in_the_examples_of_the_rules(
    raising: str, standing: str, right: str, wrong: str
) -> None:
    quantity, face = standing.split("x")
    at = table(raising, (int(quantity), int(face)))
    assert [bid for bid in right.split() if not at.accepts("bob", f"bid {bid}")] == []
    assert [bid for bid in wrong.split() if at.accepts("bob", f"bid {bid}")] == []


@pytest.mark.parametrize("raising", WORDING)
def test_b1_any_opening_bid_is_legal_except_aces_if_they_halve(raising: str) -> None:
    at = table(raising)
    aces = 0 if raising == "aces-halve" else 1
    assert by_face(bids(at, "ann").bids) == (0, aces, 1, 1, 1, 1, 1)
    assert by_face(opening(Raising(raising))) == (0, aces, 1, 1, 1, 1, 1)
    for face in FACES:
        may = face > 1 or raising != "aces-halve"
        assert at.accepts("ann", f"bid 1x{face}") == may
        assert at.accepts("ann", f"bid 10x{face}") == may
        assert not at.accepts("ann", f"bid 11x{face}"), "B3: the pool has ten dice"


def test_b3_if_no_raise_is_possible_the_player_must_challenge() -> None:
    at = table("quantity", (10, 3))
    legal = bids(at, "bob")
    assert legal.bids == ()
    assert not legal.may_bid()
    assert legal.challenge


@pytest.mark.parametrize("raising", ["quantity-and-face", "quantity-or-face", "rising-face", "face-first", "quantity"])
def test_c2_ones_until_bid_never_changes_the_raising_rule(raising: str) -> None:
    text = thrown(1, ann="3 3 3", bob="3 3 3", cid="3 3 3")
    for moves in ("ann bid 2x1", "ann bid 2x3", "ann bid 1x1\nbob bid 2x2"):
        last = "cid" if "bob" in moves else "bob"
        ways = [
            bids(scene("bar", "ann bob cid", text + moves, raising=raising, wild=wild, dice="3"), last).bids
            for wild in ("none", "ones", "ones-until-bid")
        ]
        assert ways[0] == ways[1] == ways[2]


PALIFICO = thrown(1, ann="6 6", bob="1 2 3 4 5", cid="1", dan="6 6 6 6 6") + "ann bid 10x6\nbob liar\n"
PALIFICO += thrown(2, ann="6", bob="1 2 3 4 5", cid="1", dan="6 6 6 6 6")


def palifico(moves: str = "", **options: str) -> Scene:
    """Return a palifico round that ann opens. She and cid have one die each, and bob and dan have five dice each."""
    return scene("perudo", "ann bob cid dan", "@hold ann 2 cid 1\n" + PALIFICO + moves, **options)


def test_c6_a_palifico_round_may_be_opened_with_any_face() -> None:
    assert by_face(bids(palifico(), "ann").bids) == (0, 1, 1, 1, 1, 1, 1)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("quantity", [1, 2, 5, 11])
def test_c6_in_a_palifico_round_the_face_stays_and_the_quantity_rises(quantity: int, face: int) -> None:
    least = bids(palifico(f"ann bid {quantity}x{face}"), "bob").bids
    assert by_face(least) == tuple(quantity + 1 if f == face else 0 for f in range(7))


def test_c6_no_raise_is_possible_over_a_palifico_bid_of_all_dice() -> None:
    assert by_face(bids(palifico("ann bid 12x4"), "bob").bids) == (0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("quantity", [1, 2, 5])
def test_c6_another_player_with_one_die_may_raise_by_quantity_or_face(quantity: int, face: int) -> None:
    """Cid has one die, so he may change the face. Aces do not halve in this round."""
    at = palifico(f"ann bid {quantity}x{face}\nbob bid {quantity + 1}x{face}")
    for new in ((q, f) for q in range(1, 13) for f in FACES):
        assert at.accepts("cid", f"bid {new[0]}x{new[1]}") == quantity_or_face(new, (quantity + 1, face))


def test_c6_the_opener_of_a_palifico_round_may_not_change_the_face() -> None:
    at = palifico("ann bid 1x2\nbob bid 2x2\ncid bid 2x3\ndan bid 3x3")
    assert by_face(bids(at, "ann").bids) == (0, 0, 0, 4, 0, 0, 0)


def test_c6_a_player_who_won_a_die_back_may_not_change_the_face() -> None:
    """Cid had one die and has won a second die back. Then ann opens a palifico round."""
    text = "@hold ann 2 cid 1\n" + thrown(1, bob="1 2 3 4 5", cid="1", dan="6 6 6 6 6", ann="6 6")
    text += "bob bid 9x6\ncid exact\n" + thrown(2, cid="1 2", dan="6 6 6 6 6", ann="6 6", bob="1 2 3 4 5")
    text += "cid bid 1x6\ndan bid 2x6\nann bid 14x6\nbob liar\n"
    text += thrown(3, ann="6", bob="1 2 3 4 5", cid="1 2", dan="6 6 6 6 6") + "ann bid 1x2\nbob bid 2x2"
    at = scene("perudo", "bob cid dan ann", text)
    assert by_face(bids(at, "cid").bids) == (0, 0, 3, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("who", "cid", "ann"),
    [
        ("single", (0, 4, 4, 3, 3, 3, 3), (0, 0, 5, 0, 0, 0, 0)),
        ("nobody", (0, 0, 4, 0, 0, 0, 0), (0, 0, 5, 0, 0, 0, 0)),
        ("opener", (0, 0, 4, 0, 0, 0, 0), (0, 5, 5, 4, 4, 4, 4)),
    ],
)
def test_c6_the_option_decides_who_may_change_the_face(who: str, cid: tuple[int, ...], ann: tuple[int, ...]) -> None:
    """Cid, who has one die, raises a bid of three twos. Later ann, who opened, raises a bid of four twos."""
    options = {} if who == "single" else {"palifico_face": who}
    assert by_face(bids(palifico("ann bid 1x2\nbob bid 3x2", **options), "cid").bids) == cid
    at = palifico("ann bid 1x2\nbob bid 2x2\ncid bid 3x2\ndan bid 4x2", **options)
    assert by_face(bids(at, "ann").bids) == ann


def test_c6_a_player_who_opens_in_place_of_a_leaver_counts_as_the_opener() -> None:
    """L1: the round is still a palifico round. Bob opens it with five dice, and bids again in his next turn."""
    moves = "ann leave\nbob bid 1x2\ncid bid 1x3\ndan bid 2x3"
    assert by_face(bids(palifico(moves), "bob").bids) == (0, 0, 0, 3, 0, 0, 0)
    moves = moves.replace("cid bid 1x3", "cid bid 2x2").replace("dan bid 2x3", "dan bid 3x2")
    assert by_face(bids(palifico(moves, palifico_face="opener"), "bob").bids) == (0, 4, 4, 3, 3, 3, 3)
