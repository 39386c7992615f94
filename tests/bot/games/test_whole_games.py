"""Test the common hand and firehouse from the lobby to the result, as their players see them."""

import re

import pytest

from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.game import CallLie, OpenMore, SettleForfeit, ShowDice, ShowFairness
from bot.presses.lobby import Rematch, Start
from bot.tables.pace import Pace
from engine.core.actions import How
from tests.bot.stage import Stage


async def play_on(stage: Stage, daring: int) -> None:
    """Play to the result. Players raise until the quantity is `daring`, or until no bid is left, and then call Liar!

    Every forfeit is paid.
    """
    for _ in range(200):
        if Rematch in stage.kinds():
            return
        name, view = await stage.to_move(), await stage.view()
        standing = view.state.standing
        if view.state.debtors:
            await stage.press(name, SettleForfeit, debtor=view.state.debtors[0], how=How.PAID)
        elif standing is not None and (standing.quantity >= daring or PlaceBid not in stage.kinds()):
            await stage.press(name, CallLie)
        else:
            await stage.press(name, PlaceBid)
    pytest.fail("no result in 200 moves")


async def test_a_game_of_the_common_hand_is_played_from_the_lobby_to_the_result(both: Stage) -> None:
    await both.sit("Ann", "Ben", "Cleo", rounds="2", forfeit="sing a *sea* shanty")
    lobby = both.panel()
    assert "2 rounds" in both.text(lobby)
    assert "sing a \\*sea\\* shanty" in both.text(lobby)
    table = await both.table()
    assert table.commitment[:16] in both.text(lobby)
    await both.press("Ann", Start)
    assert both.kinds(lobby) == [], "the lobby folds"
    assert "Roll-off:" in both.text()
    await play_on(both, 4)
    everything = "\n".join(both.text(message) for message in both.public())
    assert everything.count("🫵 Liar!") == 2
    assert "has paid." in everything
    assert ShowFairness in both.kinds((await both.press("Ann", OpenMore)).ephemerals[0])
    assert re.search(r"🏆 .*(wins?)", both.text())


async def test_a_game_of_firehouse_is_played_from_the_lobby_to_the_result(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", game="firehouse", rounds="2 rounds, 5 bads")
    assert re.search("🟥. wild", both.text())
    await play_on(both, 4)
    everything = "\n".join(both.text(message) for message in both.public())
    assert everything.count("💥 Bang!") == 2
    assert re.search(r"takes \*\*a bad\*\*", everything)
    assert "wash" in both.text() or "No winner" in both.text()


async def test_each_round_has_its_own_message(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    first = stage.panel()
    bidders = [await stage.raise_once() for _ in range(3)]
    assert stage.panel().id == first.id
    assert all(bidder in stage.text() for bidder in bidders)
    await stage.press(await stage.to_move(), CallLie)
    assert stage.panel().id == first.id
    debtor = (await stage.view()).state.debtors[0]
    await stage.press((await stage.table()).seats[debtor].name, SettleForfeit, how=How.PAID)
    assert stage.panel().id != first.id
    assert stage.kinds(first) == [], "it folds into its record"
    assert "Liar!" in stage.text(first)
    assert "has paid." in stage.text(first)


async def test_players_get_their_own_dice_by_dm_button_and_command(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    for name in ("Ann", "Ben"):
        dice = " ".join(str(face) for face in sorted(await stage.dice(name)))
        (direct_message,) = stage.direct_messages(name)
        assert dice in direct_message
        assert "The Anchor" in direct_message
        assert "dice" in direct_message
        assert dice in (await stage.press(name, ShowDice)).words
        assert dice in (await stage.slash(name, "dice")).words


async def test_a_press_on_the_panel_costs_none_of_the_bots_requests(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    before = stage.requests()
    await stage.raise_once()
    assert stage.calls_since(before) == []


async def test_a_command_costs_one_of_the_bots_requests_if_the_panels_token_is_too_old(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    stage.tokens_expire()
    before = stage.requests()
    await stage.slash(await stage.to_move(), "bid", what="2 ducks")
    assert len(stage.calls_since(before)) == 1
    assert "2 twos" in stage.text()


async def test_the_form_for_another_bid_accepts_words_and_digits(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    form = await stage.pick(name, stage.panel(), OpenBidForm)
    before = stage.requests()
    await stage.fill(name, form, quantity="three", face=["5"])
    assert stage.calls_since(before) == []
    assert "3 fives" in stage.text()


async def test_computers_move_one_by_one_and_wait_for_the_person(stage: Stage) -> None:
    """The message of the round shows the computers' moves one after the other. Then it shows that it is Ann's turn."""
    await stage.start("Ann", computers=3)
    assert await stage.to_move() == "Ann"
    before = stage.requests()
    await stage.raise_once()
    since = [entry.path for entry in stage.env.http_requests[before:]]
    edits = [path for path in since if "/messages/" in path or "callback" in path]
    assert len(edits) > 1
    assert await stage.to_move() == "Ann"
    assert [message.id for message in stage.public() if stage.presses(message)] == [stage.panel().id], "one live panel"


async def test_the_panel_shows_that_a_computer_is_thinking(stage: Stage) -> None:
    await stage.start("Ann", computers=2)
    assert await stage.to_move() == "Ann"
    stage.bot.services.tables.changes.pace = Pace(quickest=60, slowest=60, run=10 * 60, dice=0, pause=60)
    await stage.raise_once()
    assert re.search(r"💭 \*\*\S+ .+ is thinking…", stage.text())
    assert stage.kinds() == [ShowDice, OpenMore]
    shown = stage.text()
    await stage.time_passes(seconds=50)
    assert stage.text() == shown
    await stage.time_passes(seconds=61)
    assert stage.text() != shown


async def test_a_rematch_keeps_people_computers_and_options(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1, rounds="1", forfeit="one song")
    await play_on(stage, 3)
    await stage.press("Ben", Rematch)
    table = await stage.table()
    assert [seat.name for seat in table.seats][:2] == ["Ann", "Ben"]
    assert len(table.seats) == 3
    assert table.setup.forfeit == "one song"
    assert "1 round" in stage.text()
    assert Start in stage.kinds()
