"""Test that the engine has only allowed imports, and that the engine and its tests cite every rule."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine"
COMMAND = ENGINE / "__main__.py"

PURE = {
    "base64",
    "bisect",
    "collections",
    "engine",
    "enum",
    "functools",
    "hmac",
    "hashlib",
    "itertools",
    "math",
    "msgspec",
    "re",
    "typing",
    "zlib",
}
"""The modules that the engine imports. None of them reads a clock or random numbers, or does input and output."""

FOR_THE_COMMAND = {"argparse", "io", "os", "secrets", "sys"}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names.add((node.module or "").partition(".")[0])
    return names


def test_the_engine_imports_only_the_allowed_modules() -> None:
    used: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        if path != COMMAND:
            assert imported(path) <= PURE, path
            used |= imported(path)
    assert used == PURE
    assert imported(COMMAND) <= PURE | FOR_THE_COMMAND


def test_only_the_command_of_the_engine_opens_files_or_prints() -> None:
    for path in ENGINE.rglob("*.py"):
        if path != COMMAND:
            calls = {
                n.func.id
                for n in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
            }
            assert not calls & {"open", "print", "input", "exec", "eval", "__import__"}, path


RULE = r"[STBCPOEKL]\d{1,2}"
HOME = re.compile(rf"(?<![A-Za-z0-9(])({RULE}): ")
"""Matches the number of a rule and a colon, at the place that implements it.

Other places cite the number in brackets (K4).
"""


def rules() -> list[str]:
    """Return the numbers of the rules in RULES.md."""
    found = re.findall(rf"^- ({RULE})\.", (ENGINE / "RULES.md").read_text("utf-8"), re.MULTILINE)
    assert len(found) == len(set(found)) == 63
    return found


def cited(text: str) -> set[str]:
    """Return all rule numbers in a text. "K4-K9" means all numbers from K4 to K9."""
    numbers = set(re.findall(rf"\b({RULE})\b", text))
    for letter, first, last in re.findall(r"\b([STBCPOEKL])(\d+)-\1(\d+)\b", text):
        numbers |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return numbers


def test_every_rule_is_implemented_in_exactly_one_place() -> None:
    homes: dict[str, list[str]] = {rule: [] for rule in rules()}
    for path in sorted(ENGINE.rglob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for rule in HOME.findall(line):
                homes[rule].append(f"{path.relative_to(ROOT)}:{number}")
    assert {rule: places for rule, places in homes.items() if len(places) != 1} == {}


def test_every_rule_is_cited_in_a_record_or_a_test() -> None:
    paths = [*(ROOT / "tests" / "records").rglob("*.dice"), *(ROOT / "tests" / "engine").rglob("*.py")]
    text = "\n".join(path.read_text("utf-8", errors="replace") for path in paths if path != Path(__file__))
    assert set(rules()) - cited(text) == set()
