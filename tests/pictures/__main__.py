"""Render every drawing with this machine's browser, and record the hash of each drawing and picture.

`make pictures` runs this program.
"""

import hashlib
import sys
from pathlib import Path

from playwright.sync_api import Page

from bot.pictures import FOLDER, sets
from tests.sandbox.pages import CHROMIUM, chromium

SIDE = 128
"""The size of a picture in pixels. It is the largest size on Discord, for a screen with two pixels for each point."""
SUMS = "SHA256SUMS"
PAGE = "<style>body {{ margin: 0 }} svg {{ display: block; width: {side}px; height: {side}px }}</style>{drawing}"


def render(page: Page, drawing: Path) -> None:
    """Write a drawing as a PNG file beside it."""
    page.set_content(PAGE.format(side=SIDE, drawing=drawing.read_text()))
    page.locator("svg").screenshot(path=drawing.with_suffix(".png"), omit_background=True)


def sums(folder: Path) -> str:
    """Return the hash of every drawing and picture, in the form that `sha256sum -c` reads."""
    files = sorted([*folder.glob("*.svg"), *folder.glob("*.png")])
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def main() -> int:
    """Render all sets of drawings. Return the exit code."""
    if CHROMIUM is None:
        print("The drawings are rendered by Chromium, which is not here (Debian: apt-get install chromium).")
        return 1
    with chromium() as browser:
        page = browser.new_page(viewport={"width": SIDE, "height": SIDE})
        for each in sets():
            drawings = sorted((FOLDER / each).glob("*.svg"))
            for drawing in drawings:
                render(page, drawing)
            (FOLDER / each / SUMS).write_text(sums(FOLDER / each))
            print(f"{each}: {len(drawings)} pictures.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
