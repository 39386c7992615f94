"""Tests of lines of talk that are meant for a command, a move or a button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import A_LOOK, PHONE, THE_BOT_HAS_TIME, Windows, call, last, needs_browser
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def say(page: Page, words: str) -> None:
    """Write a line and press Enter. The page waits as long as a slow machine needs for the bot's suggestions."""
    page.evaluate(THE_BOT_HAS_TIME)
    page.locator("#main textarea").fill(words)
    page.keyboard.press("Enter")


def asked(page: Page, question: str) -> None:
    """Expect the question whether something else was meant, and look at it long enough to answer."""
    expect(page.locator("#main .picker .nothing")).to_have_text(question)
    page.wait_for_timeout(A_LOOK)


def said(play: Play, words: str) -> bool:
    """Return whether a person's message consists of these words."""
    return any(message["html"] == f"<p>{words}</p>" for message in play.messages())


def the_table_goes_on(page: Page, play: Play) -> None:
    """Let other buttons come, by somebody else."""
    rounds = page.locator("#main article", has_text="Round 1")
    before = rounds.count()
    play.slash("duel", "ben")
    expect(rounds).to_have_count(before + 1)


BIDS = ["wager 2 twos", "i wager two twos", "I say two twos", "I bid 2 twos!", "I’ll claim 2 twos", "wgaer: two twos"]


@pytest.mark.parametrize("words", BIDS)
def test_a_bid_behind_a_verb_is_asked_about_and_made(windows: Windows, play: Play, words: str) -> None:
    page = windows.open()
    say(page, words)
    asked(page, "Did you mean /wager 2 twos?")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("Done.")
    expect(page.locator("#main textarea")).to_have_value("")
    assert not said(play, words)


def test_a_bid_with_a_slip_behind_its_command_is_filled_in_for_mending(windows: Windows, play: Play) -> None:
    page = windows.open()
    say(page, "wager 3 fivs")
    asked(page, "Did you mean /wager 3 fivs?")
    page.keyboard.press("Enter")
    expect(page.get_by_label("what: What you bet that there is")).to_have_value("3 fivs")
    assert not said(play, "wager 3 fivs")


@pytest.mark.parametrize("words", ["accuse!", "I accuse", "acuse!", "accuse 2 twos", "accuse, two twos!"])
def test_a_call_in_other_words_is_asked_about(windows: Windows, words: str) -> None:
    page = windows.open()
    say(page, words)
    asked(page, "Did you mean /accuse 2 twos · Ben?")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You accuse 2-7.")


def test_the_name_of_a_choice_is_asked_about(windows: Windows) -> None:
    page = windows.open()
    say(page, "I stir")
    asked(page, "Did you mean /kettle Stir?")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You stir.")


@pytest.mark.parametrize(("words", "label"), [("start", "Start"), ("Look!", "Look"), ("statr", "Start")])
def test_the_name_of_a_button_in_view_presses_it(windows: Windows, play: Play, words: str, label: str) -> None:
    page = windows.open("ann", PHONE)
    call(page, "lobby")
    expect(last(page).get_by_role("button", name="Start")).to_be_visible()
    say(page, words)
    asked(page, f"Did you mean the button {label}?")
    expect(page.locator("#main .picker .option")).to_have_text([f"Press {label}", f"Send “{words}” as a message"])
    assert barriers(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#main article", has_text="Who plays?").last.get_by_role("button")).to_have_count(0)
    expect(page.locator("#main textarea")).to_have_value("")
    assert not said(play, words)


def test_a_button_that_has_gone_meanwhile_is_not_pressed_and_the_line_stays(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "lobby")
    say(page, "start")
    asked(page, "Did you mean the button Start?")
    page.locator("#main article .button").evaluate_all("(all) => all.forEach((button) => button.remove())")
    page.keyboard.press("Enter")
    expect(page.locator("#main textarea")).to_have_value("start")
    expect(page.locator("#main .picker")).to_be_hidden()
    assert not said(play, "start")


@pytest.mark.parametrize(("words", "move"), [("two twos", "wager 2 twos"), ("accuse!", "accuse 2 twos · Ben")])
def test_a_move_is_asked_about_again_if_the_table_has_gone_on_meanwhile(
    windows: Windows, play: Play, words: str, move: str
) -> None:
    page = windows.open()
    say(page, words)
    asked(page, f"Did you mean /{move}?")
    the_table_goes_on(page, play)
    done = page.locator("#main article", has_text="Done.").or_(page.locator("#main article", has_text="You accuse"))
    before = done.count()
    page.keyboard.press("Enter")
    expect(page.locator("#main .picker .nothing")).to_have_text(f"The table has changed. Did you mean /{move}?")
    page.keyboard.press("Enter")  # the second half of the same press
    page.wait_for_timeout(A_LOOK)
    expect(done).to_have_count(before)
    page.keyboard.press("Enter")
    expect(done).to_have_count(before + 1)


def test_a_move_that_is_none_any_more_can_still_be_sent_as_talk(windows: Windows, play: Play) -> None:
    page = windows.open()
    say(page, "two twos")
    asked(page, "Did you mean /wager 2 twos?")
    page.route("**/act/autocomplete*", lambda route: route.fulfill(json={"choices": []}))
    the_table_goes_on(page, play)
    page.keyboard.press("Enter")
    asked(page, "The table has changed.")
    expect(page.locator("#main .picker .option")).to_have_text(["Send “two twos” as a message"])
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("two twos")


@pytest.mark.parametrize(
    ("words", "dish"), [("dish soup", "Soup"), ("dish a soop", "Soup"), ("I dish soupp!", "Soup"), ("mood soup", "")]
)
def test_what_an_option_can_be_is_asked_about_behind_its_command(windows: Windows, words: str, dish: str) -> None:
    page = windows.open()
    say(page, words)
    asked(page, f"Did you mean /dish {dish}?" if dish else "Did you mean /mood Soup?")
    page.keyboard.press("Enter")
    expect(last(page)).to_contain_text("You like soup.")


@pytest.mark.parametrize("words", ["I wager so", "accuse nobody, please", "starting soon", "me too", "dish nothing"])
def test_other_talk_is_sent_at_once(windows: Windows, words: str) -> None:
    page = windows.open()
    call(page, "lobby")
    expect(last(page).get_by_role("button", name="Start")).to_be_visible()
    say(page, words)
    expect(last(page)).to_contain_text(words)
