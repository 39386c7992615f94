"""Test dudo, perudo and joker.

These games have roll-offs, crooked dice, pots, players who are out, palifico rounds, exact calls and further games.
"""

import re
from collections import Counter

import pytest

from bot.presses.bids import CallExact, PlaceBid
from bot.presses.game import CallLie, ShowDice, SurelyCallLie
from bot.presses.lobby import ChooseVariant, Join, OpenOptions, Rematch, Start
from tests.bot.plays import agree, agreed, names, play_round, told
from tests.bot.pseudo import without_brackets
from tests.bot.stage import Stage

DICE = "⚀⚁⚂⚃⚄⚅"


async def to_the_end(stage: Stage) -> None:
    """Play until only one player has dice: each round has one low bid, which the next player doubts."""
    for _ in range(200):
        if Rematch in stage.kinds():
            return
        view = await stage.view()
        await stage.press(await stage.to_move(), CallLie if view.state.standing is not None else PlaceBid)
    pytest.fail("the game has no result")


async def test_the_roll_off_decides_the_order_of_seats(stage: Stage) -> None:
    await agreed(stage, "Ann", "Ben", "Cleo", "Dan", game="dudo")
    lobby = stage.panel()
    await stage.press("Ann", Start)
    assert "Roll-off" in stage.text(lobby)
    table, view = await stage.table(), await stage.view()
    order = " → ".join(table.seats[seat].name for seat in view.state.order)
    assert order in stage.text(lobby)
    assert await stage.to_move() == table.seats[view.state.order[0]].name


async def test_the_lobby_shows_the_ante_of_games_with_a_pot(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="dudo")
    assert "🪙 Ante: 10 play chips each" in stage.text()
    assert "one player left" in stage.text()
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="bar")
    assert "chips" not in stage.text()


async def test_the_last_player_with_dice_wins_the_pot(stage: Stage) -> None:
    await agreed(stage, "Ann", "Ben", "Cleo", game="dudo", dice="2", ante="25")
    await stage.press("Ann", Start)
    await to_the_end(stage)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert "put in 25 each" in over
    assert over.count("is out of dice.") == 2
    assert "wins 75 from the pot." in stage.text()
    assert ": out" in stage.text()


