"""Check the translations and count what they lack: `python -m tests.catalogues`.

A sentence without a translation appears in English. Such sentences are only counted. For a release, `--whole` lists
each of them and fails if there are any. A translation may be the same as the English sentence if a translator's
comment says so: `# as in English`.
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
from discord import app_commands

import bot
from bot.inbox.localizing import LONGEST
from bot.inbox.tree import add_commands
from bot.screens.families import variants
from bot.words.language import ENGLISH, FOLDER, NAMES
from engine.core.characters import CHARACTERS
from tests.gathering import Key, files, gathered, opened, outdated, sentences

AS_IN_ENGLISH = "as in English"
LISTS = ("the months", "places from", "the numbers from", "other names of the faces")
"""The beginning of the context of each list that must have the same number of words in every language."""
_NO_WORDS = re.compile(r"\{[^{}]*\}|/[a-z]+( [a-z]+)?\b|`[^`]*`|<[^<>]*>")
_LETTER = re.compile(r"[^\W\d_]")


def faults(translated: Catalog, ours: Catalog) -> Iterator[str]:
    """Yield each fault of a language's catalogue, with the sentence that has it.

    `ours` has all sentences in English.
    """
    there, said, short = sentences(translated), sentences(ours), _of_commands()
    if translated.plural_forms != Catalog(locale=str(translated.locale)).plural_forms:
        yield f"other plural forms than gettext’s: {translated.plural_forms}"
    for key in there.keys() & said.keys():
        if not lack(there[key]) and (fault := _fault(there[key], short)):
            yield f"{fault}: {_shown(key)}"


def lacking(translated: Catalog, ours: Catalog) -> Iterator[str]:
    """Yield the English sentences for which a language has no translation, or only a fuzzy one."""
    there = sentences(translated)
    for key in sentences(ours):
        if what := lack(there.get(key)):
            yield f"{what}: {_shown(key)}"


def lack(message: Message | None) -> str:
    """Return the reason why a sentence appears in English, or "" if it is translated."""
    if message is None:
        return "missing"
    if message.fuzzy:
        return "not sure"
    return "" if all(_forms(message.string)) else "not translated"


def _fault(message: Message, short: frozenset[str]) -> str:
    """Return what is wrong with a translated sentence, or "" if it is right."""
    ours, theirs = _forms(message.id), _forms(message.string)
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
    """Return whether a sentence consists only of names, such as those of games, characters and commands."""
    bare = _NO_WORDS.sub(" ", sentence)
    for name in (*CHARACTERS, *(variants.wording(game).title for game in variants.offered()), "Discord"):
        bare = bare.replace(name, " ")
    return not _LETTER.search(bare)


def _same_facts(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Return whether each form of a translation has the same placeholders as the English sentence.

    The plural form for the number one may leave out the number.
    """
    try:
        facts = [_facts(form) for form in ours]
        return all(set.intersection(*facts) <= _facts(form) <= set.union(*facts) for form in theirs)
    except ValueError:
        return False  # an opening brace without its closing one


def _facts(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def _forms(said: Any) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def _shown(key: Key) -> str:
    use, said = key
    return _forms(said)[0] + (f" ({use})" if use else "")


def _of_commands() -> frozenset[str]:
    """Return the texts of commands, whose length Discord limits."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    return frozenset(each for command in tree.get_commands() for each in _said(command.to_dict(tree)))


def _said(part: dict[str, Any]) -> Iterator[str]:
    yield part.get("description") or part["name"]
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from _said(inner)


def found(ours: Catalog, folder: Path = FOLDER) -> Iterator[str]:
    """Yield every fault of every language. Languages that have a name but no catalogue come first."""
    there = files(folder)
    yield from (f"{key}: no catalogue, though it has a name" for key in NAMES if key not in (ENGLISH, *there))
    for key, file in there.items():
        yield from (f"{key}: {fault}" for fault in sorted(faults(opened(file), ours)))


_LOOK_UPS = frozenset({"_", "N_", "ngettext", "pgettext", "npgettext"})
"""Functions that look up a sentence, and functions that only mark a sentence for gathering."""


def ungathered(source: str) -> Iterator[int]:
    """Yield the lines of `source` that look up a sentence inside an f-string.

    The extraction does not find such sentences.
    """
    for part in ast.walk(ast.parse(source)):
        if isinstance(part, ast.JoinedStr):
            inner = (each for each in ast.walk(part) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name))
            yield from (part.lineno for each in inner if ast.unparse(each.func) in _LOOK_UPS)


def lost(folder: Path = Path(bot.__file__).parent) -> Iterator[str]:
    """Yield each place below `folder` with a sentence that the extraction misses.

    Such a sentence stays in English in all languages.
    """
    for file in sorted(folder.rglob("*.py")):
        where = file.relative_to(folder.parent)
        yield from (f"{where}:{line}: a sentence within an f-string" for line in ungathered(file.read_text("utf-8")))


def closing(lacks: dict[str, list[str]]) -> str:
    """Return why there is no release, and what to do, or "" if each language has all its sentences."""
    if not any(lacks.values()):
        return ""
    each = ", ".join(f"{key} lacks {len(every)}" for key, every in lacks.items() if every)
    return (
        f"No release: translations are missing ({each}), as listed above. Translate them in bot/words/locale, as "
        "docs/languages.md says, and run this again; or run `.venv/bin/python -m tests.release` for a release that "
        "says these sentences in English."
    )


def main() -> int:
    """Print every fault, and what each language lacks.

    Return 1 if there are faults, or if a translation is missing and `--whole` is given.
    """
    ours = gathered()
    lacks = {key: sorted(lacking(opened(file), ours)) for key, file in files().items()}
    faulty = [*lost(), *found(ours), *outdated(ours)]
    if "--whole" in sys.argv[1:]:
        faulty += [f"{key}: {each}" for key, every in lacks.items() for each in every]
    print("\n".join([*faulty, *(f"{key}: {len(every)} sentences are said in English" for key, every in lacks.items())]))
    if "--whole" in sys.argv[1:] and (why := closing(lacks)):
        print(why, file=sys.stderr)
    return int(bool(faulty))


if __name__ == "__main__":
    sys.exit(main())
