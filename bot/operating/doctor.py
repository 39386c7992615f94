"""The command `python -m bot doctor`: check everything that a start needs, and say how to solve each problem.

It checks the form of the token, and the database's connection, revision and free space. It also asks Discord to check
the token, the bot's permissions on its servers, its emojis, and the clock.
"""

import asyncio
import os
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

from bot.operating.inviting import NEEDED, address, application_of
from bot.outbox.connection import point_where_set
from bot.outbox.emoji_uploads import compare
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.internals import described_servers
from bot.settings import COMMAND, NOT_KNOWN, CannotStart, Settings
from bot.storage import database, migrate, moving, read_only
from bot.wall_clock import utc_now


class Weight(StrEnum):
    """The seriousness of a finding."""

    OK = "ok"
    NOTE = "note"  # needs no action now
    DO = "DO"  # the sentence says what to do


class Finding(msgspec.Struct, frozen=True):
    """The result of one check: its name and a sentence. It never contains a secret."""

    weight: Weight
    what: str
    said: str


UNSET = "DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications and copy its token."

NO_FORM = "does not look like a bot's token, which is three words separated by dots: is it the client secret?"


def of_token(token: str, is_elsewhere: bool = False) -> list[Finding]:
    """Return the findings about the form of a token, without asking Discord.

    Another server than Discord's own (`is_elsewhere`) may have tokens of any form.
    """
    if not token:
        return [Finding(Weight.DO, "token", UNSET)]
    number = application_of(token)
    if number is None and is_elsewhere:
        return [Finding(Weight.OK, "token", "is set; the server in DISCORD_API_URL gives tokens their form")]
    if number is None:
        return [Finding(Weight.NOTE, "token", NO_FORM)]
    return [Finding(Weight.OK, "token", f"has the right form, and is of application {number}")]


LEAST_FREE, LITTLE_FREE = 500 * 2**20, 2 * 2**30
"""Free bytes on the disk: fewer than the first number are a problem, and fewer than the second are a note."""


def of_database(database_url: str) -> list[Finding]:
    """Return the findings about the database, without changing it. Raises `CannotStart` if it cannot be reached."""
    url = database.read_url(database_url)
    if url.get_backend_name() != "sqlite":
        said = "PostgreSQL answers; its disk cannot be checked from here"
        return [Finding(Weight.OK, "database", said), _revision(database_url)]
    file = database.file_of(url)
    if not file.exists():
        return [_no_file_yet(file), _disk(file), *of_writes(file)]
    return [_file(file), _revision(database_url), _disk(file), *of_writes(file)]


def of_pooler(settings: Settings) -> list[Finding]:
    """Return the finding about a pooler in front of PostgreSQL, or [] if there is none.

    Raises `CannotStart` if the database cannot be reached.
    """
    url = database.read_url(settings.database_url)
    if url.get_backend_name() == "sqlite" or not read_only.look(url, moving.is_behind_a_pooler):
        return []
    if not settings.connections.is_pooled:
        return [Finding(Weight.DO, "pooler", database.BEHIND_A_POOLER)]
    said = "DATABASE_URL is the address of one, and the bot takes that into account"
    return [Finding(Weight.OK, "pooler", said)]


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
        said = f"the first start would create {file}, but cannot write to {folder}: allow it to"
        return Finding(Weight.DO, "database", said)
    return Finding(Weight.NOTE, "database", f"{file} does not exist yet: the first start creates it")


def _file(file: Path) -> Finding:
    if not os.access(file, os.R_OK | os.W_OK) or not os.access(file.parent, os.W_OK | os.X_OK):
        said = f"{file} or its folder cannot be written: allow this user to"
        return Finding(Weight.DO, "database", said)
    if file.stat().st_mode & 0o077:
        return Finding(Weight.NOTE, "database", f"{file} can be read by others; the next start prevents that")
    return Finding(Weight.OK, "database", f"only its owner can read and write {file}")


def _disk(file: Path) -> Finding:
    free = shutil.disk_usage(_nearest(file)).free
    said = f"{free / 2**30:.1f} GB are free on the disk of {file}"
    if free < LEAST_FREE:
        return Finding(Weight.DO, "disk", f"{said}: make room, since nothing can be saved on a full disk")
    return Finding(Weight.NOTE if free < LITTLE_FREE else Weight.OK, "disk", said)


COMMITS = 2
"""The number of times that a bid waits for the disk: when it is saved, and when it is marked as shown."""

SYNCS, LONGEST_LOOK = 50, 2.0
"""The number of test writes, and the seconds after which no further write begins."""

A_WRITE, ALL_WRITES = 4096, 2**20
"""The sizes in bytes of a page of SQLite, and of SQLite's log. The log is overwritten again and again."""

FEW_PRESSES = 20
"""A disk that allows fewer presses per second than this gets a note."""


def of_writes(file: Path) -> list[Finding]:
    """Return a finding about the speed of the disk, which is the time of a write to a file beside a SQLite file.

    The written file is temporary. Return [] if it cannot be written.
    """
    try:
        took = _synced(_nearest(file))
    except OSError:
        return []  # a file that cannot be written, or a full disk, is already a finding
    presses = 1 / (took * COMMITS)
    said = (
        f"one takes {took * 1000:.2g} ms until it is on the disk; a bid makes {COMMITS}, so this disk allows "
        f"{presses:,.0f} presses a second one after another, and more if several come at once"
    )
    few = presses < FEW_PRESSES
    return [Finding(Weight.NOTE if few else Weight.OK, "writes", said + (": take a faster disk" if few else ""))]


