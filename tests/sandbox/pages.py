"""Open windows of the local Discord in a real browser, for tests and for pictures."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

expect.set_options(timeout=20_000)  # a busy machine may be slow, and tests of speed measure the time themselves

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (Debian: apt-get install chromium)")
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 720}
TURNED = {"width": 740, "height": 360}
A_LOOK = 600
"""Milliseconds within which nobody presses what has just appeared."""
PATIENCE = """() => {
  const held = new WeakMap();
  const hold = (log) => {
    clearTimeout(held.get(log));
    log.style.pointerEvents = "none";
    const free = () => {
      log.style.pointerEvents = "";
      document.dispatchEvent(new PointerEvent("pointermove", { clientX: -99, clientY: -99 }));  // the hand was off
    };
    held.set(log, setTimeout(free, A_LOOK));
  };
  const isMessage = (node) => node.matches?.("article");
  new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes } of changes) {
      const log = target.closest?.(".log");
      if (log && [...addedNodes, ...removedNodes].some(isMessage)) hold(log);
    }
  }).observe(document, { childList: true, subtree: true });
}""".replace("A_LOOK", str(A_LOOK))
"""A script that lets the mouse through to no message that has just come, changed or gone, so that clicks wait."""
THE_CLOCK_STOPS = """() => {
  let [now, late] = [performance.now(), 0];
  performance.now = () => now;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => now - late });
  window.pass = (milliseconds) => { now += milliseconds; };
  window.lag = (milliseconds) => { late = milliseconds; };
}"""
"""Stops the page's clock, so that a busy machine makes no difference.

`pass` lets time pass. After `lag`, the page hears of each press only after this time.
"""
THE_BOT_HAS_TIME = """() => {
  const set = window.setTimeout.bind(window);
  window.setTimeout = (done, after, ...given) => set(done, after === 3000 ? 60000 : after, ...given);
}"""
"""A script that lets a line of talk wait as long as the bot needs to say whether it is a move."""


@contextlib.contextmanager
def chromium(**environment: str) -> Iterator[Browser]:
    """Start the machine's headless browser, with `environment` added to this process's environment variables."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, env={**os.environ, **environment})
        yield started
        started.close()


class Windows:
    """Opens windows of the page, and collects their errors and their requests to other addresses."""

    def __init__(self, browser: Browser, address: str, *, patient: bool = True) -> None:
        """Open no window yet. If `patient`, clicks wait until what they press lies still, as people's do."""
        self.browser = browser
        self.patient = patient
        self.address = address
        self.problems: list[str] = []
        self.elsewhere: list[str] = []

    def open(self, who: str = "ann", size: dict[str, int] = DESKTOP, scheme: Any = "dark") -> Page:
        context = self.browser.new_context(
            viewport={"width": size["width"], "height": size["height"]}, color_scheme=scheme
        )
        if self.patient:
            context.add_init_script(f"({PATIENCE})()")
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self.problems.append(line.text) if line.type == "error" else None)
        page.on("request", lambda asked: self._asked(asked.url))
        page.goto(f"{self.address}?as={who}")
        expect(page.locator("body")).to_contain_text("liars-dice")
        return page

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, "data:")):
            self.elsewhere.append(url)

    def close(self) -> None:
        """Close every window. Fail if a window logged an error or sent a request to another address."""
        for context in self.browser.contexts:
            context.close()
        assert not self.problems, self.problems
        assert not self.elsewhere, self.elsewhere


def slash(page: Page, name: str, pane: str = "#main") -> None:
    """Type a command's name and choose the first match."""
    box = page.locator(f"{pane} textarea")
    box.fill(f"/{name}")
    expect(page.locator(f"{pane} .picker .option").first).to_contain_text(f"/{name}")
    box.press("Enter")


def call(page: Page, name: str) -> None:
    """Call a command that needs no options, and wait for its message. Earlier messages may have the same text."""
    me = page.locator("#people-side .person.me .person-name").text_content()
    with coming(page, f"{me} used /{name}"):
        slash(page, name)
    expect(page.locator("#main article.local")).to_have_count(0)  # "Sending command…"


@contextlib.contextmanager
def coming(page: Page, used: str, times: int = 1) -> Iterator[None]:
    """Wait until the page also shows what others do: messages below this line, as in "Ben used /panel"."""
    expect(page.locator("#main .intro")).to_be_attached()  # it is drawn together with the earlier messages
    lines = page.locator("#main article:not(.local) .above:not(.reply)", has_text=re.compile(f"{used}$"))
    before = lines.count()
    yield
    expect(lines).to_have_count(before + times)


def last(page: Page, pane: str = "#main") -> Any:
    return page.locator(f"{pane} article").last
