"""Tests of the bot's pictures in the local Discord: uploading them, showing them, and what happens if one is lost."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from bot.pictures import FACES, pictures, sets
from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import Windows, chromium, needs_browser
from tests.sandbox.running import Play, until

pytestmark = [
    pytest.mark.xdist_group("sandbox-pictures"),
    pytest.mark.skipif(sys.platform != "linux", reason="the bot's own token is read from /proc"),
]
RAISE = re.compile(r"(?:[⚀-⚅] )?×\d+")


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    with Play(tmp_path_factory.mktemp("world"), "bot run") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def environment(play: Play) -> dict[str, str]:
    """Return the environment variables of the bot's process, such as its token and the local Discord's address."""
    kept = Path(f"/proc/{play.child('bot.sandbox.launch')}/environ").read_text()
    return dict(line.split("=", 1) for line in kept.split("\0") if "=" in line)


def rest(play: Play, method: str, path: str = "") -> Any:
    """Make a request about emojis to the local Discord, as the bot's operator may."""
    known = environment(play)
    application = json.loads((play.data / "world.json").read_text())["discord"]["application_id"]
    address = f"{known['LOCAL_DISCORD']}/api/v10/applications/{application}/emojis{path}"
    headers = {"Authorization": f"Bot {known['DISCORD_TOKEN']}"}
    request = urllib.request.Request(address, method=method, headers=headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as answer:
        return json.loads(answer.read() or "null")


def upload(play: Play) -> str:
    """Run `python -m bot emojis` against the local Discord, and return its output."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot.sandbox.launch", "bot", "emojis"],
        env={**os.environ, **environment(play)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(30) == 0
        return said


def walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from walk(part.get("components", []))


def raises(play: Play, who: str = "ann") -> list[dict[str, Any]]:
    """Return the buttons for bids on the newest message that has any."""
    for message in reversed(play.messages(who)):
        found = [part for part in walk(message["components"]) if RAISE.fullmatch(part.get("label") or "")]
        if found:
            return [{**part, "message": message} for part in found]
    return []


def press(play: Play, who: str, label: str) -> None:
    def found() -> tuple[dict[str, Any], str] | None:
        for message in reversed(play.messages(who)):
            for part in walk(message["components"]):
                if part.get("label") == label and "custom_id" in part:
                    return message, str(part["custom_id"])
        return None

    ready = until(found)
    assert ready is not None
    play.click(*ready, who)


def sit(play: Play) -> None:
    play.slash("play", game="common")
    press(play, "ben", "Join")
    press(play, "ann", "Start")
    until(lambda: raises(play))


def loaded(image: Locator) -> tuple[int, float]:
    """Return the width of the picture file, and the width at which the page shows it."""
    expect(image).to_be_visible()
    until(lambda: image.evaluate("(each) => each.complete && each.naturalWidth"))
    return image.evaluate("(each) => each.naturalWidth"), image.evaluate("(each) => each.getBoundingClientRect().width")


@needs_browser
def test_the_page_shows_the_pictures_that_were_uploaded(play: Play, browser: Browser) -> None:
    drawn = {picture.emoji for each in sets() for picture in pictures(each)}
    until(lambda: {item["name"] for item in rest(play, "GET")["items"]} == drawn)
    sit(play)
    windows = Windows(browser, play.address)
    try:
        page = windows.open("ann")
        button = page.locator("#main article button", has_text="×").first
        assert loaded(button.locator("img.emo")) == (128, 20)
        hand = page.locator("article h1 img.emoji")
        expect(hand).to_have_count(5)
        wide, shown = loaded(hand.first)
        assert wide == 128
        assert shown > 30, "dice in a heading are larger than in a text"
        assert re.fullmatch(rf":({'|'.join(FACES)})_[0-9a-f]{{6}}:", hand.first.get_attribute("alt") or "")
    finally:
        windows.close()


@needs_browser
@pytest.mark.parametrize("size", [(740, 360), (640, 340)], ids=["a phone on its side", "a laptop at 200 %"])
def test_a_short_window_shows_the_dice_and_whose_turn_it_is(
    play: Play, browser: Browser, size: tuple[int, int]
) -> None:
    if not raises(play):
        sit(play)
    windows = Windows(browser, play.address)
    try:
        page = windows.open("ann", {"width": size[0], "height": size[1]})
        expect(page.locator("#dm article h1 img.emoji").first).to_be_in_viewport(ratio=1)
        panel = page.locator("#main article", has=page.get_by_role("button", name="My dice")).last
        expect(panel.get_by_text("👉").filter(has_text="opens")).to_be_in_viewport(ratio=1)
        for row in panel.locator(".row").all():
            expect(row).to_be_in_viewport(ratio=1)
        assert barriers(page) == []
    finally:
        windows.close()


@pytest.mark.long
def test_a_deleted_emoji_is_replaced_by_text_until_it_is_uploaded_again(play: Play) -> None:
    if not raises(play):
        sit(play)
    (six,) = [
        item
        for item in rest(play, "GET")["items"]
        if item["name"] in {each.emoji for each in pictures()} and item["name"].startswith("six_")
    ]
    rest(play, "DELETE", f"/{six['id']}")
    version = raises(play)[0]["message"]
    for who in ("ann", "ben"):
        for part in raises(play, who)[:1]:
            play.click(part["message"], part["custom_id"], who)
    until(lambda: [part for part in raises(play) if not part.get("emoji")])
    assert {part["label"][0] for part in raises(play)} <= set("⚀⚁⚂⚃⚄⚅")
    assert "Discord refuses a picture" in (play.data / "bot.log").read_text()
    assert version
    assert "Pictures uploaded: 1." in upload(play)
    assert "Pictures uploaded: 0." in upload(play)
    play.kill("bot.sandbox.launch")
    until(lambda: not play.online())
    play.wait_for_bot()
    for who in ("ann", "ben"):
        for part in raises(play, who)[:1]:
            play.click(part["message"], part["custom_id"], who)
    until(lambda: all(part.get("emoji") for part in raises(play)))
