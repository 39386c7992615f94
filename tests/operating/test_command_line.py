"""Test the command line as operators use it: help, options in any form, mistakes, and questions at a terminal."""

import asyncio
import fcntl
import itertools
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.operating.command_line import EACH, GAMES
from bot.storage import migrate
from bot.storage.migrate import upgrade
from engine.variants import VARIANTS
from tests import commands
from tests.tables.house import House

ROOT = Path(__file__).parents[2]
COLUMNS, LINES = 80, 24
"""The size of a small terminal."""

HEAVY = ("aiohttp", "alembic", "asyncpg", "discord", "dotenv", "prometheus_client", "simcord", "sqlalchemy")


def revision(url: str) -> str:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found)


@pytest.fixture
def old_url(tmp_path: Path) -> str:
    """Return the address of a database that is not up to date."""
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    upgrade(url, migrate.known_revisions()[1])
    return url


# Help ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [*EACH, *(f"export {what}" for what in ("game", "boards", "games", "records")), ""], ids=str
)
@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_the_help_of_each_command_fits_a_screen(words: str, asked: str, tmp_path: Path) -> None:
    """A request for help does nothing else. It creates no database and needs no token."""
    url = f"sqlite:///{tmp_path}/new/games.sqlite"
    done = commands.run("bot", *words.split(), asked, settings={"DATABASE_URL": url, "DISCORD_TOKEN": None})
    assert (done.stderr, done.returncode) == ("", 0)
    assert len(done.stdout.splitlines()) <= LINES
    assert max(map(len, done.stdout.splitlines())) <= COLUMNS
    assert not list(tmp_path.iterdir())
    if words:
        assert done.stdout.startswith(f"usage: python -m bot {words} ")
        assert list(undescribed(done.stdout)) == []


def undescribed(text: str) -> Iterator[str]:
    """Yield the arguments that a command's help names but does not describe."""
    lines = text.splitlines()
    for line, following in itertools.pairwise(lines):
        is_argument = re.match(r" {2}\S", line) is not None and not line.endswith(" WHAT")
        if is_argument and not re.search(r"\S {2,}\S", line) and not following.startswith(" " * 20):
            yield line


def test_the_list_of_commands_is_printed_for_no_command_and_for_an_unknown_one() -> None:
    listed = commands.run("bot")
    assert listed.returncode == 0
    assert [name for name in EACH if f"\n  {name} " not in listed.stdout] == []
    assert "Exit codes: 0 done, 1 not done, 2 a setting or an option is wrong, 130 Ctrl-C." in listed.stdout
    for words, code in ((["help"], 0), (["nonsense"], 2), (["ru"], 2)):
        assert commands.run("bot", *words) == (listed.stdout, "", code)


def test_the_help_of_demo_names_every_game() -> None:
    """The parsers do not import the rules, so they have a list of their own."""
    assert sorted(GAMES) == sorted(VARIANTS)


@pytest.mark.parametrize("words", [["backup", "-h"], ["backup", "--nonsense"]])
def test_help_and_mistakes_load_no_large_packages(words: list[str]) -> None:
    """The command runs in its own process, because the tests have already loaded these packages."""
    program = f"import sys; sys.argv[1:] = {words}; from bot.__main__ import main; main(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "bot.operating.commands" in loaded
    assert [name for name in HEAVY if name in loaded] == []


# Options ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["--processes=2", "--shards", "0-1/2"],
        ["--shards=0-1/2", "--processes", "2"],
        ["--processes", "2", "--shards=0-1/2"],
    ],
)
def test_options_are_understood_in_any_form_and_order(words: list[str], tmp_path: Path) -> None:
    """The command accepts the options and goes on to its check of the database."""
    settings = {"DISCORD_TOKEN": "a.b.c", "DATABASE_URL": f"sqlite:///{tmp_path}/games.sqlite"}
    done = commands.run("bot", "run", *words, settings=settings)
    assert "several processes need a shared database, so set DATABASE_URL" in done.stderr
    assert done.returncode == 2


def test_the_options_of_an_export_may_have_any_place(sqlite_url: str) -> None:
    for words in ("--names game 7", "game --names 7", "game 7 --names"):
        done = commands.run("bot", "export", *words.split(), settings={"DATABASE_URL": sqlite_url})
        assert done.stderr == "No game 7 is kept: it is not over yet, or no game has that number.\n"
    for words in ("--csv=a.csv --guild=7", "--guild 7 --csv a.csv --names"):
        done = commands.run("bot", "export", "boards", *words.split(), settings={"DATABASE_URL": sqlite_url})
        assert done.stderr.startswith("Nothing is kept of a server 7")


