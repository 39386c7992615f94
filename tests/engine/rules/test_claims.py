"""K9, K11-K13, L2: which claims are allowed, which claims beat others, and how claims are written in words."""

from itertools import pairwise, product

import pytest

from engine.core.refusals import NoSuchFace, Reason, Refused
from engine.poker_cup.claims import check_form, claim_from_words, claim_in_words
from engine.poker_cup.ranking import EVERY, Claim, Flaw, Kind, poker, worth
from engine.poker_cup.refusals import ClaimMalformed, ClaimTooLow, KindDoesNotCount
from tests.engine.rules.scenes import Scene, scene

OWN = {"high": 1, "pair": 1, "twopair": 2, "trips": 1, "straight": 1, "full": 2, "quads": 1, "quints": 1}
"""The number of faces that a claim of each kind must name."""

TAKES = {"high": 1, "pair": 2, "twopair": 4, "trips": 3, "straight": 5, "full": 5, "quads": 4, "quints": 5}
"""The number of dice that make up each kind."""


def claim(words: str) -> Claim:
    return claim_from_words(words.split())


def flaw(words: str, straights: bool = True) -> Reason:
    with pytest.raises(Refused) as refused:
        check_form(claim(words), poker(straights))
    return refused.value.reason


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("pair", Flaw.HOW_MANY_FACES),
        ("twopair 3", Flaw.HOW_MANY_FACES),
        ("full 3", Flaw.HOW_MANY_FACES),
        ("pair 2 2", Flaw.SAME_FACE_TWICE),
        ("twopair 3 3", Flaw.SAME_FACE_TWICE),
        ("full 3 3", Flaw.SAME_FACE_TWICE),
        ("high 6 5 5", Flaw.SAME_FACE_TWICE),
        ("pair 2 5 5", Flaw.SAME_FACE_TWICE),
        ("twopair 2 3", Flaw.SECOND_PAIR_ABOVE),
        ("twopair 1 2 3", Flaw.SECOND_PAIR_ABOVE),
        ("pair 2 3 5", Flaw.OTHERS_MUST_FALL),
        ("trips 2 1 3", Flaw.OTHERS_MUST_FALL),
        ("high 4 5", Flaw.OTHERS_MUST_FALL),
        ("high 6 4 5", Flaw.OTHERS_MUST_FALL),
        ("quints 4 1", Flaw.TOO_MANY_DICE),
        ("full 3 2 1", Flaw.TOO_MANY_DICE),
        ("quads 3 2 1", Flaw.TOO_MANY_DICE),
        ("twopair 3 2 6 1", Flaw.TOO_MANY_DICE),
        ("trips 3 6 5 4", Flaw.TOO_MANY_DICE),
        ("pair 6 5 4 3 2", Flaw.TOO_MANY_DICE),
        ("straight 6 1", Flaw.TOO_MANY_DICE),
        ("straight 4", Flaw.STRAIGHT_TO),
        ("straight 1", Flaw.STRAIGHT_TO),
    ],
)
def test_k11_a_malformed_claim_is_refused_with_the_reason(words: str, what: Flaw) -> None:
    refused = flaw(words)
    kind = words.split()[0]
    assert refused == ClaimMalformed(what, Kind(kind), OWN[kind])


@pytest.mark.parametrize(
    "words",
    [
        "high 6",
        "high 1",
        "high 6 5 4 3 2",
        "pair 2",
        "pair 2 5",
        "pair 2 6 5 4",
        "twopair 3 2",
        "twopair 3 2 6",
        "trips 4",
        "trips 4 6 5",
        "full 3 2",
        "full 2 3",
        "quads 5",
        "quads 5 6",
        "quints 1",
        "quints 6",
        "straight 5",
        "straight 6",
    ],
)
def test_k11_a_well_formed_claim_is_accepted(words: str) -> None:
    check_form(claim(words), poker(straights=True))


