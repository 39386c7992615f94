"""Count sentences that may need a second reading: `python -m tests.english` prints the number for each file.

The program searches docstrings and comments for the patterns that bot/words/STYLE.md advises against. It skips
comments for translators, because they are part of the catalogues. The count is only a warning and never fails, because
each pattern is sometimes right. `--lines` prints every place, `--files` prints every file, and paths limit the search.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HOUSES = ("bot", "engine", "migrations", "tests")
WORST = 10
"""The number of files that are printed without `--files`."""

BEGINS = r"(?:^|(?<=[.;:] ))"
"""Finds the beginning of a sentence in text whose lines are joined."""
PATTERNS = {
    "noun clause as a subject": rf"{BEGINS}(?:Who|Whom|What|Whoever|Whatever)\b(?![^.]*\?)|\b(?:whoever|whatever)\b"
    r"|\b(?:and|but|so|that|since|because|while) (?:who|what) (?:is|are|was|were|has|have|had)\b",
    "stands for is": r"\bstands?\b(?! for| in for)|\bstood\b",
    "else for otherwise": r"(?<!thing )(?<!body )(?<!one )(?<!where )(?<!who )(?<!what )(?<!if/)\belse\b(?!-branch|:)",
    "anew for again": r"\banew\b",
    "tell for show or report": r"\b(?:tell|tells|telling|told)\b",
    "affair": r"\baffairs?\b",
    "inversion": rf"{BEGINS}(?:Nor|Neither|Never|Only then|So)\b (?:is|are|was|were|does|do|did|has|have|can|may)\b"
    r"|\bnor (?:is|are|was|were|does|do|did|has|have|can|may)\b",
    "is none": r"\b(?<!there )(?:is|are|was|were) (?:none|no (?:\w+ ){1,2}of)\b",
    "but for except": r"\b(?:all|nothing|everything|nobody|none|no \w+) but\b|\bbut for\b",
}
SEARCHES = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}


class Passage(NamedTuple):
    """Holds a docstring or a block of comments, joined into one line.

    `line` is the number of its first line in the file.
    """

    line: int
    text: str


class Hit(NamedTuple):
    """Holds one match of a pattern, with its place in the files."""

    path: str
    line: int
    pattern: str
    excerpt: str


def passages(source: str) -> Iterator[Passage]:
    """Yield the docstrings of a file, including those of attributes, and then its comments."""
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", None) or () if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield Passage(statement.lineno, " ".join(text.split()))
    yield from _comments(source)


def _comments(source: str) -> Iterator[Passage]:
    """Yield each comment. Comments on consecutive lines are joined into one."""
    first, last, words = 0, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if words and token.start[0] != last + 1:
            yield Passage(first, " ".join(words))
            words = []
        first = first if words else token.start[0]
        last = token.start[0]
        words.append(token.string.lstrip("#: ").strip())
    if words:
        yield Passage(first, " ".join(words))


def hits(path: Path) -> Iterator[Hit]:
    """Yield every match in a Python file."""
    name = path.relative_to(ROOT).as_posix()
    for passage in passages(path.read_text(encoding="utf-8")):
        if passage.text.startswith("Translators:"):
            continue
        for pattern, search in SEARCHES.items():
            for found in search.finditer(passage.text):
                excerpt = passage.text[max(0, found.start() - 30) : found.end() + 40]
                yield Hit(name, passage.line, pattern, excerpt)


def main(arguments: list[str]) -> int:
    """Print how often each pattern matches, and the files with the most matches. Always return 0."""
    under = tuple(each for each in arguments if not each.startswith("-"))
    paths = sorted(path for house in HOUSES for path in (ROOT / house).rglob("*.py"))
    chosen = [path for path in paths if path.relative_to(ROOT).as_posix().startswith(under or HOUSES)]
    found = [hit for path in chosen if path != Path(__file__) for hit in hits(path)]
    if "--lines" in arguments:
        print(*(f"{hit.path}:{hit.line}: {hit.pattern}: {hit.excerpt}" for hit in found), sep="\n")
    print(f"{len(found)} places in docstrings and comments may need a second reading (see bot/words/STYLE.md):")
    for pattern, count in Counter(hit.pattern for hit in found).most_common():
        print(f"{count:>6}  {pattern}")
    files = Counter(hit.path for hit in found).most_common()
    for path, count in files if "--files" in arguments else files[:WORST]:
        print(f"{count:>6}  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
