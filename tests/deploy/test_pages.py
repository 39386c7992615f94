"""Test that the runbook quotes the bot's messages correctly, covers every alarm, and has its steps in a safe order."""

import ast
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
RUNBOOK = (ROOT / "deploy" / "RUNBOOK.md").read_text(encoding="utf-8")
OF_OTHERS = ("Run it on Discord", "Upgrade", "What breaks first", "A table that hangs", "server version mismatch")
"""Quotes in the runbook that are not messages of the bot: titles of sections, and a message of PostgreSQL."""


def said() -> str:
    """Return every string in the code of the bot, without docstrings.

    In an f-string, each value that is filled in separates two strings.
    """
    found = []
    for file in (ROOT / "bot").rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        read = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in read)
        found += [node.value for node in texts if isinstance(node.value, str)]
    return "\n".join(found)


def quoted() -> list[str]:
    text = re.sub(r"`[^`]*`", "`", " ".join(RUNBOOK.split()))
    return [each for each in re.findall(r'"([^"]+)"', text) if each not in OF_OTHERS and "`" not in each]


def test_every_quote_in_the_runbook_is_a_message_of_the_bot() -> None:
    spoken = said()
    parts = [part.strip(" .,") for quote in quoted() for part in re.split(r"…", quote)]
    assert len(quoted()) > 25
    assert [part for part in parts if part and part not in spoken] == []


def test_the_runbook_covers_every_alarm_and_no_other_alarms() -> None:
    rules = yaml.safe_load((ROOT / "deploy" / "prometheus" / "rules.yml").read_text(encoding="utf-8"))
    alarms = {rule["alert"] for group in rules["groups"] for rule in group["rules"] if "alert" in rule}
    assert set(re.findall(r"LiarsDice\w+", RUNBOOK)) == alarms


def test_an_upgrade_stops_the_bot_before_pip_replaces_its_files() -> None:
    upgrade = " ".join(RUNBOOK.split("\n## Upgrade\n")[1].split("\n## ")[0].split())
    steps = (
        "Keep your release's folder",
        "bot backup before-upgrade",
        "Stop the bot",
        "both pip commands",
        "Start the bot",
    )
    assert sorted(steps, key=upgrade.index) == list(steps)


def test_each_page_that_needs_the_address_of_the_repository_says_what_stands_for_it() -> None:
    for page in (ROOT / "README.md", ROOT / "deploy" / "RUNBOOK.md"):
        text = " ".join(page.read_text(encoding="utf-8").split())
        explained = re.search(r"REPOSITORY (?:stands for this project's|is the) address", text)
        assert explained is not None
        assert explained.start() < text.index("git clone REPOSITORY")
