"""Provide fixtures that run the bot on each kind of database, and fail tests in which it logs an error."""

import logging
import os
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from filelock import FileLock

from bot.words import language
from tests.bot import controls, transit, unkind
from tests.bot.checks import check_stage
from tests.bot.pseudo import compile_pseudo
from tests.bot.seeds import note_seed, scene_seed, throw_from
from tests.bot.stage import Stage, discord_in_memory, make_bot
from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]


LANGUAGES: dict[str, list[str]] = {"all": ["english", "pseudo"], "numbered": ["pseudo"]}
"""The languages in which each test runs, by the environment variable LANGUAGES. Otherwise each runs in one of both."""


@pytest.fixture(autouse=True)
def trap(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """Fail the test if an error was logged. A test that expects an error adds a word of its message to the list.

    discord.py only logs the errors that a button's handler raises, so no other check would notice them.
    """
    expected: list[str] = []
    caplog.set_level(logging.INFO)
    yield expected
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [each for each in errors if not any(word in each for word in expected)] == []


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the test's seed decide the dice, except in a test with the mark `own_salts`."""
    if request.node.get_closest_marker("own_salts") is None:
        throw_from(scene_seed(request.node), monkeypatch)


@pytest.fixture(autouse=True)
def unkind_discord(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make Discord leave out optional fields and delay its answers, as the test's seed decides."""
    controls.begin()
    for part in (unkind, transit):
        part.begin(scene_seed(request.node))
    yield
    for part in (unkind, transit):
        part.begin(None)


@pytest.fixture(autouse=True)
def patient_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot wait for each request as long as a test may take, because the machine may be busy.

    A test about a slow Discord sets the bot's limit itself.
    """
    for module, limit in transit.LIMITS:
        monkeypatch.setattr(module, limit, transit.PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run the checks of `tests.bot.checks` at the end of each test, before its fixtures are torn down.

    If a check raised its error in the teardown of an asynchronous fixture, pytest-asyncio would not reset the
    fixture's context variables. Later tests of the process would then answer presses to an in-memory Discord that is
    gone.
    """
    done = yield
    for staged in getattr(item, "funcargs", {}).values():
        if isinstance(staged, Stage):
            check_stage(staged)
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the seed to the report of a failed test."""
    report = yield
    note_seed(item, report)
    return report


@pytest.fixture(scope="session")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a made-up language, which replaces American English and puts each sentence in brackets.

    Collecting the sentences takes two seconds, so all workers of a run share the folder.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "pseudo"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            compile_pseudo(folder, has_numbers=os.environ.get("LANGUAGES") == "numbered")
    return folder


@pytest.fixture(params=LANGUAGES.get(os.environ.get("LANGUAGES", ""), [""]))
async def stage(
    sqlite_url: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, pseudo: Path
) -> AsyncIterator[Stage]:
    """Run the bot on SQLite, in English or in the made-up language.

    The made-up language shows whether each sentence can be translated. The test's id decides the language, so that
    half of the tests run in each. With `LANGUAGES=all`, every test runs in both. With `LANGUAGES=numbered`, every test
    runs in the made-up language with numbered sentences, for `tests.gallery`.
    """
    if (request.param or ("english", "pseudo")[crc32(request.node.nodeid.encode()) % 2]) == "pseudo":
        speak_from(pseudo, monkeypatch)
    async for staged in _staged(sqlite_url):
        yield staged


@pytest.fixture
async def english_stage(sqlite_url: str) -> AsyncIterator[Stage]:
    """Run the bot on SQLite in English, for a test that may set other languages itself."""
    async for staged in _staged(sqlite_url):
        yield staged


@pytest.fixture
async def tongues(database_url: str) -> AsyncIterator[Stage]:
    """Run the bot on each kind of database, for a test that sets its own languages."""
    async for staged in _staged(database_url):
        yield staged


@pytest.fixture
async def both(database_url: str, monkeypatch: pytest.MonkeyPatch, pseudo: Path) -> AsyncIterator[Stage]:
    """Run the bot on SQLite in English, and again on PostgreSQL in the made-up language."""
    if database_url.startswith("postgresql"):
        speak_from(pseudo, monkeypatch)
    async for staged in _staged(database_url):
        yield staged


@pytest.fixture(params=["english", "pseudo"])
def any_language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, pseudo: Path) -> Iterator[None]:
    """Run the test once in English and once in the made-up language."""
    if request.param == "pseudo":
        speak_from(pseudo, monkeypatch)
    with language.speaking("en-US"):
        yield


@pytest.fixture(params=language.NAMES)
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test in each of the seven languages, and yield the language's key.

    `make test` runs it in English and one other language, which depends on the test (`tests.effort`).
    """
    with language.speaking(request.param):
        yield request.param


def speak_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot load its catalogues from `folder`."""
    monkeypatch.setattr(language, "FOLDER", folder)


async def _staged(url: str) -> AsyncIterator[Stage]:
    # Do not use `simcord.run`: it must be left in the context in which it was entered, and pytest changes contexts.
    env = discord_in_memory(make_bot(url, "luck"))
    await env.start()
    staged = Stage(env, url)
    try:
        yield staged
    finally:
        await staged.bot.close()  # the in-memory Discord does not close the bot
        await env.shutdown()
