"""Test the real command `python -m bot doctor` against a local Discord and real databases."""

import asyncio
import base64
import os
import re
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from discord.http import Route

from bot.operating.doctor import Weight, of_clock, of_database, of_token, of_writes, skew
from bot.operating.inviting import NEEDED
from bot.sandbox.faults import Fault, Plan
from bot.sandbox.supervisor import free_port
from bot.storage import migrate
from bot.storage.migrate import upgrade
from tests import commands
from tests.databases import postgresql_server, postgresql_url, sqlite_url
from tests.processes import local_discord, started

pytestmark = pytest.mark.real_clock

__all__ = ["postgresql_server", "postgresql_url", "sqlite_url"]

ROOT = Path(__file__).parents[2]
WORD = base64.urlsafe_b64encode(b"1400000000000000123").decode().rstrip("=")
TOKEN = f"{WORD}.GaBcDe.{'s3cr3t-' * 5}"
PASSWORD = "hunter2"


def readable_for(url: str, mode: int) -> None:
    Path(url.removeprefix("sqlite:///")).chmod(mode)


async def asked(port: int, command: str = "doctor", **settings: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Run the command against the Discord on `port`.

    Return its exit code, and for each check its weight and its sentence.
    """
    with mock.patch.object(Route, "BASE", f"http://127.0.0.1:{port}/api/v10"):
        given = {"DISCORD_TOKEN": TOKEN, **settings}
        out, err, code = await asyncio.to_thread(commands.run, "bot", command, settings=given)
    return code, found_in(out, err, command)


async def asked_in_a_process(port: int, **settings: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Run the doctor in its own process, as an operator does. Return the same as `asked`."""
    given: dict[str, Any] = {"DISCORD_TOKEN": TOKEN, **settings}
    async with started(port, "doctor", **given) as process:
        out, err = (told.decode() for told in await process.process.communicate())
        code = process.process.returncode
    assert code is not None
    return code, found_in(out, err)


def found_in(out: str, err: str, command: str = "doctor") -> dict[str, tuple[str, str]]:
    assert err == ""
    assert not [secret for secret in ("s3cr3t", PASSWORD, "Traceback") if secret in out]
    lines = [re.fullmatch(r"(ok|note|DO) +(\w+) +(.+)", line) for line in out.splitlines() if command == "doctor"]
    found = {line[2]: (line[1], line[3]) for line in lines if line is not None}
    assert len(found) == len(lines), out
    return found


async def test_a_healthy_setup_passes_all_checks(tmp_path: Path, sqlite_url: str) -> None:
    readable_for(sqlite_url, 0o600)
    async with local_discord(tmp_path, token=TOKEN) as discord:
        await asked(discord.port, "emojis")
        requests = discord.faults.seen.copy()
        code, found = await asked_in_a_process(discord.port, DATABASE_URL=sqlite_url)
        new = discord.faults.seen - requests
    assert (code, {weight for weight, _ in found.values()}) == (0, {"ok"}), found
    wanted = ["settings", "token", "database", "revision", "disk", "writes", "discord", "servers", "emojis", "clock"]
    assert list(found) == wanted
    assert found["token"][1] == "has the right form, and is of application 1400000000000000123"
    assert re.search(r"so this disk allows [\d,]+ presses a second", found["writes"][1])
    assert found["servers"][1] == "on all 1 the bot may do what it needs"
    assert {request.partition(" ")[0] for request in new} == {"GET"}, "it changes nothing"


async def test_missing_emojis_and_permissions_are_reported(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path, token=TOKEN) as discord:
        backend = discord.world.discord._b
        (guild,) = backend.guilds.values()
        may_not = {"attach_files", "create_public_threads"}
        for role in guild.roles.values():
            role.permissions = NEEDED.value & ~sum(getattr(type(NEEDED), name).flag for name in may_not)
        code, found = await asked(discord.port, DATABASE_URL=sqlite_url)
    assert code == 1
    weight, said = found["servers"]
    assert weight == "DO"
    assert f"on 1 of 1 the bot lacks attach files, create public threads ({guild.id})" in said
    assert f"permissions={NEEDED.value}" in said
    weight, said = found["emojis"]
    assert (weight, said.partition(" ")[0]) == ("DO", "79")
    assert "python -m bot emojis" in said


def test_a_token_of_another_server_may_have_any_form() -> None:
    """The token that `sandbox --alone` prints is one word, and is no client secret."""
    assert [each.weight for each in of_token("one-word", is_elsewhere=True)] == [Weight.OK]
    assert [each.weight for each in of_token("one-word")] == [Weight.NOTE]


async def test_a_token_that_discord_refuses_is_reported(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path, token="another.one") as discord:
        code, found = await asked(discord.port, DATABASE_URL=sqlite_url)
    assert (code, found["token"][0], found["discord"][0]) == (1, "ok", "DO")
    assert "copy it again from the developer portal" in found["discord"][1]
    assert "servers" not in found
    assert found["clock"][0] == "ok", "even a refusal has the time in it"


async def test_without_a_token_all_other_checks_are_made(sqlite_url: str) -> None:
    code, found = await asked(free_port(0), DISCORD_TOKEN="", DATABASE_URL=sqlite_url)
    assert (code, found["token"][0], found["revision"][0]) == (1, "DO", "ok")
    assert "discord" not in found


async def test_the_doctor_reports_a_discord_that_is_unreachable_or_answers_503(tmp_path: Path, sqlite_url: str) -> None:
    code, found = await asked(free_port(0), DATABASE_URL=sqlite_url)
    assert (code, found["discord"][0]) == (1, "DO")
    assert "does not answer (ClientConnectorError 0)" in found["discord"][1]
    async with local_discord(tmp_path, token=TOKEN) as discord:
        discord.faults.use(Plan([Fault("503", "/users/@me/guilds")]))
        code, found = await asked(discord.port, DATABASE_URL=sqlite_url)
        assert (code, found["discord"][1].partition(":")[0]) == (1, "does not answer (503 0)")


async def test_an_unreachable_postgresql_is_reported(tmp_path: Path, postgresql_url: str) -> None:
    async with local_discord(tmp_path, token=TOKEN) as discord:
        _, found = await asked(discord.port, DATABASE_URL=postgresql_url)
        assert (found["database"][0], found["revision"][0]) == ("ok", "ok")
        assert "disk" not in found
        away = f"postgresql://bot:{PASSWORD}@127.0.0.1:{free_port(0)}/games"
        code, found = await asked(discord.port, DATABASE_URL=away)
        assert (code, found["database"][0]) == (1, "DO")
        assert "PostgreSQL cannot be reached" in found["database"][1]


# Without Discord ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "weight"),
    [
        (TOKEN, Weight.OK),
        ("", Weight.DO),
        ("s3cr3t-of-a-client", Weight.NOTE),
        (f"Bot{TOKEN}", Weight.NOTE),
        (f"{base64.urlsafe_b64encode(b'no number at all').decode()}.GaBcDe.{'s' * 30}", Weight.NOTE),
    ],
)
def test_a_token_of_the_wrong_form_is_reported(token: str, weight: Weight) -> None:
    (found,) = of_token(token)
    assert found.weight is weight
    assert not token or token not in found.said


