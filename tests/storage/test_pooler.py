"""Tests of the bot behind a pooler, which may give each transaction another connection."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import make_url

from bot.sandbox.supervisor import free_port
from tests.houses import postgresql_server, postgresql_url
from tests.tables.house import House

__all__ = ["postgresql_server", "postgresql_url"]

POOLER = shutil.which("pgbouncer")
SET_UP = """[databases]
* = host={host} port={port} user={owner}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = extra_float_digits
"""


@pytest.fixture
async def through_a_pooler(postgresql_url: str) -> AsyncIterator[str]:
    """Start a pooler with two connections in front of a test's database, and yield its address."""
    if POOLER is None:
        pytest.skip("pgbouncer is not installed")
    url, listen = make_url(postgresql_url), free_port(0)
    host = url.query.get("host") or url.host
    file = written(str(host), SET_UP.format(host=host, port=url.port or 5432, listen=listen, owner=url.username))
    process = await asyncio.create_subprocess_exec(POOLER, str(file))
    try:
        await answers(listen)
        yield url.set(host="127.0.0.1", port=listen, query={}).render_as_string(hide_password=False)
    finally:
        process.terminate()
        await process.wait()


def written(host: str, text: str) -> Path:
    """Write the configuration of the pooler, and return its path.

    The pooler runs as the owner of the server's socket, because nobody else can open the socket.
    """
    place = Path(tempfile.mkdtemp(prefix="liars-dice-pooler-"))
    place.chmod(0o755)
    file = place / "pooler.ini"
    file.write_text(f"{text}user = {Path(host).owner()}\n")
    return file


async def answers(port: int) -> None:
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


async def test_games_are_played_through_a_pooler(through_a_pooler: str) -> None:
    house = await House(through_a_pooler, is_pooled=True).open()
    try:
        names = [(f"guest{number}", f"guest{number + 10}") for number in range(6)]
        sittings = [await house.game("bar", *pair, channel=channel) for channel, pair in enumerate(names)]
        tables = await asyncio.gather(*(sitting.play_on(Random(1), moves=12) for sitting in sittings))
        assert all(table.version >= 12 for table in tables)
    finally:
        await house.close()
