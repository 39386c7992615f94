"""Somebody who has a keyboard and nothing else."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

_HERE = """() => {
  const at = document.activeElement;
  if (at === document.body) return "";  // that is no stop: the focus is nowhere
  const name = at.labels?.length ? at.labels[0].innerText : at.getAttribute("aria-label") || at.innerText || "";
  return name.replace(/\\s+/g, " ").trim();
}"""
_MOST_STOPS = 80


class NotOnTheWayError(AssertionError):
    """The focus comes by no stop of that name."""


class Keyboard:
    """Plays in one window by keys alone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops = 0

    def type(self, text: str) -> None:
        """Type, wherever the focus is."""
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def here(self) -> str:
        """What the focus is on, by its name."""
        return str(self.page.evaluate(_HERE))

    def command(self, name: str) -> None:
        """Call a command that needs nothing more: its name, and Enter twice."""
        self.type(f"/{name}")
        self.press("Enter")
        expect(self.page.locator("#main .command")).to_contain_text(f"/{name}")
        self.press("Enter")

    def reach(self, name: re.Pattern[str], back: bool = True) -> None:
        """Go from stop to stop, backwards from where one writes, to what bears this name."""
        if back:
            self.press("Escape")
        passed = []
        for _ in range(_MOST_STOPS):
            if name.search(self.here()):
                return
            passed.append(self.here())
            self.press("Shift+Tab" if back else "Tab")
            self.stops += 1
        raise NotOnTheWayError(f"{name.pattern} is not on the way: {passed}")

    def push(self, name: re.Pattern[str]) -> None:
        """Reach a button and press it."""
        self.reach(name)
        self.press("Enter")
