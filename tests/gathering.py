"""Bring the translators' files up to date with the sources: `python -m tests.gathering`.

`make words` runs this program. `python -m tests.gathering de` creates a German file first.
"""

import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import bot
from bot.words import catalogues
from bot.words.language import DOMAIN, FOLDER

Key = tuple[str | None, Any]


@cache
def gathered() -> Catalog:
    """Return a catalogue of all sentences in the sources, in the order of the files."""
    found = Catalog()
    for _file, _line, message, comments, use in extract_from_dir(
        Path(bot.__file__).parent, comment_tags=("Translators:",)
    ):
        found.add(message, context=use, auto_comments=comments)
    in_order = Catalog()
    for each in sorted(found):
        if each.id:
            in_order.add(each.id, context=each.context, auto_comments=each.auto_comments)
    return in_order


def sentences(catalogue: Catalog) -> dict[Key, Message]:
    """Return the entries of a catalogue by their context and their English text, without the header."""
    return {(each.context, each.id): each for each in catalogue if each.id}


def files(folder: Path = FOLDER) -> dict[str, Path]:
    """Return the catalogue file of each language, by the language's key."""
    return {file.parts[-3]: file for file in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}


def opened(file: Path) -> Catalog:
    """Return a catalogue as Babel reads it. Raises `ValueError` if the bot cannot read it."""
    catalogues.read(file)
    with file.open("rb") as opened_file:
        return read_po(opened_file, locale=file.parts[-3])


def brought_up_to_date(ours: Catalog, folder: Path = FOLDER, *, guesses: bool = True) -> dict[Path, bytes]:
    """Return the new contents of the template and of each language's file, by path.

    For a new sentence, Babel guesses a translation from similar sentences and marks the entry as fuzzy. Sentences that
    no longer occur in the sources are dropped. Guessing takes a while, so callers that only compare files turn it off
    with `guesses`.
    """
    found = {folder / f"{DOMAIN}.pot": _written(ours, omit_header=True)}
    for file in files(folder).values():
        catalogue = opened(file)
        catalogue.update(ours, no_fuzzy_matching=not guesses, update_creation_date=False)
        for sentence in catalogue:  # a guess comes with the flags of the sentence that it was made for
            if sentence.id and (new := ours.get(sentence.id, sentence.context)) is not None:
                sentence.flags = new.flags | (sentence.flags & {"fuzzy"})
        found[file] = _written(catalogue)
    return found


def _written(catalogue: Catalog, *, omit_header: bool = False) -> bytes:
    into = BytesIO()
    write_po(
        into, catalogue, width=0, no_location=True, omit_header=omit_header, sort_output=True, ignore_obsolete=True
    )
    return into.getvalue()


def outdated(ours: Catalog, folder: Path = FOLDER) -> Iterator[str]:
    """Yield a line for each file that `make words` would change, with the numbers of sentences to add and to drop."""
    for file, ought in brought_up_to_date(ours, folder, guesses=False).items():
        if not file.exists() or file.read_bytes() != ought:
            where = file.relative_to(folder)
            there = sentences(opened(file) if file.suffix == ".po" else _template(file)).keys()
            new, gone = sentences(ours).keys() - there, there - sentences(ours).keys()
            yield f"{where}: run `make words` ({len(new)} sentences are new, {len(gone)} not said any more)"


def _template(file: Path) -> Catalog:
    return read_po(BytesIO(file.read_bytes() if file.exists() else b""))


def begin(key: str, folder: Path = FOLDER) -> None:
    """Create the empty catalogue of a new language. Raises `FileExistsError` if the language already has one."""
    file = folder / key / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    file.write_bytes(_written(Catalog(locale=key, project=DOMAIN, fuzzy=False)))


def main() -> int:
    """Bring every catalogue up to date. If a language is given as an argument, create its file first."""
    for key in sys.argv[1:]:
        begin(key)
    for file, ought in brought_up_to_date(gathered()).items():
        file.write_bytes(ought)
    return 0


if __name__ == "__main__":
    sys.exit(main())
