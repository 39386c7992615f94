"""Collect the current measurements of the bot's health, and compare them with limits."""

import asyncio
import math
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from bot import metrics
from bot.storage import Condition
from bot.storage.store import Store
from bot.storage.vitals import Vitals, vitals
from bot.tables import encoding

TIMEOUT = 5.0
"""Seconds after which a database that does not answer counts as unavailable."""


class Watched(Protocol):
    """The parts of a bot on which its health depends."""

    @property
    def guilds(self) -> Sequence[object]:
        """The servers that the bot is on."""

    @property
    def latency(self) -> float:
        """Seconds that the gateway took to answer the last heartbeat."""

    @property
    def is_at_the_gateway(self) -> bool:
        """Whether the gateway is connected."""

    @property
    def time_passes(self) -> bool:
        """Whether the tables' clock runs."""

    def is_ready(self) -> bool:
        """Return whether the gateway has listed the servers."""


class Figures(msgspec.Struct, frozen=True):
    """The present figures of health. `tables` is None if the database did not answer."""

    gateway: bool
    clock: bool
    servers: int
    latency: float
    tables: Vitals | None
    now: datetime

    @property
    def overdue_seconds(self) -> float:
        """The seconds by which the oldest duty is overdue, or 0 if no duty is."""
        return self._since(self.tables.overdue_since if self.tables is not None else None)

    @property
    def unshown_seconds(self) -> float:
        """The age in seconds of the oldest change that is saved but not shown, or 0 if there is none."""
        return self._since(self.tables.unshown_since if self.tables is not None else None)

    @property
    def backup_seconds(self) -> float | None:
        """The age in seconds of the newest backup that was noted, or infinity if there is none.

        It is None if the database did not answer.
        """
        if self.tables is None:
            return None
        return self._since(self.tables.backed_up) if self.tables.backed_up is not None else math.inf

    def _since(self, moment: datetime | None) -> float:
        return max((self.now - moment).total_seconds(), 0.0) if moment is not None else 0.0


async def look(bot: Watched | None, store: Store | None, now: datetime, mine: Condition) -> Figures:
    """Look up the present figures. Only tables that satisfy `mine` are counted.

    The function never raises. A part that does not answer counts as unavailable.
    """
    there = bot is not None and bot.is_ready() and bot.is_at_the_gateway
    latency = bot.latency if bot is not None and there else math.nan
    return Figures(
        gateway=there,
        clock=bot is not None and bot.time_passes,
        servers=len(bot.guilds) if bot is not None else 0,
        latency=latency if math.isfinite(latency) else 0.0,
        tables=await _tables(store, now, mine) if store is not None else None,
        now=now,
    )


async def _tables(store: Store, now: datetime, mine: Condition) -> Vitals | None:
    try:
        return await asyncio.wait_for(store.read(lambda connection: vitals(connection, now, mine)), TIMEOUT)
    except Exception:  # any error means that the database does not answer
        return None


def into_gauges(figures: Figures) -> None:
    """Set the gauges of the metrics to these figures."""
    metrics.GATEWAY_UP.set(figures.gateway)
    metrics.GATEWAY_LATENCY.set(figures.latency)
    metrics.SERVERS.set(figures.servers)
    metrics.CLOCK_GOES.set(figures.clock)
    metrics.DATABASE_UP.set(figures.tables is not None)
    metrics.DUTY_OVERDUE_SECONDS.set(figures.overdue_seconds)
    metrics.UNSHOWN_SECONDS.set(figures.unshown_seconds)
    metrics.BACKUP_AGE.seconds = figures.backup_seconds
    if figures.tables is None:
        return
    metrics.DUTIES.set(figures.tables.duties)
    metrics.DUTIES_OVERDUE.set(figures.tables.overdue)
    metrics.UNSHOWN.set(figures.tables.unshown)
    metrics.TABLES.clear()
    for (game, status), many in Counter((_game(setup), status) for setup, status in figures.tables.live).items():
        metrics.TABLES.labels(game, status).set(many)


def _game(setup: bytes) -> str:
    """Return the variant in a stored setup, or "unreadable"."""
    try:
        return encoding.setup(setup).variant
    except msgspec.MsgspecError:
        return "unreadable"


MOST_LAG = 1.0
"""The most seconds by which the event loop may be late. A press has to be answered within three seconds."""

MOST_OVERDUE = 60.0
"""The most seconds by which a duty may be overdue. The driver tries it again after some seconds, or postpones it."""

MOST_UNSHOWN = 120.0
"""The most seconds for which a change may be unshown. Discord may limit a channel for a minute."""


class Check(msgspec.Struct, frozen=True):
    """The outcome of a check, and a sentence about it."""

    ok: bool
    said: str


def checks(figures: Figures, lag: float) -> dict[str, Check]:
    """Return all checks by name. `lag` is the delay of the event loop in seconds."""
    overdue, unshown = figures.overdue_seconds, figures.unshown_seconds
    return {
        "gateway": _check(figures.gateway, "connected", "away: see the log, and Discord's status page"),
        "clock": _check(
            figures.clock, "runs", "is paused: Discord or the database is away, or the bot is still starting"
        ),
        "database": _check(figures.tables is not None, "answers", "does not answer within 5 s"),
        "loop_lag": _check(lag <= MOST_LAG, f"{lag:.3f} s", f"{lag:.3f} s: the machine or the bot is too busy"),
        "duties": _check(overdue <= MOST_OVERDUE, f"overdue {overdue:.0f} s", f"the oldest is {overdue:.0f} s overdue"),
        "showing": _check(
            unshown <= MOST_UNSHOWN, f"behind {unshown:.0f} s", f"a change is unshown for {unshown:.0f} s"
        ),
    }


def _check(ok: bool, good: str, bad: str) -> Check:
    return Check(ok, good if ok else bad)
