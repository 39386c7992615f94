"""Counters and timers for Prometheus. No label names a person, a server, a channel or a table.

Each process has one registry. The gauges that `bot/health/figures.py` sets on request are defined here too, so that
alarms and dashboards can be checked against one list.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import product
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.gc_collector import GCCollector
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from yarl import URL

disable_created_metrics()  # type: ignore[no-untyped-call] # the library does not type this function

REGISTRY = CollectorRegistry()

for collector in (GCCollector, PlatformCollector, ProcessCollector):
    collector(registry=REGISTRY)

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Buckets in seconds for work on this machine."""

ANSWERED_WITHIN = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Buckets in seconds for people's waiting times. After three seconds Discord shows that the bot does not answer."""

INTERACTIONS = Counter(
    "liars_dice_interactions",
    "Requests of people: press, form, command or completion, its kind, and its outcome",
    ["way", "kind", "outcome"],
    registry=REGISTRY,
)

ANSWER_SECONDS = Histogram(
    "liars_dice_answer_seconds",
    "From the arrival of a request to Discord's acceptance of its first answer",
    ["way"],
    buckets=ANSWERED_WITHIN,
    registry=REGISTRY,
)

DISCORD_REQUESTS = Counter(
    "liars_dice_discord_requests",
    "Requests to Discord, by family of routes and status (or failed)",
    ["route", "status"],
    registry=REGISTRY,
)

MOVES = Counter("liars_dice_moves", "Moves saved, by their maker: people, or the table", ["by"], registry=REGISTRY)

STATEMENT_SECONDS = Histogram(
    "liars_dice_statement_seconds", "A statement in the database", buckets=QUICK, registry=REGISTRY
)

TRANSACTION_SECONDS = Histogram(
    "liars_dice_transaction_seconds",
    "A unit of work in the database, including the wait for a connection and retries",
    ["kind"],
    buckets=QUICK,
    registry=REGISTRY,
)

TRANSACTIONS_FAILED = Counter(
    "liars_dice_transactions_failed", "Units of work that the database refused", ["kind"], registry=REGISTRY
)

GATEWAY_EVENTS = Counter(
    "liars_dice_gateway_events",
    "A shard has a new session at the gateway (ready), has its session back (resumed), or lost the connection",
    ["event", "shard"],
    registry=REGISTRY,
)

GATEWAY_UNREADABLE = Counter(
    "liars_dice_gateway_unreadable",
    "Events of the gateway that could not be read, by kind",
    ["event"],
    registry=REGISTRY,
)

LOOP_LAG_SECONDS = Histogram(
    "liars_dice_loop_lag_seconds", "How late the event loop wakes tasks", buckets=QUICK, registry=REGISTRY
)

FAULTS = Counter("liars_dice_faults", "Lines of the log at ERROR, by room", ["room"], registry=REGISTRY)

WARNINGS = Counter("liars_dice_warnings", "Lines of the log at WARNING, by room", ["room"], registry=REGISTRY)

GATEWAY_UP = Gauge("liars_dice_gateway_up", "Whether the gateway is connected", registry=REGISTRY)

GATEWAY_LATENCY = Gauge("liars_dice_gateway_latency_seconds", "Of the last heartbeat", registry=REGISTRY)

SERVERS = Gauge("liars_dice_servers", "Servers that the bot is on", registry=REGISTRY)

DATABASE_UP = Gauge("liars_dice_database_up", "Whether the database answers", registry=REGISTRY)

CLOCK_GOES = Gauge("liars_dice_clock_goes", "Whether time passes at the tables", registry=REGISTRY)

TABLES = Gauge("liars_dice_tables", "Live tables, by game and status", ["game", "status"], registry=REGISTRY)


class BackupAge(Collector):
    """The age of the newest backup. While `seconds` is None, it is not known and left out."""

    NAME, SAYS = "liars_dice_backup_age_seconds", "Of the newest backup; infinite if none was noted"

    def __init__(self) -> None:
        """Register the figure."""
        self.seconds: float | None = None
        REGISTRY.register(self)

    def describe(self) -> list[Metric]:
        """Return the figure without a value."""
        return [GaugeMetricFamily(self.NAME, self.SAYS)]

    def collect(self) -> list[Metric]:
        """Return the figure, or none while it is not known."""
        return [] if self.seconds is None else [GaugeMetricFamily(self.NAME, self.SAYS, self.seconds)]


BACKUP_AGE = BackupAge()

DUTIES = Gauge("liars_dice_duties", "Tables with a duty at some time", registry=REGISTRY)

DUTIES_OVERDUE = Gauge("liars_dice_duties_overdue", "Duties whose time has passed", registry=REGISTRY)

DUTY_OVERDUE_SECONDS = Gauge("liars_dice_duty_overdue_seconds", "By how much the oldest is overdue", registry=REGISTRY)

UNSHOWN = Gauge("liars_dice_unshown", "Tables with changes that are saved and not yet shown", registry=REGISTRY)

