"""Test that screens say nothing false about the rules, in random games, in lessons and in sample rounds."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from bot.screens.families.teaching import SETS
from bot.screens.families.variants import wording
from tests.effort import at_length
from tests.truth import of_help, of_house_rules, of_stakes
from tests.truth.checks import ALWAYS, CHECKED, CHECKS, HELP, LESSONS, SAMPLES, UNSHOWN, faults
from tests.truth.judging import Judge, Said
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

pytestmark = [pytest.mark.timeout(at_length(900, 3600)), pytest.mark.xdist_group("truth")]


def plays(judge: Judge, preset: str) -> None:
    """Play the tables of one preset, and judge all that their screens show."""
    for number, chosen in enumerate(options(preset, TABLES)):
        at, where = table(preset, number, chosen), f"{preset} {number} {chosen}"
        draw, told = Random(where), dict[object, list[Said]]()
        rules: list[Said] | None = None
        for moment in played(at, f"{preset} {number}"):
            with recording() as said:
                text, labels = screens(moment)
                moment = replace(moment, labels=labels)
                judge.judge(moment, shown(said, text, CHECKS), where)
                said.said.clear()
                state = moment.state
                until = (state.round, state.seats_in(), state.result is None)
                if until not in told:
                    text = lasting(moment)
                    told[until] = [*shown(said, text, ELSEWHERE)]
                judge.judge(moment, told[until], where)
                if rules is None:
                    alone, text = practice(moment)
                    judge.judge(alone, shown(said, text, OF_LOBBIES), where)
                    said.said.clear()
                    text = agreed(moment)
                    rules = [*whole_lines(said, text, of_house_rules.CHECKS)]
                judge.judge(moment, rules, where)
                for mine, words in private(moment, draw):
                    judge.judge(mine, shown(said, words, CHECKS), where)
                said.said.clear()
                for tried, words in refused(moment, draw):
                    judge.judge(tried, shown(said, words, CHECKS), where)


@cache
def at_tables() -> Judge:
    """Play the tables of all presets once, and return the judge of their screens."""
    judge = Judge(CHECKS, CHECKS)
    for preset in PRESETS:
        plays(judge, preset)
    return judge


@cache
def in_lessons() -> Judge:
    """Walk through every lesson once, and return the judge of their pages."""
    judge = Judge(CHECKS | LESSONS, LESSONS)
    for game in COURSES:
        for dice in DICE.get(game, SETS):
            with recording() as said:
                for moment, text in lesson(game, dice):
                    judge.judge(moment, shown(said, text, judge.checks), f"{game} {'-'.join(moment.path)}")
                    said.said.clear()
    return judge


@cache
def in_samples() -> Judge:
    """Play the sample round for each table once, and return the judge of these rounds."""
    judge = Judge(SAMPLES, SAMPLES)
    for preset in PRESETS:
        for number, chosen in enumerate(options(preset, TABLES)):
            with recording() as said:
                moment, text = sample_round(table(preset, number, chosen))
                judge.judge(moment, shown(said, text, SAMPLES), f"{preset} {number} {chosen}")
    return judge


@cache
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


def test_every_sentence_about_rules_has_a_check() -> None:
    assert [*faults()] == []


@pytest.mark.parametrize("judged", [at_tables, in_lessons, in_samples, in_help])
def test_all_sentences_about_rules_on_screens_are_true(judged: Callable[[], Judge]) -> None:
    false = judged().false
    assert not false, "\n".join(false[:20])


@pytest.mark.parametrize("judged", [at_tables, in_lessons, in_samples, in_help])
def test_every_check_fails_at_some_moment_unless_its_rule_always_holds(judged: Callable[[], Judge]) -> None:
    """A check that can never fail proves nothing."""
    assert judged().never_false <= set(ALWAYS)


def test_every_sentence_with_a_check_is_shown() -> None:
    """If a sentence is never shown, its check proves nothing."""
    said = at_tables().shown | in_lessons().shown | in_samples().shown | in_help().shown
    assert set(CHECKED) - said <= set(UNSHOWN)
