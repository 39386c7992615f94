"""Judge the sentences that screens show.

A sentence is false if it is shown at a moment at which its check is false.
"""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Self

import msgspec

from tests.truth.asked import Check, Moment
from tests.truth.recording import Facts

Said = tuple[str, Facts]
"""The msgid of a sentence, and its facts."""


class Verdict(msgspec.Struct, frozen=True):
    """Holds what a judge found.

    `false` has a line for each false sentence that screens showed. `shown` has all sentences that were shown.
    `never_false` has the sentences whose check was true at every moment.
    """

    false: list[str]
    never_false: set[str]
    shown: set[str]

    @classmethod
    def read(cls, file: Path) -> Self:
        """Return the verdict in a file."""
        return msgspec.json.decode(file.read_bytes(), type=cls)

    def write(self, file: Path) -> None:
        """Write this verdict into a file."""
        file.write_bytes(msgspec.json.encode(self))


class Judge:
    """Collects the false sentences that screens showed, and those of `prove` whose check was true at every moment."""

    def __init__(self, checks: Mapping[str, Check], prove: Collection[str]) -> None:
        self.checks = checks
        self.false: list[str] = []
        self.never_false, self.shown = set(prove), set[str]()
        self._facts: dict[str, Facts] = {}

    def verdict(self) -> Verdict:
        """Return what this judge found so far."""
        return Verdict(self.false, self.never_false, self.shown)

    def judge(self, at: Moment, said: Iterable[Said], where: str, prove: Collection[str] | None = None) -> None:
        """Check each sentence that is shown at a moment. `where` names the game in the list of false sentences.

        Find out which other checks are false at this moment, or only which of `prove`.
        """
        for msgid, facts in tuple(said):
            self.shown.add(msgid)
            self._facts[msgid] = facts
            if not self.checks[msgid](at, facts):
                self.false.append(f"“{msgid}” {dict(facts)} at {where}: round {at.state.round}, {at.news} {at.tried}")
        for msgid in [*(self.never_false if prove is None else self.never_false.intersection(prove))]:
            if not self.checks[msgid](at, self._facts.get(msgid, {})):
                self.never_false.discard(msgid)
