"""`python -m bot doctor`: everything that a start needs, looked at one by one, each with what is to be done.

The form of the token; the database: whether it can be reached, its revision, and room for more; and Discord: whether it
takes the token, what the bot may do on its servers, its emojis, and whose clock is right.
"""

import asyncio
import base64
import binascii
import os
import re
import shutil
import tempfile
import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec

from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.pictures import compare
from bot.settings import COMMAND, NOT_KNOWN, CannotStart, Settings
from bot.storage import database, migrate, read_only
from bot.wall_clock import utc_now


class Weight(StrEnum):
    """How much a finding weighs."""

    OK = "ok"
    NOTE = "note"  # nothing has to be done now
    DO = "DO"  # the sentence says what


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, by name, and a sentence about it. Never has a secret in it."""

    weight: Weight
    what: str
    said: str


FORM = re.compile(r"([\w-]{18,40})\.[\w-]{6,}\.[\w-]{27,}")

UNSET = "DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications and copy its token."

NO_FORM = "does not look like a bot's token, which is three words with dots between: is it the client secret?"


def of_token(token: str) -> list[Finding]:
    """Return the findings about a token that need no question to Discord."""
    if not token:
        return [Finding(Weight.DO, "token", UNSET)]
    number = _application(token)
    if number is None:
        return [Finding(Weight.NOTE, "token", NO_FORM)]
    return [Finding(Weight.OK, "token", f"has the form of one, of application {number}")]


def _application(token: str) -> str | None:
    """Return the number that the first word of a token stands for."""
    if (found := FORM.fullmatch(token)) is None:
        return None
    try:
        number = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return number if number.isascii() and number.isdigit() else None


LEAST_FREE, LITTLE_FREE = 500 * 2**20, 2 * 2**30
"""Bytes on the disk: less than the first calls for action, less than the second for a note."""


def of_database(database_url: str) -> list[Finding]:
    """Return the findings about the database; nothing is changed. Raises `CannotStart` where it cannot be reached."""
    url = database.read_url(database_url)
    if url.get_backend_name() != "sqlite":
        said = "PostgreSQL answers; its disk is not seen from here"
        return [Finding(Weight.OK, "database", said), _revision(database_url)]
    file = database.file_of(url)
    if not file.exists():
        return [_no_file_yet(file), _disk(file), *of_writes(file)]
    return [_file(file), _revision(database_url), _disk(file), *of_writes(file)]


def _revision(database_url: str) -> Finding:
    found = read_only.look(database_url, migrate.revision_of)
    if found == migrate.newest():
        return Finding(Weight.OK, "revision", f"{found}, which is this version's")
    if why := read_only.look(database_url, migrate.speaks_against):
        return Finding(Weight.DO, "revision", why)
    if found is None:
        return Finding(Weight.NOTE, "revision", "none yet: the first start makes all tables")
    if found in migrate.known_revisions():
        said = f"{found}; the next start brings it to {migrate.newest()}. Take a backup before: {COMMAND} backup FILE"
        return Finding(Weight.NOTE, "revision", said)
    return Finding(Weight.NOTE, "revision", f"{found} is of a newer version of the bot, beside which this one can work")


def _no_file_yet(file: Path) -> Finding:
    folder = _nearest(file)
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        said = f"{file} is to be made by the first start, which may not write to {folder}: give it the right to"
        return Finding(Weight.DO, "database", said)
    return Finding(Weight.NOTE, "database", f"{file} is not there yet: the first start makes it")


def _file(file: Path) -> Finding:
    if not os.access(file, os.R_OK | os.W_OK) or not os.access(file.parent, os.W_OK | os.X_OK):
        said = f"{file}, or its folder, may not be written to: give this user the right to"
        return Finding(Weight.DO, "database", said)
    if file.stat().st_mode & 0o077:
        return Finding(Weight.NOTE, "database", f"{file} can be read by others; the next start shuts it")
    return Finding(Weight.OK, "database", f"{file} can be read and written, by its owner alone")


def _disk(file: Path) -> Finding:
    free = shutil.disk_usage(_nearest(file)).free
    said = f"{free / 2**30:.1f} GB are free where {file} lies"
    if free < LEAST_FREE:
        return Finding(Weight.DO, "disk", f"{said}: make room, for on a full disk nothing can be saved")
    return Finding(Weight.NOTE if free < LITTLE_FREE else Weight.OK, "disk", said)


COMMITS = 2
"""How often a bid waits for the disk: when it is saved, and when it is noted down as shown."""

SYNCS, LONGEST_LOOK = 50, 2.0
"""So many writes are tried, or as many as fit into so many seconds."""

A_WRITE, ALL_WRITES = 4096, 2**20
"""Bytes: a page of SQLite's, and what its log has room for, which is written over and over."""

