"""Provide a proxy in front of PostgreSQL that cuts a connection after any number of bytes, in either direction."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

Direction = Literal["asked", "told"]
"""The direction of bytes: from the bot to the database, or back."""
COMMIT = b"COMMIT"


@dataclass
class Traffic:
    """Holds the bytes that all connections have carried in each direction since counting began."""

    asked: bytearray = field(default_factory=bytearray)
    told: bytearray = field(default_factory=bytearray)

    def of(self, direction: Direction) -> bytearray:
        """Return the bytes that were carried in one direction."""
        return self.asked if direction == "asked" else self.told


class Way:
    """A proxy in front of PostgreSQL's socket.

    It cuts a connection when a test asks for it. After that, it accepts new connections.
    """

    def __init__(self) -> None:
        self.traffic = Traffic()
        self.cuts = 0
        self._at: tuple[Direction, int] | None = None
        self._answer_is_lost = False

    def watch(self) -> None:
        """Begin to count bytes, without cutting any connection."""
        self.traffic, self._at, self._answer_is_lost = Traffic(), None, False

    def cut_after(self, direction: Direction, many: int) -> None:
        """Begin to count bytes, and cut the first connection that carries more than `many` bytes in this direction."""
        self.watch()
        self._at = direction, many

    def lose_the_answer_to_commit(self) -> None:
        """Let the database carry out the next COMMIT, drop its answer, and cut the connection."""
        self.watch()
        self._answer_is_lost = True

    def let_through(self, direction: Direction, said: bytes) -> tuple[bytes, bool]:
        """Return the part of these bytes that may pass, and whether the connection is cut after this part."""
        gone = self.traffic.of(direction)
        if self._answer_is_lost and direction == "told" and COMMIT in self.traffic.asked:
            self._answer_is_lost = False
            self.cuts += 1
            return b"", True
        if self._at is not None and self._at[0] == direction and len(gone) + len(said) > self._at[1]:
            said, self._at = said[: self._at[1] - len(gone)], None
            gone += said
            self.cuts += 1
            return said, True
        gone += said
        return said, False


@asynccontextmanager
async def cut_on_the_way(way: Way, file: str) -> AsyncIterator[int]:
    """Open a proxy to the server that listens on this socket file. Yield the proxy's port."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        its_reader, its_writer = await asyncio.open_unix_connection(file)

        async def pass_on(direction: Direction, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            while said := await source.read(65536):
                through, is_cut = way.let_through(direction, said)
                sink.write(through)
                if is_cut:
                    with contextlib.suppress(ConnectionError):
                        await sink.drain()
                    break
            for each in (writer, its_writer):
                each.close()

        both = pass_on("asked", reader, its_writer), pass_on("told", its_reader, writer)
        await asyncio.gather(*both, return_exceptions=True)

    async with await asyncio.start_server(connected, "127.0.0.1", 0) as server:
        yield int(server.sockets[0].getsockname()[1])