UNSHOWN_SECONDS = Gauge("liars_dice_unshown_seconds", "The age of the oldest such change", registry=REGISTRY)

RECOUNT_SERVERS = Gauge("liars_dice_recount_servers", "Servers that are still to be recounted", registry=REGISTRY)

RECOUNT_GAMES = Gauge("liars_dice_recount_games", "Games that are still to be recounted", registry=REGISTRY)

for kind in ("read", "write"):
    TRANSACTION_SECONDS.labels(kind), TRANSACTIONS_FAILED.labels(kind)

for by in ("person", "table"):
    MOVES.labels(by)

for room in ("inbox", "outbox", "driver", "tables", "storage", "app"):
    FAULTS.labels(room), WARNINGS.labels(room)


def show_events_of(shards: Iterable[int]) -> None:
    """Let /metrics show the events of these shards before they happen, so that Prometheus sees each one as a change."""
    for event, shard in product(("ready", "resumed", "lost"), shards):
        GATEWAY_EVENTS.labels(event, shard)


class Hour:
    """Counts the figures for the hourly line in the log: finished games, and people's presses, forms and commands.

    `slowest` is the longest time in seconds from a request to its first answer.
    """

    def __init__(self) -> None:
        self.games = self.presses = 0
        self.slowest = 0.0
        self._began: datetime | None = None

    def told(self, now: datetime) -> str:
        """Return the hourly line and reset the counts, or return "" if the hour is not over.

        The line is also "" if nothing happened in the hour.
        """
        began = self._began = self._began or now
        if now - began < timedelta(hours=1):
            return ""
        line = LAST_HOUR.format(self.games, self.presses, self.slowest) if self.games or self.presses else ""
        self.games, self.presses, self.slowest, self._began = 0, 0, 0.0, now
        return line


LAST_HOUR = "The last hour: games ended: {}; presses: {}; slowest answer: {:.1f} s."

HOUR = Hour()


class Answers:
    """Measures how long interactions wait for their first answer."""

    MOST = 10_000

    def __init__(self) -> None:
        self._asked: OrderedDict[int, tuple[float, str]] = OrderedDict()

    def asked(self, interaction: int, way: str) -> None:
        """Record that an interaction has arrived."""
        HOUR.presses += way != "completion"
        self._asked[interaction] = (time.perf_counter(), way)
        while len(self._asked) > self.MOST:
            self._asked.popitem(last=False)

    def answered(self, interaction: int) -> None:
        """Record that Discord has accepted an answer to an interaction. Only its first answer counts."""
        if (asked := self._asked.pop(interaction, None)) is not None:
            began, way = asked
            took = time.perf_counter() - began
            ANSWER_SECONDS.labels(way).observe(took)
            HOUR.slowest = max(HOUR.slowest, took)


ANSWERS = Answers()

VERSION = re.compile(r"v\d+")

WITH_SECRETS = ("interactions", "webhooks")
"""The first parts of routes whose next two parts are a number and a token."""

FAMILY = re.compile(r"(/(@?[a-z-]+|\*))+")

ANSWER = "/interactions/*/*/callback"


def family(url: URL) -> str:
    """Return the family of a route, such as `/channels/*/messages/*`.

    Return "gateway" for the gateway, and "other" for an unknown route.
    """
    if url.scheme in ("ws", "wss"):
        return "gateway"
    parts = _parts(url)
    if len(parts) > 2 and parts[0] in WITH_SECRETS and parts[1].isdecimal() and parts[2]:
        parts[2] = "*"
    return _known("/".join(["", *("*" if part.isdecimal() else part for part in parts)]))


def _parts(url: URL) -> list[str]:
    """Return the parts of a URL's path, without the API prefix such as `/api/v10`."""
    parts = url.path.split("/")
    return parts[3:] if len(parts) > 2 and parts[1] == "api" and VERSION.fullmatch(parts[2]) else parts[1:]


@lru_cache(maxsize=256)
def _known(route: str) -> str:
    return route if FAMILY.fullmatch(route) else "other"


@lru_cache(maxsize=256)
def _requests(method: str, route: str, status: str) -> Counter:
    """Return the request counter with these labels. It is cached, because the lookup takes longer than the count."""
    return DISCORD_REQUESTS.labels(f"{method} {route}", status)


def counting() -> aiohttp.TraceConfig:
    """Return a trace for discord.py's HTTP session that counts its requests."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_failed)
    return trace


async def _ended(_: aiohttp.ClientSession, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
    route, status = family(done.url), done.response.status
    _requests(done.method, route, str(status)).inc()
    if route == ANSWER and status < 300:
        ANSWERS.answered(int(_parts(done.url)[1]))


async def _failed(_: aiohttp.ClientSession, __: SimpleNamespace, done: aiohttp.TraceRequestExceptionParams) -> None:
    _requests(done.method, family(done.url), "failed").inc()
