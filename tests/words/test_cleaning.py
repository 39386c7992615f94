"""Tests that names and other typed text are cleaned.

Characters are not cut in two, invisible characters are removed, and lengths are limited.
"""

import unicodedata

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bot.words.cleaning import (
    MOST_CODE_POINTS,
    alike,
    clean,
    composed,
    cut,
    escaped,
    person,
    plain_person,
    short_apart,
    told_apart,
)
from engine.core.refusals import Refused
from engine.options import LONGEST_STAKE, rules_for

FLAGS = ["🏴‍☠️", "🏳️‍🌈", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🇩🇪"]
PEOPLE = ["👨‍👩‍👧‍👦", "👨🏻‍❤️‍💋‍👨🏻", "👩🏽‍🚀", "🧑‍🦰"]
NEWER = ["\U0001fa77", "\U0001fae8", "\U0001fae9"]
"""Three emojis of Unicode 15 and 16: a pink heart, a shaking face, and a face with bags under its eyes."""
WORDS = ["می‌خواهم", "क्‍षमा", "हिन्दी", "श्री", "한국어", "#️⃣", "Zoë", "Zoë", "ไม้", "𓀀"]


@pytest.mark.parametrize("sign", [*FLAGS, *PEOPLE, *NEWER, *WORDS])
def test_characters_of_many_code_points_stay_whole(sign: str) -> None:
    assert clean(sign) == sign
    assert clean(f"Ann {sign}!") == f"Ann {sign}!"
    assert plain_person(sign).strip("\u2068\u2069") == sign


@pytest.mark.parametrize("sign", [*FLAGS, *PEOPLE, *NEWER, *WORDS])
def test_a_stake_may_have_characters_of_many_code_points(sign: str) -> None:
    assert rules_for("common", {"stake": f"sing {sign}"}).stake == f"sing {sign}"


@pytest.mark.parametrize("control", ["a\x00b", "a\x1b[31mb", "a\x7f", "a\ud800"])
def test_control_characters_in_a_stake_are_refused(control: str) -> None:
    with pytest.raises(Refused):
        rules_for("common", {"stake": control})


FILLERS = (
    "\u115f\u1160\u3164\uffa0\u2800\u200b\u200c\u200d\u200e\u200f\u202e\u2066\u2069\ufeff\ufe0f\U000e0067\u00ad\u034f"
)


@pytest.mark.parametrize("name", ["", *FILLERS, FILLERS, " \u0301", "<@1>", "\ue000", "\ufffe", "\U000f0000"])
def test_an_invisible_name_is_replaced_by_the_word_somebody(name: str) -> None:
    assert person(name) == plain_person(name) == "Somebody"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("A\u2800\u2800b", "A b"),
        ("A\u3164b", "Ab"),
        ("\u200dAnn", "Ann"),
        ("Ann \u200d\ufe0f Bo", "Ann Bo"),
        ("\u0301Ann", "Ann"),
        ("A\u202en\u200fn", "Ann"),
        ("e" + "\u0301" * 40 + "!", "e" + "\u0301" * 11 + "!"),
        ("👨" + "\u200d👨" * 20 + "!", "👨" + "\u200d👨" * 5 + "!"),
    ],
)
def test_invisible_characters_are_removed_and_long_characters_are_cut(typed: str, kept: str) -> None:
    assert clean(typed) == kept


def test_a_text_is_never_cut_within_a_character() -> None:
    assert clean("👨‍👩‍👧‍👦" * 5, 16) == "👨‍👩‍👧‍👦" * 2 + "…"
    assert clean("👨🏻‍❤️‍💋‍👨🏻 Ann", 9) == "👨🏻‍❤️‍💋‍👨🏻…", "even the first character of a short name stays whole"
    assert clean("👨🏻‍❤️‍💋‍👨🏻", 9) == "👨🏻‍❤️‍💋‍👨🏻"
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "ab…"


def test_texts_that_look_alike_compare_equal() -> None:
    assert alike("Ann") == alike("ANN") == alike("A\ufe0fn\u200dn") == alike("Ａｎｎ\u3164") != alike("Anna")


SIGNS = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            [*FLAGS, *PEOPLE, *NEWER, *WORDS, *FILLERS, *"aA*<>@ …", "\u0600", "\u0d4e", "क", "्", "\u0301", "🏻", "👨"]
        ),
        max_size=40,
    ).map("".join),
    st.tuples(
        st.sampled_from(["\u0600", "क्", "\u0301", "👨\u200d", "\u1100", "🏻", "🇩"]), st.integers(1, 40), st.text()
    ).map(lambda of: of[0] * of[1] + of[2]),
)
LONGEST = st.integers(MOST_CODE_POINTS + 1, 80)
HIDDEN = regex.compile(
    r"[[\p{Bidi_Control}\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]"
    r"--[\u200C\u200D\p{Variation_Selector}\U000E0020-\U000E007F]]",
    regex.V1,
)
BASE = regex.compile(r"[^\p{M}\p{Default_Ignorable_Code_Point}\s]")


@given(SIGNS, LONGEST)
@example("\u0600" * 12 + "a" * 80, 13)
@example("\u0600" * 11 + " 🏻 x", 80)
@example("क्" * 7 + "कक" * 9, 80)
def test_cleaning_turns_any_typed_text_into_one_short_visible_line(typed: str, longest: int) -> None:
    kept = clean(typed, longest)
    assert clean(kept, longest) == kept
    assert len(kept) <= longest
    assert not HIDDEN.search(kept)
    assert kept == " ".join(kept.split())
    assert all(len(grapheme) <= MOST_CODE_POINTS for grapheme in regex.findall(r"\X", kept))
    assert all(BASE.search(word) for word in kept.split()), "no word is made of what is not seen"


@given(SIGNS, LONGEST)
def test_cleaning_does_not_change_text_that_was_stored_in_nfc(typed: str, longest: int) -> None:
    kept = composed(typed, longest)
    assert composed(kept, longest) == kept == unicodedata.normalize("NFC", kept)
    assert len(kept) <= longest


@given(SIGNS)
def test_every_cleaned_name_is_visible(typed: str) -> None:
    assert BASE.search(person(typed))
    assert BASE.search(plain_person(typed))
    assert BASE.search(person(typed, 9))
    assert bool(escaped(typed)) == bool(clean(typed))


@given(SIGNS)
def test_the_engine_accepts_every_cleaned_stake(typed: str) -> None:
    stake = clean(typed, LONGEST_STAKE)
    assert not stake or rules_for("common", {"stake": stake}).stake == stake


@pytest.mark.parametrize("name", ["\u0600" * 12, "Ann\u0600", "\u0600 \u0600", f"{chr(0x110BD)}" * 40])
def test_characters_that_join_with_the_next_one_do_not_join_with_a_number(name: str) -> None:
    """A number after such a character used to be cut off together with the character.

    Then the search for a name that nobody else has would never end.
    """
    assert len(set(told_apart([clean(name)] * 3)) - {""}) in (0, 3)
    assert len(set(short_apart([name] * 3, 9))) == 3
