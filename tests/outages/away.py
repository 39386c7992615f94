"""Stop, crash or freeze the bot's PostgreSQL server while people play, and then bring the server back."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from bot.storage import postgresql
from tests.kills.evening import Evening
from tests.outages.server import How


@dataclass(frozen=True)
class Away:
    """Describes one absence of the database: how the server stops, and for how many seconds.

    If `how` is None, the server is frozen.
    """

    how: How | None
    seconds: float


SHORT = (Away(None, 3.0), Away("immediate", 3.0))
LONG = (Away("fast", 5.0), Away(None, 5.0), Away("immediate", 20.0), Away(None, 45.0), Away("fast", 20.0))
"""Long absences. Some are longer than a lease, or longer than a statement may take."""


def impatient() -> None:
    """Limit each statement in the bot's process to a second.

    Then the bot notices a database that is frozen for only three seconds.
    """
    postgresql.PATIENCE = 1.0


class CanGoAway(Protocol):
    """A server that a test can stop, freeze and bring back."""

    async def stop(self, how: How) -> None:
        """Stop the server. Its connections end, and new connections fail."""

    async def start(self) -> None:
        """Start the server again at the same address."""

    def freeze(self) -> None:
        """Freeze the server. No connection breaks."""

    def thaw(self) -> None:
        """Let the server continue."""


class Outages(Evening):
    """Takes the database away while people play, and checks the games. `done` counts the absences."""

    async def go_through(self, server: CanGoAway, *times: Away) -> None:
        """Take the database away in each of these ways. After each, check that everything goes on by itself."""
        await self.is_ready()
        await self.all_moves()
        for away in times:
            pressed = self.people.asked
            await _is_away(server, away)
            if self.people.asked <= pressed:
                self.found.append("nobody pressed anything meanwhile")
            await self.all_goes_on_well()
            self.done += 1
            if self.found:
                self.found.append(f"after {away}: {self.said_since(0).decode()[-4000:]}")
                return
        await self.stop()


async def _is_away(server: CanGoAway, away: Away) -> None:
    if away.how is None:
        server.freeze()
        try:
            await asyncio.sleep(away.seconds)
        finally:
            server.thaw()
    else:
        await server.stop(away.how)
        await asyncio.sleep(away.seconds)
        await server.start()
