"""Start the bot with wrong settings, as an operator may do.

The bot prints one sentence that says what would be right, and exits with code 2.
"""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, make_url, text

from bot.health import Watch
from bot.settings import CannotStart, NotYet
from bot.storage import database
from bot.storage.migrate import upgrade
from bot.storage.store import Store
from engine.variants import VARIANTS
from tests import commands
from tests.databases import passed_on, postgresql_server, postgresql_url, sqlite_url

pytestmark = pytest.mark.real_clock

__all__ = ["postgresql_server", "postgresql_url", "sqlite_url"]

ROOT = Path(__file__).parents[1]
SETTINGS = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "SUPPORT_URL")
TOKEN, PASSWORD = "MTIz.token-of-a-bot.s3cr3t", "hunter2"
NOBODY = 65534
HOST = f"postgresql://bot:{PASSWORD}@host"

WRONG = {
    "an unknown level": ({"LOG_LEVEL": "loud"}, "LOG_LEVEL is DEBUG, INFO, WARNING or ERROR"),
    "no number of tables": ({"TABLES_PER_PERSON": "lots"}, "TABLES_PER_PERSON is a whole number from 1 to 25"),
    "too many tables": ({"TABLES_PER_PERSON": "26"}, "TABLES_PER_PERSON is a whole number from 1 to 25"),
    "no tables at all": ({"TABLES_PER_SERVER": "0"}, "TABLES_PER_SERVER is a whole number from 1 to 10000"),
    "no page for support": ({"SUPPORT_URL": "http://example.org"}, "SUPPORT_URL is the address of a page"),
    "an unknown form": ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is plain or json"),
    "a line end in the token": ({"DISCORD_TOKEN": f"{TOKEN}\nmore"}, "as one word on one line"),
    "a blank in the token": ({"DISCORD_TOKEN": f"Bot {TOKEN}"}, "as one word on one line"),
    "a sign that no token has": ({"DISCORD_TOKEN": f"{TOKEN}…"}, "as one word on one line"),
    "MySQL": ({"DATABASE_URL": f"mysql://bot:{PASSWORD}@host/games"}, "postgresql://user:password@host/database"),
    "a kind of its own": ({"DATABASE_URL": f"{PASSWORD}://host/games"}, "postgresql://user:password@host/database"),
    "no address": ({"DATABASE_URL": f"host={PASSWORD} games"}, "cannot be read: it looks like sqlite:///"),
    "a port that is a word": ({"DATABASE_URL": f"{HOST}:port/games"}, "cannot be read: it looks like sqlite:///"),
    "a port too high": ({"DATABASE_URL": f"{HOST}:77777/games"}, "cannot be read: it looks like sqlite:///"),
    "two slashes": ({"DATABASE_URL": "sqlite://games.sqlite"}, "three slashes"),
    "a database in memory": ({"DATABASE_URL": "sqlite:///:memory:"}, "three slashes"),
    "no file": ({"DATABASE_URL": "sqlite://"}, "three slashes"),
    "an unknown sslmode": ({"DATABASE_URL": f"{HOST}/games?sslmode=yes"}, "disable, allow, prefer, require, verify-ca"),
    "a folder below a file": ({"DATABASE_URL": "sqlite:///{tmp}/text/games.sqlite"}, "a folder that the bot may write"),
    "a folder that nobody can make": ({"DATABASE_URL": "sqlite:////proc/games/games.sqlite"}, "the bot may write to"),
    "a folder that nobody can write to": ({"DATABASE_URL": "sqlite:////proc/games.sqlite"}, "the bot may write to"),
    "a folder for a file": ({"DATABASE_URL": "sqlite:///{tmp}"}, "cannot be opened"),
    "a file that is something else": ({"DATABASE_URL": "sqlite:///{tmp}/text"}, "no SQLite database"),
}

IN_A_PROCESS = ("an unknown level", "a file that is something else")
"""The cases that start a process, as an operator does. The other cases call the same `main` in the tests' process."""


def bot(*command: str, **settings: str) -> commands.Done:
    """Run the real command with only these settings."""
    return commands.run("bot", *command, settings={**dict.fromkeys(SETTINGS), **settings})


