"""Run the local Discord with the probe bot, as `make play` does with the real bot, and act as its users."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

import aiohttp

from bot.sandbox.supervisor import free_port

_T = TypeVar("_T")
_PATIENCE = 60.0
"""Seconds to wait. At a load of 22 on two cores, 25 seconds were too few to draw and send 79 pictures."""
_NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def until(look: Callable[[], _T], patience: float = _PATIENCE) -> _T:
    """Call `look` until it returns a true value, and return that value. Fail after `patience` seconds."""
    end = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < end, f"{look} stayed false"
        time.sleep(0.02)
    return found


class Play:
    """Runs the supervisor, the local Discord and the bot, each in its own process."""

    def __init__(self, data: Path, bot: str = "tests.sandbox.probe_bot", **environment: str) -> None:
        """Prepare the processes, which store everything in the folder `data`.

        Their environment variables are those of the tests, and the given ones.
        """
        self.data = data
        self.bot = bot
        self.environment = {**os.environ, **environment}
        self.port = free_port(0)
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "bot", "sandbox", "--data", str(self.data), "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--no-open", "--bot", self.bot],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment,
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if found := re.search(r"http://\S+/", line):
                self.address = found[0]
                break
        try:
            assert self.address, said
            self.wait_for_bot()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(15)
        if self._process.stdout is not None:
            self._process.stdout.close()

    # ------------------------------------------------------------ people
    def act(self, what: str, who: str = "ann", **body: Any) -> dict[str, Any]:
        """Carry out an action as the person `who`. If the action is refused, return {"refused": reason}."""
        return self.ask("POST", f"act/{what}?as={who}", body)

    def ask(self, method: str, path: str, body: Any) -> dict[str, Any]:
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method
        )
        try:
            with _NO_PROXY.open(request, timeout=_PATIENCE) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            with error:
                return dict(json.load(error))

    def hello(self, who: str = "ann") -> dict[str, Any]:
        """Return everything that a person's window shows when it opens."""

        async def look() -> dict[str, Any]:
            async with aiohttp.ClientSession() as session, session.ws_connect(f"{self.address}live?as={who}") as socket:
                return dict(await socket.receive_json())

        with ThreadPoolExecutor(1) as thread:  # in a browser test, this thread has a running event loop
            return thread.submit(lambda: asyncio.run(look())).result()

    def channel(self, kind: str = "text", who: str = "ann") -> str:
        """Return the id of the first channel of this kind: text channel, thread or direct messages."""
        return str(next(c["id"] for c in self.hello(who)["channels"] if c["kind"] == kind))

    def messages(self, who: str = "ann", kind: str = "text") -> list[dict[str, Any]]:
        """Return the messages that a person sees in a channel."""
        hello = self.hello(who)
        channel = next(c["id"] for c in hello["channels"] if c["kind"] == kind)
        return list(hello["messages"][channel])

    def slash(self, name: str, who: str = "ann", kind: str = "text", **options: Any) -> dict[str, Any]:
        """Call a command with these options."""
        return self.act("slash", who, channel=self.channel(kind, who), name=name, options=options)

    def click(self, message: dict[str, Any], custom_id: str, who: str = "ann") -> dict[str, Any]:
        """Press a button of the message."""
        return self.act("click", who, channel=message["channel"], message=message["id"], custom_id=custom_id)

    # ------------------------------------------------------------ processes
    def wait_for_bot(self) -> None:
        """Wait until the bot is connected and has registered its commands."""
        until(lambda: self.online() and self.act("commands", channel=self.channel())["commands"])

    def online(self) -> bool:
        """Return whether the bot is connected. Return False if the local Discord does not run."""
        with contextlib.suppress(aiohttp.ClientError, aiohttp.WSMessageTypeError, OSError):
            return bool(self.hello()["bot"]["online"])
        return False

    def kill(self, module: str) -> None:
        """Kill the supervisor's child process that runs `module`, with SIGKILL."""
        os.kill(self.child(module), signal.SIGKILL)

    def child(self, module: str) -> int:
        """Return the process id of the supervisor's child that runs `module`."""
        assert self._process is not None
        for pid, parent, command in _processes():
            if parent == self._process.pid and module in command:
                return pid
        raise AssertionError(f"nobody runs {module}")

    def trouble(self, *faults: dict[str, Any], seed: int = 1) -> None:
        """Let requests fail from now on, as `faults` describe. Without faults, no request fails any longer."""
        done = self.ask("PUT", "faults", {"faults": list(faults), "seed": seed})
        assert "plan" in done, done

    def hits(self) -> dict[str, int]:
        """Return for each kind of fault how many requests have failed because of it."""
        with _NO_PROXY.open(self.address + "faults", timeout=_PATIENCE) as answer:
            return dict(json.load(answer)["hits"])


def _processes() -> Iterator[tuple[int, int, str]]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        pid, parent, command = line.split(None, 2)
        yield int(pid), int(parent), command


def texts(message: dict[str, Any]) -> str:
    """Return all text of a message as the page receives it."""
    found = [message["html"]]

    def walk(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            found.append(part.get("html", ""))
            walk(part.get("components", []))

    walk(message["components"])
    return " ".join(found)
