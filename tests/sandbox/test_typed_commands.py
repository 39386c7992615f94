"""Tests of commands that users type or paste as text, of mistyped commands, and of the button "Start afresh"."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, PHONE, TURNED, Windows, call, last, needs_browser, slash
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def paste(page: Page, text: str) -> None:
    """Paste text into the message box."""
    page.locator("#main textarea").focus()
    page.evaluate("(text) => document.execCommand('insertText', false, text)", text)


def talk(play: Play) -> list[str]:
    """Return the ordinary messages in the channel whose text begins with a slash."""
    return [message["html"] for message in play.messages() if message["html"].removeprefix("<p>").startswith("/")]


def test_a_blank_after_a_complete_name_chooses_the_command(windows: Windows) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/ping ")
    expect(page.locator("#main .command")).to_contain_text("/ping")
    page.keyboard.press("Backspace")
    expect(page.locator("#main textarea")).to_have_value("/ping")
    page.keyboard.type(" ")
    expect(page.locator("#main .command")).to_be_visible()
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("pong")
    expect(page.locator("#main textarea")).to_be_focused()


def test_options_in_a_typed_line_are_filled_in(windows: Windows) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/say who:Ben tone:kind ")
    page.keyboard.type("word:hello you")
    expect(page.get_by_label("tone: In which tone")).to_have_value("Kind")
    expect(page.get_by_label("word: What")).to_have_value("hello you")
    expect(page.get_by_label("who: To whom")).to_have_value("Ben")
    page.keyboard.press("Escape")  # closes the suggestions
    page.keyboard.type(" loud:yes")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("@Ben, kindly: HELLO YOU")


def test_a_value_without_a_name_goes_to_the_option_that_it_fits(windows: Windows) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/say be")
    page.keyboard.press("Enter")
    expect(page.get_by_label("who: To whom")).to_have_value("Ben")
    expect(page.get_by_label("tone: In which tone")).to_be_focused()
    page.keyboard.press("Escape")  # closes the choices
    page.keyboard.press("Escape")
    expect(page.locator("#main textarea")).to_have_value("/say who:Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_label("who: To whom")).to_have_value("Ben")
    page.locator("#main .command .free").fill("tone:rude")
    page.locator("#main .command .free").press("Enter")
    expect(page.locator("#main .command .problem")).to_have_text("“rude” is none of the choices for tone.")
    expect(page.get_by_label("tone: In which tone")).to_have_value("rude")
    expect(page.get_by_label("tone: In which tone")).to_be_focused()


def test_a_value_that_fits_no_option_by_itself_goes_to_the_first_one(windows: Windows) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/serve soup")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You get soup here.")


def test_a_suggestion_that_is_typed_whole_is_sent_by_the_first_enter(windows: Windows) -> None:
    """Enter means the same before the suggestions come and after."""
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/serve soup")
    expect(page.get_by_role("option", name="Soup")).to_be_visible()
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You get soup here.")


def test_an_error_goes_when_it_is_corrected_and_the_cross_takes_all_away(windows: Windows) -> None:
    page = windows.open()
    slash(page, "slow")
    page.keyboard.type("soon")
    page.keyboard.press("Enter")
    problem = page.locator("#main .command .problem")
    expect(problem).to_have_text("seconds: give a number from 0 to 10.")
    expect(page.locator("#toast")).to_be_hidden()  # it would say the same again
    page.keyboard.press("Backspace")
    expect(problem).to_be_empty()
    page.get_by_role("button", name="Cancel this command").click()
    expect(page.locator("#main textarea")).to_have_value("")
    expect(page.locator("#main textarea")).to_be_focused()


def test_an_invalid_option_stays_in_its_field_until_it_is_corrected(windows: Windows) -> None:
    page = windows.open()
    slash(page, "slow")
    expect(page.get_by_label("seconds: How long")).to_be_focused()
    page.keyboard.type(" seconds:soon")
    seconds = page.get_by_label("seconds: How long")
    expect(seconds).to_have_value("soon")
    page.keyboard.press("Enter")
    expect(page.locator("#main .command .problem")).to_have_text("seconds: give a number from 0 to 10.")
    expect(seconds).to_have_value("soon")
    seconds.fill("0")
    seconds.press("Enter")
    expect(last(page)).to_contain_text("Here it is, at last.")


def test_the_page_shows_the_choices_of_the_next_option(windows: Windows) -> None:
    page = windows.open()
    offered, marked = (
        page.locator("#main .suggestions:visible .option"),
        page.locator(".suggestions .option.at:visible"),
    )
    slash(page, "say")
    expect(page.get_by_label("who: To whom")).to_be_focused()
    expect(marked).to_have_text("Ann")
    page.keyboard.type("b")
    expect(marked).to_have_text("Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_label("tone: In which tone")).to_be_focused()
    expect(offered).to_have_text(["Kind", "Stern"])
    offered.last.click()
    expect(page.get_by_label("word: What")).to_be_focused()
    expect(offered).to_have_text(["hello", "help", "bye"])
    page.keyboard.press("Tab")
    expect(page.get_by_label("word: What")).to_have_value("hello")
    page.get_by_role("button", name="+ loud").press("Enter")
    expect(offered).to_have_text(["Yes", "No"])
    expect(marked).to_have_count(0)
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("@Ben, sternly: hello")


@pytest.mark.parametrize("name", ["mood", "dish"])  # its choices are listed in the command; the bot suggests them
def test_enter_runs_a_command_whose_only_option_is_not_needed(windows: Windows, name: str) -> None:
    page = windows.open()
    offered = page.locator("#main .suggestions:visible .option")
    slash(page, name)
    expect(page.get_by_label("what: What you like")).to_be_focused()
    expect(offered).to_have_text(["Soup", "Pie"])
    assert barriers(page) == []
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You like nothing.")
    slash(page, name)
    expect(offered).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_label("what: What you like")).to_have_value("Pie")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You like pie.")
    slash(page, name)
    expect(offered).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(page.locator("#main textarea")).to_have_value(f"/{name}")


def test_a_double_click_takes_one_choice(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    slash(page, "say")
    offered = page.locator("#main .suggestions:visible .option")
    expect(offered.first).to_have_text("Ann")
    offered.first.dblclick()
    expect(page.get_by_label("who: To whom")).to_have_value("Ann")
    tone = page.get_by_label("tone: In which tone")
    tone.focus()
    expect(offered).to_have_text(["Kind", "Stern"])
    place = offered.first.bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + 8, place["y"] + 8)
    page.mouse.down(click_count=2)  # the second half of a double click
    page.mouse.up(click_count=2)
    expect(tone).to_have_value("")
    offered.first.click()
    expect(tone).to_have_value("Kind")


def test_no_list_is_cut_at_the_top_of_a_turned_phone(windows: Windows) -> None:
    page = windows.open("ann", TURNED)
    page.locator("#main textarea").press_sequentially("/")
    expect(page.locator("#main .picker")).to_have_class("picker goes-on")
    expect(page.locator("#main .picker-title")).to_be_in_viewport(ratio=1)
    slash(page, "hue")
    offered = page.locator("#main .suggestions:visible .option")
    expect(offered).to_have_count(20)
    expect(offered.first).to_be_in_viewport(ratio=1)


def test_words_after_a_command_without_options_stay_in_the_field(windows: Windows, play: Play) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("/ping hello")
    page.keyboard.press("Enter")
    expect(page.locator("#main .command .problem")).to_have_text("/ping takes nothing more: take out “hello”.")
    expect(page.locator("#main .command .free")).to_have_value("hello")
    assert barriers(page) == []
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("pong")
    assert talk(play) == []


def test_pasted_lines_are_sent_as_commands_one_after_another(windows: Windows, play: Play) -> None:
    page = windows.open()
    paste(page, "/say who:Ben tone:stern word:sit\ndown\n/ping\n")
    expect(page.get_by_label("word: What")).to_have_value("sit down")
    page.keyboard.press("Enter")
    expect(page.locator("#main article", has_text="@Ben, sternly: sit down").last).to_be_visible()
    expect(page.locator("#main textarea")).to_be_focused()
    expect(page.locator("#main textarea")).to_have_value("/ping")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("pong")
    assert talk(play) == []


def test_enter_pressed_twice_sends_a_command_once(windows: Windows, play: Play) -> None:
    page = windows.open()
    paste(page, "/say Cleo word:only once tone:kind")
    expect(page.locator("#main .command .free")).to_be_focused()
    play.trouble({"kind": "slow", "path": "/interactions/*", "seconds": 0.5})
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#main textarea")).to_be_focused()
    expect(last(page)).to_contain_text("only once")
    play.trouble()
    assert len([message for message in play.messages() if "only once" in message["html"]]) == 1


def test_a_command_typed_while_another_is_sent_is_not_lost(windows: Windows, play: Play) -> None:
    page = windows.open()
    paste(page, "/say Cleo word:slowly tone:kind")
    play.trouble({"kind": "slow", "path": "/interactions/*", "seconds": 1})
    page.keyboard.press("Enter")
    page.keyboard.type("/say who:Ben tone:stern ")
    expect(last(page)).to_contain_text("slowly")
    page.keyboard.type("word:sit")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("@Ben, sternly: sit")
    play.trouble()


def test_what_is_typed_before_the_list_of_commands_comes_is_not_added_to_the_command(
    windows: Windows, play: Play
) -> None:
    """The first command of a page waits for the list. Enter ends the command all the same."""
    page = windows.open()
    page.route("**/act/commands*", lambda _route: None)
    paste(page, "/say Cleo word:slowly tone:kind")
    page.keyboard.press("Enter")
    page.keyboard.type("/ping")
    page.unroute("**/act/commands*")  # sends those that it held
    expect(last(page)).to_contain_text("@Cleo, kindly: slowly")
    expect(page.locator("#main textarea")).to_have_value("/ping")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("pong")
    assert talk(play) == []


@pytest.mark.parametrize("before", ["/", "/say who:B", "/say who:Ben tone:ki", "/say who:Ben tone:kind word:hel"])
def test_a_command_is_filled_in_whenever_the_list_of_commands_comes(windows: Windows, before: str) -> None:
    page = windows.open()
    page.route("**/act/commands*", lambda _route: None)
    page.locator("#main textarea").press_sequentially(before)
    page.unroute("**/act/commands*")  # sends those that it held
    page.keyboard.type("/say who:Ben tone:kind word:hello you".removeprefix(before))
    expect(page.get_by_label("word: What")).to_have_value("hello you")
    expect(page.get_by_label("tone: In which tone")).to_have_value("Kind")
    expect(page.get_by_label("who: To whom")).to_have_value("Ben")


@pytest.mark.parametrize("slip", ["/pign", "/pinng", "/pang", " /ping", "/pinging", "/pin"])
def test_a_mistyped_command_is_not_posted_and_offers_the_nearest_command(
    windows: Windows, play: Play, slip: str
) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially(slip)
    expect(page.locator("#main .picker .option.at")).to_contain_text("/ping")
    page.keyboard.press("Escape")
    expect(page.locator("#main .picker")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("pong")
    assert talk(play) == []


@pytest.mark.parametrize("said", ["ping", "Ping ", "pign"])
def test_a_command_without_its_slash_is_not_posted_at_once(windows: Windows, play: Play, said: str) -> None:
    page = windows.open()
    before = page.locator("#main article", has_text="pong").count()
    for times in (1, 2):  # it is asked about each time
        page.locator("#main textarea").press_sequentially(said)
        page.keyboard.press("Enter")
        expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /ping?")
        expect(page.locator("#main .picker .option")).to_have_text(
            [re.compile("^/ping"), re.compile("^Send “.*” as a message")]
        )
        assert barriers(page) == []
        page.wait_for_timeout(A_LOOK)
        page.keyboard.press("Enter")  # nothing is to be filled in, so it is carried out
        expect(page.locator("#main article", has_text="pong")).to_have_count(before + times)
        expect(page.locator("#main textarea")).to_have_value("")
    assert not [each for each in play.messages() if said.strip() in each["html"]]


def test_a_first_line_without_its_slash_waits_for_the_commands(windows: Windows, play: Play) -> None:
    page = windows.open()
    page.route("**/act/commands*", lambda _route: None)
    page.reload()
    expect(page.locator("#main textarea")).to_be_focused()
    page.keyboard.type("pign")
    page.keyboard.press("Enter")
    page.wait_for_timeout(A_LOOK)
    page.unroute("**/act/commands*")  # sends those that it held
    expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /ping?")
    assert not [each for each in play.messages() if "pign" in each["html"]]


def test_a_command_without_its_slash_keeps_its_options(windows: Windows) -> None:
    page = windows.open()
    page.locator("#main textarea").press_sequentially("say who:Ben tone:kind word:hello")
    page.keyboard.press("Enter")
    expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /say?")
    page.wait_for_timeout(A_LOOK)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("@Ben, kindly: hello")


@pytest.mark.parametrize("keys", [("ArrowDown", "Enter"), ("Escape", "Enter")])
def test_a_word_that_is_a_commands_name_can_be_said(windows: Windows, keys: tuple[str, ...]) -> None:
    page = windows.open("ben", PHONE)
    page.locator("#main textarea").press_sequentially("panel")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#main .picker .option").first).to_contain_text("/panel")
    page.wait_for_timeout(A_LOOK)
    expect(page.locator("#main .picker")).to_be_visible()
    for key in keys:
        page.keyboard.press(key)
    expect(last(page)).to_contain_text("panel")
    expect(page.locator("#main textarea")).to_have_value("")
    page.keyboard.type("hello, a panel")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("hello, a panel")


def test_a_command_that_is_sent_before_the_bot_comes_stays_and_says_why(windows: Windows, play: Play) -> None:
    page = windows.open()
    page.route("**/act/commands*", lambda route: route.fulfill(json={"commands": []}))
    page.reload()
    expect(page.locator("#main textarea")).to_be_focused()
    page.keyboard.type("/say who:Ben tone:kind word:soon")
    page.keyboard.press("Enter")
    note = page.locator("#main .picker .nothing")
    expect(note).to_have_text("The bot is not here yet; its commands come with it.")
    expect(page.locator("#main textarea")).to_have_value("/say who:Ben tone:kind word:soon")
    page.unroute("**/act/commands*")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("@Ben, kindly: soon")
    assert talk(play) == []


def test_a_command_that_waits_for_the_bot_is_filled_in_when_the_bot_comes(windows: Windows, play: Play) -> None:
    page = windows.open()
    page.route("**/act/commands*", lambda route: route.fulfill(json={"commands": []}))
    page.reload()
    expect(page.locator("#main textarea")).to_be_focused()
    page.keyboard.type("/say who:Ben ")
    expect(page.locator("#main .picker .nothing")).to_be_visible()
    page.unroute("**/act/commands*")
    play.kill("bot.sandbox.launch")
    expect(page.get_by_label("who: To whom")).to_have_value("Ben")


def test_start_afresh_asks_for_confirmation(windows: Windows) -> None:
    page = windows.open()
    call(page, "ping")
    expect(last(page)).to_contain_text("pong")
    page.get_by_role("button", name="Start afresh").click()
    asked = page.get_by_role("dialog", name="Erase every game")
    expect(asked.get_by_role("button", name="Cancel")).to_be_focused()
    assert barriers(page) == []
    page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    expect(last(page)).to_contain_text("pong")
