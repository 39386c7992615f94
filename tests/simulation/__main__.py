"""`make simulate`: seed after seed, each a story of its own; the first that must not be is shortened and told."""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.simulation.simulation import Outcome, simulate
from tests.simulation.story import told

HASHED = "PYTHONHASHSEED"


class Sum:
    """What many seeds came to."""

    def __init__(self) -> None:
        self.seeds, self.hours, self.slept, self.kills, self.stops, self.requests = 0, 0.0, 0.0, 0, 0, 0
        self.met: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.bad: list[int] = []

    def add(self, outcome: Outcome) -> None:
        """One more."""
        self.seeds += 1
        self.hours += outcome.hours
        self.kills += outcome.kills
        self.stops += outcome.stops
        self.requests += outcome.requests
        self.met += outcome.met
        self.tables += Counter({what.split()[-1]: many for what, many in outcome.tables.items()})
        if outcome.found:
            self.bad.append(outcome.seed)

    def __str__(self) -> str:
        def many(counted: Counter[str]) -> str:
            return ", ".join(f"{number:,} {what}" for what, number in counted.most_common()) or "none"

        return "\n".join([
            f"{self.seeds:,} seeds, {self.hours:,.1f} virtual hours, {self.requests:,} requests",
            f"  {self.kills:,} kills, {self.stops:,} stops in order; trouble: {many(self.met)}",
            f"  tables: {many(self.tables)}",
            f"  violations: {', '.join(map(str, self.bad)) if self.bad else 'none'}",
        ])  # fmt: skip


def main() -> int:
    """Play the seeds; 1 where any of them came to what must not be."""
    parser = argparse.ArgumentParser(prog="make simulate")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--minutes", type=float, default=10.0, help="for how long people press, in virtual minutes")
    parser.add_argument("--trace", type=Path, help="write all that happens to this file")
    parser.add_argument("--keep-going", action="store_true", help="play on after a seed that failed")
    given = parser.parse_args()
    total, began = Sum(), time.monotonic()
    with tempfile.TemporaryDirectory(dir=_memory()) as folder, _trace(given.trace) as trace:
        for seed in range(given.first, given.first + given.seeds):
            outcome = simulate(seed, told(seed, given.minutes), Path(folder), given.trace is not None)
            total.add(outcome)
            trace([f"seed {seed}", *outcome.trace])
            if outcome.found:
                print(f"seed {seed}:", *outcome.found, sep="\n  ", flush=True)
                if not given.keep_going:
                    break
            if total.seeds % 100 == 0:
                print(f"... up to seed {seed} after {time.monotonic() - began:.0f} s:\n{total}", flush=True)
    print(total)
    return 1 if total.bad else 0


def _memory() -> str | None:
    """Where files cost least."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@contextmanager
def _trace(file: Path | None) -> Iterator[Callable[[list[str]], None]]:
    if file is None:
        yield lambda _lines: None
        return
    with file.open("w") as out:
        yield lambda lines: out.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    if os.environ.get(HASHED) != "0":  # sets of words have the same order in each run
        os.execve(
            sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], {**os.environ, HASHED: "0"}
        )
    sys.exit(main())
