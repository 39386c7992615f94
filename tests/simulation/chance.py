"""Let a seed determine the time and the randomness of a process, and restore both afterwards."""

import datetime as real
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import discord
import simcord._clock
from discord.ext import tasks

from bot.sandbox.adapter import backing
from tests.simulation.loop import Loop
from tests.simulation.patching import Change, replaced

FIRST_DAY = real.datetime(2026, 1, 1, tzinfo=real.UTC)
DAYS = 360


class _Dates(type):
    """The type of a class that replaces `datetime`. With it, real datetimes still pass `isinstance`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, real.datetime)


def luck(seed: int, *what: object) -> random.Random:
    """Return a random generator for one purpose.

    The same seed and purpose always give the same numbers, whatever other generators do.
    """
    return random.Random(f"{seed} {what}")


@contextmanager
def virtual(loop: Loop, seed: int) -> Iterator[Callable[[], real.datetime]]:
    """Take the time from the loop and all randomness from the seed. Yield a function that returns the time of day."""
    begins = FIRST_DAY + real.timedelta(seconds=luck(seed, "day").randrange(DAYS * 86400))

    def now() -> real.datetime:
        return begins + real.timedelta(seconds=loop.time())

    entropy = luck(seed, "entropy")
    changed: list[Change] = [
        (os, "urandom", entropy.randbytes),
        (random, "_urandom", entropy.randbytes),
        (backing, "_WallClock", lambda: _OnTheWall(now)),
    ]
    dates = _module(real, datetime=_moments(now))
    seconds = _module(time, time=lambda: now().timestamp(), monotonic=loop.time, perf_counter=loop.time)
    chance = SimpleNamespace(Random=lambda: _Unseeded(entropy.random()))
    changed += [(module, "datetime", dates) for module in (discord.utils, tasks, discord.http, discord.interactions)]
    changed += [(module, "time", seconds) for module in (discord.gateway, discord.backoff, discord.abc)]
    changed += [(discord.backoff, "random", chance)]
    random.seed(seed)
    with replaced(*changed):
        yield now


class _OnTheWall(simcord._clock.Clock):
    """A clock for the local Discord that shows the virtual time."""

    def __init__(self, now: Callable[[], real.datetime]) -> None:
        super().__init__()
        self.now = now  # type: ignore[method-assign]


class _Unseeded(random.Random):
    """A random generator that ignores calls of `seed` without an argument, which would use the machine's randomness."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        if a is not None:
            super().seed(a, version)


def _module(module: ModuleType, **instead: Any) -> SimpleNamespace:
    return SimpleNamespace(**{**vars(module), **instead})


def _moments(now: Callable[[], real.datetime]) -> type:
    class Moments(real.datetime, metaclass=_Dates):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now().astimezone(tz) if tz is not None else now().replace(tzinfo=None)

    return Moments
