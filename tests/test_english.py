"""Test the program that counts sentences that may need a second reading."""

import re

import pytest

from tests.english import PATTERNS, passages


def matches(text: str) -> list[str]:
    return [name for name, pattern in PATTERNS.items() if re.search(pattern, text)]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Whoever leaves loses.", "noun clause as a subject"),
        ("Return the game. What is left is dealt.", "noun clause as a subject"),
        ("The result stands in the record.", "stands for is"),
        ("Return the number, else 0.", "else for otherwise"),
        ("Deal the dice anew.", "anew for again"),
        ("Tell the table. It tells the others.", "tell for show or report"),
        ("That is the engine's affair.", "affair"),
        ("Nor is a bot counted.", "inversion"),
        ("A second try is none.", "is none"),
        ("Return all but the last one.", "but for except"),
    ],
)
def test_a_sentence_that_matches_a_pattern_is_counted(text: str, pattern: str) -> None:
    assert matches(text) == [pattern]


@pytest.mark.parametrize(
    "text", ["Who has the turn?", "Return someone else.", "`n` stands for a number.", "Show what the player rolled."]
)
def test_a_plain_sentence_is_not_counted(text: str) -> None:
    assert matches(text) == []


def test_docstrings_and_comments_are_searched_but_not_other_strings() -> None:
    source = '"""One."""\nX = "two"  # three\n"""Four."""\n# five\n# six\n'
    assert [passage.text for passage in passages(source)] == ["One.", "Four.", "three", "five six"]