FEW_PRESSES = 20
"""Presses a second: a disk that allows fewer is worth a note."""


def of_writes(file: Path) -> list[Finding]:
    """Return how long a write into the folder of a SQLite file takes until it is on the disk; nothing stays there."""
    try:
        took = _synced(_nearest(file))
    except OSError:
        return []  # what may not be written, or is full, is a finding already
    presses = 1 / (took * COMMITS)
    said = (
        f"one takes {took * 1000:.2g} ms until it is on the disk; a bid makes {COMMITS}, so this disk allows "
        f"{presses:,.0f} presses a second one after another, and more where several come at once"
    )
    few = presses < FEW_PRESSES
    return [Finding(Weight.NOTE if few else Weight.OK, "writes", said + (": take a faster disk" if few else ""))]


def _synced(folder: Path) -> float:
    """Return the seconds that half of the writes took at most."""
    took: list[float] = []
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(ALL_WRITES))
        os.fsync(file.fileno())
        file.seek(0)
        while len(took) < SYNCS and sum(took) < LONGEST_LOOK:
            began = time.perf_counter()
            file.write(bytes(A_WRITE))
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return median(took)


def _nearest(file: Path) -> Path:
    """Return the folder of a file, or the nearest above it that is there."""
    return next(folder for folder in file.absolute().parents if folder.exists())


NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that an invitation asks for."""

INVITE = (
    "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={all}"
)

MOST_SKEW, LITTLE_SKEW = 30.0, 3.0
"""Seconds that our clock may be off: with more than the first, times that players see are plainly wrong."""

PAGE = 200
"""The servers of one request."""

NAMED = 5
"""The most servers that are named, by number."""


class Clocks:
    """What Discord's answers say of the time, against our clock."""

    def __init__(self) -> None:
        self.skew: float | None = None

    def tracing(self) -> aiohttp.TraceConfig:
        """Return the trace that reads the time from every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(self, _: Any, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        if (date := done.response.headers.get("Date")) is not None:
            self.skew = skew(date, utc_now())


def skew(date: str, now: datetime) -> float:
    """Return by how many seconds our clock is ahead of an answer's, which has whole seconds; half of one is added."""
    return (now - parsedate_to_datetime(date)).total_seconds() - 0.5


async def of_discord(token: str) -> list[Finding]:
    """Return the findings that Discord's answers give, as far as it answers. Nothing is changed there."""
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
    """Return what the bot may not do on whole servers; channels may differ, of which /play tells."""
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
    said = f"{len(compared.new)} pictures are missing and {len(compared.gone)} are out of date: {COMMAND} emojis"
    return Finding(Weight.DO, "emojis", f"{said} brings them, and the bot is started anew")


def of_clock(skew: float) -> Finding:
    """Return the finding about our clock, which is ahead of Discord's by `skew` seconds."""
    if abs(skew) <= LITTLE_SKEW:
        return Finding(Weight.OK, "clock", f"this machine's is right within {LITTLE_SKEW:.0f} s")
    way = "ahead of" if skew > 0 else "behind"
    said = f"this machine's is {abs(skew):.0f} s {way} Discord's: let it keep time by NTP (timedatectl set-ntp true)"
    return Finding(Weight.DO if abs(skew) > MOST_SKEW else Weight.NOTE, "clock", said)


def main(_: list[str]) -> int:
    """Print a line for each finding, and return the exit code: 0 where nothing is to be done, else 1.

    Raises `CannotStart` for settings that cannot be right.
    """
    settings = Settings.from_environment()
    found = [*of_token(settings.token), *_of_database(settings)]
    if settings.token:
        found += asyncio.run(of_discord(settings.token))
    for finding in found:
        print(f"{finding.weight:<4}  {finding.what:<12}{finding.said}")  # noqa: T201 - what the command is for
    return 1 if any(finding.weight is Weight.DO for finding in found) else 0


def _of_database(settings: Settings) -> list[Finding]:
    try:
        return of_database(settings.database_url)
    except CannotStart as why:
        return [Finding(Weight.DO, "database", str(why))]
