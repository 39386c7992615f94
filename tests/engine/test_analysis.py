"""Test the analysis of a finished game.

The analysis judges each move by what its player could know, and not by the hidden dice.
"""

from random import Random

import pytest
from msgspec.structs import replace

from engine import games
from engine.bids.events import Revealed
from engine.core.actions import Deal
from engine.core.analysis import Analysis
from engine.core.characters import EASY, GOOD, PLAIN, REFERENCE, Character
from engine.core.replay_steps import Replayed
from engine.core.state import OVER
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.arena.match import Fall

SURE = replace(REFERENCE, level=GOOD, heat=1e-9)
"""A player who always makes the move that the reference player thinks best. This level uses no solved endgames."""

PRESETS = [name for name in VARIANTS if name != "firehouse"]
"""The presets in which nobody acts out of turn."""


def judged(preset: str, players: list[Character], seed: int) -> tuple[Replayed, Analysis]:
    """Play a whole game with these characters. Return the game's steps and its analysis."""
    rules = rules_for(preset, {"rounds": "4"} if preset in ("common", "cup") else {})
    random = Random(seed)
    fall = Fall(random)
    events, game = games.start(rules, len(players), fall)
    while game.state.phase is not OVER and game.state.round < 60:
        seats = games.awaited(game)
        seat = seats[0] if seats else None
        action = Deal() if seat is None else games.choose(games.view(game, seat), random.random(), players[seat])
        more, game = games.play(game, seat, action, fall)
        events += more
    replayed = games.replay_steps(rules, len(players), events)
    return replayed, games.analysed(rules, len(players), replayed, dict.fromkeys(range(len(players)), 0))


@pytest.mark.parametrize("preset", PRESETS)
def test_moves_that_the_computer_thinks_best_lose_nothing(preset: str) -> None:
    _, analysis = judged(preset, [SURE] * 3, 1)
    assert analysis.decisions
    assert all(decision.lost < 1e-9 for decision in analysis.decisions.values())
    assert all(report.good == report.decisions and report.costliest is None for report in analysis.reports.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_moves_of_beginners_lose_more_than_those_of_good_players(preset: str) -> None:
    lost = dict.fromkeys((EASY, GOOD), 0.0)
    for seed in range(4):
        _, analysis = judged(preset, [PLAIN[EASY], PLAIN[GOOD]], seed)
        for seat, level in enumerate((EASY, GOOD)):
            own = [each.lost for each in analysis.decisions.values() if each.seat == seat]
            lost[level] += sum(own) / len(own)
    assert lost[EASY] > lost[GOOD]


def test_each_decision_belongs_to_its_step_and_the_costliest_is_reported() -> None:
    replayed, analysis = judged("dudo", [PLAIN[EASY]] * 3, 5)
    for at, decision in analysis.decisions.items():
        assert decision.step == at
        assert any(getattr(event, "seat", None) == decision.seat for event in replayed.steps[at].events)
    for seat, report in analysis.reports.items():
        own = [each for each in analysis.decisions.values() if each.seat == seat]
        assert report.decisions == len(own)
        assert report.costliest is None or report.costliest.lost == max(each.lost for each in own)


def test_a_person_is_not_judged_by_moves_from_before_they_took_the_seat() -> None:
    replayed, whole = judged("dudo", [PLAIN[EASY]] * 3, 5)
    since = {0: 0, 2: 3}
    part = games.analysed(rules_for("dudo"), 3, replayed, since)
    later = {at for at, each in whole.decisions.items() if each.seat == 2 and replayed.steps[at].round >= 3}
    assert {at for at, each in part.decisions.items() if each.seat == 2} == later
    assert part.reports[2].decisions == len(later) < whole.reports[2].decisions
    assert part.reports[0] == whole.reports[0]
    assert set(part.reports) == {0, 2}


def test_luck_is_the_difference_between_real_and_expected_results() -> None:
    """Nobody's luck exceeds the number of showdowns. Some players have good luck and some bad luck."""
    lucks = list[float]()
    for seed in range(12):
        replayed, analysis = judged("dudo", [SURE] * 3, seed)
        showdowns = sum(isinstance(event, Revealed) for step in replayed.steps for event in step.events)
        lucks += [report.luck for report in analysis.reports.values()]
        assert all(abs(report.luck) <= showdowns for report in analysis.reports.values())
    assert any(luck < -0.5 for luck in lucks)
    assert any(luck > 0.5 for luck in lucks)
