"""Tests of the program that checks the translations.

It reports faults of a language, counts missing sentences, and names files that `make words` would change.
"""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.words.language import DOMAIN, ENGLISH, NAMES
from tests.catalogues import AS_IN_ENGLISH, faults, found, lacking, lost, ungathered
from tests.gathering import begin, brought_up_to_date, files, gathered, opened, outdated


@pytest.mark.parametrize("key", files())
def test_no_offered_language_has_faults(key: str) -> None:
    assert sorted(faults(opened(files()[key]), gathered())) == []


BEGINS = re.compile(r":[ \u00a0]\*{0,2}([^\W\d_a-z])")


@pytest.mark.parametrize("key", ["es", "fr", "pt_BR"])
def test_after_a_colon_translations_continue_with_a_small_letter(key: str) -> None:
    """A capital letter is right if the English sentence has one there, as in the names of buttons and calls."""
    there = {(each.context, each.id): each for each in opened(files()[key]) if each.id and not each.fuzzy}
    faulty = [
        said
        for english, theirs in ((forms(each.id), forms(each.string)) for each in there.values())
        for said in theirs
        if any(found.isupper() for found in BEGINS.findall(said)) and not any(map(BEGINS.search, english))
    ]
    assert faulty == []


def forms(said: Any) -> tuple[str, ...]:
    """Return the forms of a sentence: the singular, and the plural forms if there are any."""
    return (said,) if isinstance(said, str) else tuple(said)


def test_the_bot_has_six_translations() -> None:
    assert files().keys() == NAMES.keys() - {ENGLISH} == {"de", "es", "fr", "pt_BR", "ja", "zh_TW"}


def test_no_sentence_is_hidden_in_an_f_string() -> None:
    assert list(lost()) == []
    hidden = "a = _('One.')\nb = f'{_(\"Two.\").format(n=1)} {a}'\nc = f'{ngettext(\"3\", \"4\", 5)}'"
    assert list(ungathered(hidden)) == [2, 3]
    assert list(ungathered("a = f'{_in_words(5)} {words.format(b=b)}'")) == []


@pytest.fixture
def german() -> Catalog:
    """Return a catalogue that translates each sentence as "ß" and the English sentence."""
    whole = Catalog(locale="de")
    for message in gathered():
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            theirs = [f"ß{form}" for form in forms]
            whole.add(message.id, theirs if len(theirs) > 1 else theirs[0], context=message.context)
    return whole


def sentence(german: Catalog, english: str, use: str | None = None) -> Message:
    """Return the entry of an English sentence in the catalogue."""
    found = german.get(english, context=use)
    assert found is not None
    return found


def test_a_complete_language_has_no_faults_and_lacks_nothing(german: Catalog) -> None:
    assert [*faults(german, gathered()), *lacking(german, gathered())] == []


def test_a_language_without_a_catalogue_is_reported(tmp_path: Path, german: Catalog) -> None:
    write(german, tmp_path)
    assert list(found(gathered(), tmp_path)) == [
        f"{key}: no catalogue, though it has a name" for key in ("es", "fr", "pt_BR", "ja", "zh_TW")
    ]


def write(german: Catalog, folder: Path) -> Path:
    """Write the catalogue's file, and bring all files in the folder up to date with the sources."""
    file = folder / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_po(written, german)
    for path, ought in brought_up_to_date(gathered(), folder).items():
        path.write_bytes(ought)
    return file


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("{first} und", "other facts"),
        ("{first} und {zweites}", "other facts"),
        ("{first} und {second", "other facts"),
        ("{first} and {second}", "in English"),
    ],
)
def test_a_faulty_translation_is_reported(german: Catalog, said: str, fault: str) -> None:
    sentence(german, "{first} and {second}").string = said
    assert list(faults(german, gathered())) == [f"{fault}: {{first}} and {{second}}"]