def in_a_process(*command: str, **settings: str) -> commands.Done:
    """Run the command in a process, as an operator does."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS} | settings
    line = [sys.executable, "-m", "bot", *command]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)
    return commands.Done(done.stdout, done.stderr, done.returncode)


def assert_one_sentence(done: commands.Done, wanted: str) -> None:
    assert wanted in done.stderr
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert not [secret for secret in (TOKEN, "s3cr3t", PASSWORD) if secret in done.stderr]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *(("run", name) for name in WRONG),
        *(("migrate", name) for name in WRONG if " file" in name or " folder" in name),
    ],
)
def test_a_wrong_setting_is_explained_in_one_sentence(tmp_path: Path, command: str, name: str) -> None:
    settings, wanted = WRONG[name]
    (tmp_path / "text").write_text("Whoever reads this has opened the wrong file. " * 100)
    given = {name: value.replace("{tmp}", str(tmp_path)) for name, value in settings.items()}
    start = in_a_process if name in IN_A_PROCESS else bot
    assert_one_sentence(start(command, **{"DISCORD_TOKEN": TOKEN, **given}), wanted)


@pytest.mark.parametrize(
    "several", [("--processes", "2"), ("--shards", "0/2"), ("--shards", "0/2", "--processes", "1")]
)
def test_several_processes_on_a_file_are_refused_before_anything_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, several: tuple[str, ...]
) -> None:
    """The bot creates neither the file nor its folder, and does not open the port for health checks."""
    monkeypatch.setattr(Watch, "open", None)
    done = bot("run", *several, DISCORD_TOKEN=TOKEN, DATABASE_URL=f"sqlite:///{tmp_path}/new/games.sqlite")
    assert_one_sentence(done, "several processes need a shared database, so set DATABASE_URL to one of PostgreSQL")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["run", "emojis"])
def test_without_a_token_a_message_says_where_to_get_it(command: str) -> None:
    done = bot(command)
    assert done.returncode == 2
    assert "discord.com/developers" in done.stderr


def test_a_read_only_database_file_is_refused_with_an_explanation(sqlite_url: str) -> None:
    """The test opens the file read-only, because root may write to every file. It also checks SQLite's own error."""
    upgrade(sqlite_url)
    url = make_url(sqlite_url)
    engine = create_engine(f"sqlite:///file:{url.database}?mode=ro&uri=true")
    with (
        pytest.raises(CannotStart, match=r"it may only be read\. DATABASE_URL must name"),
        database.explain_errors(url),
        engine.begin() as connection,
    ):
        connection.execute(text("DELETE FROM tables"))
    engine.dispose()


