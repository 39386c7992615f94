"""Play the real bot on the page by clicking.

The tests play whole games, play in three windows, and kill processes in the middle of a round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.__main__ import main
from tests.sandbox.pages import PHONE, Windows, chromium, last, needs_browser, slash
from tests.sandbox.running import Play, until

pytestmark = [pytest.mark.xdist_group("sandbox-real-bot"), needs_browser]

LATEST = """() => {
  const all = [...document.querySelectorAll("#main article:not(.private)")];
  const box = all.filter((each) => each.querySelector(".row")).at(-1);
  const said = (one) => one.innerText.replace(/\\s+/g, " ").trim();
  const buttons = box && [...box.querySelectorAll("button:enabled")].map(said);
  return box && { id: box.dataset.id, text: box.querySelector(".body").innerText, buttons };
}"""
BID = re.compile(r"(?:[⚀-⚅] ?)?×\d+(?: •)?")
CALL = re.compile(r"Liar!|Bang!")
VERDICT = re.compile(r"There (?:were|was|are|is) (?:\d|none)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with Play(tmp_path, bot="bot run") as running:
        yield running


@pytest.fixture
def windows(browser: Browser, play: Play) -> Iterator[Windows]:
    opened = Windows(browser, play.address)
    yield opened
    opened.close()


def latest(page: Page) -> dict[str, Any]:
    """Return the channel's newest message with buttons, as its id, its text and the labels of its buttons."""
    return dict(page.evaluate(LATEST) or {"id": "", "text": "", "buttons": []})


def panel(page: Page, seen: dict[str, Any]) -> Locator:
    return page.locator(f'#main article[data-id="{seen["id"]}"]')


def awaited(text: str) -> str:
    """Return the name of the player whose turn it is, or "" if it is nobody's turn.

    `text` is the text of the panel.
    """
    found = re.search(r"👉\s*@?(\w+)", text)
    return found[1] if found else ""


def turn(page: Page) -> tuple[str, dict[str, Any]]:
    """Wait until it is the turn of a player who has a window. Return the player's name and the panel."""
    seen = until(lambda: now if awaited((now := latest(page))["text"]) else None)
    assert seen is not None
    return awaited(seen["text"]), seen


def said(seen: dict[str, Any]) -> tuple[str, str]:
    """Return a panel's id, and its text without the parts that change with time."""
    return seen["id"], re.sub(r"⏳.*", "", seen["text"])


def wait_for_panel(page: Page, seen: dict[str, Any]) -> None:
    """Wait until this window also shows the panel `seen`."""
    until(lambda: said(latest(page)) == said(seen))


def press(page: Page, seen: dict[str, Any], button: str | re.Pattern[str]) -> None:
    """Press a button on the panel `seen`, and wait until the newest panel is different."""
    panel(page, seen).get_by_role("button", name=button).first.click()
    until(lambda: (now := latest(page))["id"] and said(now) != said(seen))


def bids(seen: dict[str, Any]) -> list[str]:
    return [label for label in seen["buttons"] if BID.fullmatch(label)]


def open_table(page: Page, game: str) -> Locator:
    """Call /play, and choose the game from the suggestions."""
    slash(page, "play")
    page.get_by_label(re.compile("^game")).fill(game)
    page.locator("#main .suggestions .option", has_text=game).first.click()
    page.locator("#main .command .send").click()
    expect(last(page)).to_contain_text("🪑 1:")
    return page.locator("#main article", has_text="🪑").last


def join(page: Page) -> None:
    """Join the table, and compare the seal behind "Fair dice?" with the digits in the lobby."""
    sealed = re.search("([0-9a-f]{16})…", last(page).inner_text())
    assert sealed is not None, last(page).inner_text()
    last(page).get_by_role("button", name="Join").click()
    told = page.locator("#main article.private").last
    expect(told).to_contain_text("You’re in!")
    told.get_by_role("button", name="Fair dice?").click()
    expect(told).to_contain_text(re.compile(rf"{sealed[1]}[0-9a-f]{{48}}\b"))
    told.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#main article.private")).to_have_count(0)


def my_dice(page: Page, seen: dict[str, Any]) -> str:
    """Press "My dice", and return the dice. Dismiss the answer, which only this player sees."""
    panel(page, seen).get_by_role("button", name="My dice").click()
    told = page.locator("#main article.private").last
    expect(told).to_contain_text("Only you can see this")
    found = re.search(r"^\d( \d)*$", told.inner_text(), re.MULTILINE)
    assert found is not None, told.inner_text()
    told.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#main article.private")).to_have_count(0)
    return found[0]


