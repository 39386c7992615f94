"""Take the screenshots of the README in the local Discord with Chromium: `python -m tests.pictures.readme`."""

import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.sandbox.pages import Windows, chromium, slash
from tests.sandbox.running import Play

DOCS = Path(__file__).parents[2] / "docs"
WINDOW, PHONE = {"width": 1000, "height": 760}, {"width": 420, "height": 900}
SETTLED = 1.5
"""Seconds to wait until nothing moves on the page."""


def main() -> None:
    """Take screenshots of a lobby, of a round and its showdown, and of an ephemeral message to a player of the cup."""
    with tempfile.TemporaryDirectory() as folder, Play(Path(folder), bot="bot run") as play, chromium() as browser:
        windows = Windows(browser, play.address)
        page = windows.open("ann", WINDOW)
        page.set_default_timeout(30_000)
        _opened(page, "play")
        for _computer in range(2):
            _press(page, "Add a computer")
        _take(_newest(page), "lobby")
        _press(page, "Start")
        _play(page, "round", lambda: _newest(page).get_by_role("button", name=re.compile("Liar")).is_enabled())
        _newest(page).get_by_role("button", name=re.compile("Liar")).click()
        expect(_newest(page)).to_contain_text(re.compile("There (were|was|are|is)"), timeout=30_000)
        _take(_newest(page), "showdown")
        _cup(windows.open("ben", PHONE))
        windows.close()


def _cup(page: Page) -> None:
    """Take a screenshot of the ephemeral message that a learner gets. It contains hints.

    The message looks the same at a table with other people.
    """
    page.set_default_timeout(30_000)
    slash(page, "learn")
    page.locator("#main textarea").press("Enter")
    mine = page.locator("#main article:has(.row)").filter(has_text="Only you can see this").last
    for label in ("The cup", "Roll the dice", "Peek"):
        mine.get_by_role("button", name=re.compile(label)).first.click()
        time.sleep(SETTLED)
    for place in (1, 2):
        mine.locator(".row").first.locator("button").nth(place).click()
        time.sleep(SETTLED)
    _take(mine, "cup")


def _opened(page: Page, command: str) -> None:
    slash(page, command)
    page.locator("#main textarea").press("Enter")
    expect(_newest(page)).to_be_visible()


def _play(page: Page, name: str, asked: Callable[[], bool]) -> None:
    """Bid whenever Ann may bid, until `asked` returns true. Then take a screenshot."""
    end = time.monotonic() + 60
    while not asked():
        assert time.monotonic() < end, "nobody bids"
        bids = _newest(page).get_by_role("button", name=re.compile("×2")).and_(page.locator("button:enabled"))
        if bids.count():
            bids.nth(3).click()
        time.sleep(0.3)
    _take(_newest(page), name)


def _newest(page: Page) -> Locator:
    return page.locator("#main article:has(.row)").last


def _press(page: Page, label: str) -> None:
    _newest(page).get_by_role("button", name=re.compile(label)).first.click()
    time.sleep(SETTLED)


def _take(message: Locator, name: str) -> None:
    time.sleep(SETTLED)
    message.screenshot(path=str(DOCS / f"{name}.png"))


if __name__ == "__main__":
    main()