@pytest.mark.parametrize(
    ("words", "sentence", "named"),
    [
        ("--env-file hunter2 backup x", "The command comes first, as in python -m bot backup FILE", "--env-file"),
        ("--nonsense run", "The command comes first, as in python -m bot backup FILE", "--nonsense"),
        ("run fast", "Usage: python -m bot run [--shards 0-3/16] [--processes 4]", ""),
        ("run --process 2", "Usage: python -m bot run [--shards 0-3/16] [--processes 4]", "--process"),
        ("run --processes two", "several processes need PostgreSQL.", "--processes"),
        ("run --shards", "several processes need PostgreSQL.", "--shards"),
        ("tables now", "Usage: python -m bot tables; the database is that of DATABASE_URL.", ""),
        ("migrate --now", "Usage: python -m bot migrate;", "--now"),
        ("rebuild everything", "Usage: python -m bot rebuild;", ""),
        ("emojis --all", "Usage: python -m bot emojis;", "--all"),
        ("doctor --fix", "Usage: python -m bot doctor;", "--fix"),
        ("backup", "Usage: python -m bot backup FILE;", ""),
        ("backup a --keep", "Or backup FOLDER --keep 14,", "--keep"),
        ("backup -", "Usage: python -m bot backup FILE;", ""),
        ("backup --over", "Usage: python -m bot backup FILE;", "--over"),
        ("export game --env-fil x 7", "Usage: python -m bot export game NUMBER", "--env-fil"),
        ("backup a --over", "Usage: python -m bot backup FILE;", "--over"),
        ("restore", "Usage: python -m bot restore FILE [--over];", ""),
        ("restore a b", "Usage: python -m bot restore FILE [--over];", ""),
        ("restore a --ove", "Usage: python -m bot restore FILE [--over];", "--ove"),
        ("move-data", "Usage: python -m bot move-data FROM TO,", ""),
        ("move-data a", "Usage: python -m bot move-data FROM TO,", ""),
        ("move-data a b postgresql://u:hunter2@h/d --pass=hunter2", "bot move-data FROM TO,", "--pass"),
        ("sandbox --port=hunter2", "Usage: python -m bot sandbox ", "--port"),
        ("demo --fast", "Usage: python -m bot demo [NAME...]", "--fast"),
        ("export", "Usage: python -m bot export game NUMBER", ""),
        ("export boards --csv a", "Usage: python -m bot export game NUMBER", "--guild"),
    ],
)
def test_a_mistake_on_the_command_line_is_answered_with_one_sentence(words: str, sentence: str, named: str) -> None:
    """The answer names a wrong option. It repeats nothing else that was typed, because that may be a password."""
    done = commands.run("bot", *words.split())
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 2)
    assert sentence in done.stderr
    assert done.stderr.endswith(f" Look at {named}.\n") == bool(named)
    assert "hunter2" not in done.stderr


# Questions at a terminal --------------------------------------------------------------------------------------


def at_a_terminal(url: str, typed: bytes, *words: str) -> tuple[str, int]:
    """Run a command in a process at a terminal, and type `typed` at its question.

    Return what the terminal shows, and the exit code.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", *words],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=_have_a_keyboard,
    )
    os.close(theirs)
    try:
        return _shown(ours, typed), process.wait(60)
    finally:
        os.close(ours)
        process.kill()
        process.wait()


def _have_a_keyboard() -> None:
    """Let Ctrl-C at the terminal interrupt this process, even if the tests run in the background of a shell."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _shown(terminal: int, typed: bytes) -> str:
    """Return everything that a terminal shows until its program ends. Type `typed` at the first question.

    Type it again if nothing follows for five seconds, as people do. No person is as quick as this function: between
    printing a question and waiting for the answer, Python's `input` keeps a Ctrl-C until a line is typed.
    """
    shown, quiet = b"", 0
    while quiet < 12:
        asked = b"[y/N]" in shown
        if not select.select([terminal], [], [], 5)[0]:
            quiet += 1
            os.write(terminal, typed if asked else b"")
            continue
        try:
            shown += os.read(terminal, 1000)
        except OSError:  # the program has closed its end
            return shown.decode()
        if not asked and b"[y/N]" in shown:
            os.write(terminal, typed)
    raise AssertionError(f"the program waits: {shown!r}")