def revision_of(url: str) -> tuple[Weight, str]:
    return next((each.weight, each.said) for each in of_database(url) if each.what == "revision")


def test_a_database_of_an_older_or_newer_version_is_reported(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    before = migrate.known_revisions()[1]
    upgrade(url, before)
    weight, said = revision_of(url)
    assert (weight, said.partition(";")[0]) == (Weight.NOTE, before)
    assert f"brings it to {migrate.newest()}" in said
    assert revision_of(url)[1] == said, "to look changes nothing"
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    weight, said = revision_of(url)
    assert weight is Weight.DO
    assert "is of a newer version of the bot (revision 9999)" in said


def test_a_missing_database_file_is_reported_and_not_created(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.sqlite"
    found = {each.what: each.weight for each in of_database(f"sqlite:///{file}")}
    assert found["database"] is Weight.NOTE
    assert not file.parent.exists()
    (tmp_path / "text").write_text("no folder")
    nowhere = of_database(f"sqlite:///{tmp_path / 'text' / 'games.sqlite'}")
    assert next(each.weight for each in nowhere if each.what == "database") is Weight.DO


def test_a_database_file_that_other_users_may_read_is_reported(sqlite_url: str) -> None:
    readable_for(sqlite_url, 0o644)
    (found,) = (each for each in of_database(sqlite_url) if each.what == "database")
    assert (found.weight, "can be read by others" in found.said) == (Weight.NOTE, True)


@pytest.mark.parametrize(("free", "weight"), [(100, Weight.DO), (1_000, Weight.NOTE), (50_000, Weight.OK)])
def test_little_free_disk_space_is_reported(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, free: int, weight: Weight
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free * 2**20))
    (found,) = (each for each in of_database(sqlite_url) if each.what == "disk")
    assert found.weight is weight


@pytest.mark.parametrize(
    ("second", "weight", "said"),
    [(0, Weight.OK, "right"), (7, Weight.NOTE, "ahead of"), (-7, Weight.NOTE, "behind"), (-90, Weight.DO, "behind")],
)
def test_a_wrong_system_clock_is_reported(second: int, weight: Weight, said: str) -> None:
    now = datetime.fromtimestamp(datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp() + second, UTC)
    found = of_clock(skew("Wed, 01 Jul 2026 12:00:00 GMT", now))
    assert (found.weight, said in found.said) == (weight, True)


def test_the_invitation_in_the_readme_asks_for_the_needed_permissions() -> None:
    readme = (ROOT / "README.md").read_text()
    assert f"permission number\n   {NEEDED.value}" in readme
    assert f"&permissions={NEEDED.value}`" in readme


@pytest.mark.parametrize(("seconds", "weight", "presses"), [(0.0036, Weight.OK, 139), (0.05, Weight.NOTE, 10)])
def test_the_speed_of_the_disk_is_given_as_presses_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, weight: Weight, presses: int
) -> None:
    """In the test, each write takes `seconds` to reach the disk. The measurement leaves no file behind."""
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    monkeypatch.setattr(os, "fsync", lambda _: now.__setitem__(0, now[0] + seconds))
    (found,) = of_writes(tmp_path / "new" / "games.sqlite")
    assert found.weight is weight
    assert f"{seconds * 1000:.2g} ms until it is on the disk" in found.said
    assert f"allows {presses} presses a second" in found.said
    assert not list(tmp_path.iterdir())


def test_the_speed_of_a_read_only_disk_is_not_measured() -> None:
    assert of_writes(Path("/proc/games.sqlite")) == []
