"""Discord: whether it takes the token, what the bot may do on its servers, its emojis, and whose clock is right."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.doctor.findings import Finding, Weight
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.pictures import compare
from bot.settings import NOT_KNOWN

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What an invite asks for."""
INVITE = (
    "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={all}"
)

MOST_SKEW, LITTLE_SKEW = 30.0, 3.0
"""Seconds that our clock may be off: with more than the first, times that players see are plainly wrong."""
PAGE = 200
"""Servers a request."""
NAMED = 5
"""So many servers are named, by number."""


class Clocks:
    """What Discord's answers say of the time, against our clock."""

    def __init__(self) -> None:
        self.skew: float | None = None

    def tracing(self) -> aiohttp.TraceConfig:
        """What reads the time off every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(self, _: Any, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        if (date := done.response.headers.get("Date")) is not None:
            self.skew = skew(date, datetime.now(UTC))


def skew(date: str, now: datetime) -> float:
    """By how many seconds our clock is ahead of an answer's; that tells whole seconds, of which half have passed."""
    return (now - parsedate_to_datetime(date)).total_seconds() - 0.5


async def of_discord(token: str) -> list[Finding]:
    """Ask Discord, as far as it answers. Changes nothing there."""
    clocks = Clocks()
    async with discord.Client(intents=discord.Intents.none(), http_trace=clocks.tracing()) as client:
        try:
            await client.login(token)
            user = client.user
            assert user is not None
            found = [Finding(Weight.OK, "discord", f"takes the token, as that of {user.name}")]
            found += [await _permissions(client), await _emojis(client)]
        except discord.LoginFailure:
            found = [Finding(Weight.DO, "discord", NOT_KNOWN)]
        except TROUBLE as error:
            said = f"cannot be asked now ({in_short(error)}): see whether this machine reaches https://discord.com"
            found = [Finding(Weight.DO, "discord", said)]
    return found + ([of_clock(clocks.skew)] if clocks.skew is not None else [])


async def _permissions(client: discord.Client) -> Finding:
    """What the bot may not do on a server as a whole; channels may say otherwise, and /play tells of them."""
    lacking: dict[str, list[str]] = {}
    many, after = 0, 0
    while page := list(await client.http.get_guilds(PAGE, after=after or None)):
        many += len(page)
        for guild in page:
            have = discord.Permissions(int(str(guild.get("permissions", 0))))
            if not have.administrator and (missing := NEEDED.value & ~have.value):
                lacking[str(guild["id"])] = [name for name, is_set in discord.Permissions(missing) if is_set]
        after = int(page[-1]["id"])
        if len(page) < PAGE:
            break
    if not many:
        return Finding(Weight.NOTE, "servers", f"the bot is on none yet; invite it: {_invite(client)}")
    if not lacking:
        return Finding(Weight.OK, "servers", f"on all {many} the bot may do what it needs")
    named = ", ".join(list(lacking)[:NAMED]) + (", ..." if len(lacking) > NAMED else "")
    lacks = ", ".join(sorted({name.replace("_", " ") for names in lacking.values() for name in names}))
    said = f"on {len(lacking)} of {many} the bot lacks {lacks} ({named}): give its role these, or invite it anew: "
    return Finding(Weight.DO, "servers", said + _invite(client))


def _invite(client: discord.Client) -> str:
    return INVITE.format(application=client.application_id, all=NEEDED.value)


async def _emojis(client: discord.Client) -> Finding:
    compared = await compare(client)
    if not compared.new and not compared.gone:
        return Finding(Weight.OK, "emojis", "all pictures of dice are there")
    said = f"{len(compared.new)} pictures are missing and {len(compared.gone)} are out of date: python -m bot emojis"
    return Finding(Weight.DO, "emojis", f"{said} brings them, and the bot is started anew")


def of_clock(skew: float) -> Finding:
    """What our clock is worth, given by how many seconds it is ahead."""
    if abs(skew) <= LITTLE_SKEW:
        return Finding(Weight.OK, "clock", f"this machine's is right within {LITTLE_SKEW:.0f} s")
    way = "ahead of" if skew > 0 else "behind"
    said = f"this machine's is {abs(skew):.0f} s {way} Discord's: let it keep time by NTP (timedatectl set-ntp true)"
    return Finding(Weight.DO if abs(skew) > MOST_SKEW else Weight.NOTE, "clock", said)
