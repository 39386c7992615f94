"""Tests of mentions, of messages that disappear, and of threads on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.sandbox.accessibility import barriers
from tests.sandbox.pages import DESKTOP, PHONE, Windows, call, last, needs_browser, slash
from tests.sandbox.running import Play

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def nudge(play: Play, whom: str, seconds: float = 0.0) -> None:
    number = next(person["id"] for person in play.hello()["people"] if person["key"] == whom)
    options = {"who": number, "seconds": str(seconds)}
    assert play.act("slash", "ann", channel=play.channel(), name="nudge", options=options) == {}


@pytest.mark.long
def test_a_mention_counts_as_unread_until_it_is_deleted_and_an_edit_never_does(windows: Windows, play: Play) -> None:
    ben, cleo = windows.open("ben"), windows.open("cleo")
    ben.locator("#channels .channel.thread").click()  # so that he does not see the channel
    badge = ben.locator("#channels .channel.text .badge")
    nudge(play, "ben", seconds=1.0)
    expect(badge).to_have_text("1")  # the message counts, but the edit does not
    expect(ben).to_have_title(re.compile(r"^\(1\) "))
    expect(badge).to_have_count(0)
    expect(ben).to_have_title(re.compile("^side-table"))
    ben.locator("#channels .channel.text").click()
    expect(last(ben)).to_contain_text("is called by an edit")
    expect(last(ben)).to_have_class(re.compile("mentioned"))
    expect(last(cleo)).not_to_have_class(re.compile("mentioned"))
    expect(ben.locator("#main article", has_text="your move")).to_have_count(0)


def test_a_direct_message_that_was_read_in_one_window_is_read_in_the_others(windows: Windows, play: Play) -> None:
    """The phone's page shows one place at a time. A window counts nothing that was read in another one."""
    first = windows.open("ben", PHONE)
    badges = [first.locator("#tabs .channel.dm .badge")]
    play.slash("write", "ben", word="psst")
    expect(badges[0]).to_have_text("1")
    second = first.context.new_page()
    second.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    second.goto(first.url)
    badges.append(second.locator("#tabs .channel.dm .badge"))
    expect(badges[1]).to_have_text("1")
    second.locator("#tabs .channel.dm").click()
    for badge in badges:
        expect(badge).to_have_count(0)
    second.locator("#tabs .channel.text").click()
    play.slash("write", "ben", word="psst again")
    for badge in badges:
        expect(badge).to_have_text("1")


def test_a_thread_is_opened_used_and_locked(windows: Windows, play: Play) -> None:
    ann, ben = windows.open("ann"), windows.open("ben", PHONE)
    slash(ann, "branch")
    name = ann.get_by_label(re.compile("^name"))
    name.fill("Ann's corner")
    name.press("Enter")
    expect(ann.locator("#channels .channel.thread", has_text="Ann's corner")).to_be_visible()
    tab = ben.locator("#tabs .channel.thread", has_text="Ann's corner")
    expect(tab).to_have_class(re.compile("unread"))
    ben.locator("#main article.system", has_text="started a thread").get_by_role("link", name="Ann's corner").click()
    expect(tab).to_have_class(re.compile("current"))
    last(ben).get_by_role("button", name="Count 0").click()
    expect(last(ben)).to_contain_text("@Ben pressed 0")
    ann.locator("#channels .channel.thread", has_text="Ann's corner").click()
    expect(last(ann)).to_contain_text("@Ben pressed 0")
    call(ann, "close")
    expect(last(ann)).to_contain_text("Good night.")
    expect(ben.locator("#main textarea")).to_be_disabled()
    expect(ben.locator("#main textarea")).to_have_attribute("placeholder", "Read only")
    expect(ann.locator("#main textarea")).to_be_enabled()
    ben.locator("#tabs .channel.text").click()
    expect(tab).to_have_count(0)
    ben.locator("#main article.system").get_by_role("link", name="Ann's corner").last.click()
    expect(last(ben)).to_contain_text("Good night.")
    assert ben.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
def test_commands_for_managers_are_offered_only_to_managers(windows: Windows) -> None:
    page = windows.open("ann")
    box = page.locator("#main textarea")
    box.fill("/branch")
    expect(page.locator("#main .picker .option")).to_have_count(1)
    box.fill("")
    page.locator("#people-side").get_by_role("button", name="Ben").click()
    expect(page.locator("#people-side .person.me")).to_contain_text("Ben")
    box.fill("/branch")
    expect(page.locator("#main .picker")).to_contain_text("No command of that name.")


@pytest.mark.long
def test_on_a_phone_direct_messages_stay_visible_beside_many_threads(windows: Windows, play: Play) -> None:
    page = windows.open("ann", PHONE)
    for number in range(5):
        options = {"name": f"A long evening, table {number}"}
        assert play.act("slash", "ann", channel=play.channel(), name="branch", options=options) == {}
    page.locator("#tabs .channel", has_text="table 4").click()
    expect(page.locator("#tabs .channel", has_text="table 4")).to_be_in_viewport(ratio=0.9)
    private = page.locator("#tabs .channel.dm")
    expect(private).to_be_in_viewport(ratio=0.9)
    private.click()
    expect(page.locator("#dm textarea")).to_be_in_viewport(ratio=1)
    page.locator("#tabs .channel.text").click()
    expect(page.locator("#main textarea")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(("size", "where"), [(DESKTOP, "#people-side"), (PHONE, "#people-top")])
def test_the_person_whose_turn_it_is_is_marked(windows: Windows, size: dict[str, int], where: str) -> None:
    """A person who plays for several people at one screen sees as whom to go on."""
    page = windows.open("ann", size)
    call(page, "turn")
    expect(last(page)).to_contain_text("beat that!")
    ben = page.locator(f'{where} .person[data-person="ben"]')
    expect(ben.locator(".turn")).to_be_visible()
    expect(ben).to_have_attribute("title", "Be Ben, whose turn it is")
    expect(page.locator(f"{where} .turn")).to_have_count(1)
    assert barriers(page) == []
    call(page, "lobby")
    expect(last(page)).to_contain_text("Who plays?")
    expect(page.locator(f"{where} .turn")).to_have_count(0)
