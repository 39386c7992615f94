"""Tests of bids, hands and calls that people type in their own language, and of the bot's own words for them."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from bot.screens.families.poker_cup import claim_words, claims, ranking, two_dice_claims
from bot.words.completing import may_become
from bot.words.dice import DIE, dice_words, face_name, faces_by_name, nicknames
from bot.words.language import before, offered, speaking
from bot.words.reading import is_hand, read_bid, read_call
from bot.words.vocabulary import hand_words, plain
from engine.bids.actions import Bid
from engine.core.dice import FACES
from engine.poker_cup.claims import claim_from_words, claim_in_words
from engine.poker_cup.ranking import poker
from engine.poker_cup.two_dice import TWO_DICE
from tests.bot.conftest import speak_from
from tests.words.samples import SAMPLES, write_sample

THERE = sorted(offered().keys() - {"en"})
"""The languages that have a real catalogue. Their catalogues are tested like the samples."""


@pytest.fixture(params=[*SAMPLES, *(f"{key} as it is" for key in THERE)])
def language(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_translated: set[str]
) -> Iterator[str]:
    """Speak each language in turn, first with a sample catalogue and then with the real catalogue."""
    key, *is_there = request.param.split(" ")
    if not is_there:
        write_sample(tmp_path, key)
        speak_from(tmp_path, monkeypatch)
    with speaking(key):
        yield key


FIVE_THREES = {
    "de": ["fünf Dreien", "Fünf Dreier", "funf dreien!", "5 Dreien", "5x3", "5 × 3", "５×３", "5 mal die Drei", "5 ⚂"],
    "es": ["cinco treses", "cinco trenes", "5 tres", "CINCO TRESES.", "5x3", "cinco de tres", "5 dados de tres"],
    "fr": ["cinq trois", "5 trois", "cinq dés de trois", "5 fois 3", "5 × 3", "cinq  TROIS !"],
    "pt_BR": ["cinco três", "cinco tres", "cinco ternos", "5 três", "5x3", "5 dados de três", "cinco de 3"],
    "ja": ["3が5個", "3を5つ", "３が５個", "3 が 5個", "3の目が5個", "三が五個", "5個の3", "5x3", "５ｘ３", "3を五つ"],
    "zh_TW": ["5個3", "五個三", "５×３", "五顆三", "我喊五個三", "三有五個", "5个3", "五個三點啦", "5 個 3"],
}


def test_five_threes_are_read_as_people_type_them_in_each_language(language: str) -> None:
    for typed in (*FIVE_THREES[language], "five threes", "5 of 3", "5 tripods"):
        assert read_bid(typed) == (5, 3), typed


def ways(quantity: int, face: int) -> Iterator[str]:
    """Yield the ways in which the bot itself writes a bid, with the number and with the other names of the face."""
    for by_name in (False, True):
        with faces_by_name(by_name):
            yield dice_words(quantity, face)
    yield f"{quantity}x{face}"
    yield f"{quantity} {DIE[face]}"
    for name in (face_name(face, quantity), *nicknames(face)):
        if not is_hand(str(quantity), plain(name)):
            yield f"{quantity} {name}"


def test_the_bots_own_words_for_a_bid_are_read_and_suggested(language: str) -> None:
    for face in FACES:
        for quantity in range(1, 41):
            for said in ways(quantity, face):
                assert read_bid(said) == (quantity, face), said
            said = dice_words(quantity, face)
            for typed in range(len(said)):
                read = read_bid(said[:typed])
                if None in read:
                    assert may_become(said[:typed], Bid(quantity, face)), said[:typed]


def test_the_bots_own_words_for_each_hand_differ_and_are_read(language: str) -> None:
    said = claims.forms(poker(straights=True))
    assert len(said) == 430
    for words, claim in said.items():
        assert claims.read(words) == claim, words
        assert claims.read(words.upper()) == claim, words


def test_a_hand_is_read_with_every_other_name_of_its_faces(language: str) -> None:
    """A name that is also a small word, such as "un" in French, is left out.

    If a face's name is also the name of a hand, the text may have a second meaning.
    """
    small = claim_words._silent().split()
    for claim in poker(straights=True).claims:
        named = [[each for each in nicknames(face) if each not in small] for face in claim.faces]
        for single, *others in product(*named):
            second = others[0] if others else single
            for words in ranking.words_of(claim.kind):
                hand = before(single, words).format(single=single, first=single, second=second)
                said = ranking.with_others(hand, claim)
                meant = claims.meanings(said)
                assert meant[:1] == (claim,), said
                assert len(meant) == 1 or not hand_words().keys().isdisjoint(plain(hand).split()), said


HANDS = {
    "de": {"zwei Asse": "pair 1", "Full House, 3er mit 2er": "full 3 2", "Sechser hoch": "high 6"},
    "es": {"par de senas": "pair 6", "un par de treses con un as": "pair 3 1", "escalera al quina": "straight 5"},
    "fr": {"trois vaches": "trips 4", "paire de trois avec un paco": "pair 3 1", "un carré d’as": "quads 1"},
    "pt_BR": {"quadra de ternos": "quads 3", "carta alta ás": "high 1", "par de três com um duque": "pair 3 2"},
    "ja": {"エースハイ": "high 1", "スリーカード牛": "trips 4", "アヒルのペア": "pair 2"},
    "zh_TW": {"散牌么": "high 1", "三條牛": "trips 4", "一對鴨子": "pair 2", "葫蘆三帶二": "full 3 2"},
}


@pytest.mark.usefixtures("as_translated")
def test_hands_are_read_as_people_type_them_in_each_language() -> None:
    for key, hands in HANDS.items():
        with speaking(key):
            for typed, meant in hands.items():
                claim = claims.read(typed)
                assert claim is not None, typed
                assert claim_in_words(claim) == meant


@pytest.mark.usefixtures("as_translated")
def test_the_bots_own_words_for_each_throw_of_two_dice_are_read() -> None:
    for key, by_name in product(("en", *THERE), (False, True)):
        with speaking(key), faces_by_name(by_name):
            for claim in TWO_DICE.claims:
                for said in ranking.said_as(claim):
                    assert two_dice_claims.meanings(said) == (claim,), (key, said)


@pytest.mark.usefixtures("as_translated")
def test_two_equal_dice_are_one_word_in_german() -> None:
    with speaking("de"):
        for by_name in (False, True):
            with faces_by_name(by_name):
                assert ranking.said_as(claim_from_words(["55"]))[0] == "Fünferpasch"


CALLS = {
    "de": {"Gelogen!": "liar", "Lügnerin": "liar", "genau": "exact"},
    "es": {"¡Mentira!": "liar", "dudo": "liar", "calzo": "exact"},
    "fr": {"Je doute !": "liar", "menteuse": "liar", "tout pile !": "exact"},
    "pt_BR": {"Duvido!": "liar", "na mosca": "exact"},
    "ja": {"ダウト！": "liar", "ﾀﾞｳﾄ": "liar", "ぴったり": "exact"},
    "zh_TW": {"抓！": "liar", "開": "liar", "剛好！": "exact"},
}


def test_calls_are_read_in_each_language_and_in_english(language: str) -> None:
    for typed, call in (*CALLS[language].items(), ("Liar!", "liar"), ("spot on", "exact")):
        assert read_call(typed) == call, typed
    assert read_call("3 1") is None


@pytest.mark.usefixtures("as_translated")
def test_dice_of_the_cup_can_be_typed_with_or_without_spaces() -> None:
    with speaking("ja"):
        for typed in ("2 5", "25", "2と5", "５、２", "二と五", "a two and a five"):
            assert claims.typed_dice(typed) == "25", typed
    with speaking("zh-TW"):
        for typed in ("2 5", "25", "2和5", "五、２", "二跟五"):
            assert claims.typed_dice(typed) == "25", typed
