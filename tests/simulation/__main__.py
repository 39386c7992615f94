"""Play one story for each seed: `make simulate`. If a story fails, shorten the first such story and print it."""

import argparse
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.simulation.outcome import Outcome, Sum
from tests.simulation.patching import Change
from tests.simulation.seeded import FAULTS
from tests.simulation.shrinking import Shrinking
from tests.simulation.simulation import simulate
from tests.simulation.story import told

HASHED = "PYTHONHASHSEED"
Faults = Callable[[], Sequence[Change]]


def seeds(given: argparse.Namespace, folder: Path) -> int:
    """Play a story for each seed. Return 1 if a story found a violation, and 0 otherwise."""
    total, began = Sum(), time.monotonic()
    with _trace(given.trace) as trace:
        for seed in range(given.first, given.first + given.seeds):
            outcome = simulate(seed, told(seed, given.minutes), folder, given.trace is not None)
            total.add(outcome)
            trace([f"seed {seed}", *outcome.trace])
            if outcome.found:
                _tell(outcome, given, folder, tuple)
                if not given.all:
                    break
            if total.seeds % 100 == 0:
                print(f"... up to seed {seed} after {time.monotonic() - began:.0f} s:\n{total}", flush=True)
    print(total)
    return 1 if total.bad else 0


def faults(given: argparse.Namespace, folder: Path) -> int:
    """Put each known fault into the bot in turn, and play stories. Return 1 if the stories miss one of the faults."""
    missed = 0
    for name in given.fault:
        for number, seed in enumerate(range(given.first, given.first + given.seeds), 1):
            outcome = simulate(seed, told(seed, given.minutes), folder, faults=FAULTS[name]())
            if outcome.found:
                print(f"{name}: found by seed {seed}, the {number}. that was played", flush=True)
                print(f"  {outcome.found[0].splitlines()[0]}", flush=True)
                if given.shrink:
                    _tell(outcome, given, folder, FAULTS[name])
                break
        else:
            missed += 1
            print(f"{name}: not found within {given.seeds} seeds", flush=True)
    return 1 if missed else 0


def _tell(outcome: Outcome, given: argparse.Namespace, folder: Path, put_in: Faults) -> None:
    print(f"seed {outcome.seed}:", *outcome.found, sep="\n  ", flush=True)
    if given.shrink:
        shrinking = Shrinking(outcome.seed, outcome.found[0], folder, put_in)
        events = told(outcome.seed, given.minutes)
        story = shrinking.shortest(events)
        print(f"of {len(events)} things that happened {len(story)} are enough ({shrinking.tried} stories tried):")
        print(*story, "", *shrinking.told(story), sep="\n  ", flush=True)


def main() -> int:
    """Read the command line, and play stories or look for faults. Return the exit code."""
    parser = argparse.ArgumentParser(prog="make simulate")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--minutes", type=float, default=10.0, help="for how long people press, in virtual minutes")
    parser.add_argument("--trace", type=Path, help="write all that happens to this file")
    parser.add_argument("--all", action="store_true", help="play on after a seed that failed")
    parser.add_argument("--no-shrink", action="store_false", dest="shrink", help="shorten no story")
    names = f"put a fault into the bot, and look for it; any of: {', '.join(FAULTS)}; or all"
    parser.add_argument("--fault", action="append", choices=[*FAULTS, "all"], default=[], help=names)
    given = parser.parse_args()
    given.fault = list(FAULTS) if "all" in given.fault else given.fault
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        return (faults if given.fault else seeds)(given, Path(folder))


def _memory() -> str | None:
    """Return a folder in memory, where files are fast, or None if the machine has none."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@contextmanager
def _trace(file: Path | None) -> Iterator[Callable[[list[str]], None]]:
    if file is None:
        yield lambda _lines: None
        return
    with file.open("w") as out:
        yield lambda lines: out.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    warnings.filterwarnings(
        "ignore", "coroutine .* was never awaited", RuntimeWarning
    )  # such coroutines are requests of killed processes
    if os.environ.get(HASHED) != "0":  # so that sets have the same order in each run
        command = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, HASHED: "0"})
    sys.exit(main())