@pytest.mark.parametrize(
    ("typed", "code", "is_done"),
    [(b"y\n", 0, True), (b"\n", 1, False), (b"\x04", 1, False), (b"\x03", 130, False)],
    ids=["yes", "enter", "Ctrl-D", "Ctrl-C"],
)
def test_migrate_asks_for_confirmation_at_a_terminal(old_url: str, typed: bytes, code: int, is_done: bool) -> None:
    before = revision(old_url)
    shown, ended = at_a_terminal(old_url, typed, "migrate")
    assert f"from revision {before} to {migrate.newest()}" in shown
    assert "old.sqlite" in shown
    assert "There is no way back except a backup" in shown
    assert ended == code, shown
    assert revision(old_url) == (migrate.newest() if is_done else before)
    assert ("The database is up to date." in shown) == is_done
    assert ("Nothing was changed." in shown) == (code == 1)
    assert "Traceback" not in shown


def test_migrate_does_not_ask_with_yes_or_if_there_is_nothing_to_do(old_url: str) -> None:
    done = commands.run("bot", "migrate", "--yes", typed="", settings={"DATABASE_URL": old_url})
    assert "to 00" in done.stdout
    assert done.stdout.endswith("\nThe database is up to date.\n")
    assert ("[y/N]" in done.stdout, done.returncode) == (False, 0)
    again = commands.run("bot", "migrate", typed="", settings={"DATABASE_URL": old_url})
    assert again == ("The database is up to date.\n", "", 0)


def test_migrate_creates_a_new_database_only_after_a_confirmation(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite"}
    refused = commands.run("bot", "migrate", typed="no\n", settings=settings)
    assert f"This makes the bot's tables, of revision {migrate.newest()}, in the file {tmp_path}" in refused.stdout
    assert (refused.returncode, list(tmp_path.iterdir())) == (1, [])
    assert commands.run("bot", "migrate", typed="Y\n", settings=settings).returncode == 0


async def a_table(url: str) -> None:
    house = await House(url).open()
    await house.game("common", "ann", "bob")
    await house.close()


def test_commands_that_replace_data_or_count_again_ask_at_a_terminal(sqlite_url: str, tmp_path: Path) -> None:
    asyncio.run(a_table(sqlite_url))
    settings, backup, new = {"DATABASE_URL": sqlite_url}, str(tmp_path / "backup"), f"sqlite:///{tmp_path}/new.sqlite"
    assert commands.run("bot", "backup", backup, typed="", settings=settings).returncode == 0
    for words, says, done in (
        (["rebuild"], "in the file", "Counted again."),
        (["restore", backup, "--over"], "by the backup", "Restored and looked through."),
        (["move-data", sqlite_url, new], "The first stays as it is.", "Moved."),
    ):
        before = sorted(tmp_path.iterdir())
        refused = commands.run("bot", *words, typed="n\n", settings=settings)
        assert (refused.stderr, refused.returncode) == ("", 1)
        assert says in refused.stdout
        assert f"{tmp_path}/games.sqlite" in refused.stdout
        assert refused.stdout.endswith("Go on? [y/N] Nothing was changed.\n")
        assert sorted(tmp_path.iterdir()) == before
        for typed, more in (("yes\n", ()), ("", ("--yes",))):
            agreed = commands.run("bot", *words, *more, typed=typed, settings=settings)
            assert done in agreed.stdout
            assert (agreed.stderr, agreed.returncode) == ("", 0)
            for file in tmp_path.glob("new.sqlite*"):
                file.unlink()


def test_a_question_names_a_database_of_postgresql_without_its_password(postgresql_url: str) -> None:
    done = commands.run("bot", "rebuild", typed="", settings={"DATABASE_URL": postgresql_url})
    assert "in PostgreSQL's database " in done.stdout
    assert "://" not in done.stdout
    assert done.returncode == 1


def test_a_restore_into_an_empty_database_needs_no_confirmation(sqlite_url: str, tmp_path: Path) -> None:
    backup, new = str(tmp_path / "backup"), f"sqlite:///{tmp_path}/new.sqlite"
    commands.run("bot", "backup", backup, settings={"DATABASE_URL": sqlite_url})
    for words, code in ((["--over"], 0), ([], 0)):
        done = commands.run("bot", "restore", backup, *words, typed="", settings={"DATABASE_URL": new})
        assert ("[y/N]" in done.stdout, done.stderr, done.returncode) == (False, "", code)
        for file in tmp_path.glob("new.sqlite*"):
            file.unlink()
