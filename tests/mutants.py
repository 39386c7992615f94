"""Change the rules in hundreds of small ways, and report the changes that no test notices: `make mutants`.

mutmut makes the changes and runs the tests. pyproject.toml names the files and the tests. tests/engine/rules/README.md
lists the changes that no test notices, with their reasons.
"""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

LEAST = 0.95
"""The share of mutants that must be killed."""

MUTMUT = Path(sys.executable).with_name("mutmut")


def main() -> int:
    """Make and test all mutants from scratch. Return 0 if enough of them are killed."""
    # Drop results for other versions of the sources or the tests.
    shutil.rmtree("mutants", ignore_errors=True)
    subprocess.run([MUTMUT, "run"], check=True, env={**os.environ, "LONG": "1"})
    told = subprocess.run([MUTMUT, "results", "--all", "true"], check=True, capture_output=True, text=True)
    fates = dict(line.strip().rsplit(": ", 1) for line in told.stdout.splitlines() if "__mutmut_" in line)
    return report(fates, tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]["only_mutate"])


def report(fates: dict[str, str], paths: Iterable[str]) -> int:
    """Print the figures of `paths`, and every mutant that survived.

    `fates` has the result of each mutant, by the mutant's name. Return 0 if at least the share `LEAST` of all mutants
    was killed, and 1 otherwise.
    """
    print()
    all_of = {path: [name for name in fates if path_of(name) == path] for path in paths}
    for path, names in all_of.items():
        dead = Counter(fates[name] for name in names)["killed"]
        print(f"{dead:4d} of {len(names):4d} killed  {path}")
        if left_out := sorted(functions(Path(path)) - {function_of(name) for name in names}):
            print(f"{'':20} without a mutant: {', '.join(left_out)}")
    for name, fate in fates.items():
        if fate != "killed":
            print(f"{fate}: {name}")
    killed, total = Counter(fates.values())["killed"], len(fates)
    enough = all(all_of.values()) and killed >= LEAST * total
    print(f"{killed} of {total} killed, {killed / max(total, 1):.1%}; at least {LEAST:.0%} of them must be")
    return 0 if enough else 1


def path_of(mutant: str) -> str:
    """Return the file of a mutant. A mutant's name looks like `engine.core.dice.x_counted__mutmut_1`."""
    return mutant.rpartition(".")[0].replace(".", "/") + ".py"


def function_of(mutant: str) -> str:
    """Return the name of the function that a mutant changes."""
    return mutant.rpartition(".")[2].removeprefix("x_").rpartition("__mutmut_")[0]


def functions(path: Path) -> set[str]:
    """Return the names of the functions of a file. Methods are not included."""
    return {node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}


if __name__ == "__main__":
    sys.exit(main())
