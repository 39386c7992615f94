"""Tests of the page in a real browser, with the probe bot behind it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.sandbox.pages import PHONE, Windows, call, last, needs_browser, slash
from tests.sandbox.running import Play, until

pytestmark = [pytest.mark.xdist_group("sandbox-browser"), needs_browser]


def test_messages_reach_every_window_and_a_mention_stands_out(windows: Windows) -> None:
    ann, ben = windows.open("ann"), windows.open("ben", PHONE, "light")
    ann.locator("#main textarea").fill("Who plays **tonight**?")
    ann.evaluate("document.querySelector('#main .write').requestSubmit()")
    expect(last(ben)).to_contain_text("Who plays tonight?")
    slash(ann, "say")
    ann.get_by_label("who: To whom").fill("Ben")
    ann.get_by_label("tone: In which tone").fill("Kind")
    word = ann.get_by_label("word: What")
    word.press_sequentially("hel")
    expect(ann.locator(".suggestions:visible .option")).to_have_text(["hello", "help"])
    word.press("ArrowDown")
    word.press("Enter")
    expect(word).to_have_value("help")
    word.press("Enter")
    expect(last(ben)).to_contain_text("@Ben, kindly: help")
    expect(last(ben)).to_have_class(re.compile("mentioned"))
    expect(last(ann)).not_to_have_class(re.compile("mentioned"))


def test_buttons_menus_and_forms_can_be_used(windows: Windows) -> None:
    page = windows.open()
    call(page, "panel")
    panel = last(page)
    expect(panel.locator(".container.accented")).to_be_visible()
    panel.get_by_role("button", name="Count 0").click()
    expect(page.locator("#main article", has_text="Count is 1")).to_be_visible()
    expect(last(page)).to_contain_text("@Ann pressed 0")
    panel = page.locator("#main article", has_text="Count is 1")
    panel.get_by_role("button", name="Form").click()
    form = page.get_by_role("dialog", name="A form")
    form.get_by_label("Word").fill("dice")
    form.get_by_role("button", name="Submit").click()
    expect(form).to_contain_text("Which: Choose one.")
    form.locator(".menu").press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    form.get_by_role("button", name="Submit").click()
    expect(last(page)).to_contain_text("Heard dice and Two")
    expect(form).to_have_count(0)
    expect(last(page)).to_contain_text("Only you can see this")
    last(page).get_by_role("button", name="Dismiss").click()
    expect(page.locator("#main article", has_text="Heard dice")).to_have_count(0)
    panel.locator(".menu").click()
    page.get_by_role("option", name="Green").click()
    page.get_by_role("option", name="Blue").click()
    page.keyboard.press("Escape")
    expect(last(page)).to_contain_text("Chosen: green, blue")
    panel.get_by_role("button", name="Silent").click()
    expect(panel).to_contain_text("This interaction failed", timeout=5000)


@pytest.mark.long
def test_the_page_shows_thinking_pictures_embeds_and_spoilers(windows: Windows) -> None:
    page = windows.open()
    slash(page, "slow")
    page.locator("#main .command .send").click()
    expect(last(page)).to_contain_text("is thinking")
    expect(last(page)).to_contain_text("at last")
    call(page, "gallery")
    until(
        lambda: (
            page.evaluate("[...document.querySelectorAll('.gallery img')].filter(i => i.naturalWidth === 160).length")
            == 2
        )
    )
    call(page, "embed")
    spoiler = last(page).locator(".spoiler")
    assert spoiler.locator("span").evaluate("e => getComputedStyle(e).visibility") == "hidden"
    spoiler.press("Enter")
    assert spoiler.locator("span").evaluate("e => getComputedStyle(e).visibility") == "visible"
    expect(last(page).locator("time.stamp")).to_contain_text("ago")


@pytest.mark.long
def test_a_phone_shows_one_place_at_a_time_with_unread_marks(windows: Windows, play: Play) -> None:
    page = windows.open("cleo", PHONE)
    tabs = page.locator("#tabs .channel")
    expect(tabs).to_have_count(3)
    expect(page.locator("#dm")).to_be_hidden()
    play.slash("write", "cleo", word="psst")
    expect(tabs.nth(2).locator(".badge")).to_have_text("1")
    play.act("send", "ann", channel=play.channel("thread"), text="Here too")
    expect(tabs.nth(1)).to_have_class(re.compile("unread"))
    tabs.nth(2).click()
    expect(last(page, "#dm")).to_contain_text("psst")
    expect(page.locator("#main")).to_be_hidden()
    expect(tabs.nth(2).locator(".badge")).to_have_count(0)
    tabs.nth(1).click()
    expect(last(page)).to_contain_text("Here too")
    for _ in range(3):
        play.slash("panel")
    tabs.nth(0).click()
    call(page, "ping")
    expect(last(page)).to_contain_text("pong")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("document.querySelector('#main .log').scrollWidth") <= PHONE["width"]


def test_the_longest_name_fits_a_phone(windows: Windows, play: Play) -> None:
    """Nothing becomes wider than the window, and the button and the list show the whole name."""
    name = "Wilhelmine-Konstanze von Hohenau"
    assert len(name) == 32
    key = play.act("add-person", name=name)["key"]
    play.slash("panel", key)
    play.act("send", key, channel=play.channel(), text="Is this my name?")
    page = windows.open(key, PHONE)
    expect(last(page)).to_contain_text(name)
    expect(page.locator("#main .above").last).to_contain_text(name)
    who = next(each["id"] for each in play.hello()["people"] if each["key"] == key)
    play.act("slash", "ann", channel=play.channel(), name="nudge", options={"who": who})
    expect(page.locator("#main .mention.me").last).to_contain_text(name)
    slash(page, "say")
    expect(page.locator("#main .suggestions:visible .option", has_text=name)).to_be_visible()
    for box in ("html", "#top", "#main .log", "#main .composer", "#main .suggestions:visible"):
        assert page.locator(box).first.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 0, box


@pytest.mark.long
def test_one_click_switches_the_person(windows: Windows) -> None:
    page = windows.open()
    call(page, "ping")
    expect(last(page)).to_contain_text("pong")
    page.locator("#people-side").get_by_role("button", name="Ben").click()
    expect(page).to_have_url(re.compile("as=ben"))
    expect(page.locator("#main article.private")).to_have_count(0)
    page.reload()
    expect(page.locator("#people-side .person.me")).to_contain_text("Ben")
    page.get_by_role("button", name="Close Ben's DMs").click()
    expect(page.locator("#dm .topic")).to_have_text("Your direct messages are closed")
    page.get_by_role("button", name="Open Ben's DMs").click()
    page.get_by_role("button", name="Add a person").click()
    page.get_by_label("Name").fill("Emil")
    page.get_by_role("button", name="Submit").click()
    page.locator("#people-side").get_by_role("button", name="Emil").click()
    call(page, "ping")
    expect(last(page)).to_contain_text("pong")


@pytest.mark.long
def test_a_window_survives_kills_of_the_bot_and_the_server(windows: Windows, play: Play) -> None:
    page = windows.open()
    call(page, "panel")
    panel = last(page)
    expect(panel).to_contain_text("Count is 0")
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Kill and restart the bot").click()
    expect(page.locator("#bot-state")).to_contain_text("is starting")
    expect(page.locator("#bot-state")).to_contain_text("is online")
    panel.get_by_role("button", name="Count 0").click()
    expect(last(page)).to_contain_text("pressed 0")
    play.kill("bot.sandbox.server")
    expect(page.locator("#away")).to_be_visible()
    expect(page.locator("#away")).to_be_hidden(timeout=40_000)
    expect(page.locator("#bot-state")).to_contain_text("is online", timeout=20_000)
    page.locator("#main article", has_text="Count is 1").last.get_by_role("button", name="Count 1").click()
    expect(last(page)).to_contain_text("pressed 1")
    page.get_by_role("button", name="Start afresh").click()
    page.get_by_role("dialog", name="Erase every game").get_by_role("button", name="Erase").click()
    expect(page.locator("#main article")).to_have_count(0)
    expect(page.locator("#bot-state")).to_contain_text("is online", timeout=20_000)
    call(page, "ping")
    expect(last(page)).to_contain_text("pong")
    assert page.evaluate("window.same") is True
    windows.problems[:] = [
        line for line in windows.problems if "WebSocket" not in line and "ERR_CONNECTION" not in line
    ]


@pytest.mark.long
def test_a_long_line_of_code_wraps_on_a_phone_as_on_discord(windows: Windows) -> None:
    page = windows.open("ben", PHONE)
    box = page.locator("#main textarea")
    box.fill("```\npython -m engine verify game-1136.dice --seed " + "0123456789abcdef" * 4 + "\n```")
    box.press("Enter")
    code = last(page).locator("pre")
    expect(code).to_contain_text("python -m engine verify")
    assert code.evaluate("(block) => block.scrollWidth <= block.clientWidth")
