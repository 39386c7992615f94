"""Tests of accessibility: checks with axe-core, touches on a phone, and the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import PHONE, Windows, call, last, needs_browser, slash
from tests.sandbox.running import Play, until

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]

LAPTOP = {"width": 1100, "height": 760}
SMALLER_THAN_A_THUMB = """() => [...document.querySelectorAll("button, a.button, input, textarea, select, .option")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 40)
  .map((one) => `${one.className} ${one.innerText} ${one.getBoundingClientRect().height}`)"""

CUT = """() => [...document.querySelectorAll("input, textarea, .menu-label.empty, .command-head span")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map((one) => one.placeholder || one.innerText)"""


def empty_channel(play: Play) -> None:
    """Erase everything, so that the channel is empty, and wait for the bot."""
    play.act("afresh")
    until(lambda: not play.online())
    play.wait_for_bot()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(LAPTOP, "dark", id="laptop-dark"),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
        pytest.param(LAPTOP, "light", id="laptop-light", marks=pytest.mark.long),
        pytest.param(PHONE, "dark", id="phone-dark", marks=pytest.mark.long),
    ],
)
def test_every_kind_of_screen_has_roles_names_and_contrast(
    play: Play, windows: Windows, size: dict[str, int], scheme: str
) -> None:
    empty_channel(play)
    page = windows.open("ann", size, scheme)
    found: dict[str, Any] = {}

    def look(what: str) -> None:
        small = page.evaluate(SMALLER_THAN_A_THUMB) if size is PHONE else []
        found[what] = [*barriers(page), *small]

    look("an empty channel")
    page.locator("#main textarea").fill("/")
    expect(page.locator("#main .picker .option").first).to_be_visible()
    look("the commands")
    slash(page, "say")
    look("a command with its options")
    page.get_by_label("word: What").press_sequentially("he")
    expect(page.locator(".suggestions:visible .option")).to_have_text(["hello", "help"])
    look("suggestions")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    call(page, "gallery")
    expect(last(page)).to_contain_text("record.txt")
    call(page, "embed")
    expect(last(page)).to_contain_text("A title")
    look("pictures, files and embeds")
    play.act(
        "send",
        "ben",
        channel=play.channel(),
        text="All of the rules are on https://example.com/rules and take you two minutes",
    )
    expect(last(page).get_by_role("link", name="https://example.com/rules")).to_be_visible()
    look("a link among words")
    call(page, "ping")
    expect(last(page)).to_contain_text("Only you can see this")
    look("an answer that one person sees")
    call(page, "panel")
    expect(last(page).get_by_role("button", name="Count 0")).to_be_visible()
    panel = page.locator("#main article", has=page.get_by_role("button", name="Silent")).last
    look("a panel")
    panel.locator(".menu").click()
    expect(page.get_by_role("option", name="Green")).to_be_visible()
    look("a menu")
    page.keyboard.press("Escape")
    panel.get_by_role("button", name="Form").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("a form")
    page.get_by_role("button", name="Cancel").click()
    panel.get_by_role("button", name="Silent").click()
    expect(panel.locator("[aria-busy='true']")).to_be_visible()
    look("a button that waits for its answer")
    expect(panel).to_contain_text("This interaction failed", timeout=5000)
    look("a failure")
    play.slash("write", "ann", word="psst")
    ann = next(person["id"] for person in play.hello()["people"] if person["key"] == "ann")
    options = {"who": ann, "tone": "kind", "word": "hello"}
    play.act("slash", "ben", channel=play.channel(), name="say", options=options)
    play.act("send", "cleo", channel=play.channel("thread"), text="Here too")
    expect(page.locator("#main article.mentioned")).to_contain_text("@Ann")
    look("a mention, and unread places")
    if size is PHONE:
        page.locator("#drawer-button").click()
        expect(page.locator("#side")).to_be_visible()
        look("the drawer")
        page.keyboard.press("Escape")
        page.locator("#tabs .channel.dm").click()
    expect(last(page, "#dm")).to_contain_text("psst")
    look("direct messages")
    page.locator("#tabs .channel.thread" if size is PHONE else "#channels .channel.thread").click()
    expect(last(page)).to_contain_text("Here too")
    look("a thread")
    assert {what: wrong for what, wrong in found.items() if wrong} == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_no_placeholder_or_description_is_cut_on_a_phone(windows: Windows, play: Play) -> None:
    play.slash("hands")
    page = windows.open("ben", PHONE)
    expect(last(page).locator(".menu-label")).to_contain_text("or which one do you believe?")
    assert page.evaluate(CUT) == []
    slash(page, "pick")
    number = page.get_by_label("number: Which number you want")
    expect(number).to_be_focused()
    expect(page.locator("#main .option-field")).to_contain_text("the last is the newest of all")
    assert page.evaluate(CUT) == []
    number.press("Escape")
    slash(page, "nudge")
    expect(page.locator("#main .command-head")).to_contain_text("changes another so that it calls them")
    assert page.evaluate(CUT) == []
    page.get_by_role("button", name="Cancel this command").click()
    slash(page, "say")
    expect(page.get_by_label("word: What")).to_have_attribute("placeholder", "What")
    assert page.evaluate(CUT) == []


@pytest.mark.long
def test_text_typed_outside_a_form_goes_to_the_input_field(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    button = page.get_by_role("button", name="Count 0").last
    button.focus()
    page.keyboard.type("Hello there")
    expect(page.locator("#main textarea")).to_have_value("Hello there")
    expect(page.locator("#main textarea")).to_be_focused()
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Hello there")
    page.locator("#dm .log").focus()
    page.keyboard.type("psst")
    expect(page.locator("#dm textarea")).to_have_value("psst")
    page.locator("#people-side .person.me").focus()
    page.keyboard.type("/sa")
    expect(page.locator("#main .picker .option").first).to_contain_text("/say")
    page.keyboard.press("Tab")
    expect(page.get_by_label("who: To whom")).to_be_focused()
    page.keyboard.press("Escape")  # closes the choices
    page.keyboard.press("Escape")
    expect(page.locator("#main textarea")).to_be_focused()
    # The space bar presses the focused button, and text that is typed into a form stays in the form.
    button.focus()
    page.keyboard.press("Space")
    expect(page.locator("#main article", has_text="Count is 1")).to_be_visible()
    page.locator("#main article", has_text="Count is 1").get_by_role("button", name="Form").press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Word")).to_be_focused()
    page.keyboard.type("dice")
    expect(page.get_by_role("dialog").get_by_label("Word")).to_have_value("dice")
    expect(page.locator("#main textarea")).to_have_value("")


@pytest.mark.long
def test_tab_accepts_a_visible_suggestion_but_not_an_outdated_one(windows: Windows, play: Play) -> None:
    page = windows.open()
    slash(page, "say")
    word = page.get_by_label("word: What")
    word.press_sequentially("he")
    expect(page.locator(".suggestions:visible .option")).to_have_text(["hello", "help"])
    play.trouble({"kind": "slow", "path": "/interactions/*", "seconds": 0.6})
    word.press_sequentially("y")  # no suggestion begins with "hey", and nothing is offered until the bot answers
    expect(page.locator(".suggestions:visible .option")).to_have_count(0)
    word.press("Tab")
    play.trouble()
    expect(word).to_have_value("hey")
    expect(word).not_to_be_focused()
    page.wait_for_timeout(700)  # the late answer opens nothing
    expect(page.locator(".suggestions:visible")).to_have_count(0)
    word.fill("b")
    expect(page.locator(".suggestions:visible .option")).to_have_text(["bye"])
    word.press("Tab")
    expect(word).to_have_value("bye")
    page.get_by_label("who: To whom").fill("Ben")
    page.get_by_label("tone: In which tone").fill("Kind")
    page.locator("#main .command .send").press("Enter")
    expect(last(page)).to_contain_text("@Ben, kindly: bye")


@pytest.mark.long
def test_a_command_typed_before_the_list_of_commands_arrives_is_called(windows: Windows, play: Play) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/ping", delay=0)
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("pong")
    assert not any("/ping" in message["html"] for message in play.messages())


@pytest.mark.long
def test_the_focus_stays_where_it_was_when_a_message_changes(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "panel")
    panel = last(page)
    expect(panel).to_contain_text("Count is 0")
    for count in range(1, 4):
        page.get_by_role("button", name=f"Count {count - 1}").last.press("Enter")
        expect(page.locator("#main article:focus")).to_contain_text(f"Count is {count}")
    # An open list stays open, too, with the same line marked.
    shown = next(m for m in reversed(play.messages()) if "Count is 3" in str(m["components"]))
    menu = page.locator(f'#main article[data-id="{shown["id"]}"] .menu')
    menu.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    play.click(shown, "count:3", "ben")
    expect(page.locator("#main article", has_text="Count is 4")).to_be_visible()
    expect(page.locator(".list .option.at")).to_contain_text("Green")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(last(page)).to_contain_text("Chosen: green")


@pytest.mark.long
def test_the_quote_above_a_reply_does_not_take_the_focus(windows: Windows) -> None:
    page = windows.open()
    call(page, "twice")
    expect(last(page).locator(".above.reply")).to_be_visible()
    assert page.locator(".above a:not([tabindex='-1'])").count() == 0
    page.locator("#main textarea").focus()
    stops = []
    for _ in range(4):
        page.keyboard.press("Shift+Tab")
        stops.append(page.evaluate("document.activeElement.className"))
    assert "jump" not in stops
