"""Replay stories that once found a fault. The stories are shortened as far as possible."""

from pathlib import Path

import pytest

from tests.effort import at_length
from tests.simulation.results import raced
from tests.simulation.simulation import simulate
from tests.simulation.story import Act, Event, Sleep
from tests.simulation.trouble import Trouble

RACES = at_length(20, 300)
"""The number of races. Before lobbies waited for results, 116 of 289 close races went wrong."""
TEN_HOURS = 36_000.0


def test_after_sleep_the_bot_does_not_repeat_the_checks_that_it_missed(tmp_path: Path) -> None:
    story: list[Event] = [Act(2.0, "open", 1), Sleep(20.0, TEN_HOURS), Act(40.0 + TEN_HOURS, "chat", 1)]
    outcome = simulate(1, story, tmp_path, keep_trace=True)
    assert not outcome.found
    told = [line.split(" ", 3) for line in outcome.trace]
    looks = [float(moment) for moment, _, what, more in told if what == "GET" and more.startswith("/users/@me")]
    since = [moment - TEN_HOURS - 20 for moment in looks if moment > TEN_HOURS]
    assert 2 <= sum(moment < 20 for moment in since) <= 7, "one in five seconds, and one at waking up"


def test_the_bot_recovers_from_a_global_rate_limit(tmp_path: Path) -> None:
    """discord.py waits until the limit ends. If that wait were cancelled, it would block all later requests."""
    limited = Trouble(10.0, 60.0, "global 429", "GET /users/@me", 1.0)
    outcome = simulate(1, [Act(2.0, "open", 1), limited, Act(80.0, "chat", 1)], tmp_path)
    assert outcome.met["global 429"] > 5
    assert not outcome.found


@pytest.mark.timeout(900)  # the machine may be busy
def test_no_result_is_posted_below_the_lobby_of_a_newer_table(tmp_path: Path) -> None:
    """Somebody opens the next table in the same channel while a game ends."""
    came, outcome = raced(1, RACES, tmp_path)
    assert not outcome.found
    assert came["in order"] > RACES / 2
