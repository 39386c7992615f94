"""Tests of where the focus goes if messages come, change and go.

The focus never goes to a button that makes a move by itself: it goes to the message, and from there Tab goes to its
main button.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, PHONE, THE_CLOCK_STOPS, Windows, call, coming, last, needs_browser
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def message(page: Page, text: str) -> Locator:
    """Return the newest message that has this text."""
    return page.locator("#main article:not(.local)", has_text=text).last


def button(page: Page, text: str, name: str) -> Locator:
    """Return the button with this name on the newest message that has this text."""
    return message(page, text).get_by_role("button", name=name)


def expect_focus(page: Page, text: str, name: str) -> None:
    """Expect that the focus is on the newest message with this text, and that Tab goes to the button with this name."""
    expect(message(page, text)).to_be_focused()
    page.keyboard.press("Tab")
    expect(button(page, text, name)).to_be_focused()


def test_a_press_moves_the_focus_to_the_message_and_one_tab_to_its_first_button(windows: Windows) -> None:
    page = windows.open()
    ends = page.locator("#main article", has_text="The end")
    call(page, "lesson")
    button(page, "Welcome", "Roll").focus()
    page.keyboard.press("Enter")
    expect(message(page, "Your throw")).to_be_focused()
    assert barriers(page) == []
    before = ends.count()  # an earlier test may have left such a message
    page.keyboard.press("Enter")  # a stray key makes no move
    page.keyboard.press("Space")
    expect_focus(page, "Your throw", "Silent")
    expect(ends).to_have_count(before)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(ends).to_have_count(before + 1)
    expect(message(page, "The end")).to_be_focused()
    page.keyboard.press("Enter")
    expect(ends).to_have_count(before + 1)


def test_a_dismissed_note_leaves_the_focus_on_the_next_message_with_buttons(windows: Windows) -> None:
    page = windows.open()
    for command in ("lobby", "ping", "duel", "ping"):
        call(page, command)
    notes = page.locator("#main article", has_text="pong")
    expect(notes).to_have_count(2)
    notes.first.get_by_role("button", name="Dismiss message").press("Enter")
    expect(notes).to_have_count(1)
    expect(message(page, "Round 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect_focus(page, "Round 1", "Reveal")
    notes.get_by_role("button", name="Dismiss message").press("Enter")
    expect(notes).to_have_count(0)
    expect_focus(page, "Round 1", "Reveal")


def test_what_others_do_moves_the_focus_to_no_button(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "panel")
    count = button(page, "Count is 0", "Count 0")
    expect(count).to_be_visible()
    number = str(message(page, "Count is 0").get_attribute("data-id"))
    shown = next(each for each in play.messages() if each["id"] == number)
    box, log = page.locator(f'#main article[data-id="{number}"]'), page.locator("#main .log")
    log.focus()
    play.click(shown, "count:0", "ben")
    expect(box).to_contain_text("Count is 1")
    expect(log).to_be_focused()
    with coming(page, "Ben used /lobby"):
        play.slash("lobby", "ben")
    expect(log).to_be_focused()
    box.get_by_role("button", name="Form").focus()
    play.click(shown, "count:1", "ben")
    expect(box).to_contain_text("Count is 2")
    expect(box.get_by_role("button", name="Form")).to_be_focused()
    box.get_by_role("button", name="Count 2").focus()
    play.click(shown, "count:2", "ben")
    expect(box).to_contain_text("Count is 3")
    expect(box).to_be_focused()  # "Count 3" is another button
    page.keyboard.press("Enter")
    play.click(shown, "count:3", "ben")
    expect(box).to_contain_text("Count is 4")
    expect(box).to_be_focused()


def test_the_focus_does_not_follow_others_to_the_next_message(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "lobby")
    start = button(page, "Who plays?", "Start")
    start.focus()
    number = str(message(page, "Who plays?").get_attribute("data-id"))
    shown = next(each for each in play.messages() if each["id"] == number)
    play.click(shown, "act:start", "ben")
    expect(message(page, "The first round")).to_be_visible()
    expect(page.locator(f'#main article[data-id="{number}"]')).to_be_focused()


def test_if_a_press_removes_all_buttons_the_focus_moves_to_the_next_message(windows: Windows) -> None:
    page = windows.open()
    call(page, "lobby")
    button(page, "Who plays?", "Start").focus()
    page.keyboard.press("Enter")
    expect_focus(page, "The first round", "Roll")


def test_again_moves_the_focus_to_the_next_table_although_the_result_keeps_its_buttons(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    call(page, "result")
    again, start = button(page, "Ann wins", "Again"), button(page, "Another table", "Start")
    again.focus()
    page.keyboard.press("Enter")
    expect_focus(page, "Another table", "Start")
    expect(start).to_be_in_viewport()


def test_a_table_that_somebody_else_opens_takes_no_focus_from_a_pressed_button(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "panel")
    silent = button(page, "Count is 0", "Silent")
    silent.press("Enter")
    with coming(page, "Ben used /lobby"):
        play.slash("lobby", "ben")
    expect(silent).to_be_focused()


def test_the_next_message_that_gets_the_focus_comes_into_view(windows: Windows, play: Play) -> None:
    page = windows.open("ann", PHONE)
    call(page, "lobby")
    start = button(page, "Who plays?", "Start")
    expect(start).to_be_visible()
    with coming(page, "Ben used /panel", times=3):
        for _ in range(3):
            play.slash("panel", "ben")
    expect(page.locator("#main article .menu").last).to_be_in_viewport()
    start.focus()
    expect(page.locator("#main article .menu").last).not_to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(message(page, "The first round")).to_be_focused()
    expect(button(page, "The first round", "Roll")).to_be_in_viewport()
    expect_focus(page, "The first round", "Roll")


def test_a_press_with_a_private_answer_moves_the_focus_into_the_answer(windows: Windows) -> None:
    page = windows.open()
    call(page, "lobby")
    button(page, "Who plays?", "Look").focus()
    page.keyboard.press("Enter")
    expect_focus(page, "Your cup", "Bid")


def test_a_private_answer_gets_the_focus_even_if_the_pressed_button_stays(windows: Windows) -> None:
    page = windows.open()
    call(page, "duel")
    for _ in range(4):  # the answer comes far below the message with the button
        call(page, "panel")
    peek, ends = button(page, "Round 1", "Peek"), page.locator("#main article", has_text="The end")
    before = ends.count()
    peek.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # presses nothing in the answer
    expect(message(page, "Your dice")).to_be_focused()
    expect(ends).to_have_count(before)
    peek.click()
    expect(page.locator("#main article", has_text="Your dice")).to_have_count(2)
    expect(peek).to_be_focused()


def test_if_a_press_removes_all_buttons_the_focus_moves_to_no_private_panel(windows: Windows) -> None:
    page = windows.open()
    call(page, "lobby")
    start = button(page, "Who plays?", "Start")
    expect(start).to_be_visible()
    call(page, "lesson")
    expect(button(page, "Welcome", "Roll")).to_be_visible()
    start.focus()
    page.keyboard.press("Enter")
    expect_focus(page, "The first round", "Roll")


def test_the_focus_stays_in_a_private_message_whose_buttons_come_back(windows: Windows, play: Play) -> None:
    """The public panel changes meanwhile, as after each move of a computer. That is no answer to the press."""
    page = windows.open("ann", PHONE)
    call(page, "duel")
    button(page, "Round 1", "Peek").press("Enter")
    expect(message(page, "Your dice")).to_be_focused()
    play.click(play.messages()[-2], "act:reveal", "ben")
    button(page, "Your dice", "Pass").press("Enter")
    expect(message(page, "Your dice: wait")).to_be_focused()
    play.click(play.messages()[-2], "act:next", "ben")
    expect(button(page, "Ann pays for doubting", "Start")).to_be_attached()
    expect(message(page, "Your dice")).to_be_focused()
    expect(button(page, "Your dice again", "Bid")).to_be_in_viewport()
    expect(message(page, "Your dice again")).to_be_focused()


def test_the_focus_is_not_taken_from_somebody_who_types(windows: Windows) -> None:
    page = windows.open()
    call(page, "lesson")
    button(page, "Welcome", "Roll").focus()
    page.keyboard.press("Enter")
    expect_focus(page, "Your throw", "Silent")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main article", has_text="Your throw")).to_have_count(0)
    page.keyboard.type("hello ")
    call(page, "lobby")
    expect(button(page, "Who plays?", "Start")).to_be_visible()
    expect(page.locator("#main textarea")).to_be_focused()


def test_a_tool_with_another_name_keeps_the_focus(windows: Windows) -> None:
    page = windows.open("ben")
    for name, other in (("Close", "Open"), ("Open", "Close")):
        page.get_by_role("button", name=f"{name} Ben's DMs").press("Enter")
        expect(page.get_by_role("button", name=f"{other} Ben's DMs")).to_be_focused()


def test_the_message_box_has_the_focus_on_opening_and_after_a_reload(windows: Windows) -> None:
    page = windows.open()
    expect(page.locator("#main textarea")).to_be_focused()
    call(page, "panel")
    button(page, "Count is 0", "Form").focus()
    page.reload()
    expect(page.locator("#main textarea")).to_be_focused()


def test_tab_reads_what_has_come_by_itself_before_it_goes_to_a_button(windows: Windows, play: Play) -> None:
    """Somebody was about to press Next when the next round began. Tab and Enter, meant for Next, make no move."""
    page = windows.open()
    call(page, "duel")
    shown = play.messages()[-1]
    play.click(shown, "act:reveal", "ben")
    following = button(page, "Ann pays for doubting", "Next")
    following.focus()
    play.click(shown, "act:next", "ben")
    box = page.locator(f'#main article[data-id="{shown["id"]}"]')
    expect(box.get_by_role("button", name="Start")).to_be_visible()
    expect(box).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(box.locator(".text").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(box.get_by_role("button", name="Start")).to_be_focused()
    expect(box).to_contain_text("Ann pays for doubting")


def test_the_first_tab_into_a_message_that_has_gone_on_goes_to_no_button(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "duel")
    shown = play.messages()[-1]
    log = page.locator("#main .log")
    log.focus()
    play.click(shown, "act:reveal", "ben")
    following = button(page, "Ann pays for doubting", "Next")
    expect(following).to_be_attached()
    page.keyboard.press("Tab")
    expect(message(page, "Ann pays for doubting").locator(".text").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(following).to_be_focused()


def test_submit_follows_the_last_field_of_a_form(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    button(page, "Count is 0", "Form").press("Enter")
    page.get_by_role("dialog").locator(".menu").focus()
    page.keyboard.press("Tab")
    submit, cancel = (page.get_by_role("dialog").get_by_role("button", name=name) for name in ("Submit", "Cancel"))
    expect(submit).to_be_focused()
    page.keyboard.press("Tab")
    expect(cancel).to_be_focused()
    left, right = submit.bounding_box(), cancel.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"], "the keys go from left to right, as the eye does"
    page.keyboard.press("Escape")


def test_an_error_of_a_form_goes_when_the_field_gets_a_value(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    button(page, "Count is 0", "Form").press("Enter")
    form = page.get_by_role("dialog")
    form.get_by_label("Word").fill("dice")
    form.get_by_label("Word").press("Enter")
    expect(form.locator(".problem")).to_have_text("Which: Choose one.")
    form.locator(".menu").press("ArrowDown")
    page.keyboard.press("Enter")
    expect(form.locator(".problem")).to_be_empty()


def test_the_focus_stays_on_a_die_that_is_ticked_although_others_show_the_same_face(windows: Windows) -> None:
    """Once it went to the next five, and from the last one to the message, so that one key more ticked a wrong die."""
    page = windows.open()
    call(page, "fives")
    fives = last(page)
    expect(fives).to_contain_text("Ticked: 000")
    page.keyboard.press("Tab")
    for at, ticked in enumerate(("001", "011", "111")):
        die = fives.locator(".button").nth(at)
        die.focus()
        page.wait_for_timeout(A_LOOK)
        page.keyboard.press("Enter")
        expect(fives).to_contain_text(f"Ticked: {ticked}")
        expect(die).to_be_focused()
    page.wait_for_timeout(A_LOOK)
    page.keyboard.press("Enter")
    expect(fives).to_contain_text("Ticked: 011")
    expect(fives.locator(".button").nth(2)).to_be_focused()


def test_a_double_click_on_a_die_ticks_it_once(windows: Windows) -> None:
    page = windows.open()
    call(page, "fives")
    expect(last(page)).to_contain_text("Ticked: 000")
    page.wait_for_timeout(A_LOOK)
    page.evaluate(THE_CLOCK_STOPS)  # on a busy machine, the second click may come late
    last(page).locator(".button").nth(1).dblclick()
    expect(last(page)).to_contain_text("Ticked: 010")
    page.wait_for_timeout(A_LOOK)
    expect(last(page)).to_contain_text("Ticked: 010")
