"""Run the commands that the pages for operators print, and the task that installs and removes a release.

Each command runs, or a comment of its page says why not.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import asyncpg
import pytest
from discord.http import Route
from sqlalchemy import make_url

from bot.operating.command_line import EACH
from bot.settings import VERSION
from tests import commands
from tests.databases import PROGRAMS, postgresql_server, postgresql_url
from tests.deploy.commands_of_pages import (
    FIELDS,
    INCOMPLETE,
    PAGES,
    ROOT,
    begins,
    code_in,
    commands_of,
    excused,
    excuses_of,
    is_command,
    words_of_the_bot,
)
from tests.doctor.test_doctor import TOKEN
from tests.processes import local_discord, started
from tests.release.__main__ import main as release

pytestmark = pytest.mark.real_clock

__all__ = ["postgresql_server", "postgresql_url"]

RUNBOOK = ROOT / "deploy" / "RUNBOOK.md"
VALUES = {
    "before-upgrade": "before-upgrade",
    "FILE": "before-upgrade",
    "FOLDER": "nightly",
    "NUMBER": "1400000000000000123",
    "sqlite:////var/lib/liars-dice/liars-dice.sqlite": "sqlite:///games.sqlite",
}
"""What an operator writes for the words of the pages that are no program's."""
AT_DISCORD = ("emojis", "doctor", "invite")
"""Commands that need a token; the first two also ask Discord."""
SHELL = ("chmod", "grep", "mkdir")
"""Programs that run in a shell in the operator's folder."""
ON_A_SERVER = "runuser -u postgres -- "
"""How commands on a server of PostgreSQL begin. Tests leave this out, because their server runs as another user."""
RELEASE = ("sha256sum", "tar", "python3", "/opt/liars-dice/bin/pip", "cp", "install", "rm")
"""Programs that `test_a_release_is_installed_and_removed_by_the_commands_of_the_runbook` runs."""
EVERY = sorted({command for page in PAGES for command in commands_of(page) if not excused(page, command)})


def of(runs: Callable[[str], object]) -> list[str]:
    """Return the commands that a kind of test runs."""
    return [command for command in EVERY if runs(command)]


def of_the_bot(command: str) -> bool:
    return words_of_the_bot(command) is not None


def in_a_shell(command: str) -> bool:
    return any(begins(command, program) for program in SHELL)


def of_a_release(command: str) -> bool:
    return any(begins(command, program) for program in RELEASE)


def by_make(command: str) -> bool:
    return begins(command, "make")


def in_sql(command: str) -> bool:
    return begins(command, "select")


def on_a_server(command: str) -> bool:
    return command.startswith(ON_A_SERVER)


KINDS = (of_the_bot, in_a_shell, of_a_release, by_make, in_sql, on_a_server)


