"""Draw a story from a seed. A story is everything that happens to the bot from outside.

If some events of a story are left out, the rest is still a story.
"""

from collections.abc import Iterator
from random import Random
from typing import Literal

import msgspec

from bot.settings import ALL_SHARDS, Shards, dealt_out
from tests.simulation.chance import luck
from tests.simulation.trouble import Kind, Trouble

What = Literal["open", "move", "press", "old", "twice", "command", "chat", "close DMs", "open DMs"]
WEIGHTS: dict[What, float] = {
    "open": 3, "move": 60, "press": 14, "old": 4, "twice": 5, "command": 4, "chat": 3, "close DMs": 0.7, "open DMs": 1,
}  # fmt: skip
CHANNELS = ("*", "POST /channels/*", "PATCH /channels/*", "* /webhooks/*", "POST /interactions/*", "GET /users/@me")
LENGTHS = (1.0, 4.0, 8.0, 20.0, 60.0, 240.0)
"""Seconds for which trouble lasts."""


class Act(msgspec.Struct, frozen=True):
    """A person does something after `at` seconds.

    The random seed `luck` decides who acts, where they act, and which of the possible things they do.
    """

    at: float
    what: What
    luck: int


class Kill(msgspec.Struct, frozen=True):
    """A process is killed `steps` steps after `at` seconds. Another process starts `away` seconds later."""

    at: float
    steps: int
    away: float


Point = Literal["start", "asked", "posted", "known", "thrown"]
POINTS: tuple[Point, ...] = ("start", "asked", "posted", "known", "thrown")
"""The points of sealing a game at which a process may be killed.

At these points, the press of Start is saved, the message that seals the dice is sent, Discord has posted this message,
the process has Discord's answer, and the first throw is saved.
"""


class SealKill(msgspec.Struct, frozen=True):
    """The first process that reaches `point` of sealing a game after `at` seconds is killed.

    Another process starts `away` seconds later.
    """

    at: float
    point: Point
    away: float


class Stop(msgspec.Struct, frozen=True):
    """The bot is stopped as an operator would stop it. It starts again `away` seconds after it has ended."""

    at: float
    away: float


class Sleep(msgspec.Struct, frozen=True):
    """The machine sleeps for this many seconds."""

    at: float
    seconds: float


class Freeze(msgspec.Struct, frozen=True):
    """A process is frozen for this many seconds. Then it goes on as if nothing had happened."""

    at: float
    seconds: float


class ChannelGoes(msgspec.Struct, frozen=True):
    """A channel is deleted, together with its threads."""

    at: float
    luck: int


class MessageGoes(msgspec.Struct, frozen=True):
    """Somebody deletes the newest message in a channel."""

    at: float
    luck: int


Event = Act | Kill | SealKill | Stop | Sleep | Freeze | ChannelGoes | MessageGoes | Trouble
AWAY = (0.2, 0.2, 1.0, 5.0, 60.0, 3600.0, 20_000.0)
"""Seconds between the end of a process and the start of the next one."""
FROZEN = (4.0, 9.0, 30.0, 300.0)
SLEEPS = (8.0, 15.0, 400.0, 7_000.0, 40_000.0)


def shares(seed: int) -> tuple[Shards, ...]:
    """Return each process's share of the shards in the story of a seed. In most stories one process has all shards."""
    return dealt_out(Shards(0, 1, 2), 2) if luck(seed, "shares").random() < 0.25 else (ALL_SHARDS,)


def told(seed: int, minutes: float) -> list[Event]:
    """Return the events of a seed's story, in order. People are active for this many minutes."""
    chance, seconds = luck(seed, "story"), minutes * 60
    events: list[Event] = [Act(2.0 + number, "open", chance.getrandbits(32)) for number in range(2)]
    events += _acts(chance, seconds)
    if chance.random() < 0.85:
        events += _deaths(chance, seconds, [each for each in events if isinstance(each, Act)])
    if chance.random() < 0.85:
        events += _troubles(chance, seconds)
    if chance.random() < 0.5:
        events.append(Trouble(0.0, seconds, "twice", share=0.3))
    if chance.random() < 0.3:
        events += [Sleep(chance.uniform(5, seconds), chance.choice(SLEEPS)) for _ in range(chance.randint(1, 2))]
    if chance.random() < 0.25:
        events.append(Freeze(chance.uniform(5, seconds), chance.choice(FROZEN)))
    if chance.random() < 0.25:
        events.append(ChannelGoes(chance.uniform(20, seconds), chance.getrandbits(32)))
    if chance.random() < 0.25:
        events.append(MessageGoes(chance.uniform(20, seconds), chance.getrandbits(32)))
    if chance.random() < 0.5:
        events += [SealKill(chance.uniform(0, seconds), point, chance.choice(AWAY)) for point in POINTS]
    return sorted(events, key=lambda event: event.at)


def _acts(chance: Random, seconds: float) -> Iterator[Act]:
    """Yield the actions of people. Their pace changes from time to time."""
    moment, pause = 3.0, 3.0
    while moment < seconds:
        if chance.random() < 0.05:
            pause = chance.choice((0.05, 1.0, 3.0, 3.0, 8.0, 40.0))
        moment += chance.expovariate(1 / pause)
        (what,) = chance.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))
        yield Act(moment, what, chance.getrandbits(32))


def _deaths(chance: Random, seconds: float, acts: list[Act]) -> Iterator[Event]:
    """Yield kills and stops of processes, most of them at the time of somebody's action."""
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        moment = chance.choice(acts).at if chance.random() < 0.8 else chance.uniform(1, seconds)
        if chance.random() < 0.75:
            yield Kill(moment, int(chance.choice((60, 300, 1500)) * chance.random()), chance.choice(AWAY))
        else:
            yield Stop(moment, chance.choice(AWAY))


def _troubles(chance: Random, seconds: float) -> Iterator[Trouble]:
    kinds: tuple[Kind, ...] = (
        *("slow", "500", "502", "503", "429", "global 429", "reset", "lost", "lost", "late 502", "403", "down", "down"),
        *("late", "stall", "twice", "twice", "close", "close", "forget"),
    )
    for _ in range(chance.choice((1, 2, 4, 8))):
        kind = chance.choice(kinds)
        share = 1.0 if kind in ("down", "close", "forget") else chance.choice((0.1, 0.3, 0.7, 1.0))
        path = chance.choice(CHANNELS) if kind not in ("down", "late", "stall", "twice", "close", "forget") else "*"
        yield Trouble(chance.uniform(1, seconds), chance.choice(LENGTHS), kind, path, share)
