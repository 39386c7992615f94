"""Check the accessibility of a window with axe-core: roles, names and contrast."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no types
from playwright.sync_api import Page

_AXE = Axe()
_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    "rules": {"heading-order": {"enabled": False}},  # the author of a message chooses its headings
    "resultTypes": ["violations"],
}


def barriers(page: Page) -> list[str]:
    """Return the accessibility faults of everything that the window shows now.

    Each fault is a text with the broken rule and the elements that break it.
    """
    found: dict[str, Any] = _AXE.run(page, options=_RULES).response
    return [
        f"{rule['id']}: {', '.join(map(str, node['target']))}: {node['failureSummary']} {node['html'][:200]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