def fair(page: Page, result: Locator, folder: Path) -> None:
    """Press "Fair dice?", which is behind "More", download the record, and verify it."""
    result.get_by_role("button", name="More").click()
    page.locator("#main article.private").last.get_by_role("button", name="Fair dice?").click()
    told = page.locator("#main article.private").last
    expect(told).to_contain_text("Seal")
    expect(told).to_contain_text("Seed")
    with page.expect_download() as download:
        told.get_by_role("link", name=re.compile(r"table-\d+\.dice")).click()
    download.value.save_as(folder / "home.dice")
    assert main(["verify", str(folder / "home.dice")]) == 0
    told.get_by_role("button", name="Dismiss").click()


def basics(page: Page, table: Locator) -> None:
    """Open the form "The basics", which is behind the button "More"."""
    table.get_by_role("button", name="More").click()
    page.locator("#main article.private").last.locator(".menu").first.click()
    page.get_by_role("option", name="The basics").click()


def dismiss(page: Page) -> None:
    """Dismiss the newest ephemeral message."""
    page.locator("#main article.private").last.get_by_role("button", name="Dismiss").click()


def test_one_person_plays_a_common_game_to_its_result(windows: Windows, tmp_path: Path) -> None:
    ann = windows.open("ann")
    table = open_table(ann, "Common hand")
    table.get_by_role("button", name="Add a computer").click()
    expect(table).to_contain_text("🪑 2:")
    basics(ann, table)
    form = ann.get_by_role("dialog")
    form.get_by_label("How long?").fill("2 rounds")
    form.get_by_role("button", name="Submit").click()
    dismiss(ann)
    expect(table).to_contain_text("2 rounds")
    table.get_by_role("button", name="Start").click()
    seen = turn(ann)[1]
    expect(last(ann, "#dm")).to_contain_text("Round 1")
    assert my_dice(ann, seen) in last(ann, "#dm").inner_text()
    raised = False
    for _move in range(40):
        over = until(lambda: now if "Again" in (now := latest(ann))["text"] or awaited(now["text"]) else None)
        assert over is not None
        if "Again" in over["text"]:
            break
        if "✅ Paid" in over["buttons"]:
            press(ann, over, "Paid")
        elif not raised:
            raised = True
            press(ann, over, bids(over)[0])
        else:
            press(ann, over, CALL if any(CALL.search(label) for label in over["buttons"]) else bids(over)[0])
    result = last(ann)
    expect(ann.locator("#main article", has_text=VERDICT).last).to_be_visible()
    expect(result).to_contain_text(re.compile("wins?|No winner"))
    fair(ann, result, tmp_path)
    expect(ann.locator("#dm article")).to_have_count(1)  # one DM each round, which replaces the last
    slash(ann, "leaderboard")
    ann.locator("#main .command .send").click()
    expect(last(ann)).to_contain_text("Leaderboards")


@pytest.mark.long
def test_one_person_plays_firehouse_on_a_phone(windows: Windows) -> None:
    ann = windows.open("ann", PHONE, "light")
    table = open_table(ann, "Firehouse")
    table.get_by_role("button", name="Add a computer").click()
    expect(table).to_contain_text("🪑 2:")
    table.get_by_role("button", name="Start").click()
    expect(ann.locator("#main article", has_text="wild").last).to_be_visible()
    press(ann, seen := turn(ann)[1], bids(seen)[0])
    expect(ann.locator("#main article", has_text=re.compile(r"Ann\W+×\d")).last).to_be_visible()
    for _move in range(20):
        if ann.locator("#main article", has_text=VERDICT).count():
            break
        seen = turn(ann)[1]
        press(ann, seen, CALL if any(CALL.search(label) for label in seen["buttons"]) else bids(seen)[0])
    expect(ann.locator("#main article", has_text=VERDICT).first).to_contain_text("takes a bad (now 1 of 5 bads)")
    assert ann.evaluate("document.querySelector('#main .log').scrollWidth") <= PHONE["width"]