def test_missing_untranslated_and_fuzzy_sentences_are_listed_and_are_not_faults(german: Catalog) -> None:
    german.delete("{first} and {second}")
    sentence(german, "{first} or {second}").flags.add("fuzzy")
    sentence(german, "{some} or {last}").string = ""
    assert list(faults(german, gathered())) == []
    assert sorted(lacking(german, gathered())) == [
        "missing: {first} and {second}",
        "not sure: {first} or {second}",
        "not translated: {some} or {last}",
    ]


def test_files_that_are_up_to_date_stay_the_same_to_the_byte(tmp_path: Path, german: Catalog) -> None:
    german.delete("Liar!")
    file = write(german, tmp_path)
    before = file.read_bytes()
    assert list(outdated(gathered(), tmp_path)) == []
    assert brought_up_to_date(gathered(), tmp_path)[file] == before
    begin("it", tmp_path)
    assert list(outdated(gathered(), tmp_path)) != []
    for path, ought in brought_up_to_date(gathered(), tmp_path).items():
        path.write_bytes(ought)
    assert list(outdated(gathered(), tmp_path)) == []


def test_a_fuzzy_guess_from_a_sentence_with_braces_is_written_only_once(tmp_path: Path) -> None:
    begin("it", tmp_path)
    file, ours = files(tmp_path)["it"], Catalog()
    before = Catalog(locale="it")
    before.add("Nothing is wild: name {n} faces.", "Niente jolly: di' {n} facce.", flags=("python-brace-format",))
    file.write_bytes(_as_file(before))
    ours.add("Nothing is wild: name a face.")
    for path, ought in brought_up_to_date(ours, tmp_path).items():
        path.write_bytes(ought)
    assert [each.fuzzy for each in opened(file) if each.id] == [True]
    assert list(outdated(ours, tmp_path)) == []


def _as_file(catalogue: Catalog) -> bytes:
    write_po(into := BytesIO(), catalogue)
    return into.getvalue()


def test_files_with_new_removed_or_misplaced_sentences_are_reported(tmp_path: Path, german: Catalog) -> None:
    german.add("Farewell!", "Lebt wohl!")
    file = write(german, tmp_path)
    whole = file.read_text()
    assert "Lebt wohl!" not in whole
    said = 'msgid "Liar!"\nmsgstr "ßLiar!"\n'
    assert f"{said}\n" in whole
    for text, new, gone in (
        (whole.replace(f"{said}\n", ""), 1, 0),
        (f'{whole}\nmsgid "Farewell!"\nmsgstr "Lebt wohl!"\n', 0, 1),
        (f"{whole.replace(said, '')}\n{said}", 0, 0),
    ):
        file.write_text(text)
        (told,) = outdated(gathered(), tmp_path)
        assert told == (
            f"de/LC_MESSAGES/liars-dice.po: run `make words` ({new} sentences are new, {gone} not said any more)"
        )


def test_lists_that_are_too_short_and_descriptions_that_are_too_long_are_reported(german: Catalog) -> None:
    months = "the months, between blanks"
    sentence(german, "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", months).string = "Jan Feb März"
    sentence(german, "Open a table in this channel.").string = "ß" * 101
    assert sorted(faults(german, gathered())) == [
        "longer than 100 characters: Open a table in this channel.",
        f"not 12 words: Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ({months})",
    ]


def test_a_translation_equal_to_the_english_must_be_marked_except_for_names(german: Catalog) -> None:
    same = sentence(german, "Wins")
    same.string = "Wins"
    assert list(faults(german, gathered())) == ["in English: Wins"]
    same.user_comments.append(AS_IN_ENGLISH)
    sentence(german, "{quantity} {face}").string = "{quantity} {face}"
    sentence(german, "Dudo").string = "Dudo"
    assert list(faults(german, gathered())) == []


def test_plural_forms_other_than_gettexts_are_reported() -> None:
    french = Catalog(locale="fr")
    french.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    assert next(faults(french, gathered())) == "other plural forms than gettext’s: nplurals=2; plural=(n != 1);"
