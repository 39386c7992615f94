"""Tests that the newest message is visible.

It must be visible when a channel opens, after the user's own command, and when a picture loads late. If it is taller
than the view, its beginning must be visible.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.pages import A_LOOK, PHONE, TURNED, Windows, call, coming, last, needs_browser
from tests.sandbox.running import Play, until

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]

BELOW = "(log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight)"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def below(page: Page, pane: str = "#main") -> int:
    """Wait until the browser has drawn twice.

    Return how many pixels of the newest message are below the visible part.
    """
    page.evaluate(DRAWN)
    return int(page.locator(f"{pane} .log").evaluate(BELOW))


def fill(play: Play) -> None:
    """Post more messages than fit on a phone's screen."""
    for _ in range(3):
        play.slash("panel", "ben")


def test_a_phone_shows_the_newest_message_even_if_pictures_load_late(windows: Windows, play: Play) -> None:
    fill(play)
    play.slash("gallery", "ben")
    page = windows.open("ann", PHONE)
    expect(last(page).locator(".gallery img")).to_have_count(2)
    until(lambda: page.evaluate("[...document.querySelectorAll('.gallery img')].every((i) => i.complete)"))
    assert below(page) == 0
    page.evaluate(
        """() => {
          const log = document.querySelector("#main .log");
          log.scrollTop -= 1;
          log.scrollTop += 1;  // as the page does: the browser will report it before it draws again
          log.querySelector("article:last-of-type .gallery").style.minHeight = "400px";
        }"""
    )
    assert below(page) == 0


def test_the_answer_to_the_users_own_command_scrolls_into_view(windows: Windows, play: Play) -> None:
    fill(play)
    page = windows.open("ann", PHONE)
    log = page.locator("#main .log")
    log.evaluate("(log) => log.scrollTo(0, 0)")
    expect(page.locator("#main .intro")).to_be_in_viewport()
    page.evaluate(DRAWN)
    with coming(page, "Ben used /panel"):
        play.slash("panel", "ben")
    expect(page.locator("#main .pill")).to_be_visible()
    assert below(page) > 0
    call(page, "panel")
    expect(page.locator("#main .above", has_text="Ann used")).to_have_count(1)
    expect(last(page).locator(".menu")).to_be_in_viewport()
    assert below(page) == 0
    log.evaluate("(log) => log.scrollTo(0, log.scrollHeight - log.clientHeight - 40)")
    assert below(page) == 40, "a small step up stays where it is"


def test_a_channel_opens_at_its_newest_message(windows: Windows, play: Play) -> None:
    page = windows.open("ann", PHONE)
    for _ in range(6):
        play.slash("write", "ann", word="a line\nanother\nand a third")
    expect(page.locator("#dm article", has_text="a third")).to_have_count(6)
    page.locator("#tabs .channel.dm").click()
    expect(last(page, "#dm")).to_be_in_viewport()
    assert below(page, "#dm") == 0
    page.locator("#dm .log").evaluate("(log) => log.scrollTo(0, 0)")
    page.locator("#tabs .channel").first.click()
    page.locator("#tabs .channel.dm").click()
    assert below(page, "#dm") == 0


SMALL = {"width": 360, "height": 640}
VERDICT = "Ann pays for doubting"


@pytest.mark.parametrize("size", [SMALL, TURNED], ids=["phone", "turned-phone"])
def test_a_verdict_taller_than_the_view_shows_its_first_line(
    windows: Windows, play: Play, size: dict[str, int]
) -> None:
    fill(play)
    page = windows.open("ann", size)
    call(page, "duel")
    reveal = last(page).get_by_role("button", name="Reveal")
    expect(reveal).to_be_in_viewport()
    reveal.click()
    expect(page.get_by_text(VERDICT).last).to_be_in_viewport()
    more, following = page.get_by_role("button", name="More below"), last(page).get_by_role("button", name="Next")
    expect(following).not_to_be_in_viewport()
    while below(page):
        more.click()  # a page at a time
    expect(following).to_be_in_viewport()
    expect(more).to_be_hidden()
    page.wait_for_timeout(A_LOOK)
    following.click()  # the first line stays the same, so the view stays at the end
    expect(last(page).get_by_role("button", name="Start")).to_be_in_viewport()
    assert below(page) == 0
    page.reload()
    expect(page.get_by_text(VERDICT).last).to_be_in_viewport()


