"""Dudo, perudo and joker: seats rolled off, crooked dice, pots, who is out or done, palifico, calza, a further game."""

import re

import pytest
from msgspec.structs import replace

from bot.presses.game import CallExact, CallLie, PlaceBid
from bot.presses.lobby import ChooseVariant, OpenOptions, Rematch, Start
from tests.bot.pseudo import without_brackets
from tests.bot.stage import Stage


async def sit(stage: Stage, *names: str, game: str, **options: str) -> None:
    """A lobby of these people with these options, in RECORD.md's words."""
    await stage.sit(*names, game=game)
    table = await stage.table()
    setup = replace(table.setup, options={**table.setup.options, **options})
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, f"agreed {options}")


async def to_the_end(stage: Stage) -> None:
    """Whoever opens bids low, and the next one doubts it, until one has dice."""
    for _ in range(200):
        if Rematch in stage.kinds():
            return
        view = await stage.view()
        await stage.press(await stage.to_move(), CallLie if view.state.standing is not None else PlaceBid)
    pytest.fail("no result")


async def test_every_seat_is_rolled_off_throw_by_throw(stage: Stage) -> None:
    await sit(stage, "Ann", "Ben", "Cleo", "Dan", game="dudo")
    lobby = stage.panel()
    await stage.press("Ann", Start)
    assert "Who sits where?" in stage.text(lobby)
    table, view = await stage.table(), await stage.view()
    order = " → ".join(table.seats[seat].name for seat in view.state.order)
    assert order in stage.text(lobby)
    assert await stage.to_move() == table.seats[view.state.order[0]].name


async def test_the_lobby_says_what_the_pot_is_and_that_it_is_worth_nothing(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="dudo")
    assert "10 chips each, never bought, sold or given" in stage.text()
    assert "the last one with dice" in stage.text()
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="bar")
    assert "chips" not in stage.text()


async def test_the_last_one_with_dice_takes_the_pot_and_who_is_out_stays_out(stage: Stage) -> None:
    await sit(stage, "Ann", "Ben", "Cleo", game="dudo", dice="2", ante="25")
    await stage.press("Ann", Start)
    await to_the_end(stage)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert "put in 25 each" in over
    assert over.count("loses the last die and is out") == 2
    assert "takes 75 from the pot" in stage.text()
    assert ": out" in stage.text()


async def test_a_further_game_goes_round_by_one_seat(stage: Stage) -> None:
    """S4."""
    await sit(stage, "Ann", "Ben", "Cleo", game="dudo", dice="1")
    await stage.press("Ann", Start)
    table, view = await stage.table(), await stage.view()
    order = [table.seats[seat].name for seat in view.state.order]
    await to_the_end(stage)
    await stage.press(order[0], Rematch)
    await stage.press(order[0], Start)
    table, view = await stage.table(), await stage.view()
    assert [table.seats[seat].name for seat in view.state.order] == [*order[1:], order[0]]
    assert "Who sits where?" not in stage.text()


async def test_a_crooked_throw_is_shown_to_all(stage: Stage) -> None:
    await sit(stage, "Ann", "Ben", game="dudo", crooked="1")
    await stage.press("Ann", Start)
    assert "A crooked die, so once more" in stage.text()


async def test_those_who_do_not_win_must_do_what_the_host_wrote(stage: Stage) -> None:
    await sit(stage, "Ann", "Ben", game="dudo", dice="1")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds="", clock=["180"], stake="polish my boots", switches=["absence=sit-out"])
    assert "Who does not win must: polish my boots" in stage.text()
    assert (await stage.table()).setup.options["dice"] == "1"
    await stage.press("Ann", Start)
    await to_the_end(stage)
    assert "polish my boots" in stage.text()


async def test_down_to_one_die_a_round_is_of_one_face_with_nothing_wild(stage: Stage) -> None:
    await sit(stage, "Ann", "Ben", "Cleo", game="perudo", dice="2")
    await stage.press("Ann", Start)
    for _ in range(40):
        view = await stage.view()
        if view.state.palifico:
            break
        await stage.press(await stage.to_move(), CallLie if view.state.standing is not None else PlaceBid)
    assert "Palifico: one face only, nothing wild" in stage.text()
    await stage.press(await stage.to_move(), PlaceBid)
    view = await stage.view()
    assert view.state.standing is not None
    open_to = {press.face for press in stage.presses() if isinstance(press, PlaceBid)}
    if view.state.players[view.state.turn].dice > 1:
        assert open_to <= {view.state.standing.face}


async def test_ones_show_what_they_are_worth(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="perudo")
    await stage.press(await stage.to_move(), PlaceBid)
    ones = next(button for button in stage.buttons() if "bid:" in button.get("custom_id", ""))
    (press,) = [each for each in stage.presses() if isinstance(each, PlaceBid) and each.face == 1]
    assert f"×{press.quantity} as {2 * press.quantity}" in without_brackets(ones["label"])


async def test_calza_is_called_out_of_turn(stage: Stage) -> None:
    await sit(stage, "Ann", "Ben", "Cleo", game="perudo", **{"exact-by": "anyone"})
    await stage.press("Ann", Start)
    bidder = await stage.to_move()
    await stage.press(bidder, PlaceBid)
    turn = await stage.to_move()
    (other,) = {"Ann", "Ben", "Cleo"} - {bidder, turn}
    await stage.press(other, CallExact)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"Exactly! {other}" in over.replace("\u00a0", " ")


async def test_jokers_are_shed_until_one_is_left_who_owes(both: Stage) -> None:
    await sit(both, "Ann", "Ben", "Cleo", game="joker", dice="1")
    await both.press("Ann", Start)
    for _ in range(60):
        if Rematch in both.kinds():
            break
        view = await both.view()
        name = await both.to_move()
        if view.state.phase.value == "poll":
            await both.slash(name, "believe")
        else:
            await both.press(name, CallLie if view.state.standing is not None else PlaceBid)
    view = await both.view()
    assert view.state.result is not None
    assert "1. without dice" in both.text()
    assert re.search("owes .*one forfeit", both.text())
