"""Run PgBouncer in front of a test's database, in transaction mode. Each transaction may get another connection.

A developer's machine may not have PgBouncer. Then the tests that need it are skipped. With `POOLER=required`, as in
the continuous integration, they fail instead.
"""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.sandbox.supervisor import free_port
from tests.outages.server import How

PROGRAM = "pgbouncer"
SET_UP = """[databases]
* = host={host} port={port} user={owner}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = {connections}
ignore_startup_parameters = extra_float_digits
"""
MISSING = "pgbouncer is not installed (on Debian: apt-get install pgbouncer)"


class Pooler:
    """A pooler with few connections to a database.

    `url` is the address at which the database is reached through the pooler.
    """

    def __init__(self, direct: str, connections: int = 2) -> None:
        """Set up a pooler that has this number of connections to the database at the address `direct`."""
        self._process: asyncio.subprocess.Process | None = None
        url, self._port = make_url(direct), free_port(0)
        host = str(url.query.get("host") or url.host)
        more = {"port": url.port or 5432, "listen": self._port, "owner": url.username, "connections": connections}
        self.file = _written(host, SET_UP.format(host=host, **more))
        self.url = url.set(host="127.0.0.1", port=self._port, query={}).render_as_string(hide_password=False)

    async def start(self) -> None:
        """Start the pooler at its address, and wait until it answers."""
        self._process = await asyncio.create_subprocess_exec(_program(), "--quiet", str(self.file))
        await _answers(self._port)

    async def stop(self, how: How = "immediate") -> None:
        """Stop the pooler, with SIGTERM ("fast") or with SIGKILL. All its connections break."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL if how == "immediate" else signal.SIGTERM)
        await self._process.wait()

    def freeze(self) -> None:
        """Freeze the pooler. It forwards nothing, and no connection breaks."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the pooler continue where it was frozen."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


def _program() -> str:
    """Return the path of PgBouncer. If it is not installed, skip the test, or fail with `POOLER=required`."""
    found = shutil.which(PROGRAM) or shutil.which(PROGRAM, path="/usr/sbin")
    if found is None and os.environ.get("POOLER") == "required":
        pytest.fail(MISSING)
    if found is None:
        pytest.skip(MISSING)
    return found


def _written(host: str, text: str) -> Path:
    """Write the configuration of the pooler, and return its path.

    The pooler runs as the owner of the server's socket, because nobody else can open the socket.
    """
    place = Path(tempfile.mkdtemp(prefix="liars-dice-pooler-"))
    place.chmod(0o755)
    file = place / "pooler.ini"
    file.write_text(f"{text}user = {Path(host).owner()}\n")
    return file


async def _answers(port: int) -> None:
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                await writer.wait_closed()
                return


@asynccontextmanager
async def pooling(direct: str, connections: int = 2) -> AsyncIterator[Pooler]:
    """Run a pooler in front of the database at the address `direct` during the block."""
    pooler = Pooler(direct, connections)
    await pooler.start()
    try:
        yield pooler
    finally:
        await pooler.stop()
        shutil.rmtree(pooler.file.parent)
