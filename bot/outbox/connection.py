"""The bot's connection to Discord: the address, discord.py's options, and a check of whether Discord answers."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord
import yarl

from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.internals import addresses, request, set_addresses
from bot.outbox.waiting import within

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Address:
    """The address of Discord: the URL of its API, which includes the version, and the URL of its gateway."""

    api: str
    gateway: str

    @classmethod
    def of(cls, server: str) -> "Address":
        """Return the address of a server with both the API and the gateway, such as `http://127.0.0.1:8000`."""
        return cls(f"{server}/api/v10", str(yarl.URL(server).with_scheme("ws") / "gateway"))


def address() -> Address:
    """Return the address at which discord.py looks for Discord."""
    return Address(*addresses())


def point_at(there: Address) -> None:
    """Make discord.py use another server that has Discord's API. Only this function changes the address."""
    set_addresses(there.api, there.gateway)


LAST_SERVER = 0.5
"""Seconds that discord.py waits at a start for the description of one more server."""

LONGEST_LIMIT = 60.0
"""Seconds that discord.py may wait for the rate limit of a channel.

After longer waits the driver tries again later.
"""

AS_A_CLIENT: Mapping[str, Any] = {
    "intents": discord.Intents(guilds=True, dm_messages=True),
    "allowed_mentions": discord.AllowedMentions.none(),
    "member_cache_flags": discord.MemberCacheFlags.none(),
    "chunk_guilds_at_startup": False,
    "max_messages": None,
    "max_ratelimit_timeout": LONGEST_LIMIT,
    "guild_ready_timeout": LAST_SERVER,
}
"""discord.py's options for each client: it gets events of servers and DMs, pings nobody and caches no messages."""


def sharding(first: int, last: int, of: int) -> dict[str, Any]:
    """Return discord.py's options for a client that runs the shards from `first` to `last`, out of `of` shards.

    The options are empty if there is a single shard.
    """
    if of == 1:
        return {}
    if first == last:
        return {"shard_id": first, "shard_count": of}
    return {"shard_ids": list(range(first, last + 1)), "shard_count": of}


TIMEOUT = 5.0
"""Seconds after which Discord counts as unreachable."""


async def is_reachable(client: discord.Client) -> bool:
    """Return whether Discord answers an HTTP request within `TIMEOUT` seconds."""
    try:
        await within(TIMEOUT, request(client, "GET", "/users/@me"))
    except TROUBLE as error:
        log.debug("Discord does not answer: %s", in_short(error))
        return False
    return True
