"""Carry all requests from the bot to the in-memory Discord, and hold back or lose some of them.

In every test, each answer comes after zero to three turns of the event loop, as the test's seed decides
(`tests.bot.seeds`). Before an interaction's first answer has arrived, no test may use its token, because Discord does
not accept the token yet.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Coroutine
from fnmatch import fnmatch
from typing import Any
from weakref import WeakKeyDictionary
from zlib import crc32

import aiohttp
from simcord.backend import errors
from simcord.backend.ops.commands import CommandsMixin
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _path_of

from bot.outbox import (
    connection,
    deletions,
    direct_messages,
    gateway,
    members,
    messages,
    pictures,
    reply,
    where_the_bot_is,
)

Work = Callable[[], Coroutine[Any, Any, Any]]

_WAYS: WeakKeyDictionary[Any, "Transit"] = WeakKeyDictionary()
"""The transit of each in-memory Discord."""

FIRST_ANSWER = re.compile(r"POST /interactions/\d+/([^/]+)/callback")
BY_TOKEN = re.compile(r"\w+ /webhooks/\d+/([^/]+).*")
"""Match a request with an interaction's first answer, and a later request that uses the interaction's token."""

PATIENCE = 600.0
"""The seconds for which the bot waits for a request."""

LIMITS = (
    (connection, "TIMEOUT"),
    (deletions, "TIMEOUT"),
    (direct_messages, "TIMEOUT"),
    (gateway, "LOOKS_UP_FOR"),
    (members, "WAITS"),
    (messages, "TIMEOUT"),
    (pictures, "TIMEOUT"),
    (reply, "TIMEOUT"),
    (where_the_bot_is, "TIMEOUT"),
)
"""Each module of the bot that waits for a request, and its constant that limits the wait."""

MOST_TURNS = 3
"""The most turns of the event loop before an answer comes."""


class Turns:
    """Determine the number of turns of the event loop before each answer of one test."""

    def __init__(self, seed: int) -> None:
        self._seed, self._asked = seed, Counter[str]()

    def before(self, kind: str) -> int:
        """Return the number of turns before the answer to the next request of this kind.

        The number depends only on the seed, the kind, and how many requests of this kind came before.
        """
        self._asked[kind] += 1
        return crc32(f"{self._seed} {kind} {self._asked[kind]}".encode()) % (MOST_TURNS + 1)


_now: Turns | None = None


def begin(seed: int | None) -> None:
    """Set the seed that decides how many turns later answers take. If the seed is None, answers come at once."""
    global _now
    _now = Turns(seed) if seed is not None else None


class Held:
    """A request to hold back. `arrived` is set once the request is held, and `let_go` releases it."""

    def __init__(self, call: str, is_carried_out: bool, is_lost: bool) -> None:
        self.call, self.is_carried_out, self.is_lost = call, is_carried_out, is_lost
        self.arrived, self._free = asyncio.Event(), asyncio.Event()

    def let_go(self) -> None:
        """Release the request."""
        self._free.set()

    async def pass_by(self, work: Work) -> Any:
        """Hold the request until it is released, and return its answer.

        If `is_carried_out` is set, the request is carried out before it is held. Otherwise it is carried out after its
        release. If `is_lost` is set, the release raises the error of a broken connection instead.
        """
        done = await work() if self.is_carried_out else None
        self.arrived.set()
        await self._free.wait()
        if self.is_lost:
            raise aiohttp.ServerDisconnectedError
        return done if self.is_carried_out else await work()


class Transit:
    """Hold the requests that one bot sends, and the interactions that it receives.

    `calls` lists the requests in order. `asked` is the newest interaction, as Discord sent it. `overtaking` lists the
    requests that used an interaction's token while its first answer was under way.
    """

    def __init__(self, backend: Any) -> None:
        self._held: list[Held] = []
        self._backend, self.asked, self._emit = backend, dict[str, Any](), backend.emit
        self.calls: list[str] = []
        self.overtaking: list[str] = []
        self._first_answers = Counter[str]()
        _WAYS[backend] = self
        backend.emit = self._deliver

    def _deliver(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            self.asked = payload
        self._emit(event, payload)

    def deliver_again(self) -> None:
        """Deliver the newest interaction a second time."""
        self._emit("INTERACTION_CREATE", self.asked)

    def hold(self, call: str, is_carried_out: bool = True, is_lost: bool = False) -> Held:
        """Hold back the next request that matches `call`, such as `POST /interactions/*`.

        If several holds match a request, the earliest one applies.
        """
        held = Held(call, is_carried_out, is_lost)
        self._held.append(held)
        return held

    def let_go(self) -> None:
        """Release all held requests, and cancel the holds that no request has matched yet."""
        for held in self._held:
            held.let_go()
        self._held.clear()

    def lose(self, call: str, is_carried_out: bool = True) -> None:
        """Lose the answer to the next request that matches `call`.

        If `is_carried_out` is False, the request itself is lost and never carried out.
        """
        self.hold(call, is_carried_out, is_lost=True).let_go()

    async def carry(self, call: str, kind: str, work: Work) -> Any:
        """Carry out a request. `kind` is its method and path without ids and tokens."""
        self.calls.append(call)
        turns = _now.before(kind) if _now is not None else 0
        first, by_token = FIRST_ANSWER.fullmatch(call), BY_TOKEN.fullmatch(call)
        token = found[1] if (found := first or by_token) else ""
        if self._first_answers[token]:
            self.overtaking.append(call)
        self._first_answers[token] += first is not None
        try:
            return await self._pass(call, work)
        finally:  # a refusal also takes some turns
            for _turn in range(turns):
                await asyncio.sleep(0)
            self._first_answers[token] -= first is not None

    async def _pass(self, call: str, work: Work) -> Any:
        held = next((each for each in self._held if fnmatch(call, each.call)), None)
        if held is None:
            return await work()
        self._held.remove(held)
        return await held.pass_by(work)


def _install() -> None:
    """Patch simcord, whose version is pinned, so that all requests pass through this module."""
    for kind in (FakeHTTPClient, FakeWebhookAdapter):
        kind.request = _carried(kind.request)  # type: ignore[method-assign]
    setattr(CommandsMixin, "interaction_by_token", _once_answered(CommandsMixin.interaction_by_token))  # noqa: B010
    setattr(CommandsMixin, "new_interaction", _without_hurry(CommandsMixin.new_interaction))  # noqa: B010


def _without_hurry(begin: Callable[..., Any]) -> Callable[..., Any]:
    """Remove the limit of three seconds for the bot's first answer, because tests may run on a busy machine."""

    def begun(backend: Any, *given: Any, **more: Any) -> Any:
        record = begin(backend, *given, **more)
        record.initial_response_deadline = None
        return record

    return begun


def _once_answered(find: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """Refuse requests that use an interaction's token before its first answer (10015), as Discord does."""

    def found(backend: Any, token: str) -> Any:
        record = find(backend, token)
        if not record.responded:
            raise errors.unknown_webhook()
        return record

    return found


def _carried(request: Any) -> Any:
    async def carry(door: Any, route: Any, *given: Any, **more: Any) -> Any:
        way = _WAYS.get(door.backend)
        if way is None:
            return await request(door, route, *given, **more)
        call, kind = f"{route.method} {_path_of(route.url)}", f"{route.method} {route.path}"
        return await way.carry(call, kind, lambda: request(door, route, *given, **more))

    return carry


_install()