def test_each_command_of_a_page_runs_in_a_test_or_a_comment_says_why_not() -> None:
    assert [name for name in INCOMPLETE if not any(f"{name} " in command for command in EVERY)] == []
    assert [command for command in EVERY if sum(kind(command) for kind in KINDS) != 1] == []
    assert all(of(kind) for kind in KINDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_comment_gives_a_reason_and_excuses_a_command_of_its_page(page: Path) -> None:
    excuses = excuses_of(page)
    assert [why for why in excuses.values() if len(why.split()) < 3] == []
    assert [words for words in excuses if not any(begins(command, words) for command in commands_of(page))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_that_is_no_command_cannot_be_taken_for_one(page: Path) -> None:
    """Code with a blank is a command, a slash command, an option or an address. So no command is missed."""
    pieces = [piece for piece in code_in(page)[1] if " " in piece and not is_command(piece)]
    assert [piece for piece in pieces if not re.match(FIELDS, piece)] == []


def test_a_comment_excuses_only_the_commands_that_begin_with_its_words(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Run `docker ps`, then\n\n    bot backup FILE\n\n`bot backup` ...\n<!-- not run: docker: no engine -->"
    )
    assert commands_of(page) == ["bot backup FILE", "docker ps"]
    assert [excused(page, command) for command in commands_of(page)] == [False, True]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder of an operator.

    It has a database on SQLite, a backup, and a file of settings. The settings name the database and a token.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///games.sqlite")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    for words in (("migrate",), ("backup", "before-upgrade")):
        assert commands.run("bot", *words).returncode == 0
    (tmp_path / ".env").write_text("LOG_LEVEL=INFO\n")
    (tmp_path / ".env").chmod(0o600)
    return tmp_path


async def run(words: list[str], **settings: str) -> commands.Done:
    return await asyncio.to_thread(commands.run, "bot", *words, settings=settings)


@pytest.mark.parametrize("command", {str(words_of_the_bot(each)): each for each in of(of_the_bot)}.values())
async def test_a_command_of_the_bot_runs_as_a_page_prints_it(command: str, folder: Path) -> None:
    """Each of the bot's commands runs once, although cron and a person write it in different ways."""
    words = [VALUES.get(word, word) for word in words_of_the_bot(command) or []]
    settings = {"DISCORD_TOKEN": TOKEN} if words[:1] in [[each] for each in AT_DISCORD] else {}
    if words[:1] == ["restore"] and "--over" not in words:
        settings["DATABASE_URL"] = "sqlite:///empty.sqlite"
    elif words[:1] == ["move-data"]:
        settings["NEW_DATABASE_URL"] = "sqlite:///new.sqlite"
    if words == ["run"]:
        await starts_and_stops(folder)
        return
    if words == ["COMMAND", "-h"]:
        for each in EACH:
            assert (await run([each, "-h"])).returncode == 0
        return
    async with local_discord(folder, token=TOKEN) as discord:
        with mock.patch.object(Route, "BASE", f"http://127.0.0.1:{discord.port}/api/v10"):
            if words == ["doctor"]:
                assert (await run(["emojis"], **settings)).returncode == 0
            done = await run(words, **settings)
    assert done.returncode == 0, done.stdout + done.stderr


async def starts_and_stops(folder: Path) -> None:
    """Run the bot against the local Discord until it is ready, and stop it."""
    url = f"sqlite:///{folder / 'games.sqlite'}"
    async with local_discord(folder) as discord, started(discord.port, "run", DATABASE_URL=url) as bot:
        await bot.says("Ready. Servers:")
        bot.process.send_signal(signal.SIGTERM)
        assert await bot.ends() == 0
    assert "Stopping: running work is finished first." in bot.log


@pytest.mark.parametrize("command", of(in_a_shell))
def test_a_command_of_the_shell_runs_in_the_operators_folder(command: str, folder: Path) -> None:
    (folder / "liars_dice.whl").touch()
    done = subprocess.run(["sh", "-euc", command], input="a line with a1b2c3\n", text=True, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("command", of(in_sql))
async def test_a_query_runs_on_postgresql(command: str, postgresql_url: str) -> None:
    connection = await asyncpg.connect(postgresql_url)
    assert await connection.fetch(command)
    await connection.close()


def test_the_commands_for_a_server_of_postgresql_run_one_after_another(postgresql_server: str) -> None:
    """They set the password twice, and afterwards neither the bot's user nor its databases are there."""
    url = make_url(postgresql_server)
    server = {"PGHOST": str(url.query["host"]), "PGUSER": str(url.username), "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    lines = filter(on_a_server, code_in(ROOT / "deploy" / "POSTGRESQL.md")[0])
    undone = [f"psql --command 'ALTER SYSTEM RESET {name}'" for name in ("max_connections", "listen_addresses")]
    for line in (*(line.removeprefix(ON_A_SERVER) for line in lines), *undone):
        done = subprocess.run(
            ["sh", "-euc", line],
            input="letters\nletters\n",  # without a terminal, the programs read the password from here
            env={**os.environ, **server},
            start_new_session=True,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"


@pytest.mark.parametrize("command", of(by_make))
async def test_a_target_of_make_runs_a_command_of_the_bot_that_works(command: str, folder: Path) -> None:
    """make itself only prints the recipe here. Otherwise it would install the locked packages."""
    ready = ["--old-file", ".venv/.plays", "--old-file", ".venv/.ready"]
    made = await asyncio.to_thread(
        subprocess.run,
        [*command.split(), "--no-print-directory", "--dry-run", *ready],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = made.stdout.splitlines()
    words = words_of_the_bot(line.strip())
    if words == ["run"]:
        await starts_and_stops(folder)
    else:
        assert words == ["demo"]
        assert (await run([*words, "common"])).returncode == 0


# Installing ---------------------------------------------------------------------------------------------------


def test_make_names_the_missing_package_of_debian_before_pip_fails(tmp_path: Path) -> None:
    """On Debian, Python lacks ensurepip until python3-venv is installed."""
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    venv = tmp_path / "venv"
    command = ["make", "--no-print-directory", f"VENV={venv}", f"PYTHON={sys.executable}", f"{venv}/.plays"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout.endswith("On Debian or Ubuntu, run: apt-get install python3-venv\n")
    assert not venv.exists()


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.xdist_group("release")
def test_a_release_is_installed_and_removed_by_the_commands_of_the_runbook(tmp_path: Path) -> None:
    """The folders /opt, /etc and /var are those of a folder of the test. systemctl is left out."""
    made, machine = tmp_path / "release", tmp_path / "machine"
    assert release(made) == 0
    for name in ("opt", "etc/systemd/system", "var/lib/private/liars-dice"):
        (machine / name).mkdir(parents=True)
    blocks, pieces = code_in(RUNBOOK)
    for line in filter(of_a_release, blocks):
        _done(line, made, machine)
    program = machine / "opt" / "liars-dice" / "bin" / "liars-dice"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"liars-dice {VERSION}\n"
    assert (machine / "etc" / "liars-dice.env").stat().st_mode & 0o777 == 0o600
    assert (machine / "etc/systemd/system/liars-dice.service").exists()
    assert {"RUNBOOK.md", "compose.yaml"} <= {file.name for file in (made / "deploy").iterdir()}
    (line,) = [piece for piece in pieces if begins(piece, "rm")]
    _done(line, made, machine)
    assert [path for path in machine.rglob("*") if path.is_file()] == []


def _done(line: str, made: Path, machine: Path) -> None:
    """Run a line of the runbook in the folder of a release. Skip the test if no index of packages can be reached."""
    here = re.sub(r"(?<![\w/])/(opt|etc|var)/", rf"{machine}/\1/", line).replace("VERSION", VERSION)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    settings: dict[str, Any] = {"cwd": made, "env": {**os.environ, "PATH": path}, "timeout": 300}
    done = subprocess.run(["sh", "-euc", here], capture_output=True, text=True, check=False, **settings)
    if done.returncode and "pip install" in line and re.search("Could not find|onnection", done.stderr):
        pytest.skip("no index of packages can be reached")
    assert done.returncode == 0, done.stderr


def test_every_program_that_runs_in_a_test_is_on_this_machine() -> None:
    named = [program for program in (*SHELL, *RELEASE) if "/" not in program]
    assert [program for program in named if shutil.which(program) is None] == []
