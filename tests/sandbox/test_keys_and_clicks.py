"""Tests of keys and clicks while messages change.

They test the focus, the search in menus, and presses on messages that change before the press arrives. Where the focus
goes by itself is tested in `test_focus.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, THE_CLOCK_STOPS, Windows, call, last, needs_browser
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


@pytest.fixture
def windows(browser: Browser, play: Play) -> Iterator[Windows]:
    """Open windows in which clicks do not wait until what they press lies still."""
    opened = Windows(browser, play.address, patient=False)
    yield opened
    opened.close()


def button(page: Page, text: str, name: str) -> Locator:
    """Return the button with this name on the newest message that has this text."""
    message = page.locator("#main article:not(.local)", has_text=text).last
    return message.get_by_role("button", name=name)


def corner(control: Locator) -> tuple[float, float]:
    """Return a point on a control, near its upper left corner."""
    expect(control).to_be_visible()
    place = control.bounding_box()
    assert place is not None
    return place["x"] + 8, place["y"] + 8


def in_lesson(page: Page) -> tuple[Locator, tuple[float, float]]:
    """Open the lesson. Return its ends, and a point on its first button."""
    call(page, "lesson")
    at = corner(button(page, "Welcome", "Roll"))
    return page.locator("#main article", has_text="The end"), at


def test_a_double_click_presses_no_button_that_has_just_appeared(windows: Windows) -> None:
    page = windows.open()
    ends, at = in_lesson(page)
    bid, before = button(page, "Your throw", "Bid"), ends.count()
    page.evaluate(THE_CLOCK_STOPS)
    page.mouse.click(*at)
    expect(bid).to_be_visible()
    bid.evaluate(
        "(bid, [x, y]) => { bid.style.cssText = `position: fixed; z-index: 1; left: ${x - 8}px; top: ${y - 8}px` }",
        [*at],
    )
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(ends).to_have_count(before)
    page.evaluate("pass(600)")
    page.mouse.click(*at)
    expect(ends).to_have_count(before + 1)


A_SECOND_AFTER_EACH_CLICK = """() => {
  let later = performance.now();
  performance.now = () => later;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => later });
  window.pass = () => { later += 1000; };
  document.addEventListener("click", window.pass, true);
}"""
"""Stops the page's clock, except that a second passes after each click that counts."""


def test_a_second_click_right_after_a_slow_answer_presses_nothing(windows: Windows) -> None:
    """The answer puts another button under the finger. The time for looking at it begins when it is drawn."""
    page = windows.open()
    ends, at = in_lesson(page)
    bid, before = button(page, "Your throw", "Bid"), ends.count()
    page.evaluate(A_SECOND_AFTER_EACH_CLICK)
    page.mouse.click(*at)
    expect(bid).to_be_visible()
    bid.evaluate(
        "(bid, [x, y]) => { bid.style.cssText = `position: fixed; z-index: 1; left: ${x - 8}px; top: ${y - 8}px` }",
        [*at],
    )
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(ends).to_have_count(before)
    page.evaluate("pass()")
    page.mouse.click(*at)
    expect(ends).to_have_count(before + 1)


def replaced_in_lobby(page: Page, play: Play) -> tuple[float, float]:
    """Let somebody else's press replace the buttons of a lobby. Return a point where one of them was and another is."""
    call(page, "lobby")
    at = corner(button(page, "Who plays?", "Silent"))
    page.evaluate(THE_CLOCK_STOPS)
    play.click(play.messages()[-1], "act:look", "ben")
    expect(button(page, "Looked at", "Roll")).to_be_visible()
    return at


def test_a_click_for_a_button_that_was_just_replaced_by_others_presses_nothing(windows: Windows, play: Play) -> None:
    page = windows.open()
    throws = page.locator("#main article", has_text="Your throw")
    before = throws.count()
    at = replaced_in_lobby(page, play)
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(throws).to_have_count(before)
    page.evaluate("pass(600)")
    page.mouse.click(*at)
    expect(throws).to_have_count(before + 1)


