"""Tests that the bot never takes a typed text for another move than the one that the player meant.

Some words name both a face and a hand. Others are signs, calls, or words around a bid.
"""

from collections.abc import Iterator
from itertools import product

import pytest

from bot.screens.families.poker_cup import claims
from bot.words.completing import may_become, spellings
from bot.words.dice import face_name, nicknames
from bot.words.faces_and_numbers import read_face
from bot.words.language import offered, speaking, spoken_language
from bot.words.reading import bid_readings, names_wild, read_call
from bot.words.vocabulary import calls, counters, hand_words, has_sign, plain, words_of
from engine.bids.actions import Bid
from engine.core.dice import FACES
from engine.poker_cup.claims import claim_in_words


@pytest.fixture(params=sorted(offered()))
def language(request: pytest.FixtureRequest, as_translated: set[str]) -> Iterator[str]:
    """Speak each language in turn, with its real catalogue."""
    with speaking(request.param):
        yield request.param


def numbers() -> list[tuple[int, str]]:
    """Return a count of each face as people type it: once with the digit of the face, once with its word."""
    return [(face, said) for face in FACES for said in (str(face), plain(face_name(face, 1)))]


def is_our_own(many: int, word: str) -> bool:
    """Return whether the bot itself uses this word for this many dice of some face."""
    own = [face_name(face, many) for face in FACES] + [nicknames(face)[many == 1 or 0] for face in FACES]
    return word in map(plain, own)


def test_before_a_number_a_word_for_both_a_face_and_a_hand_can_mean_the_hand(language: str) -> None:
    for (word, many), (number, said) in product(hand_words().items(), numbers()):
        face = read_face(word)
        assert face is not None, word
        assert (many, number) in bid_readings(f"{word} {said}"), (word, said)
        assert set(bid_readings(f"{word} {said}")) <= {(many, number), (number, face)}
        for small in words_of():
            assert bid_readings(f"{word} {small} {said}") == ((many, number),), (word, small, said)
            assert bid_readings(f"{word} {small} {said}".upper()) == ((many, number),), (word, small, said)


def test_after_a_number_a_word_for_both_a_face_and_a_hand_can_mean_the_face(language: str) -> None:
    for (word, many), number in product(hand_words().items(), range(1, 41)):
        found = bid_readings(f"{number} {word}")
        assert (number, read_face(word)) in found, (number, word)
        if number in FACES and number != many and len(found) == 1:
            assert is_our_own(number, word) or word.startswith(("fue", "2", "3", "4", "5")), (number, word)


ALIKE = {2: "pair", 3: "trips", 4: "quads", 5: "quints"}


def test_in_a_claim_a_word_for_both_a_face_and_a_hand_can_mean_the_hand(language: str) -> None:
    for (word, many), (number, said) in product(hand_words().items(), numbers()):
        hand = f"{ALIKE.get(many, 'none')} {number}"
        found = [claim_in_words(claim) for claim in claims.meanings(f"{word} {said}")]
        assert not found or hand in found, (word, said, found)
        for small in words_of():
            certain = [claim_in_words(claim) for claim in claims.meanings(f"{word} {small} {said}")]
            assert certain == ([hand] if many in ALIKE else []), (word, small, said)


def test_the_number_with_a_counter_word_is_the_count(language: str) -> None:
    for counter, many, face in product(counters(), FACES, FACES):
        if many != face:
            for typed in (f"{face} {many} {counter}", f"{many} {counter} {face}", f"{face} {many}{counter}"):
                assert bid_readings(typed) == ((many, face),), typed


def test_a_negative_number_is_neither_a_bid_nor_a_claim(language: str) -> None:
    for typed in ("-2x3", "-2 x 3", "−2x3", "－2x3", "2x-3", "-2 threes", "+2 threes", "＋2x3", "minus two threes"):
        assert has_sign(typed), typed
        assert bid_readings(typed) == (), typed
        assert claims.meanings(typed) == (), typed
    for typed in ("5-3", "5 - 3", "3 – 5"):
        assert not has_sign(typed), typed


