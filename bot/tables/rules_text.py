"""The rules of a table as text that outlives a version: options in RECORD.md's words, one a line."""

from bot.tables.model import Setup
from engine.options import different, rules_for

WAIT_SETTLED = "wait-settled"
"""A house rule of the table's own (`Setup.wait_settled`), which no game knows."""


def written(setup: Setup) -> str:
    """What differs from the preset: "ante 10", a line each."""
    words = different(rules_for(setup.variant, setup.options), rules_for(setup.variant))
    words |= {WAIT_SETTLED: "on"} if setup.wait_settled else {}
    return "\n".join(f"{word} {value}" for word, value in words.items())


def read(text: str) -> tuple[dict[str, str], bool]:
    """The options, and whether the next round waits until a forfeit is settled. The rules check the words."""
    lines = (line.strip().partition(" ") for line in text.splitlines() if line.strip())
    words = {word: value.strip() for word, _, value in lines}
    return words, words.pop(WAIT_SETTLED, "off") == "on"