def test_a_click_that_a_busy_page_hears_late_presses_nothing_that_has_come_since(windows: Windows, play: Play) -> None:
    """It was made before the other button came, and is heard when that one has been there for a while."""
    page = windows.open()
    throws = page.locator("#main article", has_text="Your throw")
    before = throws.count()
    at = replaced_in_lobby(page, play)
    page.evaluate("pass(600)")
    page.evaluate("lag(700)")
    page.mouse.click(*at)
    page.wait_for_timeout(A_LOOK)
    expect(throws).to_have_count(before)
    page.evaluate("lag(0)")
    page.mouse.click(*at)
    expect(throws).to_have_count(before + 1)


def test_a_key_right_after_a_message_changed_by_itself_presses_nothing(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "duel")
    expect(last(page)).to_contain_text("Round 1")
    page.evaluate(THE_CLOCK_STOPS)
    shown = play.messages()[-1]
    play.click(shown, "act:reveal", "ben")
    box = page.locator(f'#main article[data-id="{shown["id"]}"]')
    following, start = (box.get_by_role("button", name=name) for name in ("Next", "Start"))
    following.press("Enter")
    page.wait_for_timeout(A_LOOK)
    expect(following).to_have_count(1)
    page.evaluate("pass(1000)")
    following.press("Enter")
    expect(start).to_have_count(1)


def test_a_button_that_has_the_focus_can_be_pressed_at_once_after_its_message_changed(
    windows: Windows, play: Play
) -> None:
    page = windows.open()
    call(page, "panel")
    form = button(page, "Count is 0", "Form")
    form.focus()
    page.evaluate(THE_CLOCK_STOPS)
    play.click(play.messages()[-1], "count:0", "ben")
    expect(page.locator("#main article", has_text="Count is 1").last).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="A form")).to_be_visible()


def test_a_key_right_after_the_focused_button_was_renewed_for_the_next_move_presses_nothing(
    windows: Windows, play: Play
) -> None:
    page = windows.open()
    call(page, "panel")
    form = button(page, "Count is 0", "Form")
    form.evaluate("(button) => { button.dataset.id = 'act:earlier'; }")  # the same words, in the round before
    form.focus()
    page.evaluate(THE_CLOCK_STOPS)
    play.click(play.messages()[-1], "count:0", "ben")
    expect(page.locator("#main article", has_text="Count is 1").last).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_timeout(A_LOOK)
    expect(page.get_by_role("dialog", name="A form")).to_have_count(0)
    page.evaluate("pass(600)")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="A form")).to_be_visible()


def test_a_key_that_is_held_down_presses_a_button_once(windows: Windows) -> None:
    page = windows.open()
    whispers = page.locator("#main article", has_text="Look at your direct messages.")
    call(page, "panel")
    button(page, "Count is 0", "Whisper").focus()
    before = whispers.count()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(whispers).to_have_count(before + 1)
    page.wait_for_timeout(A_LOOK)
    expect(whispers).to_have_count(before + 1)


def test_a_double_click_in_a_menu_presses_no_button_below_the_menu(windows: Windows) -> None:
    page = windows.open()
    throws = page.locator("#main article", has_text="Your throw")
    call(page, "lesson")
    roll = button(page, "Welcome", "Roll")
    expect(roll).to_be_visible()
    call(page, "hands")
    button(page, "Which hand", "Which hand").click()
    before, at = throws.count(), corner(page.get_by_role("option", name="Pair, 2s"))
    roll.evaluate(
        "(roll, [x, y]) => { roll.style.cssText = `position: fixed; z-index: 1; left: ${x - 8}px; top: ${y - 8}px` }",
        [*at],
    )
    page.evaluate(THE_CLOCK_STOPS)
    page.mouse.dblclick(*at)
    expect(last(page)).to_contain_text("Chosen: Pair, 2s")
    page.wait_for_timeout(A_LOOK)
    expect(throws).to_have_count(before)
    page.evaluate("pass(600)")
    page.mouse.click(*at)
    expect(throws).to_have_count(before + 1)
    page.evaluate("pass(600)")
    button(page, "Your throw", "Bid").press("Enter")
    expect(throws).to_have_count(before)