def test_every_call_is_read_and_is_neither_a_bid_nor_a_claim(language: str) -> None:
    for call in ("liar", "exact"):
        for typed in calls(call):
            for said in (typed, f"{typed.upper()}!", f"**{typed}**", f" {typed}!! "):
                assert read_call(said) == call, said
            assert bid_readings(typed) == (), typed
            assert claims.meanings(typed) == (), typed


# Each line has a meaning and the ways to type it. If it has two meanings, the bot asks which one is right.
BIDS = {
    "en": """
5x3 = 5 threes, final answer | 5 or more threes | 5 of them threes
5x3 = 5d3 | 5 of a 3 | we have 5 threes | make it 5 threes | 5 treys | 5 threes please | 3 5 times | 5 times 3
4x5 = raise to 4 fives | I'll raise it to four fives, please | 4 dice showing 5
4x5 = I'm going with four fives | I reckon there are 4 fives | can I say 4 fives | I bet 4 fives
21x5 = twenty-one fives | Twenty one fives | 21 fives | there are twenty-one fives
30x6 = thirty sixes
20x1 = twenty one
9999x6 = 99999999999999 sixes
5x0 = 5 wilds | five wilds please
2x6 = a pair of sixes | a couple of sixes | a couple of 6s | pair of 6 | boxcars
3x4 = three of a kind fours | trip fours | trips 4
6x4 = half a dozen fours | I bid half a dozen fours
12x5 = a dozen fives
4x5 = 4 fivers | one more: 4 fives
2x1 = snake eyes | Snake eyes!
""",
    "de": """
5x0 = fünf Sterne | 5 Sterne bitte
5x2 = fünfmal die Zwei | ich erhöhe auf 5 Zweien | 5 Zweien bitte | 2er 5 Stück
21x3 = einundzwanzig Dreien
3x5 = Dreier von 5
3x5 5x3 = Dreier 5
5x3 = 5 Dreier | 5 3er
""",
    "es": """
5x0 = cinco estrellas
5x3 = subo a 5 treses | hay cinco treses por favor | cinco dados con 3 | al menos cinco treses
4x4 = cuadra de 4
4x5 = cuadra de 5
4x5 5x4 = cuadra 5
5x4 = cinco cuadras
21x4 = veintiún cuatros
31x5 = treinta y un cincos
""",
    "fr": """
5x0 = cinq étoiles
5x3 = je monte à 5 trois | il y a 5 trois | cinq trois s'il te plaît | 5 dés à trois | au moins 5 trois
23x1 = vingt-trois as | vingt trois as
21x1 = vingt et un as
20x3 = vingt trois
""",
    "pt_BR": """
5x0 = cinco estrelas | 5 estrelas por favor
5x3 = vou de 5 três | subo pra 5 três por favor | 5 ternos | terno, 5 vezes
5x5 = quina de 5
4x4 = quadra de 4
4x5 = uma quadra de 5 | quadra de quinas | quadra de cinco
2x6 = a pair of sixes
2x1 = snake eyes
4x5 5x4 = quadra 5 | 5 quadra
5x4 = 5 quadras
21x4 = vinte e um quatros
""",
    "ja": """
5x0 = 星が5個 | スター5個
4x3 = 3で4個 | 三で四個 | 4個3 | 3が4つあります | 3の目4つ | 3が4個です | 3のフォー | 3で4
5x4 = フォーが5個 | フォー5個 | 5個のフォー
4x5 5x4 = 5フォー | フォー5
3x4 4x3 = 3の4 | フォーの3
21x5 = 五が二十一個
""",
}

