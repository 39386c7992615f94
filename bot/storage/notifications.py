"""Notifications from one process to the others, by PostgreSQL's LISTEN and NOTIFY, of what is saved or shown.

Nothing depends on them: a process that gets none looks each second. A pooler between transactions carries no LISTEN, so
the listener has an address of its own.
"""

import asyncio
import logging
from collections.abc import Callable

import asyncpg
from sqlalchemy import Connection, text

from bot.settings import Shards
from bot.storage import database

log = logging.getLogger(__name__)

CHANNEL = "liars_dice"

SAVED, SHOWN = "saved", "shown"
"""What is said of a table: it was saved, for the process that shows it; or shown, for those with open windows."""

Listener = Callable[[str, int], None]

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0

LOOKS = 5.0
"""Seconds between two checks that the connection still works."""

_TELL = text("SELECT pg_notify(:channel, :word)")


def notify(connection: Connection, what: str, table: int, by: Shards) -> None:
    """Notify the other processes once this transaction is committed; `by` are the shards of the one that does."""
    if connection.dialect.name == "postgresql":
        connection.execute(_TELL, {"channel": CHANNEL, "word": f"{what}:{table}:{by}"})


async def listen(url: str, hear: Listener, here: Shards) -> None:
    """Call `hear` with what the processes of other shards than `here` notify, until cancelled.

    A connection that breaks is made again, with growing pauses.
    """
    pause, dsn = FIRST_PAUSE, database.dsn(database.read_url(url))
    while True:
        try:
            connection = await asyncpg.connect(dsn)
            try:
                await connection.add_listener(CHANNEL, lambda *said: _heard(str(said[-1]), hear, here))
                pause = FIRST_PAUSE
                while not connection.is_closed():
                    await asyncio.wait_for(connection.execute("SELECT 1"), LOOKS)
                    await asyncio.sleep(LOOKS)
            finally:
                connection.terminate()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            log.warning("Word from other processes comes late: %s. It is tried again.", type(error).__name__)
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def _heard(said: str, hear: Listener, here: Shards) -> None:
    what, table, by = said.split(":")
    if by != str(here):
        hear(what, int(table))
