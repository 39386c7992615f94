"""Test bids along with which players show dice and roll the rest again (B6): marking, the panel, DMs, the showdown."""

import pytest
from msgspec.structs import replace
from simcord import ResponseMessage

from bot.people.preferences import DmStyle, Hints
from bot.presses.bids import PlaceBid, SurelyBid, TurnBids
from bot.presses.codec import encode
from bot.presses.game import CallLie, LookIn, ShowDice
from bot.presses.history import ALL, OpenReplay, TurnReplay
from bot.presses.lobby import Start
from engine import games
from engine.bids.actions import Bid
from engine.bids.view import View
from tests.bot.answers import Answer, is_this
from tests.bot.cups import labels
from tests.bot.stage import Stage


async def with_dice(stage: Stage, many: int, *names: str) -> None:
    """Start a game of bluff with so many dice each."""
    await stage.sit(*names, game="bluff")
    table = await stage.table()
    setup = replace(table.setup, options={**table.setup.options, "dice": str(many)})
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, "dice")
    await stage.press(names[0], Start)


async def my_dice(stage: Stage, name: str) -> ResponseMessage:
    """Press My dice, and return the window."""
    (window,) = (await stage.press(name, ShowDice)).ephemerals
    return window


async def shows(stage: Stage, name: str | None = None) -> tuple[str, int]:
    """Let the player in turn show their highest die along with the first possible bid on its face.

    Return the player's name and the face.
    """
    name = name or await stage.to_move()
    view, window = await stage.view(name), await my_dice(stage, name)
    face, at = max(view.legal.show), len(view.legal.show) - 1
    await stage.press(name, TurnBids, window, marks=1 << at)
    await stage.press(name, PlaceBid, window, face=face, show=str(face))
    return name, face


def hidden(view: View) -> tuple[int, ...]:
    """Return the hidden dice of the player who sees the game so."""
    assert view.seat is not None
    return tuple(sorted(view.mine[len(view.state.open_of(view.seat)) :]))


