"""Test that screens say nothing false about the rules, in random games of every preset."""

from collections.abc import Iterable
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from tests.effort import at_length
from tests.truth import of_house_rules
from tests.truth.asked import Moment
from tests.truth.checks import ALWAYS, CHECKS, faults
from tests.truth.recording import Facts, recording, shown, whole_lines
from tests.truth.sweep import PRESETS, agreed, lasting, options, played, private, refused, screens, table

TABLES = at_length(20, 200)
"""The number of tables of each preset."""

ELSEWHERE = {msgid: check for msgid, check in CHECKS.items() if msgid not in of_house_rules.CHECKS}
"""The checks without those of house rules' names, because these words also occur in other sentences."""

pytestmark = pytest.mark.timeout(at_length(900, 3600))

Said = tuple[str, Facts]
"""The msgid of a sentence, and its facts."""


class Sweep:
    """Plays the tables of the presets, and collects the false sentences that their screens showed.

    `never_false` has the sentences whose check was true at every moment.
    """

    def __init__(self) -> None:
        self.false: list[str] = []
        self.never_false, self.shown = set(CHECKS), set[str]()
        self._facts: dict[str, Facts] = {}

    def plays(self, preset: str) -> "Sweep":
        """Play the tables of one preset, and return this sweep."""
        for number, chosen in enumerate(options(preset, TABLES)):
            at, where = table(preset, number, chosen), f"{preset} {number} {chosen}"
            draw, told = Random(where), dict[object, list[Said]]()
            rules: list[Said] | None = None
            for moment in played(at, f"{preset} {number}"):
                with recording() as said:
                    text, labels = screens(moment)
                    moment = replace(moment, labels=labels)
                    self._judge(moment, shown(said, text, CHECKS), where)
                    said.said.clear()
                    state = moment.state
                    until = (state.round, state.seats_in(), state.result is None)
                    if until not in told:
                        text = lasting(moment)
                        told[until] = [*shown(said, text, ELSEWHERE)]
                    self._judge(moment, told[until], where)
                    if rules is None:
                        text = agreed(moment)
                        rules = [*whole_lines(said, text, of_house_rules.CHECKS)]
                    self._judge(moment, rules, where)
                    for mine, words in private(moment, draw):
                        self._judge(mine, shown(said, words, CHECKS), where)
                    said.said.clear()
                    for tried, words in refused(moment, draw):
                        self._judge(tried, shown(said, words, CHECKS), where)
        return self

    def _judge(self, at: Moment, there: Iterable[Said], where: str) -> None:
        for msgid, facts in tuple(there):
            self.shown.add(msgid)
            self._facts[msgid] = facts
            if not CHECKS[msgid](at, facts):
                self.false.append(f"“{msgid}” {dict(facts)} at {where}: round {at.state.round}, {at.news} {at.tried}")
        for msgid in [*self.never_false]:
            if not CHECKS[msgid](at, self._facts.get(msgid, {})):
                self.never_false.discard(msgid)


@cache
def swept() -> Sweep:
    """Play the tables of all presets once, and return the sweep."""
    sweep = Sweep()
    for preset in PRESETS:
        sweep.plays(preset)
    return sweep


def test_every_sentence_about_rules_has_a_check() -> None:
    assert [*faults()] == []


@pytest.mark.xdist_group("truth")
def test_all_sentences_about_rules_on_screens_are_true() -> None:
    false = swept().false
    assert not false, "\n".join(false[:20])


@pytest.mark.xdist_group("truth")
def test_every_check_fails_at_some_moment_unless_its_rule_always_holds() -> None:
    """A check that can never fail proves nothing."""
    assert swept().never_false == set(ALWAYS)
