"""Tests of the browser's Back and Reload, and of drafts.

A window keeps its person, its channel and its unsent text.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.pages import A_LOOK, PHONE, Windows, call, last, needs_browser
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def expect_to_be(page: Page, who: str, where: str) -> None:
    """Expect that the window belongs to this person and that its left pane shows this channel."""
    expect(page.locator("#people-side .person.me")).to_contain_text(who)
    expect(page.locator("#main .pane-head h2")).to_have_text(where)


def test_back_returns_to_the_previous_channel_and_person_but_reload_stays(windows: Windows) -> None:
    page = windows.open()
    page.locator("#channels .channel.thread").click()
    expect_to_be(page, "Ann", "side-table")
    page.locator("#people-side").get_by_role("button", name="Ben").click()
    expect_to_be(page, "Ben", "side-table")
    page.reload()
    expect_to_be(page, "Ben", "side-table")
    page.go_back()
    expect_to_be(page, "Ann", "side-table")
    page.go_back()
    expect_to_be(page, "Ann", "liars-dice")
    page.go_forward()
    expect_to_be(page, "Ann", "side-table")


def test_back_on_a_phone_leaves_the_direct_messages(windows: Windows) -> None:
    page = windows.open("cleo", PHONE)
    page.locator("#tabs .channel.thread").click()
    page.locator("#tabs .channel.dm").click()
    expect(page.locator("#main")).to_be_hidden()
    page.reload()
    expect(page.locator("#dm textarea")).to_be_visible()
    expect(page.locator("#main")).to_be_hidden()
    page.go_back()
    expect(page.locator("#main .intro h2")).to_have_text("side-table")
    expect(page.locator("#dm")).to_be_hidden()


def test_back_closes_a_form_or_the_drawer_and_stays(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    page.locator("#tabs .channel.thread").click()
    call(page, "panel")
    last(page).get_by_role("button", name="Form").click()
    form, place = page.get_by_role("dialog"), page.locator("#main .intro h2")
    expect(form).to_be_visible()
    page.go_back()
    expect(form).to_have_count(0)
    expect(place).to_have_text("side-table")
    page.locator("#drawer-button").click()
    expect(page.locator("#side")).to_be_visible()
    page.go_back()
    expect(page.locator("#side")).to_be_hidden()
    expect(place).to_have_text("side-table")
    page.go_back()
    expect(place).to_have_text("Welcome to #liars-dice")


def test_back_right_after_opening_closes_a_menu_or_a_form_and_stays(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    call(page, "panel")
    last(page).locator(".menu").click()
    expect(page.get_by_role("listbox")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(last(page).locator(".menu")).to_be_focused()
    last(page).get_by_role("button", name="Form").click()
    form = page.get_by_role("dialog")
    form.locator(".menu").click()
    expect(page.get_by_role("listbox")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(form).to_be_visible()
    page.go_back()
    expect(form).to_have_count(0)
    expect(last(page)).to_contain_text("Count is 0")


def test_back_on_a_fresh_page_closes_the_commands_and_stays(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    page.get_by_role("button", name="Commands").click()
    expect(page.locator("#main .picker")).to_be_visible()
    page.go_back()
    expect(page.locator("#main .picker")).to_be_hidden()
    expect(page.locator("#main .intro h2")).to_have_text("Welcome to #liars-dice")


def test_back_closes_a_command_and_keeps_the_person_and_the_text(windows: Windows) -> None:
    page = windows.open("ben", PHONE)
    page.locator("#people-top").get_by_role("button", name="Ann").click()
    expect(page.locator("#people-top .person.me")).to_contain_text("Ann")
    page.locator("#main textarea").press_sequentially("/say who:Ben ")
    expect(page.locator("#main .command")).to_be_visible()
    page.go_back()
    expect(page.locator("#main .command")).to_be_hidden()
    expect(page.locator("#main textarea")).to_have_value("/say who:Ben")
    expect(page.locator("#people-top .person.me")).to_contain_text("Ann")
    page.go_back()
    expect(page.locator("#people-top .person.me")).to_contain_text("Ben")


def test_a_form_that_was_closed_keeps_its_text_until_it_is_sent(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    openers = page.locator("#main article", has_text="Count is 0").get_by_role("button", name="Form")
    before = openers.count()
    call(page, "panel")
    expect(openers).to_have_count(before + 1)
    opener, form = openers.last, page.get_by_role("dialog", name="A form")
    for word, shut in (("", page.go_back), ("soup", lambda: page.keyboard.press("Escape")), ("soup", None)):
        opener.click()
        expect(form.get_by_label("Word")).to_have_value(word)
        if shut is not None:
            form.get_by_label("Word").fill("soup")
            shut()
            expect(form).to_have_count(0)
            page.wait_for_timeout(A_LOOK)
    form.locator(".menu").click()
    page.get_by_role("option", name="Two").click()
    form.get_by_role("button", name="Submit").click()
    expect(last(page)).to_contain_text("Heard soup and Two")
    page.wait_for_timeout(A_LOOK)
    opener.click()
    expect(form.get_by_label("Word")).to_have_value("")
    form.get_by_role("button", name="Cancel").click()
    call(page, "panel")  # another message has another form
    expect(openers).to_have_count(before + 2)
    openers.last.click()
    expect(form.get_by_label("Word")).to_have_value("")


def test_back_takes_one_step_after_a_form_was_cancelled(windows: Windows) -> None:
    page = windows.open()
    page.locator("#channels .channel.thread").click()
    call(page, "panel")
    last(page).get_by_role("button", name="Form").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect_to_be(page, "Ann", "liars-dice")


def test_a_draft_belongs_to_a_person_and_a_place(windows: Windows) -> None:
    page = windows.open()
    box = page.locator("#main textarea")
    box.fill("Ann's own, in the channel")
    page.locator("#channels .channel.thread").click()
    expect(box).to_have_value("")
    box.press_sequentially("/say who:Ben tone:kind ")
    page.locator("#people-side").get_by_role("button", name="Ben").click()
    expect_to_be(page, "Ben", "side-table")
    expect(page.locator("#main .command")).to_be_hidden()
    expect(box).to_have_value("")
    page.go_back()
    expect_to_be(page, "Ann", "side-table")
    expect(box).to_have_value("/say who:Ben tone:Kind")
    page.go_back()
    expect(box).to_have_value("Ann's own, in the channel")
    page.reload()
    expect(box).to_have_value("Ann's own, in the channel")
    box.press("Enter")
    expect(last(page)).to_contain_text("Ann's own, in the channel")
    page.reload()
    expect(last(page)).to_contain_text("Ann's own, in the channel")
    expect(box).to_have_value("")


def test_a_late_answer_opens_no_form_after_the_person_has_changed(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "panel")
    form = last(page).get_by_role("button", name="Form")
    expect(form).to_be_visible()
    play.trouble({"kind": "slow", "path": "/interactions/*", "seconds": 0.5})
    with page.expect_response(re.compile("act/click")):
        form.click()
        page.locator("#people-side").get_by_role("button", name="Ben").click()
        expect_to_be(page, "Ben", "liars-dice")
    play.trouble()
    expect(page.get_by_role("dialog")).to_have_count(0)
