"""Claims of the cup: what people type is read as they meant it, and what is said can be typed back (K10, K11)."""

import time
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words.claim_reading import read_claim
from bot.words.claim_saying import claim_spoken
from engine.core.refusals import NoSuchFace, Refused
from engine.single_cup.claims import DICE_OF, all_claims, check_form, claim_from_words, claim_in_words
from engine.single_cup.hands import OWN_FACES, Claim, Kind
from engine.single_cup.refusals import ClaimMalformed, Flaw

# What is meant, in the record's words, and the ways in which people say it.
TYPED = """
high = high card | a high card
high 6 = six high | high six | 6 high | SIX-HIGH! | high card: 6 | ant high | ⚅ high | a six high | highcard 6
high 1 = ace high | one high | just ace high
high 6 4 = high 6 4 | six high with a four | high card 6 4 | 6 4 high | 4 6 high | high six, four kicker
high 6 4 2 = 6 high with a 4 and 2 | 6 high with a 2 and a 4 | six high, four, two
high 6 4 2 = six high with cow and duck
high 6 5 3 2 1 = 65321 | ⚅⚁⚂⚀⚄ | six high, 5 3 2 1
pair 2 = pair of twos | a pair of 2s | two twos | 2 2s | 2x2 | pair 2 | pair of ducks | PAIR OF DEUCES | 2 ⚁
pair 2 = twos pair | a pair, two twos | 1 pair of twos | I've got a pair of 2's | two duck
pair 2 5 = pair of twos with a five | a pair of 2s with a five | pair 2 5 | pair 2 kicker 5 | pair 2 and a 5
pair 2 5 = two twos and a horse | a five and two twos | pair of twos and one five
pair 2 5 = pair of ⚁ w/ ⚄ | two 2s with 1 five | a pair of twos, five high | (pair of 2s) + 5
pair 2 5 = a pair of twos with a kicker of 5
pair 4 1 = an ace and two fours | pair 4 ace | pair of fours with a one | pair of cows, ace kicker
pair 2 6 5 = pair 2 5 6 | pair of 2s with 5 and 6 kickers | two twos, one five, one six
pair 2 6 5 = two twos one five one six
twopair 4 1 = two pair 4 and 1 | two pairs, fours and aces | fours and ones | ones and fours | twopair 4 1
twopair 4 1 = 4s 1s | 2 pair 1 4 | two pairs 4s over 1s | two fours and two aces | pair of 4s and a pair of 1s
twopair 4 1 = 4s & 1s | pair 4, pair 1 | two pairs, a pair of ones and a pair of fours | 4 and 1 two pair
twopair 4 1 = pairs of fours and ones | two-pair: 4/1 | two pairs with 4s and 1s | two pair 4️⃣ 1️⃣
twopair 4 1 3 = two pairs, fours and ones, with a three | 4s over 1s with a 3 | two 1s, two 4s, one 3
twopair 4 1 3 = twopair 4 1 3 | fours and ones and a tripod | 44113 | ⚃⚃⚀⚀⚂ | 4 4 3 1 1
trips 5 = three fives | trips 5 | three of a kind 5 | 3 of a kind: fives | set of fives
trips 5 = three-of-a-kind, fives | 5s three of a kind | 3 5s | 3x5 | three of kind 5 | triple horse
trips 5 = three of a kind, three fives | horses trips
trips 5 6 2 = three fives with a six and a two | trips 5 2 6 | three fives, one six and one 2 | 5 5 5 2 6
trips 5 6 2 = three fives one six one two
trips 3 1 = three threes and an ace | trips 3 with 1 | three 3s with a one
straight = straight | a straight
straight 6 = straight to six | straight 6 | six high straight | large straight | straight to the ant
straight 6 = straight up to 6 | straight 2 3 4 5 6 | straight 23456 | 2-6 straight | big straight
straight 6 = straight, six high | straight from 2 to 6
straight 5 = small straight | straight 1 to 5 | ace to five straight | 5-high straight | little straight to 5
full 3 2 = full house 3s over 2s | full house threes full of twos | full 3 2 | boat 3 over 2
full 3 2 = threes full of twos | full house, tripods and ducks | three 3s and two 2s | two 2s and three 3s
full 3 2 = three 3s and a pair of 2s | 33322 | ⚂⚂⚂⚁⚁ | full boat: 3s, 2s | three threes with two twos
full 3 2 = full house with 3s and 2s | 3s over 2s boat | 3 full 2
full 2 3 = full house 2s and 3s | twos full of threes | full house: two threes and three twos
quads 6 = quads 6 | four sixes | four of a kind 6s | poker of sixes | 4 ants | 4×6 | four of a kind with sixes
quads 6 = 6s quads
quads 6 2 = four sixes with a 2 | quads 6 2 | four 6s and a deuce | 66662
quints 6 = five sixes | quints 6 | five of a kind sixes | sixes five of a kind | 5x6 | 5 ⚅ | ⚅⚅⚅⚅⚅
quints 6 = **five sixes** | Five  SIXES!!! | five of sixes | 5*6s | ５ ６ｓ
"""

