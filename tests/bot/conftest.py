"""A stage over each kind of database, and a trap for errors that the bot would only have logged."""

import logging
import os
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from filelock import FileLock

from bot.words import language
from tests.bot import transit, unkind
from tests.bot.checks import check_stage
from tests.bot.pseudo import compile_pseudo
from tests.bot.seeds import note_seed, scene_seed
from tests.bot.stage import Stage, discord_in_memory, make_bot
from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]


EVERY_LANGUAGE = os.environ.get("LANGUAGES") == "all"


@pytest.fixture(autouse=True)
def trap(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """Fail the test if an error was logged; a test that expects one adds a word of its message to the list.

    discord.py only logs what a button's handler raises, so nothing else would notice.
    """
    expected: list[str] = []
    caplog.set_level(logging.INFO)
    yield expected
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [each for each in errors if not any(word in each for word in expected)] == []


@pytest.fixture(autouse=True)
def unkind_discord(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let Discord leave out optional fields and answer after some turns of the loop, as the scene's seed decides."""
    for part in (unkind, transit):
        part.begin(scene_seed(request.node))
    yield
    for part in (unkind, transit):
        part.begin(None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Check each stage at the end of its scene, before it is taken down.

    If the teardown of an asynchronous fixture raises, pytest-asyncio leaves its context variables set, and later tests
    of the process answer presses to an in-memory Discord that is gone.
    """
    done = yield
    for staged in getattr(item, "funcargs", {}).values():
        if isinstance(staged, Stage):
            check_stage(staged)
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Name the seed of a scene that failed."""
    report = yield
    note_seed(item, report)
    return report


@pytest.fixture(scope="session")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a made-up language that puts each sentence in brackets and passes for American English.

    Gathering its sentences takes two seconds, so the workers of one run do it once.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "pseudo"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            compile_pseudo(folder)
    return folder


@pytest.fixture(params=["english", "pseudo"] if EVERY_LANGUAGE else [""])
async def stage(
    sqlite_url: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, pseudo: Path
) -> AsyncIterator[Stage]:
    """Run the bot over SQLite, in English or in the made-up language, which shows whether each sentence is translated.

    The scene's id decides the language: each has half of the scenes. `LANGUAGES=all` plays every scene in both.
    """
    if (request.param or ("english", "pseudo")[crc32(request.node.nodeid.encode()) % 2]) == "pseudo":
        speak_from(pseudo, monkeypatch)
    async for staged in _staged(sqlite_url):
        yield staged


@pytest.fixture
async def english_stage(sqlite_url: str) -> AsyncIterator[Stage]:
    """Run the bot over SQLite, for a scene that sets its own languages."""
    async for staged in _staged(sqlite_url):
        yield staged


@pytest.fixture
async def tongues(database_url: str) -> AsyncIterator[Stage]:
    """Run the bot over each kind of database, for a scene that sets its own languages."""
    async for staged in _staged(database_url):
        yield staged


@pytest.fixture
async def both(database_url: str, monkeypatch: pytest.MonkeyPatch, pseudo: Path) -> AsyncIterator[Stage]:
    """Run the bot over SQLite in English, and again over PostgreSQL in the made-up language."""
    if database_url.startswith("postgresql"):
        speak_from(pseudo, monkeypatch)
    async for staged in _staged(database_url):
        yield staged


@pytest.fixture(params=["english", "pseudo"])
def any_language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, pseudo: Path) -> Iterator[None]:
    """Run the test in English, and again in the made-up language."""
    if request.param == "pseudo":
        speak_from(pseudo, monkeypatch)
    with language.speaking("en-US"):
        yield


@pytest.fixture(params=language.NAMES)
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test in each of the six languages, as they are translated, and yield the language's key.

    `make test` plays English and one of the others, which differs from case to case (`tests.effort`).
    """
    with language.speaking(request.param):
        yield request.param


def speak_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot load its catalogues from `folder`."""
    monkeypatch.setattr(language, "FOLDER", folder)


async def _staged(url: str) -> AsyncIterator[Stage]:
    # Not with `simcord.run`, which must be left in the context in which it was entered: pytest's contexts differ.
    env = discord_in_memory(make_bot(url, "luck"))
    await env.start()
    staged = Stage(env, url)
    try:
        yield staged
    finally:
        await staged.bot.close()  # an in-memory Discord lets go of a bot without closing it
        await env.shutdown()
