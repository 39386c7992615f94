"""Read translators' files (`.po`) as text, so that a clone or a wheel needs no compiled files."""

import re
import struct
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import msgspec

_STRING = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d+)\])?\s+)?"((?:[^"\\]|\\.)*)"\s*')
_ESCAPED = re.compile(r"\\(.)")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r"}
_MAGIC = 0x950412DE
_NARROW = re.compile(r"(?<=\S) (?=[!?;»])|(?<=«) ")
_BEFORE_COLON = re.compile(r"(?<=\S) (?=:(?!\S))")


class Entry(msgspec.Struct):
    """One sentence of a catalogue: its context, its English forms and its translations.

    A `fuzzy` translation is not certain yet.
    """

    strings: dict[str, str]
    fuzzy: bool = False

    @property
    def use(self) -> str | None:
        """The context that distinguishes this sentence from other sentences with the same English words."""
        return self.strings.get("msgctxt")

    @property
    def english(self) -> tuple[str, ...]:
        """The English sentence, followed by its plural form if it has one."""
        return tuple(self.strings[name] for name in ("msgid", "msgid_plural") if name in self.strings)

    @property
    def translated(self) -> tuple[str, ...]:
        """The translated forms in the order of the file."""
        return tuple(said for name, said in self.strings.items() if name.startswith("msgstr"))

    def is_whole(self) -> bool:
        """Return whether every form has a certain translation.

        The header, whose English text is "", is always whole.
        """
        return self.english == ("",) or (not self.fuzzy and bool(self.translated) and all(self.translated))


def entries(text: str) -> Iterator[Entry]:
    """Yield the entries of a catalogue, beginning with the header. Raises `ValueError` for an invalid line."""
    entry, last = Entry({}), ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        found = _STRING.fullmatch(line)
        begins = line.startswith(("#", "msgctxt", "msgid ")) or not line.strip()
        if begins and entry.translated:
            yield entry
            entry = Entry({})
        if found is not None:
            last = found[1] + (found[2] or "") if found[1] else last
            entry.strings[last] = entry.strings.get(last, "") + _ESCAPED.sub(_sign, found[3])
        elif line.startswith("#,"):
            entry.fuzzy = "fuzzy" in line
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f"line {number} is no part of a catalogue")


def read(file: Path) -> GNUTranslations:
    """Return the translations of a catalogue. Missing and fuzzy translations are left out.

    Raises `ValueError` for a file that cannot be read.
    """
    whole = [entry for entry in entries(file.read_text(encoding="utf-8")) if entry.is_whole()]
    tidy = _french if file.parts[-3] == "fr" else str
    said = {_key(entry): "\0".join(map(tidy if _key(entry) else str, entry.translated)) for entry in whole}
    return GNUTranslations(BytesIO(_compiled(said)))


def _french(words: str) -> str:
    """Return words with non-breaking spaces before "!", "?", ";" and ":", and inside quotation marks."""
    return _BEFORE_COLON.sub("\u00a0", _NARROW.sub("\u202f", words))


def _sign(escaped: re.Match[str]) -> str:
    return _SIGNS.get(escaped[1], escaped[1])


def _key(entry: Entry) -> str:
    return (f"{entry.use}\x04" if entry.use is not None else "") + "\0".join(entry.english)


def _compiled(sentences: dict[str, str]) -> bytes:
    """Return sentences in the binary form that `gettext` reads.

    It consists of a header, the positions of the keys and values, and then the keys and values themselves.
    """
    pairs = sorted((key.encode(), said.encode()) for key, said in sentences.items())
    ids, strings = [key for key, _ in pairs], [said for _, said in pairs]
    at, table = 28 + 16 * len(pairs), b""
    for each in (*ids, *strings):
        table += struct.pack("<2I", len(each), at)
        at += len(each) + 1
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + table + b"".join(each + b"\0" for each in (*ids, *strings))
