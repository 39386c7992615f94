"""Tests of double presses: the second half acts on nothing that has come under the pointer, or got the focus, since."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.sandbox.pages import A_LOOK, PHONE, THE_CLOCK_STOPS, Windows, call, last, needs_browser
from tests.sandbox.running import Play
from tests.sandbox.test_keys_and_clicks import button

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]

PUT = "(one, [x, y]) => { one.style.cssText = `position: fixed; z-index: 9; left: ${x - 8}px; top: ${y - 8}px` }"


@pytest.fixture
def windows(browser: Browser, play: Play) -> Iterator[Windows]:
    """Open windows in which clicks do not wait until what they press lies still."""
    opened = Windows(browser, play.address, patient=False)
    yield opened
    opened.close()


def middle(control: Locator) -> tuple[float, float]:
    """Return a point on a control."""
    expect(control).to_be_visible()
    place = control.bounding_box()
    assert place is not None
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def open_form(page: Page) -> Locator:
    """Open the form of a panel."""
    call(page, "panel")
    button(page, "Count is 0", "Form").click()
    form = page.get_by_role("dialog", name="A form")
    expect(form).to_be_visible()
    return form


def test_a_second_tap_on_submit_presses_nothing_below_the_form(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    throws = page.locator("#main article", has_text="Your throw")
    call(page, "lesson")
    roll = button(page, "Welcome", "Roll")
    expect(roll).to_be_visible()
    before = throws.count()
    form = open_form(page)
    form.get_by_label("Word").fill("dice")
    form.locator(".menu").click()
    page.get_by_role("option", name="Two").click()
    at = middle(form.get_by_role("button", name="Submit"))
    roll.evaluate(PUT, [*at])
    page.evaluate(THE_CLOCK_STOPS)
    page.mouse.click(*at)
    expect(form).to_have_count(0)
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(throws).to_have_count(before)
    page.evaluate("pass(600)")
    page.mouse.click(*at)
    expect(throws).to_have_count(before + 1)


def test_a_second_tap_on_what_opened_a_form_presses_nothing_in_the_form(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    call(page, "panel")
    opener = button(page, "Count is 0", "Form")
    at = middle(opener)
    page.evaluate(THE_CLOCK_STOPS)
    page.mouse.click(*at)
    form = page.get_by_role("dialog", name="A form")
    expect(form).to_be_visible()
    form.get_by_role("button", name="Cancel").evaluate(PUT, [*at])
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(form).to_be_visible()
    page.evaluate("pass(600)")
    page.mouse.click(*at)
    expect(form).to_have_count(0)


def test_a_second_enter_for_what_opened_a_form_does_not_submit_it(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    button(page, "Count is 0", "Form").focus()
    page.evaluate(THE_CLOCK_STOPS)
    page.keyboard.press("Enter")
    form = page.get_by_role("dialog", name="A form")
    expect(form).to_be_visible()
    form.get_by_label("Word").evaluate("(field) => { field.value = 'soup'; }")  # as of a form that is filled in already
    page.keyboard.press("Enter")
    page.wait_for_timeout(A_LOOK)
    expect(form.locator(".problem")).to_be_empty()
    page.evaluate("pass(600)")
    page.keyboard.press("Enter")
    expect(form.locator(".problem")).to_have_text("Which: Choose one.")


def test_a_second_enter_on_cancel_does_not_open_the_form_again(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    button(page, "Count is 0", "Form").press("Enter")
    form = page.get_by_role("dialog", name="A form")
    expect(form).to_be_visible()
    page.evaluate(THE_CLOCK_STOPS)
    form.get_by_role("button", name="Cancel").press("Enter")
    expect(form).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_timeout(A_LOOK)
    expect(form).to_have_count(0)
    page.evaluate("pass(600)")
    page.keyboard.press("Enter")
    expect(form).to_be_visible()


def test_a_second_tap_on_send_does_not_send_the_next_command(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    panels = page.locator("#main article", has_text="Ann used /panel")
    before = panels.count()
    page.locator("#main textarea").focus()
    page.evaluate("document.execCommand('insertText', false, '/say who:Ben tone:kind word:hello\\n/panel')")
    send = page.get_by_role("button", name="Send the command")
    at = middle(send)
    page.mouse.move(5, 5)
    page.evaluate(THE_CLOCK_STOPS)
    page.mouse.click(*at)
    expect(page.locator("#main textarea")).to_have_value("/panel")
    plain = page.get_by_role("button", name="Send", exact=True)
    plain.evaluate(PUT, [*at])
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(panels).to_have_count(before)
    page.evaluate("pass(600)")
    page.mouse.click(*at)
    expect(panels).to_have_count(before + 1)


def test_a_second_press_does_not_run_the_command_that_the_line_is_asked_about(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    pongs = page.locator("#main article", has_text="pong")
    before = pongs.count()
    page.locator("#main textarea").press_sequentially("ping")
    at = middle(page.get_by_role("button", name="Send", exact=True))
    page.evaluate(THE_CLOCK_STOPS)
    for second in ("click", "Enter"):
        page.mouse.click(*at)
        expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /ping?")
        page.mouse.click(*at) if second == "click" else page.keyboard.press(second)
        page.wait_for_timeout(A_LOOK)
        expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /ping?")
        expect(pongs).to_have_count(before)
    page.evaluate("pass(600)")
    page.keyboard.press("Enter")
    expect(pongs).to_have_count(before + 1)


def test_a_slash_in_the_message_box_is_gone_when_a_command_that_was_tapped_has_run(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    call(page, "ping")
    line = last(page).locator("[data-command]")
    expect(line).to_have_text("/ping")
    for begun in ("/", "/pi"):
        page.locator("#main textarea").fill(begun)
        page.keyboard.press("Escape")  # closes the list
        line.click()
        page.get_by_role("button", name="Send the command").click()
        expect(page.locator("#main textarea")).to_have_value("")
        expect(page.locator("#main .picker")).to_be_hidden()
    page.locator("#main textarea").fill("hello")
    line.click()
    page.get_by_role("button", name="Send the command").click()
    expect(page.locator("#main textarea")).to_have_value("hello")
