"""Tests of the page on a machine with one font for text and one for emojis. Each font must draw its own characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.pages import DESKTOP, PHONE, Windows, call, chromium, last, needs_browser
from tests.sandbox.running import Play

TEXT, CODE, EMOJI = "DejaVu Sans", "DejaVu Sans Mono", "Noto Color Emoji"
FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "NotoColorEmoji.ttf")
FOLDERS = [Path(name).expanduser() for name in ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts")]
FOUND = {path.name: path for folder in FOLDERS for path in folder.rglob("*.ttf") if path.name in FILES}
MISSING = sorted(set(FILES) - set(FOUND))

pytestmark = [
    pytest.mark.xdist_group("sandbox-browser"),
    needs_browser,
    pytest.mark.skipif(
        bool(MISSING),
        reason=f"no {', '.join(MISSING)} here (Debian: apt-get install fonts-dejavu-core fonts-noto-color-emoji)",
    ),
]

# Some machines define `sans-serif`, and others leave it to the browser. The page must work on both.
GENERIC = {
    "sans-serif is named": f"<alias><family>sans-serif</family><prefer><family>{TEXT}</family></prefer></alias>",
    "sans-serif is left open": "",
}
GENERICS = [pytest.param(name, marks=pytest.mark.long) if at else name for at, name in enumerate(GENERIC)]
PICTURES = "🎲👉✅🕊️😀⚠️🔴"


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    with Play(tmp_path_factory.mktemp("world")) as running:
        yield running


@pytest.fixture(scope="module", params=GENERICS)
def windows(request: pytest.FixtureRequest, play: Play, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    folder = tmp_path_factory.mktemp("fonts")
    with chromium(FONTCONFIG_FILE=str(only_two_fonts(folder, GENERIC[request.param]))) as browser:
        opened = Windows(browser, play.address)
        yield opened
        opened.close()


def only_two_fonts(folder: Path, generic: str) -> Path:
    """Write a font configuration with which Chromium finds only the fonts of `FILES`.

    Return the path of the configuration.
    """
    (folder / "ttf").mkdir()
    for name in FILES:
        (folder / "ttf" / name).symlink_to(FOUND[name])
    path = folder / "fonts.conf"
    path.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{folder / 'ttf'}</dir><cachedir>{folder / 'cache'}</cachedir>{generic}</fontconfig>"
    )
    return path


def drawn(page: Page) -> list[tuple[str, dict[str, int]]]:
    """Return each piece of text on the page, with the number of its characters that each font draws."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    found = []
    for node in walk(devtools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]):
        if node["nodeType"] == 3 and node["nodeValue"].strip():
            used = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
            found.append((node["nodeValue"], {font["familyName"]: int(font["glyphCount"]) for font in used}))
    return found


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a node of the page and all nodes below it, including those that the browser adds to an input field."""
    yield node
    for child in (*node.get("children", ()), *node.get("shadowRoots", ())):
        yield from walk(child)


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "dark"), pytest.param(PHONE, "light", marks=pytest.mark.long)])
def test_emojis_are_drawn_as_pictures_and_all_other_characters_as_text(
    windows: Windows, size: dict[str, int], scheme: str
) -> None:
    page = windows.open("ann", size, scheme)
    box = page.locator("#main textarea")
    for line in ("Ann: 12 dice, 30 × five, **bold 4 5** and `code 6 7`", PICTURES, "👉 Ben owes 2 to 1 ✅"):
        box.fill(line)
        box.press("Enter")
        expect(last(page)).to_contain_text(re.sub(r"[*`]", "", line))
    call(page, "panel")
    expect(last(page).get_by_role("button", name="Count 0")).to_be_visible()
    box.fill("3 to 4")
    seen = drawn(page)
    plain = [(text, fonts) for text, fonts in seen if text.isascii() and fonts]
    assert [(text, fonts) for text, fonts in plain if not fonts.keys() <= {TEXT, CODE}] == []
    assert {"Count 0", "bold 4 5", "code 6 7", "3 to 4", "Ann"} <= {text.strip() for text, _ in plain}
    for said, wanted in (
        (PICTURES, {EMOJI: 7}),
        ("👉 Ben owes 2 to 1 ✅", {EMOJI: 2, TEXT: len(" Ben owes 2 to 1 ")}),
        ("🎲", {EMOJI: 1}),  # the emoji in the button
    ):
        assert [fonts for text, fonts in seen if text.strip() == said and fonts not in (wanted, {})] == []
        assert wanted in [fonts for text, fonts in seen if text.strip() == said]
