"""A language is offered whole: whatever is missing, doubtful, English or has other facts is named."""

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.words.language import DOMAIN, ENGLISH, NAMES
from tests.bot.pseudo import gathered
from tests.catalogues import AS_IN_ENGLISH, faults, files, found, lost, opened, ungathered

OURS = gathered()


@pytest.mark.parametrize("key", files())
def test_every_language_that_is_offered_is_whole(key: str) -> None:
    assert sorted(faults(opened(files()[key]), OURS)) == []


BEGINS = re.compile(r":[ \u00a0]\*{0,2}([^\W\d_a-z])")


@pytest.mark.parametrize("key", ["es", "fr", "pt_BR"])
def test_after_a_colon_a_small_letter_follows_but_in_names(key: str) -> None:
    """Names of buttons and calls have a capital in English too."""
    there = {(each.context, each.id): each for each in opened(files()[key]) if each.id}
    faulty = [
        said
        for english, theirs in ((forms(each.id), forms(each.string)) for each in there.values())
        for said in theirs
        if any(found.isupper() for found in BEGINS.findall(said)) and not any(map(BEGINS.search, english))
    ]
    assert faulty == []


def forms(said: Any) -> tuple[str, ...]:
    """Every form of a sentence."""
    return (said,) if isinstance(said, str) else tuple(said)


def test_the_five_languages_are_there() -> None:
    assert files().keys() == NAMES.keys() - {ENGLISH} == {"de", "es", "fr", "pt_BR", "ja"}


def test_no_sentence_stands_within_an_f_string_where_nobody_gathers_it() -> None:
    assert list(lost()) == []
    hidden = "a = _('One.')\nb = f'{_(\"Two.\").format(n=1)} {a}'\nc = f'{ngettext(\"3\", \"4\", 5)}'"
    assert list(ungathered(hidden)) == [2, 3]
    assert list(ungathered("a = f'{_in_words(5)} {words.format(b=b)}'")) == []


@pytest.fixture
def german() -> Catalog:
    """Our own sentences as if they were German, all of them with another sign."""
    whole = Catalog(locale="de")
    for message in OURS:
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            theirs = [f"ß{form}" for form in forms]
            whole.add(message.id, theirs if len(theirs) > 1 else theirs[0], context=message.context)
    return whole


def sentence(german: Catalog, english: str, use: str | None = None) -> Message:
    """One of its sentences."""
    found = german.get(english, context=use)
    assert found is not None
    return found


def test_a_language_that_is_whole_has_no_faults(german: Catalog) -> None:
    assert list(faults(german, OURS)) == []


def test_a_new_sentence_is_named_for_each_language_and_a_language_without_a_catalogue_too(
    tmp_path: Path, german: Catalog
) -> None:
    file = tmp_path / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    german.delete("Liar!")
    with file.open("wb") as written:
        write_po(written, german)
    missing = [f"{key}: no catalogue, though it has a name" for key in ("es", "fr", "pt_BR", "ja")]
    assert sorted(found(OURS, tmp_path)) == sorted(["de: missing: Liar!", *missing])


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("", "not translated"),
        ("{first} und", "other facts"),
        ("{first} und {zweites}", "other facts"),
        ("{first} und {second", "other facts"),
        ("{first} and {second}", "in English"),
    ],
)
def test_a_sentence_that_does_not_do_is_named(german: Catalog, said: str, fault: str) -> None:
    sentence(german, "{first} and {second}").string = said
    assert list(faults(german, OURS)) == [f"{fault}: {{first}} and {{second}}"]


def test_a_sentence_that_is_missing_not_sure_or_not_said_any_more_is_named(german: Catalog) -> None:
    german.delete("{first} and {second}")
    sentence(german, "{first} or {second}").flags.add("fuzzy")
    german.add("Farewell!", "Lebt wohl!")
    assert sorted(faults(german, OURS)) == [
        "missing: {first} and {second}",
        "not said any more: Farewell!",
        "not sure: {first} or {second}",
    ]


def test_a_list_has_as_many_words_and_a_description_its_room(german: Catalog) -> None:
    months = "the months, between blanks"
    sentence(german, "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", months).string = "Jan Feb März"
    sentence(german, "Open a table in this channel.").string = "ß" * 101
    assert sorted(faults(german, OURS)) == [
        "longer than 100 characters: Open a table in this channel.",
        f"not 12 words: Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ({months})",
    ]


def test_what_is_rightly_the_same_says_so_and_names_need_not(german: Catalog) -> None:
    same = sentence(german, "Wins")
    same.string = "Wins"
    assert list(faults(german, OURS)) == ["in English: Wins"]
    same.user_comments.append(AS_IN_ENGLISH)
    sentence(german, "{quantity} {face}").string = "{quantity} {face}"
    sentence(german, "Dudo").string = "Dudo"
    assert list(faults(german, OURS)) == []


def test_plural_forms_are_gettexts_own() -> None:
    french = Catalog(locale="fr")
    french.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    assert next(faults(french, OURS)) == "other plural forms than gettext’s: nplurals=2; plural=(n != 1);"
