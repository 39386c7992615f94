"""Watch and disturb the bot's requests for members, which go through the gateway."""

import asyncio
from collections.abc import Collection
from typing import Any

from tests.bot.stage import Stage

HOUR = 3600.0


class Gateway:
    """The gateway of a stage. It can be silent, or leave people out of its answers.

    `asked` lists the people in each request for members. `limits` has the limits that the requests set.
    """

    def __init__(self, stage: Stage) -> None:
        self.asked: list[list[int]] = []
        self.limits: set[int] = set()
        self.is_silent = False
        self.leaves_out: Collection[int] = ()
        socket: Any = stage.bot.ws
        self._request, socket.request_chunks = socket.request_chunks, self._receive

    async def _receive(self, guild: int, query: str | None = None, **how: Any) -> None:
        asked = how["user_ids"]
        self.asked.append(asked)
        self.limits.add(how["limit"])
        if self.is_silent:
            await asyncio.sleep(HOUR)
        found = [user for user in asked if user not in self.leaves_out]
        await self._request(guild, query, **{**how, "user_ids": found})
