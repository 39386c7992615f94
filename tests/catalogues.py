"""Whether every language is there and whole: `python -m tests.catalogues` names each sentence that is not.

A sentence that is rightly the same as in English says so, in a translator's comment: `# as in English`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import discord
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from discord import app_commands

import bot
from bot.inbox.localizing import LONGEST
from bot.inbox.tree import add_commands
from bot.screens import variants
from bot.words import catalogues
from bot.words.language import DOMAIN, ENGLISH, FOLDER, NAMES
from engine.core.characters import CHARACTERS
from tests.bot.pseudo import gathered

AS_IN_ENGLISH = "as in English"
LISTS = ("the months", "places from", "the numbers from", "other names of the faces")
"""Lists that have as many words in every language, by what their use begins with."""
_NO_WORDS = re.compile(r"\{[^{}]*\}|/[a-z]+( [a-z]+)?\b|`[^`]*`|<[^<>]*>")
_LETTER = re.compile(r"[^\W\d_]")

Key = tuple[str | None, Any]


def faults(translated: Catalog, ours: Catalog) -> Iterator[str]:
    """Yield what is wrong with a language, each fault with its sentence; `ours` has all that is said in English."""
    there, said, short = _sentences(translated), _sentences(ours), _of_commands()
    if translated.plural_forms != Catalog(locale=str(translated.locale)).plural_forms:
        yield f"other plural forms than gettext’s: {translated.plural_forms}"
    for key in said.keys() - there.keys():
        yield f"missing: {_shown(key)}"
    for key in there.keys() - said.keys():
        yield f"not said any more: {_shown(key)}"
    for key in there.keys() & said.keys():
        if fault := _fault(there[key], short):
            yield f"{fault}: {_shown(key)}"


def _fault(message: Message, short: frozenset[str]) -> str:
    """Return what is wrong with one sentence; "" for nothing."""
    ours, theirs = _forms(message.id), _forms(message.string)
    if message.fuzzy:
        return "not sure"
    if not all(theirs):
        return "not translated"
    if not _same_facts(ours, theirs):
        return "other facts"
    if _is_list(message) and len(theirs[0].split()) != len(ours[0].split()):
        return f"not {len(ours[0].split())} words"
    if ours[0] in short and len(theirs[0]) > LONGEST:
        return f"longer than {LONGEST} characters"
    is_same = theirs[0] == ours[0] and not _may_be_same(ours[0]) and AS_IN_ENGLISH not in message.user_comments
    return "in English" if is_same else ""


def _is_list(message: Message) -> bool:
    return (message.context or "").startswith(LISTS)


def _may_be_same(sentence: str) -> bool:
    """Return whether a sentence has no words but names: of games, of characters and of commands."""
    bare = _NO_WORDS.sub(" ", sentence)
    for name in (*CHARACTERS, *(variants.wording(game).title for game in variants.offered()), "Discord"):
        bare = bare.replace(name, " ")
    return not _LETTER.search(bare)


def _same_facts(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Each form names what all of ours name, and nothing that none of ours does: of one thing the number may go."""
    try:
        facts = [_facts(form) for form in ours]
        return all(set.intersection(*facts) <= _facts(form) <= set.union(*facts) for form in theirs)
    except ValueError:
        return False  # a brace is open


def _facts(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def _forms(said: Any) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def _sentences(catalogue: Catalog) -> dict[Key, Message]:
    return {(each.context, each.id): each for each in catalogue if each.id}


def _shown(key: Key) -> str:
    use, said = key
    return _forms(said)[0] + (f" ({use})" if use else "")


def _of_commands() -> frozenset[str]:
    """Return what commands say, which has little room."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    return frozenset(each for command in tree.get_commands() for each in _said(command.to_dict(tree)))


def _said(part: dict[str, Any]) -> Iterator[str]:
    yield part.get("description") or part["name"]
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from _said(inner)


def files(folder: Path = FOLDER) -> dict[str, Path]:
    """Return the catalogue of each language that is there, by its key."""
    return {file.parts[-3]: file for file in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}


def opened(file: Path) -> Catalog:
    """Return a catalogue as Babel reads it. Raises `ValueError` where the bot could not read it."""
    catalogues.read(file)
    with file.open("rb") as opened_file:
        return read_po(opened_file, locale=file.parts[-3])


def found(ours: Catalog, folder: Path = FOLDER) -> Iterator[str]:
    """Yield every fault of every language, the languages that have a name and no catalogue first."""
    there = files(folder)
    yield from (f"{key}: no catalogue, though it has a name" for key in NAMES if key not in (ENGLISH, *there))
    for key, file in there.items():
        yield from (f"{key}: {fault}" for fault in sorted(faults(opened(file), ours)))


_LOOK_UPS = frozenset({"_", "N_", "ngettext", "pgettext", "npgettext"})
"""What looks a sentence up, and what only gathers it."""


def ungathered(source: str) -> Iterator[int]:
    """Yield the lines of `source` where a sentence stands within an f-string, in which nobody gathers it."""
    for part in ast.walk(ast.parse(source)):
        if isinstance(part, ast.JoinedStr):
            inner = (each for each in ast.walk(part) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name))
            yield from (part.lineno for each in inner if ast.unparse(each.func) in _LOOK_UPS)


def lost(folder: Path = Path(bot.__file__).parent) -> Iterator[str]:
    """Yield every place below `folder` where a sentence is in English for everybody, because nobody gathers it."""
    for file in sorted(folder.rglob("*.py")):
        where = file.relative_to(folder.parent)
        yield from (f"{where}:{line}: a sentence within an f-string" for line in ungathered(file.read_text("utf-8")))


def main() -> int:
    """Print every fault of every language, and every sentence that none of them can have; 1 where there is one."""
    faulty = [*lost(), *found(gathered())]
    print("\n".join(faulty) or f"{len(files())} languages beside English, all of them whole.")
    return int(bool(faulty))


if __name__ == "__main__":
    sys.exit(main())