def test_a_reader_of_a_tall_message_is_not_moved_until_a_newer_one_comes(windows: Windows, play: Play) -> None:
    page = windows.open("ann", SMALL)
    call(page, "duel")
    last(page).get_by_role("button", name="Reveal").click()
    line = page.get_by_text("Line 20").last
    expect(page.get_by_text(VERDICT).last).to_be_in_viewport()
    page.evaluate(DRAWN)
    page.mouse.move(180, 300)
    page.mouse.wheel(0, 150)
    expect(line).to_be_in_viewport()
    shown = play.messages()[-1]
    place = page.locator("#main .log").evaluate("(log) => log.scrollTop")
    play.click(shown, "act:next", "ben")
    expect(last(page).get_by_role("button", name="Start")).to_have_count(1)
    page.evaluate(DRAWN)
    assert page.locator("#main .log").evaluate("(log) => log.scrollTop") == place
    with coming(page, "Ben used /panel"):
        play.slash("panel", "ben")
    expect(last(page).locator(".menu")).to_be_in_viewport()
    assert below(page) == 0


def test_a_verdict_above_private_answers_scrolls_into_view(windows: Windows, play: Play) -> None:
    page = windows.open("ann", SMALL)
    call(page, "duel")
    expect(last(page)).to_contain_text("Round 1")
    duel = play.messages()[-1]
    for _ in range(4):
        call(page, "lesson")
    play.click(duel, "act:reveal", "ben")
    expect(page.get_by_text(VERDICT).last).to_be_in_viewport()


def test_only_a_message_near_the_end_comes_into_view_when_its_first_line_changes(windows: Windows, play: Play) -> None:
    page = windows.open("ann", SMALL)
    call(page, "duel")
    expect(last(page)).to_contain_text("Round 1")
    near = play.messages()[-1]
    play.act("send", "ben", channel=play.channel(), text="Your move, Ann")
    expect(last(page)).to_contain_text("Your move")
    play.click(near, "act:reveal", "ben")
    expect(page.get_by_text(VERDICT).last).to_be_in_viewport()
    call(page, "duel")
    expect(last(page)).to_contain_text("Round 1")
    far = play.messages()[-1]
    with coming(page, "Ben used /panel", times=3):
        fill(play)
    expect(last(page).locator(".menu")).to_be_in_viewport()
    play.click(far, "act:reveal", "ben")
    changed = page.locator(f'#main article[data-id="{far["id"]}"]')
    expect(changed).to_contain_text(VERDICT)
    expect(last(page).locator(".menu")).to_be_in_viewport()
    assert below(page) == 0


def test_a_line_that_calls_somebody_moves_no_button(windows: Windows, play: Play) -> None:
    """The line comes below the buttons and goes again; a hand may be on its way to them."""
    page = windows.open("ann", SMALL)
    with coming(page, "Ben used /panel", times=3):
        fill(play)
    expect(last(page).locator(".menu")).to_be_in_viewport()
    button = last(page).get_by_role("button", name="Form")
    page.evaluate(DRAWN)
    there = button.bounding_box()
    ann = next(person["id"] for person in play.hello()["people"] if person["key"] == "ann")
    options = {"who": ann, "seconds": "5"}  # on a busy machine the page shows the line late
    play.act("slash", "ben", channel=play.channel(), name="nudge", options=options)
    expect(page.locator("#main .pill")).to_have_text("You were mentioned ↓")
    line = page.locator("#main article", has_text="your move.")
    expect(line).to_have_count(1)
    page.evaluate(DRAWN)
    buttons = page.locator("#main article", has_text="Count is 0").last.get_by_role("button", name="Form")
    assert buttons.bounding_box() == there
    expect(line).to_have_count(0)
    page.evaluate(DRAWN)
    assert buttons.bounding_box() == there


def test_a_button_stays_under_the_finger_while_its_message_grows_and_shrinks(windows: Windows, play: Play) -> None:
    fill(play)
    page = windows.open("ann", SMALL)
    call(page, "marks")
    first = last(page).get_by_role("button", name="Die 1")
    expect(first).to_be_in_viewport()
    page.evaluate(DRAWN)
    there = first.bounding_box()
    text = last(page).locator(".text")
    for lines in (1, 0, 1):
        page.wait_for_timeout(A_LOOK)
        first.click()
        expect(text.get_by_text("is a die")).to_have_count(lines)
        page.evaluate(DRAWN)
        assert first.bounding_box() == there


