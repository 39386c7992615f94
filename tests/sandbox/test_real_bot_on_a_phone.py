"""Play the real bot on a small phone: type a bid into the form behind "other…", and play a cup to its end."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLateError

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, Windows, chromium, last, needs_browser, slash
from tests.sandbox.running import Play
from tests.sandbox.test_real_bot import basics, dismiss, open_table, panel, turn

pytestmark = [pytest.mark.xdist_group("sandbox-real-bot"), needs_browser]

SMALL = {"width": 360, "height": 640}


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


def begin(page: Page) -> Locator:
    """Start a game against a computer player, and return the panel when it is Ann's turn."""
    table = open_table(page, "Common hand")
    table.get_by_role("button", name="Add a computer").click()
    expect(table).to_contain_text("🪑 2:")
    table.get_by_role("button", name="Start").click()
    return panel(page, turn(page)[1])


@pytest.mark.parametrize("words", ["firehose", "play a firehouse", "/firehose"])
def test_a_game_that_is_named_in_a_line_is_asked_about_and_opened(windows: Windows, words: str) -> None:
    page = windows.open("ann", SMALL)
    page.locator("#main textarea").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /play Firehouse?")
    page.wait_for_timeout(A_LOOK)
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("🪑 1:")
    expect(last(page)).to_contain_text("Firehouse")


def test_a_wrong_number_in_the_form_for_any_bid_is_explained_and_corrected(windows: Windows) -> None:
    page = windows.open("ann", SMALL)
    round_ = begin(page)
    round_.locator(".menu").click()
    page.get_by_role("option", name="other…").click()
    form = page.get_by_role("dialog", name="Your bid")
    number = form.get_by_label("How many?")
    expect(number).to_be_focused()
    expect(form).to_be_in_viewport(ratio=1)
    assert barriers(page) == []
    number.fill("99")
    form.locator(".menu").click()
    page.get_by_role("option").last.click()
    form.get_by_role("button", name="Submit").click()
    expect(form).to_have_count(0)
    refusal = page.locator("#main article.private", has_text="There are only 10 dice in play.")
    expect(refusal.locator(".only")).to_be_in_viewport(ratio=1)
    refusal.get_by_role("button", name="Back to the form").click()
    expect(number).to_have_value("99")
    expect(form.locator(".menu")).to_contain_text("sixes")
    number.fill("5")
    form.get_by_role("button", name="Submit").click()
    expect(form).to_have_count(0)
    expect(refusal).to_have_count(0)
    expect(
        page.locator("#main article:not(.private)", has_text=re.compile(r"Ann\W+×5|Ann: 5 sixes")).last
    ).to_be_visible()
    expect(last(page).locator(".body > :last-child")).to_be_in_viewport()


CUT = "(row) => row.scrollWidth > row.clientWidth"
TWO_LINES = 60


def test_the_stories_of_the_games_are_read_whole_in_the_suggestions(windows: Windows) -> None:
    page = windows.open("ann", SMALL)
    slash(page, "play")
    page.get_by_label(re.compile("^game")).focus()
    found = page.locator("#main .suggestions:visible")
    rows = found.locator(".option")
    expect(rows).to_have_count(10)
    assert not found.evaluate(CUT)
    for row in rows.all():
        assert not row.evaluate(CUT), row.inner_text()
        box = row.bounding_box()
        assert box is not None
        assert box["height"] <= TWO_LINES, row.inner_text()
    expect(found).to_be_in_viewport(ratio=1)


HAND = r"^(?:\w+-high|(?:a|two) pair|three|four|five|\w+ full|a straight)\b"
WISHES = [re.compile(wish) for wish in (r"Liar!", r"Shake and look", HAND, r"Look$")]
"""The buttons that this player presses, the preferred ones first."""


def play_to_the_end(page: Page) -> None:
    """Play a cup until its result is there."""
    again = page.locator("#main").get_by_role("button", name="Again")
    for _ in range(90):
        if again.count():
            return
        for wish in WISHES:
            button = page.locator("#main article button:enabled", has_text=wish).last
            if button.count():
                with contextlib.suppress(TooLateError):  # a computer player was faster
                    button.click(timeout=3_000)
                break
        page.wait_for_timeout(1_000)
    raise AssertionError("the cup has no end")


@pytest.mark.long
def test_the_result_of_a_cup_fits_on_the_screen_above_the_message_box(windows: Windows) -> None:
    page = windows.open("ann", SMALL)
    table = open_table(page, "The cup")
    for seats in (2, 3):
        table.get_by_role("button", name="Add a computer").click()
        expect(table).to_contain_text(f"🪑 {seats}:")
        page.wait_for_timeout(A_LOOK)
    basics(page, table)
    form = page.get_by_role("dialog")
    form.get_by_label("How long?").fill("1 round")
    form.get_by_role("button", name="Submit").click()
    expect(table).to_contain_text("1 round")
    dismiss(page)
    table.get_by_role("button", name="Start").click()
    play_to_the_end(page)
    result = page.locator("#main article", has_text="🏆").last
    expect(result.get_by_role("button", name="Again")).to_be_visible()
    expect(result).to_be_in_viewport(ratio=1)
    expect(page.locator("#main textarea")).to_be_in_viewport(ratio=1)