UNREADABLE = """
six sixes | not five sixes | five sixes or so | 4 1 | 5 6 | 2 2 | six | a six | fours | fives or sixes
4s over 1s | yahtzee | pair with a 5 | pair and a 5 | pair 2 5s | trips 3 5s | pair of fours and ones
fours with ones | three pair | full 3 2s | four fives three sixes | 12345 | ⚁⚂⚃⚄⚅ | pair of kings
two pair full house | straight pair 2 | pair of twos with | and | five sixes over | 0 sixes | 100 sixes
pair of 12345678901234567890 | of a kind | six of a kind | big pair of twos | as | sixes high | two pairs 4 1s
pair 2 to 5 | pair 2 over 5 | large straight to five | small large straight | trips quads 5
two pair 4 and 1 over 3 | 2 1 pairs | two fours and two ones and two twos | five, pair of | pair of ٢s | x
5 pair 2
"""

MALFORMED = {
    "pair": Flaw.HOW_MANY_FACES, "two pair": Flaw.HOW_MANY_FACES, "2 pair 4": Flaw.HOW_MANY_FACES,
    "3s full": Flaw.HOW_MANY_FACES, "full house": Flaw.HOW_MANY_FACES, "five of a kind": Flaw.HOW_MANY_FACES,
    "two pairs, 4 with a 1": Flaw.HOW_MANY_FACES, "high": Flaw.HOW_MANY_FACES, "straight": Flaw.HOW_MANY_FACES,
    "two pair 4 and 4": Flaw.SAME_FACE_TWICE, "pair of twos with a two": Flaw.SAME_FACE_TWICE,
    "threes full of threes": Flaw.SAME_FACE_TWICE, "high 4 6": Flaw.OTHERS_MUST_FALL,
    "ace high with a duck": Flaw.OTHERS_MUST_FALL, "five sixes with a two": Flaw.TOO_MANY_DICE,
    "full house 3s over 2s with a 6": Flaw.TOO_MANY_DICE, "two pair 1 4 6 3": Flaw.TOO_MANY_DICE,
    "5x": Flaw.HOW_MANY_FACES,
    "four ones, 2, 3": Flaw.TOO_MANY_DICE, "straight to four": Flaw.STRAIGHT_TO, "straight 6 4": Flaw.TOO_MANY_DICE,
}  # fmt: skip


def ways(text: str) -> list[str]:
    return [way.strip() for line in text.strip().splitlines() for way in line.split(" | ")]


def well_formed() -> Iterator[Claim]:
    """Every claim that K11 allows, the implied die named and unnamed."""
    for kind in Kind:
        for own in permutations(range(1, 7), OWN_FACES.get(kind, 1)):
            for many in range(6 - DICE_OF[kind]):
                for others in combinations(range(6, 0, -1), many):
                    claim = Claim(kind, own, others)
                    try:
                        check_form(claim, straights=True)
                    except Refused:
                        continue
                    yield claim


@pytest.mark.parametrize(
    ("meant", "typed"),
    [(meant, way) for line in TYPED.strip().splitlines() for meant, text in [line.split(" = ")] for way in ways(text)],
)
def test_what_people_type_is_read_as_they_meant_it(meant: str, typed: str) -> None:
    assert read_claim(typed) == claim_from_words(meant.split())


