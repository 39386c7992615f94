"""Run the two processes of `make play`, the local Discord and the bot, and restart them if they end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import json
import os
import shutil
import signal
import socket
import sys
import time
import webbrowser
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

from bot.sandbox.faults import Faults, Plan
from bot.sandbox.world import kept_secret
from bot.settings import NO_SANDBOX, CannotStart

_HOST = "127.0.0.1"
_PORT = 8642
_PORTS_TRIED = 20
_PATIENCE = 10.0
_SLOWEST_RESTART = 15.0
_FOR_THIS_PERSON = 0o077
"""The umask of both processes, because their files contain everybody's dice."""


class Supervisor:
    """Runs the two processes, and restarts them."""

    def __init__(self, data: Path, port: int, bot: list[str], faults: str) -> None:
        """Set up the supervisor. All files are in `data`, and `bot` is the bot's module with its arguments.

        If `bot` is empty, the local Discord runs without a bot.
        """
        self.data = data
        self.address = ""
        self._port = port
        self._bot_command = bot
        self._faults = faults
        self._log = data / "bot.log"
        self._server: asyncio.subprocess.Process | None = None
        self._bot: asyncio.subprocess.Process | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = asyncio.Event()
        self._may_run = asyncio.Event()
        self._ending = False
        self._env = {
            **os.environ,
            "DISCORD_TOKEN": kept_secret(data, "token"),
            "DATABASE_URL": f"sqlite+aiosqlite:///{data.resolve() / 'bot.sqlite'}",
            "LOCAL_DISCORD": f"http://{_HOST}:{port}",
            "PYTHONUNBUFFERED": "1",
            "PYTHON_DOTENV_DISABLED": "1",  # a file of settings in the working folder is for the real Discord
        }

    async def run(self) -> None:
        """Start both processes, and keep them running until `end` is called."""
        self._log.write_bytes(b"")
        self._may_run.set()
        await asyncio.gather(self._keep_server(), *([self._keep_bot()] if self._bot_command else []))

    async def ready(self) -> str:
        """Wait until the page can be reached, and return its address."""
        await self._ready.wait()
        return self.address

    def what_next(self) -> str:
        """Return where the bot's log is. If there is no bot, return the settings with which `run` connects to here."""
        if self._bot_command:
            return f"  The bot writes to {self._log}. Ctrl-C stops both.\n"
        there = f"{_HOST}:{self._port}"
        settings = {
            "DISCORD_API_URL": f"http://{there}",
            "DISCORD_GATEWAY_URL": f"ws://{there}/gateway",
            "DISCORD_TOKEN": self._env["DISCORD_TOKEN"],
        }
        lines = "\n".join(f"    {name}={value}" for name, value in settings.items())
        return f"  No bot is in it. Ctrl-C stops it. Run one with\n\n{lines}\n"

    async def end(self) -> None:
        """Stop both processes. The bot is stopped first, so that it can finish its work."""
        self._ending = True
        self._may_run.set()
        await _stop(self._bot)
        await _stop(self._server)

    # ------------------------------------------------------------ the local Discord
    async def _keep_server(self) -> None:
        while not self._ending:
            arguments = ["--data", str(self.data), "--port", str(self._port), "--faults", self._faults]
            self._server = await self._spawn("bot.sandbox.server", arguments, out=asyncio.subprocess.PIPE)
            assert self._server.stdout is not None
            while line := await self._server.stdout.readline():
                self._hear(json.loads(line))
            await self._server.wait()
            if not self._ready.is_set():
                raise SystemExit(f"The local Discord did not start (exit {self._server.returncode}).")
            await asyncio.sleep(0.2)

    def _hear(self, told: dict[str, Any]) -> None:
        if "ready" in told:
            self.address = told["ready"]
            self._ready.set()
        elif told.get("do") == "restart-bot":
            self._spawn_task(self._kill_bot())
        elif told.get("do") == "afresh":
            self._spawn_task(self._afresh())

    def _spawn_task(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, note: str) -> None:
        if self._server is not None and self._server.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self._server.stdin.write(json.dumps({"note": note}).encode() + b"\n")

    # ------------------------------------------------------------ the bot
    async def _keep_bot(self) -> None:
        wait = 0.0
        while not self._ending:
            began = time.monotonic()
            self._tell("starting")
            with self._log.open("ab") as log:
                self._bot = await self._spawn("bot.sandbox.launch", self._bot_command, out=log)
            code = await self._bot.wait()
            if not self._may_run.is_set():  # stopped on purpose, to reset everything
                await self._may_run.wait()
                continue
            if code == -signal.SIGKILL or time.monotonic() - began > 10:
                wait = 0.0
            else:
                wait = min(max(1.0, wait * 2), _SLOWEST_RESTART)
                self._tell(f"stopped (exit {code}); {self._last_line()}")
                print(f"The bot stopped (exit {code}); see {self._log}. Next try in {wait:.0f} s.", flush=True)
            await asyncio.sleep(wait)

    async def _kill_bot(self) -> None:
        if self._bot is not None and self._bot.returncode is None:
            self._bot.kill()

    async def _afresh(self) -> None:
        """Delete the data of the bot and of the local Discord, and start again."""
        self._may_run.clear()
        await _stop(self._bot, kill=True)
        await _stop(self._server, kill=True)
        for path in self.data.glob("bot.sqlite*"):
            path.unlink()
        (self.data / "world.json").unlink(missing_ok=True)
        shutil.rmtree(self.data / "files", ignore_errors=True)
        self._may_run.set()

    def _last_line(self) -> str:
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1][-200:] if lines else "it said nothing"

    async def _spawn(self, module: str, arguments: list[str], out: Any) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=out,
            stderr=None if module.endswith("server") else asyncio.subprocess.STDOUT,
            env=self._env,
            start_new_session=True,
            umask=_FOR_THIS_PERSON,
        )


