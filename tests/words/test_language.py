"""Tests of lists, numbers and spaces in each language, and of finding a language by the name of its folder."""

from datetime import date
from pathlib import Path

import pytest
from babel import dates, numbers
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.history.profiles import Rivalry
from bot.screens.elements.cards import Box, Text
from bot.screens.pages.rivals import head_to_head
from bot.screens.table.troubles import sentence
from bot.storage.ratings import Meeting
from bot.tables.trouble import Code
from bot.words.language import (
    DOMAIN,
    NUMBERS,
    _,
    catalogue,
    day,
    either,
    joined,
    labelled,
    listed,
    month_name,
    ngettext,
    number,
    percent,
    percent_of_deed,
    percentage,
    sentences,
    signed_decimal,
    speaking,
)
from tests.bot.conftest import speak_from


def write_words(folder: Path, key: str, sentences: dict[str, str]) -> None:
    """Write a catalogue with only these sentences."""
    words = Catalog(locale=key)
    for english, said in sentences.items():
        words.add(english, said)
    file = folder / key / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_po(opened, words)


def test_sentences_are_joined_as_the_language_requires() -> None:
    assert sentences("One.", "", "Two!") == "One. Two!"
    assert sentences() == sentences("", "") == ""
    with speaking("fr"):
        assert sentences("Un.", "Deux.") == "Un. Deux."
    with speaking("ja"):
        assert sentences("一。", "二。") == "一。二。"
    with speaking("zh-TW"):
        assert sentences("一。", "二。") == "一。二。"


def test_lists_are_joined_by_commas_and_a_word() -> None:
    assert [joined(list("abcd")[:n]) for n in range(5)] == ["", "a", "a and b", "a, b and c", "a, b, c and d"]
    assert [either(list("abcd")[:n]) for n in range(5)] == ["", "a", "a or b", "a, b or c", "a, b, c or d"]
    assert [listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a, b", "a, b, c"]


def test_spanish_y_and_o_change_before_a_similar_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_words(tmp_path, "es", {f"{{{a}}} {word} {{{b}}}": f"{{{a}}} {said} {{{b}}}" for word, said, a, b in SPANISH})
    speak_from(tmp_path, monkeypatch)
    with speaking("es-419"):
        said = [joined(["Ana", last]) for last in ("Inés", "**Hilda**", "Iago", "hielo", "Yara", "Óscar")]
        assert said == ["Ana e Inés", "Ana e **Hilda**", "Ana y Iago", "Ana y hielo", "Ana y Yara", "Ana y Óscar"]
        said = [either(["7", last]) for last in ("8", "80", "11", "12", "honor", "**Óscar**", "uno")]
        assert said == ["7 u 8", "7 u 80", "7 u 11", "7 o 12", "7 u honor", "7 u **Óscar**", "7 o uno"]
        assert joined(["Ana", "Leo", "Inés"]) == "Ana, Leo e Inés"


def test_sentences_about_two_change_the_word_between_them_too() -> None:
    rivals = Rivalry(1, 2, {1: "Ana", 2: "Inés"}, Meeting(), 0, {1: {}, 2: {}})
    with speaking("es"):
        assert sentence(Code.UNCLEAR, {"first": "7 doses", "second": "8 treses"}).startswith(
            "🤔 ¿Querías decir 7 doses u 8 "
        )
        (box,) = head_to_head(rivals)
        assert isinstance(box, Box)
        assert isinstance(box.parts[0], Text)
        assert box.parts[0].words.startswith("## ⚔️ Ana e Inés\n")


SPANISH = [
    *(("and", "y", *of) for of in (("first", "second"), ("some", "last"))),
    *(("or", "o", *of) for of in (("first", "second"), ("some", "last"))),
]


@pytest.mark.parametrize(
    ("locale", "share", "crowd"),
    [
        ("en-GB", "12.5%", "1,234.5"),
        ("de", "12,5\u00a0%", "1.234,5"),
        ("es-ES", "12,5\u00a0%", "1234,5"),
        ("fr", "12,5\u202f%", "1\u202f234,5"),
        ("pt-BR", "12,5%", "1.234,5"),
        ("ja", "12.5%", "1,234.5"),
        ("zh-TW", "12.5%", "1,234.5"),
    ],
)
def test_numbers_are_written_as_each_language_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str, share: str, crowd: str
) -> None:
    for key in NUMBERS.keys() - {"en"}:
        write_words(tmp_path, key, {})
    speak_from(tmp_path, monkeypatch)
    with speaking(locale):
        assert (percentage("12.5"), number("1,234.5")) == (share, crowd)


def test_only_what_is_impossible_has_0_percent_and_only_what_is_certain_has_100() -> None:
    assert [percent(likely) for likely in (0.0, 1e-9, 0.004, 0.005, 0.994, 0.9999, 1.0)] == [
        *("0%", "under 1%", "under 1%", "1%", "99%", "over 99%", "100%"),
    ]


def test_what_somebody_did_is_never_called_impossible() -> None:
    """Somebody may bid what their own dice rule out. "0% likely" beside it reads like a fault."""
    assert [percent_of_deed(likely) for likely in (0.0, 1e-9, 0.3, 1.0)] == ["under 1%", "under 1%", "30%", "100%"]