@pytest.mark.parametrize("typed", ["", " ", "!?", "🎲", *ways(UNREADABLE)])
def test_what_is_unclear_is_not_guessed_at(typed: str) -> None:
    assert read_claim(typed) is None


@pytest.mark.parametrize(("typed", "flaw"), MALFORMED.items())
def test_a_malformed_claim_is_left_to_the_engine_to_refuse(typed: str, flaw: Flaw) -> None:
    claim = read_claim(typed)
    assert claim is not None
    with pytest.raises(Refused) as refused:
        check_form(claim, straights=True)
    assert isinstance(refused.value.reason, ClaimMalformed)
    assert refused.value.reason.flaw is flaw


@pytest.mark.parametrize("typed", ["pair of sevens", "trips 9", "seven high", "pair of 0s", "two pairs, 8s and aces"])
def test_a_face_that_no_die_has_is_left_to_the_engine_to_refuse(typed: str) -> None:
    claim = read_claim(typed)
    assert claim is not None
    with pytest.raises(Refused) as refused:
        check_form(claim, straights=True)
    assert isinstance(refused.value.reason, NoSuchFace)


@pytest.mark.parametrize(("words", "spoken"), [
    ("high 6", "six high"),
    ("high 6 4 2", "six high with a four and a two"),
    ("high 6 4 2 1", "six high with a four, a two and a one"),
    ("pair 2", "a pair of twos"),
    ("pair 2 5", "a pair of twos with a five"),
    ("twopair 4 1", "two pairs, fours and ones"),
    ("twopair 4 1 3", "two pairs, fours and ones, with a three"),
    ("trips 5 6 2", "three fives with a six and a two"),
    ("straight 6", "straight to six"),
    ("full 3 2", "full house, threes over twos"),
    ("quads 6 2", "four sixes with a two"),
    ("quints 6", "five sixes"),
])  # fmt: skip
def test_a_claim_is_said_as_people_say_it(words: str, spoken: str) -> None:
    assert claim_spoken(claim_from_words(words.split())) == spoken


def test_whatever_is_said_or_recorded_can_be_typed_back() -> None:
    claims = list(well_formed())
    assert set(all_claims(straights=True)) < set(claims)
    for claim in claims:
        spoken, words = claim_spoken(claim), claim_in_words(claim)
        for typed in (spoken, words, spoken.upper(), f"  {spoken} !", words.replace(" ", ", ").replace(",", "", 1)):
            assert read_claim(typed) == claim, typed
    assert len({claim_spoken(claim) for claim in claims}) == len(claims)


def test_other_dice_and_two_pairs_may_come_in_any_order() -> None:
    for claim in well_formed():
        if claim.kind is Kind.HIGH:
            continue
        for others in permutations(claim.others):
            own = claim.faces[::-1] if claim.kind is Kind.TWO_PAIRS else claim.faces
            assert read_claim(claim_in_words(Claim(claim.kind, own, others))) == claim


WORDS = st.sampled_from([
    "two", "three", "five", "six", "one", "1", "2", "6", "7", "99999", "2s", "sixes", "ace", "⚃", "pair", "pairs",
    "set", "quads", "full", "house", "straight", "high", "small", "of", "kind", "ofakind", "a", "an", "and", "with",
    "over", "to", "kicker", "x", ",",
])  # fmt: skip


@given(st.one_of(st.text(), st.lists(WORDS, max_size=40).map(" ".join), st.lists(WORDS, max_size=40).map("".join)))
def test_any_text_is_a_claim_or_none_and_a_claim_can_be_judged(text: str) -> None:
    claim = read_claim(text)
    if claim is None:
        return
    try:
        check_form(claim, straights=True)
    except Refused:
        return
    assert read_claim(claim_spoken(claim)) == claim


@pytest.mark.parametrize("piece", [
    "of ", "of a ", "1", "9", "s", "a ", "one ", "two ", "pair ", "high ", "\ufdfa", "⚅", "x", "*", " ", "5*", ",",
    "\u0301", "\0", "İ", "ß", "five sixes ",
])  # fmt: skip
def test_long_and_hostile_text_is_turned_down_at_once(piece: str) -> None:
    began = time.perf_counter()
    assert read_claim(piece * 1_000_000) is None
    for length in range(1, 121):
        read_claim((piece * length)[:120])
    assert time.perf_counter() - began < 5
