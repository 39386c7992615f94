"""The bot's connection to Discord: the address, discord.py's options, and a check of whether Discord answers."""

import ipaddress
import logging
import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord
import yarl

from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.internals import addresses, request, set_addresses
from bot.outbox.waiting import within
from bot.settings import CannotStart, Settings

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


BAD_URL = (
    "{name} is the address of a server with Discord's API, such as {example}, without a name, a password or anything "
    "after a ?; it is set to something else."
)

IN_CLEAR = (
    "{name} would send the bot's token in clear to a host that is neither this machine nor at a private address: use "
    "{safe}, or a host in your own network."
)

NO_SUCH_HOST = "{name} names a host that cannot be found: is it spelled right?"

VERSION = "/api/v10"


def point_where_set(settings: Settings) -> None:
    """Make discord.py use the servers in DISCORD_API_URL and DISCORD_GATEWAY_URL, if they are set.

    Raises `CannotStart` for an address that cannot be used, or to which the token would travel in clear.
    """
    now = address()
    if settings.api_url:
        api = _checked("DISCORD_API_URL", settings.api_url, "https", "http", "http://10.0.0.7:8080")
        now = replace(now, api=f"{api.removesuffix(VERSION)}{VERSION}")
    if settings.gateway_url:
        gateway = _checked("DISCORD_GATEWAY_URL", settings.gateway_url, "wss", "ws", "wss://gateway.example.org")
        now = replace(now, gateway=gateway)
    if settings.api_url or settings.gateway_url:
        point_at(now)


def _checked(name: str, text: str, safe: str, clear: str, example: str) -> str:
    """Return an address without a slash at its end. `safe` and `clear` are the schemes with and without TLS."""
    wrong = CannotStart(BAD_URL.format(name=name, example=example))
    try:
        url = yarl.URL(text)
        host, port = url.host, url.port or 0
    except ValueError:
        raise wrong from None
    if url.scheme not in (safe, clear) or not host or url.user or url.password or url.query_string:
        raise wrong
    if url.scheme == clear and not _is_private(name, host, port):
        raise CannotStart(IN_CLEAR.format(name=name, safe=safe))
    return str(url).rstrip("/")


def _is_private(name: str, host: str, port: int) -> bool:
    """Return whether every address of a host is a loopback or private address."""
    try:
        found = {str(each[4][0]).partition("%")[0] for each in socket.getaddrinfo(host, port)}
    except (OSError, UnicodeError):
        raise CannotStart(NO_SUCH_HOST.format(name=name)) from None
    return all(ipaddress.ip_address(each).is_private for each in found)


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
