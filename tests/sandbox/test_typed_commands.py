"""Commands that are typed or pasted as a line, with slips, and the tool that erases everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.sandbox.access import barriers
from tests.sandbox.pages import Windows, last, needs_browser, slash

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def test_a_blank_after_a_whole_name_keeps_the_command_chosen(windows: Windows) -> None:
    page = windows.open()
    box = page.locator("#main textarea")
    box.press_sequentially("/ping ")
    expect(page.locator("#main .picker .option.at")).to_contain_text("/ping")
    box.press("Enter")
    expect(last(page)).to_contain_text("pong")


def test_options_in_a_typed_line_are_filled_in(windows: Windows) -> None:
    page = windows.open()
    box = page.locator("#main textarea")
    box.press_sequentially("/say who:Ben tone:kind word:hello you")
    box.press("Enter")
    expect(page.get_by_label("tone: In which tone").locator("option:checked")).to_have_text("Kind")
    expect(page.get_by_label("word: What")).to_have_value("hello you")
    expect(page.get_by_label("who: To whom").locator("option:checked")).to_have_text("Ben")
    page.locator("#main .command .send").click()
    expect(last(page)).to_contain_text("@Ben, kindly: hello you")


@pytest.mark.parametrize("slip", ["/pign", "/pinng", "/pang"])
def test_a_slip_of_one_letter_is_no_talk_but_lists_the_nearest(windows: Windows, slip: str) -> None:
    page = windows.open()
    box = page.locator("#main textarea")
    box.press_sequentially(slip)
    expect(page.locator("#main .picker .option.at")).to_contain_text("/ping")
    box.press("Enter")
    expect(last(page)).to_contain_text("pong")


def test_starting_afresh_asks_first(windows: Windows) -> None:
    page = windows.open()
    slash(page, "ping")
    expect(last(page)).to_contain_text("pong")
    page.get_by_role("button", name="Start afresh").click()
    asked = page.get_by_role("dialog", name="Erase every game")
    expect(asked).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    expect(last(page)).to_contain_text("pong")
