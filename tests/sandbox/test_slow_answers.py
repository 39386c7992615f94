"""Tests of what somebody does while the page still waits for an answer, as on a slow machine."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.sandbox.pages import A_LOOK, THE_BOT_HAS_TIME, Windows, call, last, needs_browser
from tests.sandbox.running import Play, until

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]

COMMANDS, SUGGESTIONS = "**/act/commands*", "**/act/autocomplete*"


def hold(page: Page, what: str) -> list[Route]:
    """Load the page again, and hold its requests of this kind until `unroute`. Return those that are held."""
    held: list[Route] = []
    page.route(what, lambda route: held.append(route))
    page.reload()
    expect(page.locator("#main textarea")).to_be_focused()
    return held


def said(play: Play, kind: str = "text") -> list[str]:
    """Return the ordinary messages of people in a channel."""
    return [message["html"] for message in play.messages(kind=kind) if not message["author"]["bot"]]


def test_the_next_line_goes_into_no_option_of_the_one_that_waits_for_the_commands(windows: Windows, play: Play) -> None:
    """The page asks for the commands several times. The first answer comes while the next line is being typed."""
    page = windows.open()
    held = hold(page, COMMANDS)
    page.keyboard.insert_text("/say Cleo word:slowly tone:kind")
    until(lambda: page.evaluate("0") == 0 and len(held) > 2)  # of the channel, of the direct messages, of the line
    page.keyboard.press("Enter")
    page.keyboard.type("/say who:B")
    with page.expect_response(re.compile("act/commands")):
        held.pop(0).continue_()
    page.keyboard.type("en tone:stern ")
    page.unroute(COMMANDS)
    expect(last(page)).to_contain_text("@Cleo, kindly: slowly")
    expect(page.get_by_label("tone: In which tone")).to_have_value("Stern")
    page.keyboard.type("word:sit")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("@Ben, sternly: sit")
    assert not [each for each in said(play) if "say" in each]


def test_enter_behind_a_commands_name_opens_it_although_the_commands_come_later(windows: Windows) -> None:
    """Enter means the same before the commands come and after: a second one sends the command."""
    page = windows.open()
    liked = page.locator("#main article", has_text="You like nothing.")
    for times in (1, 2):
        hold(page, COMMANDS)
        before = liked.count()
        page.keyboard.type("/mood")
        for _ in range(times):
            page.keyboard.press("Enter")
        page.unroute(COMMANDS)
        if times == 1:
            expect(page.get_by_label("what: What you like")).to_be_focused()
            page.wait_for_timeout(A_LOOK)
            expect(liked).to_have_count(before)
            page.keyboard.press("Enter")
        expect(liked).to_have_count(before + 1)
        expect(page.locator("#main textarea")).to_have_value("")


@pytest.mark.parametrize("line", ["hello there", "/ping"])
def test_a_line_that_waits_for_the_commands_is_not_sent_to_another_channel(
    windows: Windows, play: Play, line: str
) -> None:
    page = windows.open()
    hold(page, COMMANDS)
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    page.locator("#channels .channel.thread").click()
    box = page.locator("#main textarea")
    expect(box).to_have_value("")
    box.fill("a draft of the thread")
    page.unroute(COMMANDS)
    page.wait_for_timeout(A_LOOK)
    expect(box).to_have_value("a draft of the thread")
    page.locator("#channels .channel.text").click()
    expect(box).to_have_value(re.compile(f"^{line}\n?$"))
    assert said(play, "thread") == []


def test_what_is_written_instead_of_a_line_that_waits_stays(windows: Windows) -> None:
    page = windows.open()
    hold(page, COMMANDS)
    page.keyboard.type("good morning")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("good evening")
    page.unroute(COMMANDS)
    expect(last(page)).to_contain_text("good morning")
    expect(page.locator("#main textarea")).to_have_value("good evening")


def test_what_is_written_behind_a_bid_that_waits_stays(windows: Windows, play: Play) -> None:
    page = windows.open()
    hold(page, SUGGESTIONS)
    page.evaluate(THE_BOT_HAS_TIME)
    page.keyboard.type("2 twos")
    page.keyboard.press("Enter")
    page.keyboard.type(" are too few")
    page.unroute(SUGGESTIONS)
    expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /wager 2 twos?")
    page.wait_for_timeout(A_LOOK)
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Done.")
    expect(page.locator("#main textarea")).to_have_value("are too few")
    assert not [each for each in said(play) if "twos" in each]


THE_NEXT_WINDOW_WAITS = """() => {
  const held = [];
  window.show = () => held.splice(0).forEach((each) => each());
  window.WebSocket = class extends WebSocket {
    set onmessage(hear) { super.onmessage = (event) => held.push(() => hear(event)); }
  };
}"""
"""A script after which what the server pushes to the next person's window waits until `show`."""


def test_a_form_that_comes_before_the_next_person_opens_for_nobody(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    page.route("**/act/click*", lambda _route: None)
    page.evaluate(THE_NEXT_WINDOW_WAITS)
    last(page).get_by_role("button", name="Form").click()
    page.locator("#people-side").get_by_role("button", name="Ben").click()
    with page.expect_response(re.compile("act/click")):
        page.unroute("**/act/click*")
    page.wait_for_timeout(A_LOOK)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate("show()")
    expect(page.locator("#people-side .person.me")).to_contain_text("Ben")
    expect(page.get_by_role("dialog")).to_have_count(0)
