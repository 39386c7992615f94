"""Test that screens say nothing false about the rules, in random games, in lessons and in sample rounds."""

import os
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from filelock import FileLock
from msgspec.structs import replace

from bot.screens.families.teaching import SETS
from bot.screens.families.variants import wording
from tests.effort import at_length
from tests.truth import of_any, of_help, of_house_rules, of_mia, of_ranks, of_refusals, of_shows, of_stakes
from tests.truth.checks import ALWAYS, CHECKED, CHECKS, HELP, LESSONS, SAMPLES, UNSHOWN, faults
from tests.truth.judging import Judge, Said, Verdict
from tests.truth.lessons import COURSES, lesson, sample_round
from tests.truth.recording import recording, shown, whole_lines
from tests.truth.sweep import (
    PRESETS,
    agreed,
    helping,
    lasting,
    options,
    played,
    practice,
    private,
    refused,
    screens,
    table,
)

TABLES = at_length(20, 200)
"""The number of tables of each preset."""

DICE = {"cup": SETS[: at_length(1, len(SETS))]}
"""The sets of dice of lessons that are not played with all of them. The cup has ten times as many paths as others."""

OF_LOBBIES = {of_stakes.PRACTICE: CHECKS[of_stakes.PRACTICE]}
"""The checks of the sentences that only lobbies show. The other sentences of a lobby are about its later game."""

ELSEWHERE = {msgid: check for msgid, check in CHECKS.items() if msgid not in of_house_rules.CHECKS}
"""The checks without those of house rules' names, because these words also occur in other sentences."""

AT_REFUSALS = {**of_any.CHECKS, **of_mia.CHECKS, **of_ranks.CHECKS, **of_refusals.CHECKS, **of_shows.CHECKS}
"""The checks of the files that look at a refused action. A refusal makes no other check false."""

pytestmark = pytest.mark.timeout(at_length(900, 3600))


def at_tables(preset: str) -> Judge:
    """Play the tables of one preset, and return the judge of all that their screens show."""
    judge = Judge(CHECKS, CHECKS)
    for number, chosen in enumerate(options(preset, TABLES)):
        at, where = table(preset, number, chosen), f"{preset} {number} {chosen}"
        draw, told = Random(where), dict[object, list[Said]]()
        rules: list[Said] | None = None
        for moment in played(at, f"{preset} {number}"):
            with recording() as said:
                text, labels = screens(moment)
                moment = moment.seen_as(labels=labels)
                judge.judge(moment, shown(said, text, CHECKS), where)
                said.said.clear()
                state = moment.state
                until = (state.round, state.seats_in(), state.result is None)
                if until not in told:
                    text = lasting(moment)
                    told[until] = [*shown(said, text, ELSEWHERE)]
                judge.judge(moment, told[until], where, prove=())
                if rules is None:
                    alone, text = practice(moment)
                    judge.judge(alone, shown(said, text, OF_LOBBIES), where)
                    said.said.clear()
                    text = agreed(moment)
                    rules = [*whole_lines(said, text, of_house_rules.CHECKS)]
                judge.judge(moment, rules, where, prove=())
                for mine, words in private(moment, draw):
                    judge.judge(mine, shown(said, words, CHECKS), where)
                said.said.clear()
                for tried, words in refused(moment, draw):
                    judge.judge(tried, shown(said, words, CHECKS), where, prove=AT_REFUSALS)
    return judge


def in_lessons() -> Judge:
    """Walk through every lesson, and return the judge of their pages."""
    judge = Judge(CHECKS | LESSONS, LESSONS)
    for game in COURSES:
        for dice in DICE.get(game, SETS):
            with recording() as said:
                for moment, text in lesson(game, dice):
                    judge.judge(moment, shown(said, text, judge.checks), f"{game} {'-'.join(moment.path)}")
                    said.said.clear()
    return judge


def in_samples() -> Judge:
    """Play the sample round for each table, and return the judge of these rounds."""
    judge = Judge(SAMPLES, SAMPLES)
    for preset in PRESETS:
        for number, chosen in enumerate(options(preset, TABLES)):
            with recording() as said:
                moment, text = sample_round(table(preset, number, chosen))
                judge.judge(moment, shown(said, text, SAMPLES), f"{preset} {number} {chosen}")
    return judge


def in_help() -> Judge:
    """Play two tables of each game with its proposed options, and return the judge of help and of menus.

    One more table, at which anyone may call, shows nothing. It lets checks fail.
    """
    judge = Judge(HELP, HELP)
    for preset in PRESETS:
        proposed = wording(preset).proposed
        for number, more in enumerate(({}, {}, {"challenge": "anyone"} if preset not in ("cup", "mia") else {})):
            at = table(preset, number, proposed | more)
            at = replace(at, setup=replace(at.setup, stakes=True))
            with recording() as said:
                text = "\n".join((helping(), wording(preset).story)) if not more else ""
                found = [each for each in shown(said, text, HELP) if preset in of_help.HELP[each[0]][1]]
                for moment in played(at, f"help {preset} {number}"):
                    judge.judge(moment, found, f"{preset} {number}")
    return judge


SWEEPS: dict[str, Callable[[], Judge]] = {
    **{preset: partial(at_tables, preset) for preset in PRESETS},
    "lessons": in_lessons,
    "samples": in_samples,
    "help": in_help,
}


@pytest.fixture(scope="session")
def verdict_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Verdict]:
    """Return a function that returns the verdict of a sweep. All workers together play each sweep only once."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "truth"
    folder.mkdir(exist_ok=True)

    def verdict_of(sweep: str) -> Verdict:
        file = folder / sweep
        with FileLock(f"{file}.lock"):
            if not file.exists():
                SWEEPS[sweep]().verdict().write(file)
        return Verdict.read(file)

    return verdict_of


def test_every_sentence_about_rules_has_a_check() -> None:
    assert [*faults()] == []


@pytest.mark.parametrize("sweep", SWEEPS)
def test_all_sentences_about_rules_on_screens_are_true(sweep: str, verdict_of: Callable[[str], Verdict]) -> None:
    false = verdict_of(sweep).false
    assert not false, "\n".join(false[:20])


@pytest.mark.parametrize("sweeps", [PRESETS, ("lessons",), ("samples",), ("help",)], ids=lambda sweeps: sweeps[0])
def test_every_check_fails_at_some_moment_unless_its_rule_always_holds(
    sweeps: tuple[str, ...], verdict_of: Callable[[str], Verdict]
) -> None:
    """A check that can never fail proves nothing."""
    assert set.intersection(*(verdict_of(sweep).never_false for sweep in sweeps)) <= set(ALWAYS)


def test_every_sentence_with_a_check_is_shown(verdict_of: Callable[[str], Verdict]) -> None:
    """If a sentence is never shown, its check proves nothing."""
    assert set(CHECKED) - {msgid for sweep in SWEEPS for msgid in verdict_of(sweep).shown} <= set(UNSHOWN)
