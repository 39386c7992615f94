"""Tests of what a person finds after a press: the focus is in what has come, and the panel that asks is in view."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.sandbox.pages import A_LOOK, THE_CLOCK_STOPS, Windows, last, needs_browser, slash
from tests.sandbox.running import Play
from tests.sandbox.test_focus import button, expect_focus, message
from tests.sandbox.test_newest_in_view import SMALL, below, fill

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]

MOVED_UP = """(die, top) => new Promise((done) => {
  const look = () => (die.getBoundingClientRect().top < top ? done() : requestAnimationFrame(look));
  look();
})"""
"""Waits until an element is above this height of the window."""


@pytest.mark.parametrize("key", ["Enter", "click"])
def test_if_the_buttons_of_a_lobby_go_one_after_another_the_focus_moves_to_the_first_round(
    windows: Windows, key: str
) -> None:
    page = windows.open()
    slash(page, "gather")
    expect(last(page)).to_contain_text("Come and sit")
    begin = button(page, "Come and sit", "Begin")
    begin.focus()
    page.wait_for_timeout(A_LOOK)
    begin.click() if key == "click" else page.keyboard.press(key)
    expect(message(page, "The game is on")).to_be_attached()
    expect_focus(page, "The first round", "Roll")


@pytest.mark.parametrize("command", ["marks", "shake"])
def test_the_row_of_dice_stays_under_the_finger_until_nobody_presses_it_again(
    windows: Windows, play: Play, command: str
) -> None:
    """A tap adds lines below the dice. The next die is where it was, at once and after a thought."""
    fill(play)
    page = windows.open("ann", SMALL)
    slash(page, command)
    if command == "shake":
        shake = last(page).get_by_role("button", name="Shake")
        expect(shake).to_be_in_viewport()
        page.wait_for_timeout(A_LOOK)
        shake.click()
    first, second = (last(page).get_by_role("button", name=f"Die {die}") for die in (1, 2))
    expect(second).to_be_in_viewport()
    page.wait_for_timeout(A_LOOK)
    there = second.bounding_box()
    first.click()
    expect(last(page).locator(".text")).to_contain_text("is a die")
    for _ in range(7):
        assert second.bounding_box() == there
        page.wait_for_timeout(400)


@pytest.mark.parametrize("by_key", [False, True], ids=["finger", "key"])
def test_a_panel_that_has_grown_below_the_message_box_comes_into_view(
    windows: Windows, play: Play, by_key: bool
) -> None:
    """It stays under the finger at first; what it asks is in view soon, and what comes later is followed again."""
    fill(play)
    page = windows.open("ann", SMALL)
    slash(page, "marks")
    expect(last(page).get_by_role("button", name="Die 1")).to_be_in_viewport()
    for die in (1, 2):
        page.wait_for_timeout(A_LOOK)
        button = last(page).get_by_role("button", name=f"Die {die}")
        button.press("Enter") if by_key else button.click()
        expect(last(page).locator(".text")).to_contain_text(re.compile("is a die.*" * die, re.DOTALL))
    expect(last(page).locator(".only")).to_be_in_viewport(ratio=1)
    assert below(page) == 0
    last(page).locator(".text").evaluate("(text) => { text.style.minHeight = '200px' }")
    assert below(page) == 0


def test_a_tap_right_after_the_view_has_followed_a_press_presses_nothing_else(windows: Windows, play: Play) -> None:
    """The view follows a tap after some seconds, when a finger may be on its way to the next die."""
    fill(play)
    page = windows.open("ann", SMALL)
    for rule in ("article .row { display: grid }", "article .row button { min-height: 0; height: 30px }"):
        page.evaluate("(rule) => document.styleSheets[0].insertRule(rule)", rule)
    slash(page, "marks")
    first, second = (last(page).get_by_role("button", name=f"Die {die}") for die in (1, 2))
    expect(second).to_be_in_viewport()
    page.wait_for_timeout(A_LOOK)
    first.click()
    text = last(page).locator(".text")
    expect(text).to_contain_text("is a die")
    there = second.bounding_box()
    assert there is not None
    page.evaluate(THE_CLOCK_STOPS)
    second.evaluate(MOVED_UP, there["y"] - 8)
    page.mouse.click(there["x"] + 8, there["y"] + 22)  # the third die is there now
    page.wait_for_timeout(A_LOOK)
    assert text.inner_text().count("is a die") == 1