def _synced(folder: Path) -> float:
    """Return the median time of a write to the disk in seconds."""
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
    """Return the nearest existing folder above a file."""
    return next(folder for folder in file.absolute().parents if folder.exists())


MOST_SKEW, LITTLE_SKEW = 30.0, 3.0
"""Seconds by which this machine's clock may be wrong. Beyond the first number, players see plainly wrong times."""

PAGE = 200
"""The number of servers that one request asks for."""

NAMED = 5
"""The most servers whose ids a finding lists."""


class Clocks:
    """Compares the time in Discord's answers with this machine's clock."""

    def __init__(self) -> None:
        self.skew: float | None = None

    def tracing(self) -> aiohttp.TraceConfig:
        """Return a trace for aiohttp that reads the time in every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(self, _: Any, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        if (date := done.response.headers.get("Date")) is not None:
            self.skew = skew(date, utc_now())


def skew(date: str, now: datetime) -> float:
    """Return the seconds by which this machine's clock is ahead of `date`.

    `date` has whole seconds. On average half a second has passed since then, so half a second is subtracted.
    """
    return (now - parsedate_to_datetime(date)).total_seconds() - 0.5


async def of_discord(token: str) -> list[Finding]:
    """Ask Discord and return the findings. Nothing is changed at Discord."""
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
            said = f"does not answer ({in_short(error)}): check whether this machine reaches https://discord.com"
            found = [Finding(Weight.DO, "discord", said)]
    return found + ([of_clock(clocks.skew)] if clocks.skew is not None else [])


async def _permissions(client: discord.Client) -> Finding:
    """Return the finding about permissions that the bot lacks on its servers.

    Permissions in channels may differ, and are not checked.
    """
    lacking: dict[str, list[str]] = {}
    many, after = 0, 0
    while page := await described_servers(client, PAGE, after or None):
        many += len(page)
        for guild in page:
            have = discord.Permissions(int(str(guild.get("permissions", 0))))
            if not have.administrator and (missing := NEEDED.value & ~have.value):
                lacking[str(guild["id"])] = [name for name, is_set in discord.Permissions(missing) if is_set]
        after = int(page[-1]["id"])
        if len(page) < PAGE:
            break
    invitation = address(client.application_id or 0)
    if not many:
        return Finding(Weight.NOTE, "servers", f"the bot is not on any yet; invite it: {invitation}")
    if not lacking:
        return Finding(Weight.OK, "servers", f"on all {many} the bot may do what it needs")
    named = ", ".join(list(lacking)[:NAMED]) + (", ..." if len(lacking) > NAMED else "")
    lacks = ", ".join(sorted({name.replace("_", " ") for names in lacking.values() for name in names}))
    said = f"on {len(lacking)} of {many} the bot lacks {lacks} ({named}): give its role these, or invite it again: "
    return Finding(Weight.DO, "servers", said + invitation)


async def _emojis(client: discord.Client) -> Finding:
    compared = await compare(client)
    outdated = len(compared.gone) + len(compared.renamed)
    if not compared.new and not outdated:
        return Finding(Weight.OK, "emojis", "all pictures of dice are there")
    said = f"{len(compared.new)} pictures are missing and {outdated} are out of date: {COMMAND} emojis"
    return Finding(Weight.DO, "emojis", f"{said} uploads them; then restart the bot")


def of_clock(skew: float) -> Finding:
    """Return the finding about this machine's clock, which is `skew` seconds ahead of Discord's."""
    if abs(skew) <= LITTLE_SKEW:
        return Finding(Weight.OK, "clock", f"this machine's is right to within {LITTLE_SKEW:.0f} s")
    way = "ahead of" if skew > 0 else "behind"
    said = f"this machine's is {abs(skew):.0f} s {way} Discord's: synchronize it by NTP (timedatectl set-ntp true)"
    return Finding(Weight.DO if abs(skew) > MOST_SKEW else Weight.NOTE, "clock", said)


def of_settings(read: Path | None) -> Finding:
    """Return the finding that names the file from which settings were read, besides the environment."""
    if read is None:
        return Finding(Weight.OK, "settings", "come from the environment alone: no file of settings was read")
    said = f"come from the environment and from {read.absolute()}; where both have one, the environment's counts"
    return Finding(Weight.OK, "settings", said)


def main(read: Path | None) -> int:
    """Print a line for each finding. Return the exit code, which is 1 if the operator has to act, otherwise 0.

    `read` is the file from which settings were read, if any. Raises `CannotStart` for invalid settings.
    """
    settings = Settings.from_environment()
    found = [of_settings(read), *of_token(settings.token, bool(settings.api_url)), *_of_database(settings)]
    if settings.token:
        point_where_set(settings)
        found += asyncio.run(of_discord(settings.token))
    for finding in found:
        print(f"{finding.weight:<4}  {finding.what:<12}{finding.said}")  # noqa: T201 - the command prints findings
    return 1 if any(finding.weight is Weight.DO for finding in found) else 0


def _of_database(settings: Settings) -> list[Finding]:
    try:
        return [*of_database(settings.database_url), *of_pooler(settings)]
    except CannotStart as why:
        return [Finding(Weight.DO, "database", str(why))]
