"""The README's promises that a program can check."""

import re
from pathlib import Path

from engine.variants import VARIANTS

README = Path(__file__).parent.parent / "README.md"


def test_the_round_in_the_readme_plays_as_it_says() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})


def test_the_invite_asks_for_the_permissions_it_names() -> None:
    (number,) = set(re.findall(r"permissions=(\d+)", README.read_text(encoding="utf-8")))
    # view channels, send messages, embed links, attach files, read message history, create public threads, send
    # messages in threads
    assert int(number) == sum(1 << bit for bit in (10, 11, 14, 15, 16, 35, 38))


def test_the_table_of_games_has_every_one_with_what_it_is_and_where_it_comes_from() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| ([^|]+) \| ([^|]+) \|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(name for name, _what, _whence in rows) == sorted(VARIANTS)
    assert all(what.strip() and whence.strip() for _name, what, whence in rows)
    assert len({whence for _name, _what, whence in rows}) == len(VARIANTS)


def test_the_pictures_are_there_and_not_too_large() -> None:
    pictures = re.findall(r"!\[[^]]+\]\((docs/[^)]+)\)", README.read_text(encoding="utf-8"))
    assert pictures
    assert sorted(pictures) == sorted(f"docs/{each.name}" for each in (README.parent / "docs").glob("*.png"))
    assert all((README.parent / each).stat().st_size < 200_000 for each in pictures)
