"""Tests of the mark "more" at the foot of a list that does not fit: a tap on it scrolls on, and chooses nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.sandbox.pages import PHONE, THE_CLOCK_STOPS, Windows, call, last, needs_browser, slash

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def tap_more(page: Page, cut: Locator) -> None:
    """Tap twice on the mark at the foot of a list, and expect that the list has moved on."""
    more = cut.locator("> .more")
    expect(more).to_be_in_viewport()
    place = more.bounding_box()
    assert place is not None
    before = cut.evaluate("(list) => list.scrollTop")
    page.evaluate(THE_CLOCK_STOPS)  # on a busy machine, the second tap may come late
    for _ in range(2):  # the second tap may find a row in place of the mark
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 20)
    assert cut.evaluate("(list) => list.scrollTop") > before
    page.evaluate("pass(600)")


def test_a_tap_below_a_cut_menu_chooses_nothing_and_shows_the_next_rows(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    chosen = page.locator("#main article", has_text="Chosen")
    before = chosen.count()
    call(page, "hands")
    last(page).locator(".menu").click()
    tap_more(page, page.locator(".list"))
    page.keyboard.press("ArrowDown")  # the list has the keys still
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Chosen: Pair, 2s")
    expect(chosen).to_have_count(before + 1)


def test_a_tap_below_the_commands_runs_none(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    page.locator("#main textarea").press_sequentially("/")
    tap_more(page, page.locator("#main .picker"))
    expect(page.locator("#main .command")).to_be_hidden()
    expect(page.locator("#main textarea")).to_have_value("/")
    page.locator("#main .picker .option:visible", has_text="/embed").click()
    expect(last(page)).to_contain_text("A title")


def test_a_tap_below_the_choices_of_an_option_takes_none(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    slash(page, "hue")
    tap_more(page, page.locator("#main .suggestions"))
    which = page.locator("#main .command input:required")
    expect(which).to_have_value("")
    expect(which).to_be_focused()
    page.get_by_role("option", name="Hue 9").click()
    expect(which).to_have_value("Hue 9")


def test_a_tap_below_a_cut_form_opens_no_hidden_menu(windows: Windows) -> None:
    page = windows.open("ann", {"width": 360, "height": 340})
    call(page, "panel")
    last(page).get_by_role("button", name="Form").click()
    tap_more(page, page.get_by_role("dialog").locator(".form-rows"))
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(page.get_by_role("dialog").locator(".menu")).to_be_in_viewport()
