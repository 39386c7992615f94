"""Tests of the keys that move the focus from one part of the page to another, and of the list of these keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, DESKTOP, PHONE, Windows, call, coming, last, needs_browser
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def test_f6_moves_the_focus_from_part_to_part(windows: Windows, play: Play) -> None:
    play.slash("write", "ann", word="psst")
    page = windows.open()
    call(page, "panel")
    expect(last(page).get_by_role("button", name="Whisper")).to_be_visible()
    page.locator("#main textarea").focus()
    parts = [
        last(page).get_by_role("button", name="Count 0"),  # its main button
        page.locator("#dm .log"),
        page.locator("#dm textarea"),
        page.locator("#channels .channel.current"),
        page.locator("#people-side .person.me"),
        page.locator("#tools"),  # Enter does nothing there
        page.locator("#main textarea"),
    ]
    for part in parts:
        page.keyboard.press("F6")
        expect(part).to_be_focused()
    for part in reversed(parts[:-1]):
        page.keyboard.press("Shift+F6")
        expect(part).to_be_focused()


def test_f6_and_shift_tab_skip_notes_that_can_only_be_dismissed(windows: Windows) -> None:
    page = windows.open()
    call(page, "duel")
    panel = page.locator("#main article", has_text="Round 1").last
    expect(panel).to_be_visible()
    call(page, "ping")
    expect(last(page)).to_contain_text("pong")
    box = page.locator("#main textarea")
    box.focus()
    page.keyboard.press("F6")
    expect(panel.get_by_role("button", name="Reveal")).to_be_focused()
    box.focus()
    page.keyboard.press("Shift+Tab")
    expect(panel.get_by_role("button", name="Reveal")).to_be_focused()
    page.keyboard.press("Tab")
    expect(panel.get_by_role("button", name="Peek")).to_be_focused()
    page.keyboard.press("Tab")
    expect(last(page).get_by_role("button", name="Dismiss message")).to_be_focused()


@pytest.mark.parametrize(
    ("command", "text", "main"),
    [("lobby", "Who plays?", "Start"), ("result", "Ann wins", "Again"), ("cup", "Three fours", "Silent")],
)
def test_shift_tab_goes_to_the_main_button_or_else_to_the_first_although_it_is_red(
    windows: Windows, command: str, text: str, main: str
) -> None:
    """A lobby’s green button and a result’s blue one follow others. In a cup, Liar! is red and comes first."""
    page = windows.open()
    call(page, command)
    button = page.locator("#main article", has_text=text).last.get_by_role("button", name=main)
    expect(button).to_be_visible()
    page.locator("#main textarea").focus()
    page.keyboard.press("Shift+Tab")
    expect(button).to_be_focused()


def test_shift_tab_goes_back_to_the_older_message_from_which_one_has_come(windows: Windows, play: Play) -> None:
    """In the newest message it goes to the main button. Talk changes nothing, and other buttons are the way again."""
    page = windows.open()
    call(page, "lobby")
    table, box = page.locator("#main article", has_text="Who plays?").last, page.locator("#main textarea")
    look, start = (table.get_by_role("button", name=name) for name in ("Look", "Start"))
    for newer, back in ((None, start), ("result", look)):
        if newer is not None:
            call(page, newer)
            expect(last(page).get_by_role("button", name="Again")).to_be_visible()
        look.focus()
        page.keyboard.press("Escape")
        expect(box).to_be_focused()
        play.act("send", "ben", channel=play.channel(), text="Who is on?")
        expect(last(page)).to_contain_text("Who is on?")
        page.keyboard.press("Shift+Tab")
        expect(back).to_be_focused()
    page.keyboard.press("Escape")
    with coming(page, "Ben used /duel"):
        play.slash("duel", "ben")
    panel = page.locator("#main article", has_text="Round 1").last
    page.keyboard.press("Shift+Tab")
    expect(panel.get_by_role("button", name="Reveal")).to_be_focused()


def test_shift_tab_goes_back_to_the_button_that_has_opened_a_private_page(windows: Windows) -> None:
    """The answer has the focus, and its first button was never reached: one presses on where one was."""
    page = windows.open()
    call(page, "duel")
    peek = page.locator("#main article", has_text="Round 1").last.get_by_role("button", name="Peek")
    page.wait_for_timeout(A_LOOK)
    peek.press("Enter")
    expect(last(page)).to_contain_text("Your dice")
    expect(last(page)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(peek).to_be_focused()


def test_no_key_that_goes_to_the_newest_buttons_goes_to_a_spoiler(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "duel")
    reveal = page.locator("#main article", has_text="Round 1").last.get_by_role("button", name="Reveal")
    expect(reveal).to_be_visible()
    play.act("send", "ben", channel=play.channel(), text="||hidden||")
    expect(last(page).get_by_role("button", name="Spoiler")).to_be_visible()
    box, log = page.locator("#main textarea"), page.locator("#main .log")
    for there, key in ((box, "Shift+Tab"), (box, "F6"), (log, "Tab")):
        there.focus()
        page.keyboard.press(key)
        expect(reveal).to_be_focused()


def test_f6_on_a_phone_skips_hidden_parts(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    page.locator("#main textarea").focus()
    page.keyboard.press("Shift+F6")
    expect(page.locator("#people-top .person.me")).to_be_focused()
    page.keyboard.press("Shift+F6")
    expect(page.locator("#tabs .channel.current")).to_be_focused()


def test_escape_leaves_the_direct_messages_for_the_channel(windows: Windows) -> None:
    page = windows.open()
    box = page.locator("#dm textarea")
    box.press_sequentially("/")
    expect(page.locator("#dm .picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dm .picker")).to_be_hidden()
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#main textarea")).to_be_focused()


def test_arrows_move_among_the_channels_and_the_tools(windows: Windows) -> None:
    page = windows.open()
    page.locator("#channels .channel.current").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#channels .channel.thread")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")  # there is none above
    expect(page.locator("#channels .channel.current")).to_be_focused()
    page.keyboard.press("F6")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#people-side .person").nth(1)).to_be_focused()
    page.keyboard.press("F6")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tools button").first).to_be_focused()
    expect(page.locator("#main .pane-head h2")).to_have_text("liars-dice")


def test_f6_closes_an_open_menu(windows: Windows) -> None:
    page = windows.open()
    call(page, "hands")
    last(page).locator(".menu").press("Enter")
    expect(page.locator(".list")).to_be_visible()
    page.keyboard.press("F6")
    expect(page.locator(".list")).to_have_count(0)


def test_alt_with_an_arrow_goes_to_the_next_channel(windows: Windows) -> None:
    page = windows.open()
    head = page.locator("#main .pane-head h2")
    expect(head).to_have_text("liars-dice")
    page.keyboard.press("Alt+ArrowUp")  # there is none above
    expect(head).to_have_text("liars-dice")
    page.keyboard.press("Alt+ArrowDown")
    expect(head).to_have_text("side-table")
    expect(page.locator("#main textarea")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#dm textarea")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#main textarea")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(head).to_have_text("liars-dice")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_page_up_in_an_empty_message_box_turns_the_pages_of_the_messages(
    windows: Windows, play: Play, size: dict[str, int]
) -> None:
    for _ in range(5):
        play.slash("panel", "ben")
    page = windows.open("ann", size)
    box, menu = page.locator("#main textarea"), last(page).locator(".menu")
    expect(menu).to_be_in_viewport()
    box.focus()
    page.keyboard.press("PageUp")
    expect(menu).not_to_be_in_viewport()
    expect(box).to_be_focused()
    expect(page.locator("#main .pill")).to_have_text("Jump to present ↓")
    page.keyboard.press("PageDown")
    expect(menu).to_be_in_viewport()
    box.fill("one\ntwo")
    page.keyboard.press("PageUp")
    expect(menu).to_be_in_viewport()


def expect_the_keys(page: Page) -> None:
    """Expect that the list of keys is open, and close it."""
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("F6, Shift+F6")
    expect(keys).to_contain_text(
        "Shift+Tab goes to the green or blue button of the newest message with buttons, or to its first"
    )
    assert barriers(page) == []
    page.keyboard.press("Enter")
    expect(keys).to_have_count(0)


def test_the_page_lists_its_keys(windows: Windows) -> None:
    page = windows.open()
    expect(page.locator("#main .intro")).to_contain_text("F6 goes from part to part, Ctrl+/ lists all keys.")
    page.locator("#main textarea").focus()
    page.keyboard.press("Control+/")
    expect_the_keys(page)
    expect(page.locator("#main textarea")).to_have_value("")
    page.get_by_role("button", name="Keys").press("Enter")
    expect_the_keys(page)