async def test_a_player_marks_a_die_and_shows_it_with_a_bid(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    before = (await stage.view()).state.throws
    name, face = await shows(stage)
    view = await stage.view(name)
    assert view.state.standing is not None
    assert (view.state.standing.face, view.state.standing.show) == (face, (face,))
    assert view.state.open_of(view.state.standing.bidder) == (face,)
    assert view.state.throws == before + 1, "four dice were thrown again in secret"
    assert f"👐 {name} shows" in stage.text()
    assert "and rolls 4 again" in stage.text()
    assert f"👐 Open: {name}" in stage.text()


async def test_the_odds_beside_marked_dice_are_those_after_the_show(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="bluff")
    name = await stage.to_move()
    await stage.bot.services.preferences.change(stage.people[name].id, hints=Hints.ON)
    window, die = await my_dice(stage, name), min((await stage.view(name)).legal.show)
    before = next(line for line in stage.text(window).splitlines() if "Bids: " in line)
    assert len(before.split(" · ")) == 6
    (marked,) = (await stage.press(name, TurnBids, window, marks=1)).ephemerals or [window]
    after = next(line for line in stage.text(marked).splitlines() if "Bids: " in line)
    assert [each[-4:] for each in after.split(" · ")] == ["100%"] * (6 if die == 6 else 1)  # sixes count for all bids


async def test_the_advice_goes_when_other_dice_are_marked_than_it_shows(english_stage: Stage) -> None:
    """Its bid counts dice that would be thrown again. The odds after the show take its place."""
    stage = english_stage
    await stage.sit("Ann", game="bluff", computers=1)
    await stage.press("Ann", Start)
    while await stage.to_move() != "Ann":
        await stage.time_passes(seconds=10)
    window = await my_dice(stage, "Ann")
    assert "💡 Best:" in stage.text(window)
    (marked,) = (await stage.press("Ann", TurnBids, window, marks=1)).ephemerals or [window]
    advised = games.advice(await stage.view("Ann"))
    shows = advised.action.show if advised is not None and isinstance(advised.action, Bid) else ()
    least = min((await stage.view("Ann")).legal.show)
    assert ("💡 Best:" in stage.text(marked)) == (shows == (least,))
    assert ("Raises: " in stage.text(marked) or "Bids: " in stage.text(marked)) == (shows != (least,))


async def test_nobody_has_to_show_dice(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name = await stage.to_move()
    window = await my_dice(stage, name)
    assert "Tap dice to show them" in stage.text(window)
    await stage.press(name, PlaceBid, window)
    await stage.raise_once()
    assert not any((await stage.view()).state.open)
    assert "👐" not in stage.text()


async def test_dice_are_marked_one_by_one_and_unmarked_again(stage: Stage) -> None:
    """A bid for which a marked die does not count cannot be pressed, and at least one die stays unmarked."""
    await with_dice(stage, 3, "Ann", "Ben")
    name = await stage.to_move()
    view, window = await stage.view(name), await my_dice(stage, name)
    first = min(view.legal.show)
    (marked,) = (await stage.press(name, TurnBids, window, marks=1)).ephemerals or [window]
    bids = [press for press in stage.presses(marked) if isinstance(press, PlaceBid)]
    assert all(press.show == str(first) for press in bids)
    assert {press.face for press in bids} == {face for face in range(1, 7) if first in (face, 6)}
    offered = [press for press in stage.offered(marked) if isinstance(press, PlaceBid)]
    assert {press.show for press in offered} == {str(first)}
    assert any(press.quantity > 1 for press in offered), "the menu has higher bids with the same dice"
    await stage.press(name, TurnBids, marked, marks=0)
    await stage.press(name, PlaceBid, marked, show="")


async def test_all_dice_but_one_can_be_shown_at_once(stage: Stage) -> None:
    """With two dice, only one can be marked. With the last hidden die, there is nothing to mark any more."""
    await with_dice(stage, 2, "Ann", "Ben")
    name, _face = await shows(stage)
    assert "and rolls 1 again" in stage.text()
    await stage.raise_once()
    window = await my_dice(stage, name)
    assert TurnBids not in stage.kinds(window)
    assert CallLie in stage.kinds(window)


async def test_stars_beat_no_more_dice_than_are_in_play(english_stage: Stage) -> None:
    """Three stars beat five of another face, but only four dice are in play."""
    stage = english_stage
    await with_dice(stage, 2, "Ann", "Ben")
    await stage.slash(await stage.to_move(), "bid", what="2x5")
    assert "⚅ ×2 (beats 3)" in labels(stage)
    await stage.slash(await stage.to_move(), "bid", what="2x6")
    assert "⚅ ×3 (beats 4)" in labels(stage)
    await stage.slash(await stage.to_move(), "bid", what="3x6")
    assert "⚅ ×4" in labels(stage)


async def test_the_window_says_which_dice_are_open_and_which_are_hidden(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name, face = await shows(stage)
    dice = hidden(await stage.view(name))
    assert f"{' '.join(map(str, dice))} hidden · {face} open" in stage.text(await my_dice(stage, name))
    (other, *_rest) = await stage.others(name)
    said = stage.text(await my_dice(stage, other))
    assert f"👐 Open: {name}" in said
    assert "hidden" not in said, "they have shown nothing themselves"


async def test_an_open_die_is_green_while_it_counts_for_the_bid(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name, face = await shows(stage)
    assert f"👐 Open: {name} [" in stage.text()
    if face != 6:  # a star counts for every bid
        other = next(each.face for each in (await stage.view()).bids_in_turn() if each.face not in (face, 6))
        await stage.press(await stage.to_move(), PlaceBid, face=other)
        assert f"👐 Open: {name} [" not in stage.text()
        assert f"👐 Open: {name} " in stage.text()


@pytest.mark.parametrize("style", [DmStyle.EACH_ROUND, DmStyle.ONE])
async def test_the_dm_is_edited_when_dice_are_thrown_again(english_stage: Stage, style: DmStyle) -> None:
    """Nothing in the DM goes on showing the dice that are gone."""
    stage = english_stage
    for each in ("Ann", "Ben", "Cleo"):
        await stage.bot.services.preferences.change(stage.people[each].id, dms=style)
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name, face = await shows(stage)
    (message,) = stage.messages(stage.people[name].user.dm_channel)
    dice = " ".join(map(str, hidden(await stage.view(name))))
    assert f"🎲 **{dice}** hidden, {face} open" in stage.text(message)
    assert len(stage.direct_messages(name)) == 1, "the DM was edited"


async def test_the_record_of_a_round_keeps_what_was_shown(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name, _face = await shows(stage)
    await stage.press(await stage.to_move(), CallLie)
    (record,) = [text for text in map(stage.text, stage.public()) if "Round 1" in text]
    assert record.count("👐") == 2, "in the ladder of bids, and beside the dice"
    assert name in record


async def test_a_bid_that_looks_like_a_misclick_keeps_its_dice(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="bluff")
    for name in ("Ann", "Ben"):
        await stage.bot.services.preferences.forget(stage.people[name].id)
    await stage.press("Ann", Start)
    name = await stage.to_move()
    face = max((await stage.view(name)).legal.show)
    asked = await stage.slash(name, "bid", what=f"9x{face} show {face}")
    assert f"showing {face}" in asked.words
    await stage.press(name, SurelyBid, asked.ephemerals[0])
    (bid,) = (await stage.view()).state.bids
    assert (bid.quantity, bid.show) == (9, (face,))


async def test_the_dice_that_a_bid_shows_count_when_it_looks_like_a_misclick(stage: Stage) -> None:
    """Seven of ten dice are very likely a lie, but six of the other nine are not."""
    await stage.sit("Ann", "Ben", game="bluff")
    for name in ("Ann", "Ben"):
        await stage.bot.services.preferences.forget(stage.people[name].id)
    await stage.press("Ann", Start)
    name = await stage.to_move()
    die = min((await stage.view(name)).legal.show)
    bid = f"7x{min(die, 5)}"  # sixes are wild
    assert "Really bid" in (await stage.slash(name, "bid", what=bid)).words
    assert "Really bid" not in (await stage.slash(name, "bid", what=f"{bid} show {die}")).words
    assert (await stage.view()).state.bids[0].show == (die,)


async def test_a_show_can_be_typed(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name = await stage.to_move()
    die = min((await stage.view(name)).legal.show)
    await stage.slash(name, "bid", what=f"2x{die} show {die}")
    assert (await stage.view()).state.open_of((await stage.view()).state.bids[0].bidder) == (die,)


async def test_dice_that_cannot_be_shown_are_refused(stage: Stage) -> None:
    await with_dice(stage, 2, "Ann", "Ben", "Cleo")
    name = await stage.to_move()
    first, second = (await stage.view(name)).legal.show
    wrong = next(die for die in range(1, 6) if die not in (first, second))
    said = (await stage.slash(name, "bid", what=f"1x{wrong} show {wrong}")).words
    assert "only show hidden dice of yours that count" in said
    said = (await stage.slash(name, "bid", what=f"1x{first} show {first} {second}")).words
    assert "Keep at least one die hidden" in said
    assert not (await stage.view()).state.bids


async def test_a_table_without_shows_refuses_one(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    die = (await stage.dice(name))[0]
    assert "No showing dice" in (await stage.slash(name, "bid", what=f"1x{die} show {die}")).words


async def test_a_replay_shows_the_dice_of_the_moment(stage: Stage) -> None:
    """The step of the bid has the dice before the throw, and the next step those after it."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", game="bluff", rounds="1")
    name = await stage.to_move()
    before = "".join(map(str, sorted(await stage.dice(name))))
    await shows(stage)
    after = "".join(map(str, sorted(await stage.dice(name))))
    await stage.press(await stage.to_move(), CallLie)
    (window,) = (await stage.press("Dan", OpenReplay)).ephemerals
    for step in (1, 2):
        await stage.press("Dan", TurnReplay, window, step=step, jump=False)
    assert before not in stage.text(window)
    await stage.pick("Dan", window, TurnReplay, step=2, eye=ALL)
    assert f"{name} bids" in stage.text(window)
    assert f" {before} {name}" in stage.text(window)
    await stage.press("Dan", TurnReplay, window, step=3, jump=False)
    assert f"👐 {name} shows" in stage.text(window)
    assert f" {after} {name}" in stage.text(window)


async def test_a_person_shows_dice_from_a_dm(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="bluff")
    name = await stage.to_move()
    (message,) = stage.messages(stage.people[name].user.dm_channel)
    user, press = stage.people[name].user, LookIn((await stage.table()).id)
    (window,) = Answer(await user.click(message, custom_id=encode(press))).ephemerals
    face = min((await stage.view(name)).legal.show)
    for kind, fields in ((TurnBids, {"marks": 1}), (PlaceBid, {"face": face})):
        made = next(each for each in stage.presses(window) if is_this(each, kind, fields))
        await user.click(window, custom_id=encode(made))
    (bid,) = (await stage.view()).state.bids
    assert bid.show == (face,)
