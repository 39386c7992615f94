"""The README's promises that a program can check."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_round_in_the_readme_plays_as_it_says() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})


def test_the_invite_asks_for_the_permissions_it_names() -> None:
    (number,) = set(re.findall(r"permissions=(\d+)", README.read_text(encoding="utf-8")))
    # view channels, send messages, embed links, attach files, read message history, create public threads, send
    # messages in threads
    assert int(number) == sum(1 << bit for bit in (10, 11, 14, 15, 16, 35, 38))
