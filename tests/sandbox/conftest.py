"""Fixtures that open the page in a browser, with the probe bot behind it.

Each file of tests has its own server, and each test opens new windows.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.sandbox.pages import Windows, chromium
from tests.sandbox.running import Play


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    with Play(tmp_path_factory.mktemp("world")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def windows(browser: Browser, play: Play) -> Iterator[Windows]:
    opened = Windows(browser, play.address)
    yield opened
    opened.close()
