"""The bot on several shards in one process."""

from typing import Any

import discord

from bot.app import Bot


class ShardedBot(Bot, discord.AutoShardedClient):
    """The bot with a connection to the gateway for each of its shards. Time passes while all of them stand."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Takes what `Bot` takes."""
        super().__init__(*given, **named)
        self._away = set(self.own_shards.numbers())

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Nobody on this shard can move."""
        self._away.add(shard_id)
        await super().on_disconnect()

    async def on_shard_ready(self, shard_id: int) -> None:
        """A shard is there; what the last one brings is `on_ready`'s."""
        await self._back(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard is back; nothing was missed."""
        await self._back(shard_id)

    async def on_disconnect(self) -> None:
        """Said of a shard by `on_shard_disconnect`."""

    async def on_resumed(self) -> None:
        """Said of a shard by `on_shard_resumed`."""

    async def _back(self, shard_id: int) -> None:
        self._away.discard(shard_id)
        if not self._away:
            await self._connected()

    def _sharding(self) -> dict[str, Any]:
        return {
            "shard_ids": list(range(self.own_shards.first, self.own_shards.last + 1)),
            "shard_count": self.own_shards.of,
        }