async def in_order(stage: Stage) -> list[str]:
    """Return the players' names in turn order, beginning with the player who opens the game."""
    return await names(stage, (await stage.view()).state.order)


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
async def test_the_next_seat_opens_each_further_game_and_each_game_has_a_pot(
    english_stage: Stage, direction: str
) -> None:
    """Of three games in a row, only the first has a roll-off. A newcomer in the third one plays last (S4)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="dudo", dice="1", direction=direction)
    await stage.press("Ann", Start)
    order = await in_order(stage)
    for number in (2, 3):
        await to_the_end(stage)
        assert "wins 30 from the pot." in stage.text()
        await stage.press(order[0], Rematch)
        if number == 3:
            await stage.press("Dan", Join)
        await stage.press(order[0], Start)
        order = [*order[1:], order[0], *(["Dan"] if number == 3 else [])]
        assert await in_order(stage) == order
        assert await stage.to_move() == order[0]
        assert "Roll-off" not in stage.text()
    assert "put in 10 each" in stage.text()


async def test_a_crooked_throw_is_shown_to_everybody_and_thrown_again_in_secret(stage: Stage) -> None:
    """This happens at most three times in a row. Nobody else sees the throw that counts (T2)."""
    await agreed(stage, "Ann", "Ben", game="dudo", crooked="1")
    await stage.press("Ann", Start)
    (line,) = [line for line in stage.text().splitlines() if "Cocked, so not counted:" in line]
    throws = line.split(": ", 1)[1].split(" · ")
    assert len(throws) == 2, "during the round only the newest throws are shown"
    for name in ("Ann", "Ben"):
        mine = " ".join(DICE[face - 1] for face in sorted(await stage.dice(name)))
        assert mine in (await stage.press(name, ShowDice)).words
    await play_round(stage)
    record = next(text for message in stage.public() if "There " in (text := stage.text(message)))
    (line,) = [line for line in record.splitlines() if "Cocked, so not counted:" in line]
    told_throws = [throw.partition(" ")[0] for throw in line.split(": ", 1)[1].split(" · ")]
    assert sorted(told_throws) == ["Ann"] * 3 + ["Ben"] * 3, "the round's record has all throws"


async def test_players_who_do_not_win_must_do_what_the_host_wrote(stage: Stage) -> None:
    await agreed(stage, "Ann", "Ben", game="dudo", dice="1")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds="", clock=["180"], stake="polish my boots", switches=["absence=sit-out"])
    assert "Everyone who doesn’t win must: polish my boots" in stage.text()
    assert (await stage.table()).setup.options["dice"] == "1"
    await stage.press("Ann", Start)
    await to_the_end(stage)
    assert "polish my boots" in stage.text()


async def test_a_palifico_round_has_one_face_and_nothing_wild(stage: Stage) -> None:
    await agreed(stage, "Ann", "Ben", "Cleo", game="perudo", dice="2")
    await stage.press("Ann", Start)
    for _ in range(40):
        view = await stage.view()
        if view.state.palifico:
            break
        await stage.press(await stage.to_move(), CallLie if view.state.standing is not None else PlaceBid)
    assert "Nothing wild; only others with one die may change the face" in stage.text()
    await stage.press(await stage.to_move(), PlaceBid)
    view = await stage.view()
    assert view.state.standing is not None
    open_to = {press.face for press in stage.presses() if isinstance(press, PlaceBid)}
    if view.state.players[view.state.turn].dice > 1:
        assert open_to <= {view.state.standing.face}


async def test_the_line_about_a_palifico_round_stays_throughout_the_round(english_stage: Stage) -> None:
    """A player who looks up in the middle of the round has to know why nothing is wild (C6)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="perudo", dice="2")
    await stage.press("Ann", Start)
    while not (await stage.view()).state.palifico:
        view = await stage.view()
        await stage.press(await stage.to_move(), CallLie if view.state.standing is not None else PlaceBid)
    for _bid in range(3):
        assert "🥁 Palifico! Nothing wild" in stage.text().replace("*", "")
        await stage.raise_once()
    assert "🥁 Palifico! Nothing wild" in stage.text().replace("*", "")


async def test_what_a_call_out_of_turn_costs_is_said_throughout_the_first_round(english_stage: Stage) -> None:
    """From the first bid on, anybody may call. Later rounds do not explain it again (C1, P3)."""
    stage, line = english_stage, "Out of turn: 2 goods (+2) or 2 bads (−2)."
    await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    assert line not in stage.text(), "there is nothing to call yet"
    for _bid in range(4):
        await stage.raise_once()
        assert line in stage.text()
    turn = await stage.to_move()
    standing = (await stage.view()).state.standing
    assert standing is not None
    bidder = (await stage.table()).seats[standing.bidder].name
    (other,) = {"Ann", "Ben", "Cleo"} - {turn, bidder}
    asked = await stage.press(other, CallLie)
    await stage.press(other, SurelyCallLie, asked.ephemerals[0])
    told = "\n".join(map(stage.text, stage.public()))
    assert "for a wrong call out of turn" in told or "earns **2 goods**" in told
    await stage.raise_once()
    assert (await stage.view()).state.round == 2
    assert line not in stage.text()


async def test_a_face_that_cannot_be_bid_shows_only_its_die(stage: Stage) -> None:
    """In a common hand the face never falls (B4). The die keeps its place, so that no bid moves under a finger."""
    await stage.start("Ann", "Ben", game="common")
    await stage.press(await stage.to_move(), PlaceBid, face=5)
    labels = [button["label"] for button in stage.buttons() if "bid:" in button.get("custom_id", "")]
    assert [without_brackets(label) for label in labels[:6]] == [*"⚀⚁⚂⚃", "⚄ ×2", "⚅ ×2"]