def test_a_small_number_has_no_sign() -> None:
    assert [signed_decimal(amount) for amount in (-0.04, 0.0, 0.04, -0.06, 1.0)] == [
        "0.0",
        "0.0",
        "0.0",
        "−0.1",
        "+1.0",
    ]


def test_french_punctuation_stays_on_the_line_of_its_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Translators type ordinary spaces. The bot replaces them with spaces at which no line can break."""
    write_words(tmp_path, "fr", {"no dice": "« menteur ! » : aucun dé ? <t:1:R>"})
    speak_from(tmp_path, monkeypatch)
    with speaking("fr"):
        said = _("no dice")
    assert said == "«\u202fmenteur\u202f!\u202f»\u00a0: aucun dé\u202f? <t:1:R>"


def test_a_language_is_found_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_words(tmp_path, "pt_BR", {"{first} and {second}": "{first} e {second}"})
    speak_from(tmp_path, monkeypatch)
    with speaking("pt-BR"):
        assert joined(["Ana", "Bia"]) == "Ana e Bia"
        assert either(["Ana", "Bia"]) == "Ana or Bia", "missing sentences appear in English"
    assert catalogue("pt-BR") is catalogue("pt-BR")


SAID = {
    "en": ("Ann, Ben and Inés", "Ann and Inés", "7 or 8", "1,234.5", "12.5%", "Nov 22, 2026", "Ann: 3", "Liar!"),
    "de": ("Ann, Ben und Inés", "Ann und Inés", "7 oder 8", "1.234,5", "12,5 %", "22. Nov. 2026", "Ann: 3", "Gelogen!"),
    "es": ("Ann, Ben e Inés", "Ann e Inés", "7 u 8", "1234,5", "12,5 %", "22 nov 2026", "Ann: 3", "¡Mentira!"),
    "fr": ("Ann, Ben et Inés", "Ann et Inés", "7 ou 8", "1 234,5", "12,5 %", "22 nov. 2026", "Ann : 3", "Je doute !"),
    "pt_BR": ("Ann, Ben e Inés", "Ann e Inés", "7 ou 8", "1.234,5", "12,5%", "22 de nov. de 2026", "Ann: 3", "Duvido!"),
    "ja": ("Ann、Ben、Inés", "Ann、Inés", "7か8", "1,234.5", "12.5%", "2026年11月22日", "Ann：3", "ダウト！"),
    "zh_TW": ("Ann、Ben、Inés", "Ann、Inés", "7或8", "1,234.5", "12.5%", "2026年11月22日", "Ann：3", "抓！"),
}
"""Two lists, a choice, a number, a percentage, a day, a label and a call in each language."""


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize(("key", "said"), SAID.items())
def test_lists_numbers_and_days_are_written_as_in_each_language(key: str, said: tuple[str, ...]) -> None:
    with speaking(key):
        found = (
            joined(["Ann", "Ben", "Inés"]),
            joined(["Ann", "Inés"]),
            either(["7", "8"]),
            number("1,234.5"),
            percentage("12.5"),
            day(date(2026, 11, 22)),
            labelled("Ann", "3"),
            _("Liar!"),
        )
    plain = tuple(each.replace("\u00a0", " ").replace("\u202f", " ") for each in found)
    assert plain == said
    assert not any(" " in each for each in found[3:5]), "no line breaks within a number"


@pytest.mark.usefixtures("as_translated")
@pytest.mark.parametrize("key", sorted(SAID.keys() - {"en"}))
def test_numbers_and_days_agree_with_unicodes_table(key: str) -> None:
    """The table is CLDR, as Babel has it. The bot differs from it in two ways.

    Negative numbers have a real minus sign, and Spanish numbers have narrow spaces from five digits on.
    """
    with speaking(key):
        for many in (0, 7, -7, 999, 1000, 9999, 10_000, 1_000_000):
            theirs = numbers.format_decimal(many, locale=key).replace("-", "−")
            assert number(many) == (theirs if key != "es" else theirs.replace(".", "\u202f" if many > 9999 else "")), (
                many
            )
        assert number("-0.5") == ("−0.5" if key in ("ja", "zh_TW") else "−0,5")
        for month in range(1, 13):
            at = date(2026, month, 2)
            assert day(at) == dates.format_skeleton("yMMMd", at, locale=key)
            assert month_name(month, 2026) == dates.format_skeleton("yMMM", at, locale=key)


@pytest.mark.usefixtures("as_translated")
def test_a_line_in_french_does_not_break_before_the_number_that_is_left() -> None:
    with speaking("fr"):
        for many in (1, 4):
            left = ngettext("{now} left", "{now} left", many).format(now=many)
            assert left == f"reste\u00a0{many}"
            lives = ngettext(
                "💔 {name} loses a life and has {left} left", "💔 {name} loses {n} lives and has {left} left", many
            )
            assert lives.endswith("(reste\u00a0{left})")
        assert _("💔 {names} lose a life each (now {left})").endswith("(reste\u00a0{left})")
        assert _("out") == "hors\u00a0jeu"


@pytest.mark.usefixtures("as_translated")
def test_a_line_in_japanese_does_not_break_between_the_number_that_is_left_and_its_counter() -> None:
    with speaking("ja"):
        assert ngettext("{now} left", "{now} left", 4).format(now=4) == "残り4\u2060個"
        assert ngettext("You have {n}.", "You have {n}.", 4).format(n=4) == "手元に4\u2060個。"
