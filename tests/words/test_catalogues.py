"""Tests that the bot reads translators' files as Babel compiles them, without missing or fuzzy sentences."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.words.catalogues import entries, read

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), min_size=1, max_size=90)
SENTENCES = st.dictionaries(
    st.tuples(WORDS, st.none() | st.text("uses ", min_size=1)), st.tuples(WORDS, WORDS) | st.tuples(WORDS), max_size=8
)


@settings(deadline=None)
@given(SENTENCES)
def test_files_written_by_babel_are_read_as_babel_compiles_them(
    tmp_path_factory: pytest.TempPathFactory, sentences: dict[tuple[str, str | None], tuple[str, ...]]
) -> None:
    written = Catalog(locale="de")
    for (english, use), said in sentences.items():
        is_plural = len(said) > 1
        written.add((english, f"{english}s") if is_plural else english, said if is_plural else said[0], context=use)
    file = tmp_path_factory.mktemp("words") / "de.po"
    with file.open("wb") as opened:
        write_po(opened, written)
    compiled = BytesIO()
    write_mo(compiled, written)
    compiled.seek(0)
    expected, found = GNUTranslations(compiled), read(file)
    assert found.info()["language"] == expected.info()["language"] == "de"
    for (english, use), said in sentences.items():
        for count in (1, 2):
            many = (english, f"{english}s", count)
            asked = [each.npgettext(use, *many) if use else each.ngettext(*many) for each in (expected, found)]
            assert asked[0] == asked[1] == said[min(count, len(said)) - 1] if len(said) > 1 else asked[0] == asked[1]
        assert (found.pgettext(use, english) if use else found.gettext(english)) == (
            expected.pgettext(use, english) if use else expected.gettext(english)
        )


BY_HAND = """
msgid ""
msgstr "Language: pt_BR\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

# a translator's note
#. Translators: who owes
#, python-brace-format
msgid "{name} \\"owes\\""
msgstr ""
"{name} "
"\\"deve\\""

#, fuzzy
msgid "Liar!"
msgstr "Mentira?"

msgid "no dice"
msgstr ""

msgctxt "dice"
msgid "one"
msgid_plural "ones"
msgstr[0] "ás"
msgstr[1] "ases"

#~ msgid "gone"
#~ msgstr "foi"
"""


def test_a_file_written_by_hand_is_read(tmp_path: Path) -> None:
    file = tmp_path / "pt_BR.po"
    file.write_text(BY_HAND)
    portuguese = read(file)
    assert portuguese.gettext('{name} "owes"') == '{name} "deve"'
    assert portuguese.gettext("Liar!") == "Liar!", "it is still fuzzy"
    assert portuguese.gettext("no dice") == "no dice"
    assert portuguese.gettext("gone") == "gone"
    assert [portuguese.npgettext("dice", "one", "ones", count) for count in (0, 1, 2)] == ["ás", "ás", "ases"]


def test_a_broken_file_is_reported_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 3"):
        list(entries('msgid "a"\nmsgstr "b"\nmsgstr "c\n'))