@pytest.mark.parametrize(("people", "label"), [(4, "⚀ ×1 (wild)"), (2, "⚀ ×1")])
async def test_an_opening_bid_on_the_wild_number_says_why_it_is_lower(stage: Stage, people: int, label: str) -> None:
    """Half of what the pool holds on average is proposed: fewer ones, because nothing else counts for them (C2)."""
    names = ("Ann", "Ben", "Cleo", "Dan")[:people]
    await agreed(stage, *names, game="dudo")
    await stage.press("Ann", Start)
    labels = [button["label"] for button in stage.buttons() if "bid:" in button.get("custom_id", "")]
    assert without_brackets(labels[0]) == label
    assert [without_brackets(each)[3:] for each in labels[1:6]] == [f"{(5 * people) // 6}"] * 5


async def test_the_button_for_ones_shows_their_worth_in_other_faces(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="perudo")
    await stage.press(await stage.to_move(), PlaceBid)
    ones = next(button for button in stage.buttons() if "bid:" in button.get("custom_id", ""))
    (press,) = [each for each in stage.presses() if isinstance(each, PlaceBid) and each.face == 1]
    assert f"×{press.quantity} (worth {2 * press.quantity})" in without_brackets(ones["label"])


async def test_calza_can_be_called_out_of_turn(english_stage: Stage) -> None:
    stage = english_stage
    await agreed(stage, "Ann", "Ben", "Cleo", game="perudo")
    await agree(stage, **{"exact-by": "anyone"})
    await stage.press("Ann", Start)
    bidder = await stage.to_move()
    await stage.press(bidder, PlaceBid)
    turn = await stage.to_move()
    (other,) = {"Ann", "Ben", "Cleo"} - {bidder, turn}
    assert "· 🎯 anyone" in stage.text(), "the panel says that anyone may call"
    await stage.press(other, CallExact)
    assert f"Exactly! {other}" in told(stage)
    right = "Spot on," in told(stage)
    assert right != ("Not exactly!" in told(stage))
    seat = [each.name for each in (await stage.table()).seats].index(other)
    view = await stage.view()
    assert view.state.players[seat].dice == (5 if right else 4), "a player with all dice wins none back (C5)"
    assert view.state.opener == seat, "the caller opens (C5)"


async def test_an_exact_call_that_is_right_wins_a_die_back(english_stage: Stage) -> None:
    """A player's score is their number of dice, so the panel shows the new number at once (C5)."""
    stage = english_stage
    await stage.sit("Ann", "Ben", "Cleo", game="bar")
    await agree(stage, **{"exact": "on", "exact-by": "anyone"})
    await stage.press("Ann", Start)
    await play_round(stage)
    loser = await stage.to_move()
    assert "🎲" in stage.text()
    assert f"{loser} 4" in stage.text(), "the player who lost a die opens"
    await stage.press(loser, PlaceBid)
    hands = [await stage.dice(name) for name in ("Ann", "Ben", "Cleo")]
    ((face, count),) = Counter(die for hand in hands for die in hand).most_common(1)
    await stage.slash(await stage.to_move(), "bid", what=f"{count}x{face}")
    await stage.press(loser, CallExact)
    assert f"Exactly! {loser}" in told(stage)
    assert f"🎲 {loser} wins a die back (now 5)" in told(stage)


async def test_a_game_of_joker_ends_with_one_player_left_who_owes(both: Stage) -> None:
    await agreed(both, "Ann", "Ben", "Cleo", game="joker", dice="1")
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
    assert re.search("1st", both.text())
    assert len(re.findall(r"last, with \d di(?:e|ce)", both.text())) == 1
    assert re.search("📝 .* must:", both.text())