def test_k11_a_straight_is_refused_if_straights_are_off() -> None:
    refused = flaw("straight 5", straights=False)
    assert refused == KindDoesNotCount()
    check_form(claim("pair 5"), poker(straights=False))


@pytest.mark.parametrize(("dice", "face"), [((7,), 7), ((0,), 0), ((3, 9), 9), ((-1, 8), -1)])
def test_k11_a_claim_of_an_impossible_face_is_refused(dice: tuple[int, ...], face: int) -> None:
    """The error names the first face of the claim that is invalid."""
    with pytest.raises(Refused) as refused:
        check_form(Claim(Kind.PAIR, dice[:1], dice[1:]), poker(straights=False))
    assert refused.value.reason == NoSuchFace(face)


def in_the_words_of_k11(kind: str, faces: tuple[int, ...], straights: bool) -> bool:
    """Return whether a claim of this kind with these faces is well formed according to the text of K11."""
    own, others = faces[: OWN[kind]], faces[OWN[kind] :]
    fall = faces if kind == "high" else others
    return (
        len(own) == OWN[kind]
        and len(set(faces)) == len(faces)
        and TAKES[kind] + len(others) <= 5
        and all(high > low for high, low in pairwise(fall))
        and not (kind == "twopair" and own[0] < own[1])
        and not (kind == "straight" and (own[0] < 5 or not straights))
    )


def fine(said: Claim, straights: bool) -> bool:
    try:
        check_form(said, poker(straights))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("straights", [False, True])
def test_k11_every_claim_of_up_to_four_faces_is_judged_by_the_wording(straights: bool) -> None:
    for kind, many in product(OWN, range(5)):
        for faces in product(range(1, 7), repeat=many):
            said = Claim(Kind(kind), faces[: OWN[kind]], faces[OWN[kind] :])
            assert fine(said, straights) == in_the_words_of_k11(kind, faces, straights), (kind, faces)


@pytest.mark.parametrize("straights", [False, True])
def test_l2_the_list_of_claims_has_every_claim_once_in_its_shortest_form(straights: bool) -> None:
    """The list has all claims from the lowest to the highest.

    Different ways to write the same claim have the same rank. Different claims have different ranks.
    """
    ladder = poker(straights).claims
    worths = [worth(rung) for rung in ladder]
    assert all(low < high for low, high in pairwise(worths))
    assert all(fine(rung, straights) for rung in ladder)
    every = {
        worth(said): said
        for kind, many in product(OWN, range(6))
        for faces in product(range(1, 7), repeat=many)
        if in_the_words_of_k11(kind, faces, straights)
        for said in [Claim(Kind(kind), faces[: OWN[kind]], faces[OWN[kind] :])]
    }
    assert set(worths) == set(every)
    named = [len(rung.faces + rung.others) for rung in ladder]
    assert all(
        len(every[worth(rung)].faces + every[worth(rung)].others) >= many
        for rung, many in zip(ladder, named, strict=True)
    )


@pytest.mark.parametrize("straights", [False, True])
def test_l2_the_lowest_higher_claim_is_the_next_one_in_the_list(straights: bool) -> None:
    """The test goes through all claims from the lowest to five sixes."""
    ladder = poker(straights).claims
    assert poker(straights).lowest_above(None) == ladder[0] == claim("high 1")
    for rung, above in pairwise(ladder):
        assert poker(straights).lowest_above(rung) == above
    assert ladder[-1] == EVERY.top
    assert poker(straights).lowest_above(EVERY.top) is None


@pytest.mark.parametrize(
    ("standing", "above"),
    [
        ("high 6 5 4 3 2", "pair 1"),
        ("pair 1", "pair 1 3"),  # a pair of ones counts as with a two
        ("pair 1 2", "pair 1 3"),
        ("pair 2", "pair 2 3"),
        ("pair 2 3", "pair 2 3 1"),
        ("pair 6 5 4 3", "twopair 2 1"),
        ("twopair 2 1", "twopair 2 1 4"),
        ("twopair 6 5 4", "trips 1"),
        ("trips 6 5 4", "full 1 2"),
        ("full 1 6", "full 2 1"),
        ("quads 6 5", "quints 1"),
    ],
)
def test_l2_examples_of_the_lowest_higher_claim(standing: str, above: str) -> None:
    assert poker(straights=False).lowest_above(claim(standing)) == claim(above)


