"""Play the real bot with the keyboard alone, and check every screen with axe-core."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.keyboard import Keyboard, NotOnTheWayError
from tests.sandbox.pages import A_LOOK, Windows, chromium, last, needs_browser
from tests.sandbox.running import Play, until

pytestmark = [pytest.mark.xdist_group("sandbox-real-bot"), needs_browser]

# The buttons that this player presses, the preferred ones first.
WISHES = [re.compile(wish) for wish in (r"Liar!|Bang!", r"^\W*[×x]?\s*\d+", r"Next", r"Paid")]
OFFERED = """() => {
  const said = (one) => one.innerText.replace(/\\s+/g, " ").trim();
  const all = [...document.querySelectorAll("#main article")];
  const boxes = all.filter((each) => each.querySelector(".row button:enabled"));
  return [...(boxes.at(-1)?.querySelectorAll("button:enabled") ?? [])].map(said);
}"""
SHOWN = "() => document.querySelector('#main .log-list').innerText"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with Play(tmp_path, bot="bot run") as running:
        yield running


@pytest.fixture
def windows(browser: Browser, play: Play) -> Iterator[Windows]:
    opened = Windows(browser, play.address)
    yield opened
    opened.close()


def wish(page: Page) -> re.Pattern[str] | None:
    """Return a pattern for the button that this player would press now, or None if there is none."""
    offered = [str(label) for label in page.evaluate(OFFERED)]
    liked = [label for each in WISHES for label in offered if each.search(label)]
    return re.compile(f"^{re.escape(liked[0])}$") if liked else None


def test_a_newcomer_is_told_what_to_type(windows: Windows) -> None:
    page = windows.open("ann")
    for said in (
        "everybody hides dice",
        "press Ann, Ben or Cleo",
        "Type /play for a table or /learn for a first game.",
    ):
        expect(page.locator("#main .intro")).to_contain_text(said)
    page.locator("#main textarea").press_sequentially("/")
    names = page.locator("#main .picker .option-label")
    expect(names.nth(0)).to_contain_text("/play")
    expect(names.nth(1)).to_contain_text("/learn")
    page.keyboard.type("play hello")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("hello")
    page.keyboard.type("/play game:perudo")
    expect(page.locator(".suggestions:visible .option")).to_have_text([re.compile("^Perudo · ")])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Perudo")


def test_a_dm_says_that_a_command_works_in_a_channel(windows: Windows) -> None:
    page = windows.open("ann")
    box, note = page.locator("#dm textarea"), page.locator("#dm .picker .nothing")
    box.press_sequentially("/play")
    expect(note).to_have_text("/play works in a server channel, such as #liars-dice.")
    assert barriers(page) == []
    box.fill("/nonsense")
    expect(note).to_have_text("No command of that name.")


@pytest.mark.long
def test_a_whole_game_can_be_played_with_the_keyboard_alone(windows: Windows) -> None:
    page = windows.open("ann")
    keys = Keyboard(page)
    found: dict[str, list[str]] = {}
    keys.command("play")
    expect(last(page).get_by_role("button", name="Join")).to_be_visible()
    found["the lobby"] = barriers(page)
    keys.push(re.compile("Add a computer"))
    expect(last(page).get_by_role("button", name="Start")).to_be_enabled()
    keys.push(re.compile("More"))
    expect(page.locator("#main article.private .menu").first).to_be_focused()
    page.wait_for_timeout(A_LOOK)
    keys.press("Enter", "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    found["the options"] = barriers(page)
    keys.reach(re.compile("How long"), back=False)
    keys.press("Control+a")
    keys.type("1 round")
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#main article", has_text="1 round").last).to_be_visible()
    expect(page.locator("#main article.private")).to_contain_text("Saved.")
    found["More after a form"] = barriers(page)
    keys.dismiss()
    expect(page.locator("#main article.private")).to_have_count(0)
    keys.push(re.compile("Start"))
    over = page.locator("#main").get_by_role("button", name="Again")
    for _ in range(60):
        until(lambda: over.count() or wish(page))
        if over.count():
            break
        if "the round" not in found:
            found["the round"] = barriers(page)
        liked, before = wish(page), page.evaluate(SHOWN)
        if liked is None:
            continue
        page.wait_for_timeout(1_000 + A_LOOK)  # a key right after a computer's move presses nothing
        with contextlib.suppress(NotOnTheWayError):  # a computer player was faster: look again
            keys.push(liked)
            until(lambda before=before: page.evaluate(SHOWN) != before)  # type: ignore[misc]
    expect(over).to_be_visible()
    found["the result"] = barriers(page)
    keys.push(re.compile("More"))
    expect(page.locator("#main article.private").last).to_contain_text("Fair dice?")
    found["more of the result"] = barriers(page)
    keys.push(re.compile("Fair"))
    expect(page.locator("#main article.private").last).to_contain_text("Seed")
    found["what the seal says"] = barriers(page)
    keys.dismiss()
    keys.push(re.compile("Again"))
    expect(last(page).get_by_role("button", name="Join")).to_be_visible()
    assert {what: wrong for what, wrong in found.items() if wrong} == {}