@pytest.mark.long
def test_three_people_bid_and_one_calls_bang_out_of_turn(windows: Windows) -> None:
    sat = {"Ann": windows.open("ann"), "Ben": windows.open("ben", PHONE, "light"), "Cleo": windows.open("cleo")}
    ann, ben, cleo = sat.values()
    cleo.get_by_role("button", name="Close Cleo's DMs").click()
    expect(cleo.locator("#dm .topic")).to_have_text("Your direct messages are closed")
    open_table(ann, "Firehouse")
    for page in (ben, cleo):
        join(page)
    expect(last(ann)).to_contain_text("🪑 3:")
    last(ann).get_by_role("button", name="Start").click()
    bidders = []
    for _bid in range(4):
        name, seen = turn(ann)
        expect(panel(sat[name], seen)).to_be_visible()
        bidders.append(name)
        press(sat[name], seen, bids(seen)[0])
        for page in sat.values():
            expect(page.locator("#main article", has_text=re.compile(rf"{name}\W+×\d")).last).to_be_visible()
            wait_for_panel(page, latest(sat[name]))
    assert set(bidders) == set(sat)
    assert bidders[3] == bidders[0]
    name, seen = turn(ann)
    eager = next(who for who in sat if who not in (name, bidders[3]))
    my_dice(cleo, seen)
    expect(cleo.locator("#main article", has_text="I can’t DM you. Press My dice to see").last).to_contain_text("@Cleo")
    expect(cleo.locator("#dm article")).to_have_count(0)
    expect(ben.locator("#tabs .channel.dm .badge")).to_have_text("1")
    panel(sat[eager], seen).get_by_role("button", name="Bang!").click()
    asked = sat[eager].locator("#main article.private", has_text="Call it anyway?")
    asked.get_by_role("button", name="Bang!").click()
    for page in sat.values():
        expect(page.locator("#main article", has_text=VERDICT).last).to_contain_text("Bang!")


def test_the_message_that_seals_a_game_takes_at_most_two_lines_on_a_phone(windows: Windows) -> None:
    page = windows.open("ann", PHONE)
    open_table(page, "Common hand")
    last(page).get_by_role("button", name="Add a computer").click()
    expect(last(page)).to_contain_text("🪑 2:")
    last(page).get_by_role("button", name="Start").click()
    line = page.locator("#main article", has_text=re.compile("Proof of fair dice, .*: [0-9a-f]{32}")).locator("small")
    expect(line).to_be_visible()
    lines = "words => words.getBoundingClientRect().height / parseFloat(getComputedStyle(words).lineHeight)"
    assert 0 < line.evaluate(lines) < 2.5


@pytest.mark.long
def test_dice_and_buttons_survive_kills_in_the_middle_of_a_round(windows: Windows, play: Play) -> None:
    sat = {"Ann": windows.open("ann"), "Ben": windows.open("ben")}
    ann, ben = sat.values()
    open_table(ann, "Common hand")
    join(ben)
    expect(last(ann)).to_contain_text("🪑 2:")
    last(ann).get_by_role("button", name="Start").click()
    name, seen = turn(ann)
    expect(panel(ben, seen)).to_be_visible()
    before = [my_dice(page, seen) for page in sat.values()]
    ann.evaluate("window.same = true")
    press(sat[name], seen, bids(seen)[0])
    for victim in ("bot.sandbox.launch", "bot.sandbox.server"):
        name, seen = turn(ann)
        play.kill(victim)
        expect(ann.locator("#away" if "server" in victim else "#bot-state.starting")).to_be_visible()
        for page in sat.values():
            # The order matters: while the server is away, the page still shows the bot's last known state.
            expect(page.locator("#away")).to_be_hidden(timeout=40_000)
            expect(page.locator("#bot-state")).to_contain_text("is online", timeout=40_000)
        name, seen = turn(ann)
        wait_for_panel(ben, seen)
        assert [my_dice(page, seen) for page in sat.values()] == before
        press(sat[name], seen, bids(seen)[0])
    name, seen = turn(ann)
    wait_for_panel(sat[name], seen)
    press(sat[name], seen, "Liar!")
    for page in sat.values():
        expect(page.locator("#main article", has_text=VERDICT).last).to_contain_text(f"Liar! {name}")
    assert ann.evaluate("window.same") is True
    windows.problems[:] = [
        line for line in windows.problems if "WebSocket" not in line and "ERR_CONNECTION" not in line
    ]


@pytest.mark.long
def test_a_form_that_is_being_filled_in_survives_a_restart_of_the_bot(windows: Windows, play: Play) -> None:
    ann = windows.open("ann")
    table = open_table(ann, "Common hand")
    for victim in ("bot.sandbox.launch", "bot.sandbox.server"):
        rounds = "3 rounds" if "launch" in victim else "4 rounds"
        basics(ann, table)
        form = ann.get_by_role("dialog")
        form.get_by_label("How long?").fill(rounds)
        play.kill(victim)
        expect(ann.locator("#away" if "server" in victim else "#bot-state.starting")).to_be_visible()
        form.get_by_role("button", name="Submit").click()
        expect(form.locator(".problem")).not_to_be_empty()  # no bot is running
        expect(form.get_by_label("How long?")).to_have_value(rounds)
        expect(ann.locator("#away")).to_be_hidden(timeout=40_000)
        expect(ann.locator("#bot-state")).to_contain_text("is online", timeout=40_000)
        form.get_by_role("button", name="Submit").click()
        expect(form).to_have_count(0)
        dismiss(ann)
        expect(table).to_contain_text(rounds)
    windows.problems[:] = [
        line for line in windows.problems if "WebSocket" not in line and "ERR_CONNECTION" not in line
    ]