async def _stop(process: asyncio.subprocess.Process | None, *, kill: bool = False) -> None:
    if process is None or process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.kill() if kill else process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _PATIENCE)
    except TimeoutError:
        process.kill()
        await process.wait()


def free_port(wanted: int | None) -> int:
    """Return the wanted port if it is free, or the first free port of the usual ones.

    Raises `OSError` if none is free.
    """
    for port in [wanted] if wanted is not None else range(_PORT, _PORT + _PORTS_TRIED):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((_HOST, port))
            return int(probe.getsockname()[1])
    raise OSError(f"Port {wanted or _PORT} is taken; choose another with --port.")


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


async def _run(supervisor: Supervisor, opens: bool) -> None:
    work = asyncio.create_task(supervisor.run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, work.cancel)
    ready = asyncio.create_task(supervisor.ready())
    await asyncio.wait({work, ready}, return_when=asyncio.FIRST_COMPLETED)
    if ready.done():
        address = f"{ready.result()}?as=ann"
        _note_of(supervisor.data).write_text(address)
        print(f"\n  The local Discord is open at\n\n    {address}\n", flush=True)
        print(supervisor.what_next(), flush=True)
        if opens:
            await asyncio.to_thread(webbrowser.open, address)
    ready.cancel()
    try:
        await work
    except asyncio.CancelledError:
        print("Stopping ...", flush=True)
    finally:
        await supervisor.end()


def main(given: argparse.Namespace) -> int:
    """Run the local Discord with the bot in it until Ctrl-C. Return the exit code.

    `given` has the options of `python -m bot sandbox`.
    """
    opens = _has_screen() if given.open is None else given.open
    try:
        _check(given.faults)
        given.data.mkdir(parents=True, exist_ok=True)
        with FileLock(given.data / "lock", timeout=0):
            _note_of(given.data).write_text("")
            supervisor = Supervisor(
                given.data, free_port(given.port), [] if given.alone else given.bot.split(), given.faults
            )
            asyncio.run(_run(supervisor, opens))
    except Timeout:
        return _show_running(given.data, opens)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 2
    return 0


def _note_of(data: Path) -> Path:
    """Return the path of the file with the address of the local Discord that runs on `data`.

    Only its owner can read the file.
    """
    note = data / "address"
    note.touch(mode=0o600)
    return note


def _show_running(data: Path, opens: bool) -> int:
    """Show the address of the local Discord that is already running on `data`. Return the exit code."""
    address = _note_of(data).read_text()
    if not address:
        print(f"A local Discord is starting on {data}; its terminal will show the address.", file=sys.stderr)
        return 1
    print(f"\n  The local Discord is open already at\n\n    {address}\n", flush=True)
    print("  To run a second one, choose another folder with --data.\n", flush=True)
    if opens:
        webbrowser.open(address)
    return 0


def _check(faults: str) -> None:
    """Raise `CannotStart` or `ValueError` for invalid settings. Call this before any process is started."""
    if not all(importlib.util.find_spec(name) for name in ("simcord", "markdown_it")):
        raise CannotStart(NO_SANDBOX)
    try:
        Faults(msgspec.json.decode(faults, type=Plan))
    except ValueError as error:
        raise ValueError(
            f'--faults takes JSON such as {{"faults": [{{"kind": "503", "share": 0.1}}]}}: {error}'
        ) from None
