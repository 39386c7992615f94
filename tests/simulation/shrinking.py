"""Shorten a story that found a violation.

The program leaves out half of the story, and then smaller parts, as long as the rest still finds the violation.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.simulation.patching import Change
from tests.simulation.simulation import simulate
from tests.simulation.story import Event

MOST = 150
"""The greatest number of stories to try."""


def sort_of(sentence: str) -> str:
    """Return the kind of a violation: the first words of its sentence, without numbers and details."""
    return re.sub(r"\d+", "", sentence.splitlines()[0].split(": ")[0])


class Shrinking:
    """Looks for a shorter story with the same violation. `tried` counts the stories that were played."""

    def __init__(self, seed: int, found: str, folder: Path, faults: Callable[[], Sequence[Change]]) -> None:
        self._seed, self._sort, self._folder, self._faults = seed, sort_of(found), folder, faults
        self.tried = 0

    def shortest(self, events: Sequence[Event]) -> list[Event]:
        """Return the shortest part of the story that still ended in the same violation."""
        story, pieces = list(events), 2
        while len(story) > 1 and self.tried < MOST:
            size = max(1, len(story) // pieces)
            shorter = next(filter(self._comes_to_it, _without(story, size)), None)
            if shorter is not None:
                story, pieces = shorter, max(pieces - 1, 2)
            elif size == 1:
                break
            else:
                pieces = min(pieces * 2, len(story))
        return story

    def _comes_to_it(self, story: list[Event]) -> bool:
        if self.tried >= MOST:
            return False
        self.tried += 1
        outcome = simulate(self._seed, story, self._folder, faults=self._faults())
        return any(sort_of(sentence) == self._sort for sentence in outcome.found)

    def told(self, story: Sequence[Event]) -> list[str]:
        """Play a story. Return its events in words, and the last lines of the trace before the violation."""
        outcome = simulate(self._seed, story, self._folder, keep_trace=True, faults=self._faults())
        marked = [line for line in outcome.trace if line.split(" ", 2)[2].startswith(("*", "!", "process"))]
        found = next((at for at, line in enumerate(outcome.trace) if " ! " in line), len(outcome.trace))
        return [*marked, f"all that happened before, {LAST} lines of it:", *outcome.trace[max(0, found - LAST) : found]]


LAST = 25
"""The number of trace lines printed for a short story."""


def _without(story: list[Event], size: int) -> "list[list[Event]]":
    return [story[:at] + story[at + size :] for at in reversed(range(0, len(story), size))]
