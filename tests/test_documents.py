"""Check the documents: their length, their paths and links, and what the README says."""

import doctest
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.variants import VARIANTS

ROOT = Path(__file__).parents[1]
README, ARCHITECTURE, DECISIONS = ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "docs" / "decisions.md"
HOUSES = ("bot", "engine", "migrations", "tests", "deploy", "docs")
"""The folders that belong to the project. Other folders, such as .venv, do not belong to it."""
NOT_COUNTED = ("CHANGELOG.md", "deploy/LICENCES.md", "engine/FAIRNESS.md", "engine/RECORD.md", "engine/RULES.md")
"""Pages that may be long, because nobody reads them from end to end.

They are the rules, lists that a program writes, and the changelog.
"""
WORDS = {
    "ARCHITECTURE.md": 2695,
    "CONTRIBUTING.md": 1423,
    "README.md": 1064,
    "bot/sandbox/README.md": 543,
    "bot/words/STYLE.md": 757,
    "deploy/CAPACITY.md": 1010,
    "deploy/PRIVACY.md": 703,
    "deploy/PROCESSES.md": 683,
    "deploy/RUNBOOK.md": 2694,
    "deploy/TERMS.md": 243,
    "docs/decisions.md": 1099,
    "docs/engine.md": 348,
    "docs/languages.md": 441,
    "docs/players.md": 1057,
    "tests/README.md": 1184,
    "tests/discord/README.md": 80,
    "tests/engine/rules/README.md": 424,
}
"""The number of words of each page on 2026-11-26, when all pages were reworded in whole sentences."""
MOST_OF_A_NEW_ONE = 1_200
OF_OTHERS = {"discord.py"}
"""Words that look like names of our files but are not."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


PAGES = sorted([*ROOT.glob("*.md"), *(page for house in HOUSES for page in (ROOT / house).rglob("*.md"))])


@cache
def there() -> frozenset[str]:
    """Return every file and folder of the project, as a path from the root."""
    found = [path for house in HOUSES for path in (ROOT / house).rglob("*") if "__pycache__" not in path.parts]
    return frozenset(name_of(path) for path in found) | {path.name for path in ROOT.iterdir()}


def section(page: Path, title: str) -> str:
    return text_of(page).split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_each_page_is_short_enough_to_be_read() -> None:
    """A page may grow by 15 %. If it grows more, something has to be removed from it.

    Comments do not count, because a reader does not see them.
    """
    read = [page for page in PAGES if name_of(page) not in NOT_COUNTED and page.name != "GLOSSARY.md"]
    words = {name_of(page): len(re.sub(r"<!--.*?-->", "", text_of(page)).split()) for page in read}
    most = {name: WORDS[name] * 115 // 100 if name in WORDS else MOST_OF_A_NEW_ONE for name in words}
    assert {name: f"{count} of {most[name]}" for name, count in words.items() if count > most[name]} == {}
    assert WORDS.keys() <= words.keys(), "a page that is gone has no number here"


def test_the_glossary_has_at_most_40_terms() -> None:
    terms = re.findall(r"^\| (?!term |---)", section(ARCHITECTURE, "Glossary"), re.MULTILINE)
    assert 0 < len(terms) <= 40


def test_the_decisions_are_few_and_short() -> None:
    each = re.findall(r"^- .*(?:\n  .*)*", text_of(DECISIONS), re.MULTILINE)
    assert 0 < len(each) <= 40
    assert [one for one in each if not re.match(r"- \*\*20\d\d-\d\d-\d\d\*\* ", one) or one.count("\n") > 3] == []


def test_the_architecture_page_describes_every_folder_of_bot_and_engine() -> None:
    lines = section(ARCHITECTURE, "The folders")
    folders = {f"{house}/{each.name}" for house in ("bot", "engine") for each in (ROOT / house).glob("*/")}
    kept = {each for each in folders if any((ROOT / each).rglob("*.py"))}
    assert [each for each in sorted(kept) if f"`{each}/`" not in lines] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_to_a_file_leads_to_an_existing_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if not re.match(r"https?:|#", target):
            assert (page.parent / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    assert [path for path in paths_in(text_of(page)) if not is_there(path, page)] == []


def paths_in(text: str) -> Iterator[str]:
    """Yield the words that look like paths of this project.

    They begin with one of its folders, or are file names such as `clock.py`. The pages of deploy/ name its folders
    without "deploy/". Paths below another address (`/opt/...`, a URL) do not count.
    """
    folders = "|".join((*HOUSES, "kubernetes", "systemd"))
    yield from re.findall(rf"(?<![\w/.-])(?:{folders})/[\w./-]*\w", text)
    names = re.findall(r"(?<![\w/.-])[\w-]+\.(?:py|md|toml|yaml|yml|sh)\b(?!/)", text)
    yield from (name for name in names if name not in OF_OTHERS)


def is_there(path: str, page: Path) -> bool:
    """Return whether a path exists.

    The path may start at the root or at the page's folder. A bare file name may be anywhere in the project.
    """
    if path in there() or (page.parent / path).exists():
        return True
    return "/" not in path and any(each.endswith(f"/{path}") for each in there())


def test_the_ten_lines_of_python_that_play_a_game_run_as_printed() -> None:
    page = ROOT / "docs" / "engine.md"
    told = doctest.DocTestParser().get_doctest(
        text_of(page).replace("\n```\n", "\n\n```\n"), {}, page.name, str(page), 0
    )
    assert len(told.examples) <= 10
    assert doctest.DocTestRunner().run(told) == doctest.TestResults(failed=0, attempted=len(told.examples))


def test_the_invitation_link_asks_for_the_needed_permissions() -> None:
    (number,) = set(re.findall(r"permissions=(\d+)", text_of(README)))
    # The bits mean: view channels, send messages, attach files, read message history, create public threads, and send
    # messages in threads.
    assert int(number) == sum(1 << bit for bit in (10, 11, 15, 16, 35, 38))


def test_the_readme_lists_every_game_with_its_description_and_source() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| ([^|]+) \| ([^|]+) \|$", text_of(README), re.MULTILINE)
    assert sorted(name for name, _what, _whence in rows) == sorted(VARIANTS)
    assert all(what.strip() and whence.strip() for _name, what, whence in rows)
    assert len({whence for _name, _what, whence in rows}) == len(VARIANTS)


def test_the_pictures_of_the_readme_exist_and_are_not_too_large() -> None:
    pictures = re.findall(r"!\[[^]]+\]\((docs/[^)]+)\)", text_of(README))
    assert pictures
    assert sorted(pictures) == sorted(f"docs/{each.name}" for each in (ROOT / "docs").glob("*.png"))
    assert all((ROOT / each).stat().st_size < 200_000 for each in pictures)
