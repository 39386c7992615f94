"""Test the words for the 430 claims with the cup, and test that the bot reads claims that people type (K10, K11)."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screens.families.poker_cup.claims import MOST, claims_meant, forms, read
from bot.screens.families.poker_cup.ranking import spoken
from bot.words.dice import face_name
from engine.core.refusals import Refused
from engine.poker_cup.claims import check_form, claim_from_words, claim_in_words
from engine.poker_cup.ranking import DICE_OF, EVERY, OWN_FACES, Claim, Kind, poker, worth


def well_formed(kind: Kind) -> list[Claim]:
    """Return every claim of this kind that K11 allows.

    A claim whose last die is implied appears twice: with that die named and without.
    """
    found = []
    for own in permutations(range(1, 7), OWN_FACES.get(kind, 1)):
        for many in range(6 - DICE_OF[kind]):
            for others in combinations(range(6, 0, -1), many):
                try:
                    check_form(Claim(kind, own, others), poker(straights=True))
                except Refused:
                    continue
                found.append(Claim(kind, own, others))
    return found


ALL = [claim for kind in DICE_OF for claim in well_formed(kind)]

SPOKEN = {
    "high 6": "six-high",
    "high 6 4 2": "six-high with a four and a two",
    "high 6 4 2 1": "six-high with a four, a two and a one",
    "pair 2": "a pair of twos",
    "pair 2 5": "a pair of twos with a five",
    "twopair 4 1": "two pair, fours and ones",
    "twopair 4 1 3": "two pair, fours and ones, with a three",
    "trips 5 6 2": "three fives with a six and a two",
    "straight 6": "straight to six",
    "full 3 2": "threes full of twos",
    "quads 6 2": "four sixes with a two",
    "quints 6": "five sixes",
}

# The words for a claim in a record, and texts that people may type for it.
TYPED = """
high 6 = 6 high | high 6 | SIX-HIGH! | ant high | high six | high card 6 | a six high
high 6 4 = 6 high with a 4 | high 6 4 | six high, four | 6 high 4
high 1 = ace high | one high | 1 HIGH
pair 2 = pair of 2s | a pair of twos | pair 2 | PAIR OF DEUCES | two 2s | 2x2 | pair of ducks | pair of 2's | 2 twos
pair 2 5 = pair of 2s with a 5 | pair 2 5 | a pair of twos with a horse | 2 2s with a 5 | pair of twos, five
twopair 4 1 = two pair 4 and 1 | two pairs, 4s and 1s | twopair 4 1 | 2 pair 4 1 | two pairs: cows and aces
twopair 4 1 3 = two pair 4s and 1s with a 3 | 2 pair 4 1 3 | two pairs, fours and aces, with a tripod
trips 5 = three fives | 3 5s | trips 5 | 3x5 | three of a kind, fives | set of fives | 3 X 5s | ３ ５ｓ | three horses
trips 5 6 2 = three fives with a six and a two | trips 5 6 2 | 3 5s, 6, 2 | three 5s with a 6 and a 2
straight 6 = straight to 6 | straight 6 | six high straight | a straight to six
full 3 2 = full house 3s over 2s | full 3 2 | threes full of twos | 3s full of 2s | full house, tripods over ducks
quads 6 2 = four sixes with a 2 | quads 6 2 | 4x6 2 | four 6s with a deuce
quints 6 = five sixes | 5 6s | 5x6 | quints 6 | Five  SIXES!!! | five of a kind: sixes | **five sixes**
"""

# Texts that are not claims. The bot must not guess what they mean.
UNREADABLE = """
4 1 | fours and ones | 4s 1s | 4s over 1s | six sixes | not five sixes | five sixes or so | 5 6 | a six | fours
yahtzee | pair with a 5 | pair of twos and fives | pair of twos with fives | three pair | four fives three sixes
pair of kings | pair of 2s with 5s | two pair 4s and 1
two pair full house | five sixes with a two | high 4 6 | six high with a two and a four
pair 2 2 | straight to four | full 3 3 | of a kind | 0 sixes | 100 sixes | pair of ٢s | x
"""


def ways(text: str) -> list[str]:
    return [way.strip() for line in text.strip().splitlines() for way in line.split(" | ")]


def test_there_are_430_claims_and_each_has_words_of_its_own() -> None:
    assert len(forms(poker(straights=True))) == 430
    assert len(forms(poker(straights=False))) == 428
    assert tuple(forms(poker(straights=True)).values()) == poker(straights=True).claims
    # Of the 430 claims, 33 can be said both with and without the die that they imply.
    assert len({spoken(claim) for claim in ALL}) == len(ALL) == 463


@pytest.mark.parametrize(("words", "said"), SPOKEN.items())
def test_a_claim_is_worded_as_people_say_it(words: str, said: str) -> None:
    assert spoken(claim_from_words(words.split())) == said


def test_every_claim_can_be_typed_as_it_is_said_or_recorded() -> None:
    for claim in ALL:
        said, words = spoken(claim), claim_in_words(claim)
        for typed in (said, said.upper(), f"  {said} !", said.replace(",", ""), words, words.replace(" ", ", ")):
            assert read(typed) == claim, typed


@pytest.mark.parametrize(
    ("typed", "meant"),
    {
        "full house, three 3's, two 2's": "full 3 2",
        "two 2's and three 3's": "full 3 2",
        "a pair of twos and a one": "pair 2 1",
        "two ones and a two": "pair 1 2",
        "two sixes and one five": "pair 6 5",
        "a pair of twos with a one and a five": "pair 2 5 1",
        "two pair, 1's and 4's": "twopair 4 1",
        "two pairs, ones and fours, and a three": "twopair 4 1 3",
        "four 5's and a four": "quads 5 4",
        "a four and four 5's": "quads 5 4",
    }.items(),
)
def test_dice_can_be_named_in_any_order(typed: str, meant: str) -> None:
    assert read(typed) == claim_from_words(meant.split())


def test_every_hand_is_read_by_its_dice_in_every_order() -> None:
    """High cards and straights are left out, because nobody says their dice one by one."""
    for claim in ALL:
        if claim.kind in (Kind.HIGH, Kind.STRAIGHT):
            continue
        counts = {Kind.PAIR: (2,), Kind.TWO_PAIRS: (2, 2), Kind.TRIPS: (3,), Kind.FULL: (3, 2), Kind.QUADS: (4,)}
        own = zip(counts.get(claim.kind, (5,)), claim.faces, strict=True)
        parts = [f"{many} {face}'s" for many, face in own] + [f"a {face_name(face, 1)}" for face in claim.others]
        for order in permutations(parts):
            assert read(" and ".join(order)) == claim, order


@pytest.mark.parametrize(
    ("meant", "typed"),
    [(meant, way) for line in TYPED.strip().splitlines() for meant, text in [line.split(" = ")] for way in ways(text)],
)
def test_shorter_forms_are_read_as_the_claims_they_mean(meant: str, typed: str) -> None:
    assert read(typed) == claim_from_words(meant.split())


@pytest.mark.parametrize("typed", ["", " ", "!?", "🎲", *ways(UNREADABLE)])
def test_an_unclear_text_is_not_guessed_at(typed: str) -> None:
    assert read(typed) is None


CLAIMS = st.sampled_from(poker(straights=False).claims)


@given(CLAIMS, CLAIMS, st.booleans())
@settings(deadline=None)
def test_a_typed_claim_is_offered_first_if_it_is_high_enough(claim: Claim, least: Claim, straights: bool) -> None:
    offered = claims_meant(spoken(claim), least, poker(straights))
    assert all(worth(each) >= worth(least) for each in offered)
    if worth(claim) >= worth(least):
        assert offered[0] == claim


def test_for_an_empty_text_the_lowest_claims_are_offered() -> None:
    least = claim_from_words(["quads", "6", "5"])
    said = [spoken(claim) for claim in claims_meant("", least, poker(straights=True))]
    assert said[0] == "four sixes with a five"
    assert said[1:] == [f"five {faces}" for faces in ("ones", "twos", "threes", "fours", "fives", "sixes")]
    first = poker(straights=False).claims[:MOST]
    assert claims_meant("", first[0], poker(straights=False)) == first


COMPLETED = {
    "a pair of tw": "a pair of twos",
    "pair 2 5": "a pair of twos with a five",
    "full": "ones full of",
    "trips 5": "three fives",
    "two pair": "two pair, twos and ones",
    "3x5": "three fives",
    "straight": "straight to five",
    "ant high": "six-high",
}


@pytest.mark.parametrize(("typed", "first"), COMPLETED.items())
def test_the_beginning_of_a_claim_is_completed(typed: str, first: str) -> None:
    assert spoken(claims_meant(typed, poker(straights=True).claims[0], poker(straights=True))[0]).startswith(first)


def test_no_claim_is_proposed_after_five_sixes() -> None:
    assert claims_meant("", None, poker(straights=True)) == ()
    assert claims_meant("five", EVERY.top, poker(straights=True)) == (EVERY.top,)


def test_straights_are_offered_only_where_they_count() -> None:
    assert len(claims_meant("straight to", poker(straights=True).claims[0], poker(straights=True))) == 2
    assert claims_meant("straight to", poker(straights=False).claims[0], poker(straights=False)) == ()


SOME_WORDS = "one two three five six 1 2 6 7 99999 2s sixes ace ⚃ pair pairs set quads full house straight high of kind"
WORDS = st.sampled_from([*SOME_WORDS.split(), "a", "an", "and", "with", "over", "to", "x", ","])


@given(st.one_of(st.text(), st.lists(WORDS, max_size=40).map(" ".join), st.lists(WORDS, max_size=40).map("".join)))
@settings(deadline=None)
def test_any_text_is_a_well_formed_claim_or_none(text: str) -> None:
    claim = read(text)
    assert len(claims_meant(text, poker(straights=True).claims[0], poker(straights=True))) <= MOST
    if claim is not None:
        check_form(claim, poker(straights=True))
        assert read(spoken(claim)) == claim


PIECES = [*"19s⚅x* ,İß\ufdfa\u0301\0", "5*", "of ", "of a ", "a ", "one ", "two ", "pair ", "high ", "five sixes "]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", PIECES)
def test_no_pattern_searches_a_long_hostile_text_endlessly(piece: str) -> None:
    """If a pattern backtracked endlessly, the test would exceed its time limit."""
    assert read(piece * 1_000_000) is None
    for length in range(1, 121):
        read((piece * length)[:120])
