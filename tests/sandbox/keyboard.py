"""Play on the page as a user who has only a keyboard."""

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
    """Raised if the focus does not reach an element with the wanted name."""


class Keyboard:
    """Plays in one window with the keyboard alone. `stops` counts how often the focus moved."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops = 0

    def type(self, text: str) -> None:
        """Type into the element that has the focus."""
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def here(self) -> str:
        """Return the name of the element that has the focus."""
        return str(self.page.evaluate(_HERE))

    def command(self, name: str) -> None:
        """Type a command that needs no options, and press Enter twice."""
        self.type(f"/{name}")
        self.press("Enter")
        expect(self.page.locator("#main .command")).to_contain_text(f"/{name}")
        self.press("Enter")

    def reach(self, name: re.Pattern[str], back: bool = True) -> None:
        """Move the focus to the element with this name.

        If `back` is True, the focus goes from the input field to the main one of the newest buttons, forward through
        the buttons from there, and then backwards from it. Otherwise it goes forwards from the current element.
        """
        passed: list[str] = []
        if not back:
            found = self._seek(name, "Tab", passed)
        else:
            found = any(self._seek_from_the_box(name, key, passed) for key in ("Tab", "Shift+Tab"))
        if not found:
            raise NotOnTheWayError(f"{name.pattern} is not on the way: {passed}")

    def _seek_from_the_box(self, name: re.Pattern[str], key: str, passed: list[str]) -> bool:
        self.press("Escape", "Shift+Tab")
        return self._seek(name, key, passed, until="Message #" if key == "Tab" else "")

    def _seek(self, name: re.Pattern[str], key: str, passed: list[str], until: str = "") -> bool:
        for _ in range(_MOST_STOPS):
            here = self.here()
            if name.search(here) or (until and here.startswith(until)):
                return bool(name.search(here))
            passed.append(here)
            self.press(key)
            self.stops += 1
        return False

    def dismiss(self) -> None:
        """Dismiss the newest private message: its button comes behind the newest buttons."""
        self.reach(re.compile("Dismiss"))
        self.press("Enter")

    def push(self, name: re.Pattern[str]) -> None:
        """Move the focus to a button, and press the button."""
        self.reach(name)
        self.press("Enter")
