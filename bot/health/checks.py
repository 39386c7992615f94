"""Whether the bot is well: what is so now against what may be, each in a sentence that says what to look at."""

import msgspec

from bot.health.figures import Figures

MOST_LAG = 1.0
"""Seconds that the event loop may be late; a press should be answered within three."""
MOST_OVERDUE = 60.0
"""Seconds that a duty may wait: the driver tries again after at most some seconds, or says when it will."""
MOST_UNSHOWN = 120.0
"""Seconds for which something saved may be unshown: Discord may hold a channel back for a minute."""


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    ok: bool
    said: str


def checks(figures: Figures, lag: float) -> dict[str, Check]:
    """Every check by its name; `lag` in seconds."""
    overdue, unshown = figures.overdue_seconds, figures.unshown_seconds
    return {
        "gateway": _check(figures.gateway, "connected", "away: see the log, and Discord's status page"),
        "clock": _check(figures.clock, "goes", "stands still: Discord or the database is away, or nothing is begun"),
        "database": _check(figures.tables is not None, "answers", "does not answer within 5 s"),
        "loop_lag": _check(lag <= MOST_LAG, f"{lag:.3f} s", f"{lag:.3f} s: the machine or the bot is too busy"),
        "duties": _check(overdue <= MOST_OVERDUE, f"overdue {overdue:.0f} s", f"the oldest is overdue {overdue:.0f} s"),
        "showing": _check(unshown <= MOST_UNSHOWN, f"behind {unshown:.0f} s", f"something is unshown {unshown:.0f} s"),
    }


def _check(ok: bool, good: str, bad: str) -> Check:
    return Check(ok, good if ok else bad)
