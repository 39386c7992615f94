"""Hold the result of one story, and add up the results of many stories."""

from collections import Counter

import msgspec


class Outcome(msgspec.Struct):
    """Holds the result of the story that one seed gives.

    `found` lists the violations. `hours` counts virtual hours, and includes the time in which the machine was asleep.
    """

    seed: int
    found: list[str] = []
    hours: float = 0.0
    kills: int = 0
    stops: int = 0
    requests: int = 0
    commits: int = 0
    sealing: Counter[str] = Counter()
    met: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    trace: list[str] = []


class Sum:
    """Adds up the results of many seeds. `str()` returns all the figures as text."""

    def __init__(self) -> None:
        self.seeds, self.hours, self.kills, self.stops, self.requests, self.commits = 0, 0.0, 0, 0, 0, 0
        self.met: Counter[str] = Counter()
        self.sealing: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.bad: list[int] = []

    def add(self, outcome: Outcome) -> None:
        """Add one outcome."""
        self.seeds += 1
        for name in ("hours", "kills", "stops", "requests", "commits"):
            setattr(self, name, getattr(self, name) + getattr(outcome, name))
        self.met += outcome.met
        self.sealing += outcome.sealing
        self.answers += outcome.answers
        for what, many in outcome.tables.items():
            self.tables[what.split()[-1]] += many
        if outcome.found:
            self.bad.append(outcome.seed)

    def __str__(self) -> str:
        return "\n".join([
            f"{self.seeds:,} seeds, {self.hours:,.1f} virtual hours",
            f"  {self.requests:,} requests, {self.commits:,} commits",
            f"  {self.kills:,} kills, {self.stops:,} stops in order; trouble met: {_many(self.met)}",
            f"  killed while sealing: {_many(self.sealing)}",
            f"  answers: {_many(self.answers)}",
            f"  tables: {_many(self.tables)}",
            f"  violations: {', '.join(f'seed {seed}' for seed in self.bad) or 'none'}",
        ])  # fmt: skip


def _many(counted: Counter[str]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in counted.most_common()) or "none"
