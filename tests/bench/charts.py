"""Time the drawing of charts: how long it takes to draw a page, and how long it takes to turn the page into pixels."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.history.profiles import FAMILIES, LATEST, Profile, Rated
from bot.people.preferences import Theme
from bot.pictures.charts import png
from bot.screens.pages import profile_chart

TIMES = 20


def career_of(games: int) -> Profile:
    """Return the profile of a player with this many rated games in twelve months.

    The player's rating rises and falls.
    """
    first = datetime(2026, 1, 1, tzinfo=UTC)
    latest = tuple(Rated(FAMILIES[at % 2], first + timedelta(days=at), 1000 + at * 37 % 400) for at in range(games))
    months = tuple((f"2026-{month:02}", games // month) for month in range(1, 13))
    worth = dict.fromkeys(FAMILIES, (1200, games))
    return Profile(1, "Maximilian of the long name", {}, {}, worth, earned=0, months=months, latest=latest)


def chart() -> tuple[float, float]:
    """Return the processor time in milliseconds to draw the chart of a profile, and to convert it to a PNG.

    The bot draws on its event loop, and converts in a thread.
    """
    of = career_of(LATEST)
    svg = profile_chart.chart(of, Theme.DARK).svg
    return _typical(lambda: profile_chart.chart(of, Theme.DARK)), _typical(lambda: png(svg))


def _typical(work: Callable[[], object]) -> float:
    """Return the median processor time of several runs of `work`."""
    times = []
    for _ in range(TIMES):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return sorted(times)[TIMES // 2]