@pytest.fixture
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the test as a user who may not write everywhere, in a folder of this user.

    If the tests run as root, switch to the user nobody.
    """
    monkeypatch.chdir(tmp_path)
    upgrade("sqlite:///warm.sqlite")  # do late imports first, because the other user may not read the files
    (tmp_path / "folder").mkdir(0o500)
    (tmp_path / "games.sqlite").touch(0o400)
    root = os.geteuid() == 0
    if root:
        for path in (tmp_path, tmp_path / "folder", tmp_path / "games.sqlite"):
            os.chown(path, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    yield
    if root:
        os.seteuid(0)


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize("file", ["folder/games.sqlite", "folder/new/games.sqlite", "games.sqlite"])
async def test_a_folder_or_file_that_the_bot_may_not_write_to_is_refused(file: str) -> None:
    wanted = f"The games cannot be kept in {file}: .*a folder that the bot may write to"
    for refused in (database.prepare, upgrade):
        with pytest.raises(CannotStart, match=wanted):
            refused(f"sqlite:///{file}")
    with pytest.raises(CannotStart, match=wanted):
        await Store.open(f"sqlite:///{file}")


def test_a_file_locked_by_another_program_is_not_reported_as_a_wrong_file(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(file)) as other, closing(sqlite3.connect(file, timeout=0)) as ours:
        other.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(NotYet, match=r"games\.sqlite: another program holds it\.$"),
            database.explain_errors(make_url(f"sqlite:///{file}")),
        ):
            ours.execute("BEGIN IMMEDIATE")


def test_an_error_in_the_bots_own_sql_is_not_blamed_on_the_settings(sqlite_url: str) -> None:
    with (
        closing(sqlite3.connect(":memory:")) as connection,
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        database.explain_errors(make_url(sqlite_url)),
    ):
        connection.execute("SELECT * FROM nowhere")


# The demo ---------------------------------------------------------------------------------------------------


def test_the_demo_plays_a_short_game_of_each_kind() -> None:
    done = bot("demo")
    assert (done.stderr, done.returncode) == ("", 0)
    told = done.stdout.split(">>> Ann: /play game:")[1:]
    assert [game.split("\n")[0] for game in told] == list(VARIANTS)
    for game in told:
        assert re.search(r"\| (🏆 .* wins?|(🏆 .* · )?🌊 .* washe?s? up \(loses?\))\n", game), game
        assert game.count("only ") >= 1
        assert 40 < len(game.splitlines()) < 150
    assert "/forfeits mine" in told[-1]
    assert not re.search(r"<[@t]|\*\*|\t", done.stdout)


def test_the_demo_plays_only_the_games_that_are_named() -> None:
    done = in_a_process("demo", "cup")
    assert done.returncode == 0
    assert re.findall("/play game:(.*)", done.stdout) == ["cup"]
    assert "/leaderboard" not in done.stdout
    assert_one_sentence(bot("demo", "cup", "tarot"), "There is no game 'tarot'. These can be played: common, dudo, cup")


@pytest.mark.parametrize("words", [("demo", "cup"), ("--help",), ("nonsense",)])
def test_a_command_whose_output_is_closed_prints_no_error(words: tuple[str, ...]) -> None:
    """A reader such as `| head` closes the pipe. The command prints nothing about that, and exits with code 1."""
    command = [sys.executable, "-m", "bot", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as runs:
        assert runs.stdout is not None
        assert runs.stderr is not None
        runs.stdout.close()
        assert (runs.stderr.read(), runs.wait(60)) == ("", 1)


# PostgreSQL ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def over_tcp(url: URL) -> AsyncIterator[URL]:
    """Forward a port to the tests' server, which listens only on a socket file. Yield the URL with this port.

    The server does not use TLS.
    """
    file = f"{url.query['host']}/.s.PGSQL.{url.port or 5432}"
    async with passed_on(0, file) as port:
        yield url.set(host="127.0.0.1", port=port, password=PASSWORD, query={})


@pytest.mark.parametrize("mode", ["", "disable", "allow", "prefer", "require", "verify-ca"])
async def test_sslmode_means_the_same_as_in_other_postgresql_clients(
    postgresql_url: str, tmp_path: Path, mode: str
) -> None:
    """If `sslmode` does not insist on TLS, the bot connects to a server without TLS.

    If it does, the bot reports an error.
    """
    async with over_tcp(make_url(postgresql_url)) as url:
        address = url.update_query_dict({"sslmode": mode} if mode else {}).render_as_string(hide_password=False)
        done = await asyncio.to_thread(bot, "migrate", DATABASE_URL=address, HOME=str(tmp_path))
        if mode == "require":
            assert_one_sentence(done, "rejected SSL upgrade")
        elif mode == "verify-ca":
            assert_one_sentence(done, "root certificate file")
        else:
            assert (done.stderr, done.returncode) == ("", 0)
            store = await Store.open(address)
            assert await store.read(lambda c: c.execute(text("SELECT count(*) FROM tables")).scalar()) == 0
            await store.close()


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"database": "nowhere"}, "no database of the name in DATABASE_URL"),
        ({"username": "nobody"}, "does not let this user in"),
        ({"query": {"colour": "red"}}, "a word after the ?"),
        ({"port": 1}, "cannot be reached"),
        ({"host": "nowhere.invalid"}, "cannot be reached"),
    ],
)
async def test_a_server_that_refuses_the_bot_is_reported_in_one_sentence(
    postgresql_url: str, change: dict[str, object], wanted: str
) -> None:
    async with over_tcp(make_url(postgresql_url)) as url:
        address = url.set(**change).render_as_string(hide_password=False)  # type: ignore[arg-type]
        assert_one_sentence(await asyncio.to_thread(bot, "migrate", DATABASE_URL=address), wanted)


async def test_a_server_that_never_answers_is_reported_as_unreachable() -> None:
    with (
        pytest.raises(CannotStart, match="cannot be reached: TimeoutError"),
        database.explain_errors(make_url(f"{HOST}/games")),
    ):
        async with asyncio.timeout(0.01):
            await asyncio.sleep(60)