def test_letters_and_blanks_search_in_a_menu(windows: Windows) -> None:
    page = windows.open()
    call(page, "hands")
    menu = button(page, "Which hand", "Which hand")
    menu.press("ArrowDown")
    page.keyboard.type("of a")
    shown = page.locator(".list .option:visible")
    expect(shown).to_have_count(7)
    expect(shown.last).to_have_text("other…")
    expect(page.locator(".list .option.at")).to_have_text("Three of a kind, 1s")
    assert barriers(page) == []
    page.keyboard.type("x")
    expect(page.locator(".list")).to_contain_text("Nothing is called “of ax”.")
    expect(page.locator(".list .option.at")).to_have_text("other…")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(25)
    page.keyboard.press("Home")
    expect(shown.last).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("option", name="Poker, 6s")).not_to_be_in_viewport()
    page.keyboard.type("poker, 4")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Chosen: Poker, 4s")
    menu = page.locator("#main article .menu").last
    expect(menu).not_to_have_attribute("aria-busy", "true")
    menu.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(last(page)).to_contain_text("Chosen: Pair, 1s")


def test_escape_takes_a_search_back_and_a_second_one_closes_the_menu(windows: Windows) -> None:
    page = windows.open()
    menus = page.locator("#main article .menu", has_text="Which hand")
    earlier = menus.count()
    call(page, "hands")
    expect(menus).to_have_count(earlier + 1)
    menu = menus.last
    menu.press("Enter")
    marked, chosen = page.locator(".list .option.at"), page.locator("#main article", has_text="Chosen")
    before = chosen.count()
    page.keyboard.type("poker")
    expect(marked).to_have_text("Poker, 1s")
    page.keyboard.press("Escape")
    expect(marked).to_have_count(0)
    page.keyboard.press("Enter")  # chooses nothing that nobody has marked
    expect(page.locator(".list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".list")).to_have_count(0)
    expect(menu).to_be_focused()
    expect(chosen).to_have_count(before)
    menu.press("Enter")
    page.keyboard.type("poker")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    expect(marked).to_have_text("Pair, 1s")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Chosen: Pair, 1s")


def test_a_list_that_does_not_fit_shows_that_there_is_more(windows: Windows) -> None:
    page = windows.open()
    call(page, "hands")
    button(page, "Which hand", "Which hand").press("Enter")
    cut = page.locator(".list")
    more = cut.locator(".more")
    expect(more).to_be_in_viewport()
    page.keyboard.press("End")
    expect(cut).not_to_have_class("list goes-on")
    expect(more).to_be_hidden()
    page.keyboard.press("Escape")
    page.locator("#main textarea").press_sequentially("/")
    expect(page.locator("#main .picker")).to_have_class("picker goes-on")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#main .picker")).to_have_class("picker")


def test_a_form_that_does_not_fit_shows_that_there_is_more(windows: Windows) -> None:
    page = windows.open("ann", {"width": 360, "height": 340})
    call(page, "panel")
    button(page, "Count is 0", "Form").click()
    rows = page.get_by_role("dialog").locator(".form-rows")
    expect(rows).to_have_class("form-rows goes-on")
    rows.evaluate("(rows) => rows.scrollTo(0, rows.scrollHeight)")
    expect(rows).to_have_class("form-rows")


def test_a_click_counts_if_its_message_changes_before_the_release(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "panel")
    expect(last(page).locator(".menu")).to_be_in_viewport()
    page.wait_for_timeout(A_LOOK)  # until the view has followed the panel: people press what lies still
    button(page, "Count is 0", "Form").hover()
    page.mouse.down()
    number = page.locator("#main article:not(.local)", has_text="Count is 0").last.get_attribute("data-id")
    shown = next(message for message in play.messages() if message["id"] == number)
    play.click(shown, "count:0", "ben")
    expect(page.locator(f'#main article[data-id="{number}"]')).to_contain_text("Count is 1")
    page.mouse.up()
    expect(page.get_by_role("dialog", name="A form")).to_be_visible()
    page.keyboard.press("Escape")
    # A press does not count if the pointer leaves the button before it is released.
    box = page.locator(f'#main article[data-id="{number}"]')
    box.get_by_role("button", name="Form").hover()
    page.mouse.down()
    play.click(shown, "count:1", "ben")
    expect(box).to_contain_text("Count is 2")
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_have_count(0)
    box.get_by_role("button", name="Form").focus()
    page.keyboard.down("Space")
    play.click(shown, "count:2", "ben")
    expect(box).to_contain_text("Count is 3")
    page.keyboard.up("Space")
    expect(page.get_by_role("dialog", name="A form")).to_be_visible()
