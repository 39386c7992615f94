"""Tests of commands that are tapped, of words that the bot does not take, and of moves that are sent as talk."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, DESKTOP, PHONE, THE_BOT_HAS_TIME, Windows, last, needs_browser, slash
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]

WHAT = "what: What you bet that there is"
OFFERED = "#main .suggestions:visible .option"


def said(play: Play, text: str) -> int:
    """Return how many ordinary messages of people consist of this text."""
    return len([message for message in play.messages() if message["html"] == f"<p>{text}</p>"])


@pytest.mark.parametrize("words", ["2 twos", "two twos"])
def test_a_bid_that_is_sent_as_talk_is_asked_about_and_made_by_one_more_key(
    windows: Windows, play: Play, words: str
) -> None:
    page = windows.open()
    page.evaluate(THE_BOT_HAS_TIME)
    page.locator("#main textarea").press_sequentially(words)
    page.keyboard.press("Enter")
    expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /wager 2 twos?")
    expect(page.locator("#main .picker .option")).to_have_text(["/wager 2 twos", f"Send “{words}” as a message"])
    assert barriers(page) == []
    page.wait_for_timeout(A_LOOK)
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Done.")
    expect(page.locator("#main textarea")).to_have_value("")
    expect(page.locator("#main textarea")).to_be_focused()
    assert said(play, words) == 0


def test_a_call_without_its_slash_names_the_bid_that_it_is_about_and_carries_it(windows: Windows) -> None:
    page = windows.open()
    page.evaluate(THE_BOT_HAS_TIME)
    page.locator("#main textarea").press_sequentially("accuse")
    page.keyboard.press("Enter")
    expect(page.locator("#main .picker .nothing")).to_have_text("Did you mean /accuse 2 twos · Ben?")
    page.wait_for_timeout(A_LOOK)  # a second Enter at once was meant for the line
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You accuse 2-7.")
    expect(page.locator("#main textarea")).to_have_value("")


def test_words_that_are_like_a_bid_can_be_said_by_one_tap(windows: Windows, play: Play) -> None:
    before = said(play, "3 twos")
    page = windows.open("ann", PHONE)
    page.evaluate(THE_BOT_HAS_TIME)
    page.locator("#main textarea").fill("3 twos")
    page.get_by_role("button", name="Send", exact=True).click()
    send = page.get_by_role("option", name="Send “3 twos” as a message")
    expect(send).to_be_visible()
    page.wait_for_timeout(A_LOOK)
    send.click()
    expect(last(page)).to_have_text(re.compile("3 twos"))
    assert said(play, "3 twos") == before + 1
    page.locator("#main textarea").fill("2 people are late")
    page.locator("#main textarea").press("Enter")
    expect(last(page)).to_contain_text("2 people are late")


def test_talk_waits_for_no_bot_that_is_slow(windows: Windows) -> None:
    page = windows.open()
    box = page.locator("#main textarea")
    box.press_sequentially("/")
    expect(page.locator("#main .picker .option").first).to_be_visible()
    page.route("**/act/autocomplete*", lambda _route: None)
    before = page.locator("#main article", has_text="two of us wait").count()
    box.fill("two of us wait")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type(" to you")
    expect(last(page)).to_contain_text("two of us wait")
    expect(page.locator("#main article", has_text="two of us wait")).to_have_count(before + 1)
    expect(box).to_have_value(re.compile("^ ?to you$"))  # on a slow machine it is written later


def test_words_that_the_bot_does_not_take_come_back_with_its_sentence(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    slash(page, "wager")
    what = page.get_by_label(WHAT)
    what.fill("tow twos")
    expect(page.locator("#main .suggestions .nothing")).to_have_text("No options match. Enter sends it as it is.")
    what.press("Enter")
    problem = page.locator("#main .command .problem")
    expect(problem).to_have_text("I can’t read “tow twos”.")
    expect(page.locator("#main .suggestions")).to_be_hidden()  # it would cover the sentence
    expect(what).to_have_value("tow twos")
    expect(what).to_be_focused()
    assert barriers(page) == []
    field, cross = what.bounding_box(), page.get_by_role("button", name="Clear what").bounding_box()
    assert field is not None
    assert cross is not None
    assert field["y"] <= cross["y"] < field["y"] + field["height"], "the cross is beside its field"
    what.fill("2 twos")
    expect(problem).to_be_empty()
    expect(page.locator(OFFERED)).to_have_text(["2 twos (ducks)"])
    what.press("Enter")
    what.press("Enter")
    expect(last(page)).to_contain_text("Done.")
    expect(page.locator("#main .command")).to_be_hidden()
    expect(page.locator("#main textarea")).to_have_value("")


def test_escape_clears_a_command_that_was_refused(windows: Windows) -> None:
    page = windows.open()
    slash(page, "wager")
    page.get_by_label(WHAT).fill("tow twos")
    page.keyboard.press("Enter")
    expect(page.locator("#main .command .problem")).to_have_text(re.compile("I can’t read"))
    page.keyboard.press("Escape")
    expect(page.locator("#main .command")).to_be_hidden()
    expect(page.locator("#main textarea")).to_have_value("")
    expect(page.locator("#main textarea")).to_be_focused()


def test_a_note_that_nothing_matches_covers_no_answer(windows: Windows, play: Play) -> None:
    page = windows.open()
    slash(page, "wager")
    note = page.locator("#main .suggestions .nothing")
    page.get_by_label(WHAT).fill("tow twos")
    expect(note).to_have_text("No options match. Enter sends it as it is.")
    play.act("slash", channel=play.channel(), name="ping")
    expect(last(page)).to_contain_text("pong")
    expect(note).to_be_hidden()
    expect(page.get_by_label(WHAT)).to_have_value("tow twos")


def test_words_that_the_bot_takes_do_not_come_back_with_what_it_says(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    slash(page, "wager")
    page.get_by_label(WHAT).fill("a pair")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Claimed: a pair.")
    page.wait_for_timeout(A_LOOK)
    expect(page.locator("#main .command")).to_be_hidden()
    expect(page.locator("#main textarea")).to_have_value("")


def test_refused_words_do_not_push_away_what_somebody_writes_meanwhile(windows: Windows, play: Play) -> None:
    page = windows.open()
    slash(page, "wager")
    page.keyboard.type("nothing")
    play.trouble({"kind": "slow", "path": "/interactions/*", "seconds": 1})
    page.keyboard.press("Enter")
    page.keyboard.insert_text("hello")  # all at once, before the refusal
    expect(last(page)).to_contain_text("I can’t read “nothing”.")
    play.trouble()
    expect(page.locator("#main .command")).to_be_hidden()
    expect(page.locator("#main textarea")).to_have_value("hello")


def test_an_option_that_is_filled_in_offers_everything_again(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    slash(page, "wager")
    what, offered = page.get_by_label(WHAT), page.locator(OFFERED)
    offered.last.click()
    expect(what).to_have_value("3 twos (ducks)")
    page.locator("#main .command-head").click()
    what.blur()
    what.focus()
    expect(offered).to_have_text(["2 twos (ducks)", "3 twos (ducks)"])
    expect(page.locator("#main .suggestions .option.at")).to_have_text("3 twos (ducks)")
    page.keyboard.press("Backspace")
    expect(what).to_have_value("")
    expect(offered).to_have_count(2)
    offered.first.click()
    page.get_by_role("button", name="Clear what").click()
    expect(what).to_have_value("")
    expect(what).to_be_focused()
    expect(offered).to_have_count(2)


def test_words_of_ones_own_lose_only_a_letter_by_backspace(windows: Windows) -> None:
    page = windows.open()
    slash(page, "wager")
    what = page.get_by_label(WHAT)
    what.press_sequentially("2 twoss")
    what.press("Backspace")
    expect(what).to_have_value("2 twos")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_suggestions_leave_the_name_of_the_command_in_sight(windows: Windows, size: dict[str, int]) -> None:
    page = windows.open("ann", size)
    slash(page, "hue")
    expect(page.locator(OFFERED)).to_have_count(20)
    head, offered = (page.locator(f"#main {part}").bounding_box() for part in (".command-head", ".suggestions"))
    assert head is not None
    assert offered is not None
    assert offered["y"] + offered["height"] <= head["y"]
    assert offered["y"] >= 0


def test_a_long_value_is_read_whole(windows: Windows) -> None:
    page = windows.open()
    slash(page, "wager")
    what = page.get_by_label(WHAT)
    what.fill("three fives with a six and a four")
    assert what.evaluate("(field) => field.scrollWidth <= field.clientWidth")


def test_a_tap_on_a_command_of_the_welcome_puts_it_into_the_box(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    box = page.locator("#main textarea")
    box.fill("a draft")
    page.locator("#main .intro").get_by_role("button", name="/learn").click()
    expect(box).to_be_visible()  # this bot has no such command, and the list says so
    expect(box).to_have_value("/learn")
    expect(page.locator("#main .picker .nothing")).to_have_text("No command of that name.")


def test_a_tap_on_a_command_that_somebody_used_puts_it_into_the_box(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    slash(page, "mood")
    page.locator("#main .command .send").click()
    expect(last(page)).to_contain_text("used /mood")
    last(page).locator(".above .mention").click()
    expect(page.locator("#main .command-head b")).to_have_text("/mood")


def test_an_option_that_is_not_needed_says_what_it_is_for(windows: Windows) -> None:
    """Its name alone, such as "in", means nothing to a newcomer. Many options are only named, to save room."""
    page = windows.open("ann", PHONE)
    slash(page, "serve")
    expect(page.locator("#main .add-option")).to_have_text("+ whereWhere you eat it")
    assert page.locator("#main .free").get_attribute("placeholder") is None
    page.get_by_role("button", name="Cancel this command").click()
    slash(page, "say")
    expect(page.locator("#main .add-option")).to_have_text(["+ loud"])
