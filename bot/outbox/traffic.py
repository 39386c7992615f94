"""Every request to Discord is counted, by family of routes: paths without the ids and tokens that are in them."""

import re
from types import SimpleNamespace

import aiohttp
from yarl import URL

from bot.measures import ANSWERS, DISCORD_REQUESTS

VERSION = re.compile(r"^/api/v\d+")
SECRET = re.compile(r"^/(interactions|webhooks)/\d+/[^/]+")
NUMBER = re.compile(r"(?<=/)\d+(?=/|$)")
FAMILY = re.compile(r"(/(@?[a-z-]+|\*))+")
ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback")


def family(url: URL) -> str:
    """The family of a route: `/channels/*/messages/*`; "gateway" for the gateway, "other" for what is none of ours."""
    if url.scheme in ("ws", "wss"):
        return "gateway"
    path = VERSION.sub("", url.path)
    found = NUMBER.sub("*", SECRET.sub(r"/\1/*/*", path))
    return found if FAMILY.fullmatch(found) else "other"


def counting() -> aiohttp.TraceConfig:
    """What discord.py's session is to be traced by."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_failed)
    return trace


async def _ended(_: aiohttp.ClientSession, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
    DISCORD_REQUESTS.labels(f"{done.method} {family(done.url)}", done.response.status).inc()
    if (answer := ANSWER.search(done.url.path)) is not None and done.response.status < 300:
        ANSWERS.answered(int(answer[1]))


async def _failed(_: aiohttp.ClientSession, __: SimpleNamespace, done: aiohttp.TraceRequestExceptionParams) -> None:
    DISCORD_REQUESTS.labels(f"{done.method} {family(done.url)}", "failed").inc()