def test_a_private_answer_stays_in_view_if_others_change_the_message_above_it(windows: Windows, play: Play) -> None:
    fill(play)
    page = windows.open("ann", SMALL)
    call(page, "duel")
    expect(last(page)).to_contain_text("Round 1")
    duel = play.messages()[-1]
    play.click(duel, "act:reveal", "ben")
    last(page).get_by_role("button", name="Peek").click()
    answer = last(page)
    expect(answer).to_contain_text("Your dice")
    play.click(duel, "act:next", "ben")
    expect(page.locator("#main article", has_text=VERDICT).last.get_by_role("button", name="Start")).to_be_attached()
    page.evaluate(DRAWN)
    answer.evaluate("(answer) => { answer.style.minHeight = '300px' }")
    assert below(page) == 0


def test_the_end_stays_in_view_if_a_press_leaves_its_message_without_buttons(windows: Windows, play: Play) -> None:
    fill(play)
    page = windows.open("ann", SMALL)
    call(page, "marks")
    for die in (1, 2, 3):
        page.wait_for_timeout(A_LOOK)
        last(page).get_by_role("button", name=f"Die {die}").click()
        expect(last(page)).to_contain_text(re.compile("is a die.*" * die if die < 3 else "All are marked", re.DOTALL))
        page.evaluate(DRAWN)
    expect(last(page)).to_contain_text("All are marked.")
    page.evaluate(DRAWN)
    expect(last(page)).to_be_in_viewport()
    assert below(page) == 0


def test_the_first_round_comes_into_view_although_rules_are_open_below_the_lobby(windows: Windows) -> None:
    page = windows.open("ann", SMALL)
    call(page, "gather")
    expect(last(page)).to_contain_text("Come and sit")
    lobby = page.locator("#main article", has_text="Come and sit").last
    for _ in range(6):
        call(page, "lesson")
    lobby.scroll_into_view_if_needed()
    page.mouse.move(180, 300)
    page.mouse.wheel(0, -100)
    lobby.get_by_role("button", name="Begin").click()
    expect(last(page)).to_contain_text("The first round")
    expect(last(page).get_by_role("button", name="Roll")).to_be_in_viewport()


def test_a_turned_phone_that_is_turned_back_shows_the_newest_buttons(windows: Windows, play: Play) -> None:
    fill(play)
    page = windows.open("ann", SMALL)
    call(page, "marks")
    page.wait_for_timeout(A_LOOK)
    last(page).get_by_role("button", name="Die 1").click()
    expect(last(page).locator(".text")).to_contain_text("is a die")
    for size in (TURNED, SMALL):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        expect(last(page).get_by_role("button", name="Die 1")).to_be_in_viewport()
        page.evaluate(DRAWN)
        expect(last(page).get_by_role("button", name="Die 1")).to_be_in_viewport()


def test_a_turned_phone_keeps_the_place_of_somebody_who_reads_above(windows: Windows, play: Play) -> None:
    page = windows.open("ann", SMALL)
    for number in range(12):
        play.act("send", "ben", channel=play.channel(), text=f"Number {number}: " + "a word and another " * 12)
    expect(last(page)).to_contain_text("Number 11")
    read = page.locator("#main article", has_text="Number 5:").last
    read.evaluate("(box) => box.scrollIntoView({ block: 'start' })")
    expect(page.locator("#main .pill")).to_have_text("Jump to present ↓")
    for size in (TURNED, SMALL):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.evaluate(DRAWN)
        expect(read).to_be_in_viewport()
    page.locator("#main .pill").click()
    expect(last(page)).to_be_in_viewport()
    expect(page.locator("#main .pill")).to_be_hidden()


def test_more_below_shows_the_next_part_and_skips_nothing(windows: Windows) -> None:
    page = windows.open("ann", SMALL)
    call(page, "ping")
    tall = "(box) => { box.querySelector('.text').style.minHeight = '1400px' }"
    last(page).evaluate(tall)
    more, log = page.get_by_role("button", name="More below"), page.locator("#main .log")
    expect(more).to_be_visible()  # the page has gone to the message's first line by then
    page.evaluate(DRAWN)
    top, height = (int(log.evaluate(f"(log) => log.{name}")) for name in ("scrollTop", "clientHeight"))
    while below(page):
        more.click()
        page.evaluate(DRAWN)
        was, top = top, int(log.evaluate("(log) => log.scrollTop"))
        assert was < top < was + height
    expect(more).to_be_hidden()
