"""Judge the sentences that screens show.

A sentence is false if it is shown at a moment at which its check is false.
"""

from collections.abc import Collection, Iterable, Mapping

from tests.truth.asked import Check, Moment
from tests.truth.recording import Facts

Said = tuple[str, Facts]
"""The msgid of a sentence, and its facts."""


class Judge:
    """Collects the false sentences that screens showed.

    `shown` has all sentences that were shown. `never_false` has the sentences of `prove` whose check was true at every
    moment.
    """

    def __init__(self, checks: Mapping[str, Check], prove: Collection[str]) -> None:
        self.checks = checks
        self.false: list[str] = []
        self.never_false, self.shown = set(prove), set[str]()
        self._facts: dict[str, Facts] = {}

    def judge(self, at: Moment, said: Iterable[Said], where: str) -> None:
        """Check each sentence that is shown at a moment. `where` names the game in the list of false sentences."""
        for msgid, facts in tuple(said):
            self.shown.add(msgid)
            self._facts[msgid] = facts
            if not self.checks[msgid](at, facts):
                self.false.append(f"“{msgid}” {dict(facts)} at {where}: round {at.state.round}, {at.news} {at.tried}")
        for msgid in [*self.never_false]:
            if not self.checks[msgid](at, self._facts.get(msgid, {})):
                self.never_false.discard(msgid)
