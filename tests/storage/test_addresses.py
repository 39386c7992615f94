"""Test PostgreSQL's addresses with one host or several hosts, as the bot, its commands and pg_dump read them."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.sandbox.supervisor import free_port
from bot.settings import CannotStart, Settings
from bot.storage.database import read_url
from bot.storage.hosts import Connect, for_programs, hosts_of
from tests import commands
from tests.databases import PROGRAMS, passed_on, postgresql_url

__all__ = ["postgresql_url"]

Hosts = list[tuple[str | None, int | None]]
TWO: Hosts = [("h1", 5432), ("h2", 5433)]
FORMS: dict[str, Hosts] = {
    "postgresql://u:p@h1:5432,h2:5433/db?target_session_attrs=primary": TWO,
    "postgres://u:p@h1:5432,h2:5433/db": TWO,
    "postgresql+asyncpg://u:p@h1:5432,h2:5433/db": TWO,
    "postgresql://h1:5432,h2:5433/db?user=u&password=p": TWO,
    "postgresql://u:p@/db?host=h1:5432,h2:5433": TWO,
    "postgresql://u:p@/db?host=h1,h2&port=5432,5433": TWO,
    "postgresql://u:p@/db?host=h1:5432&host=h2:5433": TWO,
    "postgresql://u:p@h1,h2:5433?dbname=db&port=5432": TWO,
    "postgresql://u:p@h1,h2/db": [("h1", None), ("h2", None)],
    "postgresql://u:p@h1,h2/db?port=6432": [("h1", 6432), ("h2", 6432)],
    "postgresql://u:p,%40@h1:1,h2/db": [("h1", 1), ("h2", None)],
    "postgresql://u:p@[::1]:5432,[::2]/db": [("::1", 5432), ("::2", None)],
    "postgresql://u:p@[::1]:5432/db": [("::1", 5432)],
    "postgresql://u:p@h1/db": [("h1", None)],
    "postgresql://u:p@h1/db?port=6432": [("h1", 6432)],
    "postgresql://u:p@h1:5432/db": [("h1", 5432)],
    "postgresql://u:p@%2Frun%2Fpg/db": [("/run/pg", None)],
    "postgresql://u:p@/db?host=/run/pg&port=5433": [("/run/pg", 5433)],
    "postgresql:///db": [(None, None)],
}


@pytest.mark.parametrize("form", FORMS)
def test_a_pooler_and_its_database_need_the_same_name_of_the_database_in_any_form(form: str) -> None:
    for pooler in ("postgresql://u:p@pooler:6432/db?sslmode=require", "postgresql://db@pooler"):
        settings = Settings.from_environment({"DATABASE_URL": pooler, "DATABASE_LISTEN_URL": form})
        assert settings.listen_url == form
    with pytest.raises(CannotStart, match="name different databases"):
        Settings.from_environment({"DATABASE_URL": "postgresql://db:db@db/practice", "DATABASE_LISTEN_URL": form})
    Settings.from_environment({"DATABASE_URL": "sqlite:///practice.sqlite", "DATABASE_LISTEN_URL": form})


@pytest.mark.parametrize("form", FORMS)
def test_every_usual_form_of_an_address_names_its_hosts_to_the_bot_and_to_pg_dump(form: str) -> None:
    url = read_url(form)
    assert hosts_of(url) == FORMS[form]
    assert read_url(url) == url, "a form that was read is read again"
    told = for_programs(url)
    names, ports = [host for host, _ in FORMS[form]], [port for _, port in FORMS[form]]
    assert told.get("PGHOST") == (",".join(str(name) for name in names) if names != [None] else None)
    wanted = ",".join(str(port or "") for port in ports)
    assert told.get("PGPORT") == (wanted if any(ports) else None)
    assert told["PGDATABASE"] == "db"
    attributes = "primary" if "primary" in form else "read-write" if len(names) > 1 else None
    assert told.get("PGTARGETSESSIONATTRS") == attributes


@pytest.mark.parametrize(
    "hosts",
    ["h1:5432,h2:port/db", "h1:1,h2:99999/db", "h1,,h2/db", "h1,h2,h3/db?port=1,2", "/db?host=h1:port"],
)
def test_hosts_that_cannot_be_read_are_refused_with_the_form(hosts: str) -> None:
    with pytest.raises(CannotStart, match=r"cannot be read: it looks like .* with several hosts") as refused:
        read_url(f"postgresql://u:hunter2@{hosts}")
    assert "hunter2" not in str(refused.value)


def test_parameters_for_postgresqls_own_programs_reach_these_programs() -> None:
    words = "connect_timeout=3&options=-c%20geqo%3Doff&application_name=my%20bot&keepalives=1"
    told = for_programs(read_url(f"postgresql://u@h/db?{words}"))
    assert told == {
        "PGHOST": "h",
        "PGUSER": "u",
        "PGDATABASE": "db",
        "PGCONNECT_TIMEOUT": "3",
        "PGOPTIONS": "-c geqo=off -c application_name=my\\ bot",
    }


@pytest.fixture
async def two_hosts(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Yield an address with two hosts, in the usual form. No server listens at the first host."""
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")
    url = make_url(postgresql_url)
    async with passed_on(0, f"{url.query['host']}/.s.PGSQL.{url.port or 5432}") as port:
        hosts = f"127.0.0.1:{free_port(0)},127.0.0.1:{port}"
        more = "target_session_attrs=primary&connect_timeout=10&options=-c%20geqo%3Doff"
        yield f"postgresql://{url.username}@{hosts}/{url.database}?{more}"


async def test_a_host_that_never_answers_is_tried_after_the_host_that_was_taken_last(postgresql_url: str) -> None:
    """The first host does not answer and does not refuse either, like a machine that was switched off."""
    tried = list[asyncio.StreamWriter]()
    url = make_url(postgresql_url)
    async with (
        await asyncio.start_server(lambda _reader, writer: tried.append(writer), "127.0.0.1", 0) as silent,
        passed_on(0, f"{url.query['host']}/.s.PGSQL.{url.port or 5432}") as port,
    ):
        hosts = f"127.0.0.1:{silent.sockets[0].getsockname()[1]},127.0.0.1:{port}"
        connect = Connect(read_url(f"postgresql://{url.username}@{hosts}/{url.database}?connect_timeout=1"))
        for _ in range(3):
            connection = await connect()
            assert await connection.fetchval("SELECT 1") == 1
            await connection.close()
        assert len(tried) == 1
        for writer in tried:
            writer.close()


@pytest.mark.parametrize("command", ["migrate", "tables", "doctor", "rebuild", "backup"])
async def test_a_command_connects_to_the_second_host_if_the_first_is_away(
    two_hosts: str, tmp_path: Path, command: str
) -> None:
    words = (command, str(tmp_path / "backup")) if command == "backup" else (command,)
    if command != "migrate":
        settings = {"DATABASE_URL": two_hosts, "DISCORD_TOKEN": ""}
        await asyncio.to_thread(commands.run, "bot", "migrate", settings=settings)
    done = await asyncio.to_thread(
        commands.run, "bot", *words, settings={"DATABASE_URL": two_hosts, "DISCORD_TOKEN": ""}
    )
    assert done.stderr == ""
    wanted = {"migrate": "is up to date", "tables": "No table is open", "rebuild": "Counted again", "backup": "has the"}
    assert wanted.get(command, "PostgreSQL answers") in done.stdout