HANDS = {
    "en": """
trips 5 = I have three fives please
trips 3 = three treys
pair 6 = a pair of sixes | a couple of sixes | boxcars
trips 4 = three of a kind fours | trip fours
quads 5 = 4 fivers | one more: 4 fives | quad fives
pair 1 = snake eyes
= half a dozen fours | a dozen fives
= -2 fives | quads -5
""",
    "de": """
trips 5 = Dreier von 5
pair 3, trips 3 = Dreier 3 | 3er 3
pair 3 = zwei Dreier
""",
    "es": """
quads 4 = cuadra de 4
pair 4, quads 4 = cuadra 4
straight 5 = escalera al quina
""",
    "fr": """
trips 2 = trois deux | j'ai trois deux s'il te plaît
""",
    "pt_BR": """
quints 5 = quina de 5 | uma quina de cinco
quads 4 = quadra de 4
quads 4 2 = quadra de 4 com um 2
quints 4 = quina de quadra
pair 5, quints 5 = quina 5
pair 5, quints 2 = dois quina
pair 5 = quina e quina | duas quinas
pair 5 4 = par de quinas com um 4
= sena 6
""",
    "ja": """
quads 3 = 3のフォー | フォーの3 | スリーのフォー
quads 5, quints 4 = 5フォー
trips 3 2 = 3のスリー、2
trips 4 = フォーのスリーカード
= 4 3
""",
}


def each(table: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return the language, the meaning and the typed text of each example in a table."""
    lines = [(key, *line.partition("=")) for key, lines in table.items() for line in lines.strip().splitlines()]
    return [(key, meant.strip(), way.strip()) for key, meant, _sign, ways in lines for way in ways.split(" | ")]


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize(("key", "meant", "typed"), each(BIDS))
def test_a_typed_text_has_these_meanings_as_a_bid(key: str, meant: str, typed: str) -> None:
    with speaking(key):
        assert sorted(f"{many}x{face}" for many, face in bid_readings(typed)) == meant.split()


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize(("key", "meant", "typed"), each(HANDS))
def test_a_typed_text_has_these_meanings_as_a_hand(key: str, meant: str, typed: str) -> None:
    with speaking(key):
        assert ", ".join(sorted(map(claim_in_words, claims.meanings(typed)))) == meant


def test_a_text_that_names_wild_dice_is_recognized() -> None:
    assert names_wild("5 wilds please")
    assert names_wild("five jokers")
    assert not names_wild("5 ones")


def test_every_spelling_of_a_suggestion_is_read_as_its_bid(language: str) -> None:
    """The bot finds a suggestion by a spelling that begins and ends with a number.

    The bot must read this spelling as the bid.
    """
    for many, face in product((1, 2, 5, 12), FACES):
        in_digits = [
            said for said in spellings(spoken_language(), many, face) if said[0].isdigit() and said[-1].isdigit()
        ]
        assert in_digits
        for said in in_digits:
            assert (many, face) in bid_readings(said), (language, said, bid_readings(said))


def becomes(text: str) -> set[tuple[int, int]]:
    return {(many, face) for many, face in product(range(1, 10), FACES) if may_become(text, Bid(many, face))}


@pytest.mark.usefixtures("as_translated")
def test_a_text_does_not_suggest_bids_that_its_last_word_excludes() -> None:
    """In Japanese, 3を can only be followed by a number of threes, and 3個 is a number of dice. 3 can mean either."""
    threes, three = {(many, 3) for many in range(1, 10)}, {(3, face) for face in FACES}
    with speaking("ja"):
        assert becomes("3を") == becomes("三が") == threes
        assert becomes("3個") == becomes("3個の") == three
        assert becomes("3") == threes | three
        assert becomes("3を4") == {(4, 3)}
    assert becomes("5 th") == becomes("we have 5 dice th") == {(5, 3)}
    assert becomes("five si") == {(5, 6)}
    assert becomes("5 x") == {(5, face) for face in FACES}
    assert becomes("a pair o") == {(2, face) for face in FACES}
