"""Run the real bot as a process that can be killed.

The process is forked from a process that has already loaded all modules, so the bot starts quickly.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess, active_children
from pathlib import Path

from bot.outbox.connection import Address, point_at

TOKEN = "on.the.loopback"
PATIENCE = 30.0
Prepare = Callable[[], None]
"""A function that runs in the bot's process before the bot starts. It must be importable from a module."""

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["bot.__main__", "bot.running", "aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite"])


def as_it_is() -> None:
    """Change nothing."""


class BotProcess:
    """A process that runs `python -m bot run` against a local Discord. Its output is appended to the file `log`."""

    def __init__(self, discord_address: str, url: str, log: Path, prepare: Prepare = as_it_is) -> None:
        self._process = _FORKING.Process(target=_be_the_bot, args=(discord_address, url, log, prepare))

    def start(self) -> None:
        """Start the bot."""
        self._process.start()

    def kill(self) -> None:
        """Kill the bot with SIGKILL, so that it can neither finish its work nor release its locks."""
        self._process.kill()
        self._process.join(PATIENCE)
        assert self.code == -signal.SIGKILL, f"it had ended by itself with {self.code}"

    def tell_to_stop(self) -> None:
        """Send SIGTERM to the bot."""
        self._process.terminate()

    @property
    def pid(self) -> int:
        """Return the process id of the bot, which must have been started."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def code(self) -> int | None:
        """Return the exit code of the bot, or None while it runs."""
        return self._process.exitcode

    def let_go(self) -> None:
        """Kill all bots of this test and of earlier tests."""
        for each in active_children():
            each.kill()
            each.join(PATIENCE)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


def _be_the_bot(discord_address: str, url: str, log: Path, prepare: Prepare) -> None:
    """Run the operator's command in this process, with the local Discord in place of the real one."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with log.open("ab") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    os.environ.update(DISCORD_TOKEN=TOKEN, DATABASE_URL=url, SHARDS="", LOG_LEVEL="INFO")
    point_at(Address.of(discord_address))
    from bot.__main__ import main

    prepare()
    sys.argv = ["bot", "run"]
    sys.exit(main())