def test_l2_straights_come_after_three_of_a_kind() -> None:
    assert poker(straights=True).lowest_above(claim("trips 6 5 4")) == claim("straight 5")
    assert poker(straights=True).lowest_above(claim("straight 5")) == claim("straight 6")
    assert poker(straights=True).lowest_above(claim("straight 6")) == claim("full 1 2")


def test_k9_an_opening_claim_may_be_any_hand() -> None:
    assert all(EVERY.beats(rung, None) for rung in poker(straights=True).claims)


def test_k9_only_later_claims_in_the_list_beat_a_claim() -> None:
    ladder = poker(straights=True).claims
    for at in range(0, len(ladder), 7):
        for other in range(len(ladder)):
            assert EVERY.beats(ladder[other], ladder[at]) == (other > at)
            assert EVERY.reaches(ladder[other], ladder[at]) == (other >= at)


def passed(words: str) -> Scene:
    return scene("cup", "ann bob cid", f"round 1\nroll ann 6 6 6 6 6\nann claim {words}")


def test_k9_a_claim_that_is_not_higher_is_refused_in_a_game() -> None:
    at = passed("pair 2 5")
    assert at.accepts("bob", "blind pair 2 6")
    assert at.accepts("bob", "blind pair 2 5 1")
    assert at.why("bob", "blind pair 2 5") is ClaimTooLow
    assert at.why("bob", "blind pair 2") is ClaimTooLow


def test_k13_after_five_sixes_only_a_challenge_is_possible() -> None:
    at = passed("quints 6")
    assert not at.accepts("bob", "blind quints 6")
    assert not at.accepts("bob", "peek")
    assert at.accepts("bob", "liar")


@pytest.mark.parametrize("straights", [False, True])
def test_every_claim_is_written_and_read_in_the_words_of_records(straights: bool) -> None:
    for rung in poker(straights).claims:
        words = claim_in_words(rung)
        assert words.split()[0] in OWN
        assert claim(words) == rung


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pair 2 5", Claim(Kind.PAIR, (2,), (5,))),
        ("twopair 4 1", Claim(Kind.TWO_PAIRS, (4, 1))),
        ("full 3 2", Claim(Kind.FULL, (3, 2))),
        ("high 6 4 3", Claim(Kind.HIGH, (6,), (4, 3))),
        ("straight 5", Claim(Kind.STRAIGHT, (5,))),
        ("high 1 2 3 4 5 6", Claim(Kind.HIGH, (1,), (2, 3, 4, 5, 6))),  # six dice are read, then refused as too many
        ("high 1 2 3 4 5 6 1 2", Claim(Kind.HIGH, (1,), (2, 3, 4, 5, 6))),  # more than six are not read
        ("pair", Claim(Kind.PAIR, ())),
    ],
)
def test_claims_in_words_are_read(words: str, said: Claim) -> None:
    assert claim(words) == said


@pytest.mark.parametrize("words", ["", "flush 3", "5 5", "Pair 2"])
def test_words_without_a_kind_of_claim_are_refused(words: str) -> None:
    with pytest.raises(Refused) as refused:
        claim(words)
    assert refused.value.reason == ClaimMalformed(Flaw.NO_KIND)


@pytest.mark.parametrize(
    ("words", "face"), [("pair x", "x"), ("pair 7", "7"), ("pair 2 0 9", "0"), ("pair " + "6" * 99, "6" * 40)]
)
def test_words_with_an_invalid_face_are_refused(words: str, face: str) -> None:
    """The error quotes the invalid word, and shortens it if it is long."""
    with pytest.raises(Refused) as refused:
        claim(words)
    assert refused.value.reason == NoSuchFace(face)
