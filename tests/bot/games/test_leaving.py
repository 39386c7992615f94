"""Test leaving a game, calling it quits and ending a table.

The bot asks for confirmation first, and everybody can see who left, called it quits or ended the table.
"""

import pytest

from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.game import BringDown, CallLie, CallQuits, LeaveTable, Stay, SurelyEnd, SurelyLeave, SurelyQuit
from bot.presses.lobby import Cancel, Rematch, Start, WaitForNext
from tests.bot.plays import EVERY_GAME, agreed, say_something
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage


def everything(stage: Stage) -> str:
    return "\n".join(stage.text(message) for message in stage.public())


async def test_leaving_a_game_asks_for_confirmation(stage: Stage) -> None:
    """A player cannot return after leaving (L1)."""
    await stage.start("Ann", "Ben", "Cleo")
    before = await stage.table()
    asked = await stage.press("Cleo", LeaveTable)
    assert "Leave for good?" in asked.words
    assert await stage.table() == before
    await stage.press("Cleo", Stay, asked.ephemerals[0])
    assert "👍 Nothing changed." in stage.text(asked.ephemerals[0])
    assert await stage.table() == before
    await stage.surely("Cleo", await stage.press("Cleo", LeaveTable))
    assert "leaves the table" in everything(stage)
    assert (await stage.view()).state.players[2].left
    await stage.forge("Cleo", LeaveTable(before.id))
    (said,) = (stage.text(each) for each in stage.messages() if each.ephemeral)
    assert "You’ve left this game. Join the next one!" in said, "this takes the place of the receipt"


@pytest.mark.parametrize(("answer", "said"), [(Stay, "Nothing changed."), (SurelyQuit, "Vote counted.")])
async def test_the_receipt_of_a_question_goes_with_the_next_move(
    english_stage: Stage, answer: type[Press], said: str
) -> None:
    """It would stay between the table and the message box for the rest of the game."""
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo")
    name = await stage.to_move()
    (asked,) = (await stage.press(name, CallQuits)).ephemerals
    await stage.press(name, answer, asked)
    assert said in stage.text(asked)
    await stage.press(name, PlaceBid)
    assert asked.id not in {each.id for each in stage.messages() if each.ephemeral}


async def test_leaving_a_lobby_needs_no_confirmation(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.slash("Ben", "table leave")
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann"]


async def test_calling_it_quits_asks_for_confirmation_and_is_counted_in_public(stage: Stage) -> None:
    """The game ends when three of four want to stop, because that is more than half (E2)."""
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    asked = await stage.press("Ann", CallQuits)
    assert "🌙 Stop the game? It takes more than half of you" in asked.words
    assert not (await stage.view()).state.players[0].quits
    await stage.surely("Ann", asked)
    await stage.surely("Ben", await stage.press("Ben", CallQuits))
    assert "Votes to stop: 2 of 4" in stage.text()
    assert "You’ve already voted" in (await stage.press("Ann", CallQuits)).words
    await stage.surely("Cleo", await stage.press("Cleo", CallQuits))
    assert Rematch in stage.kinds()


async def test_the_question_before_a_vote_says_that_dozing_players_count(english_stage: Stage) -> None:
    """E2: more than half of the players who are still in must vote. A player who dozes is still in (L2)."""
    await english_stage.start("Ann", "Ben")
    table, dozing = await english_stage.table(), "**Ben** is dozing but still has a vote."
    assert dozing not in (await english_stage.press("Ann", CallQuits)).words
    changes = english_stage.bot.services.tables.changes
    await changes.change_marks(table.id, lambda _, draft: draft.annotate(dozing=(1,)))
    asked = await english_stage.press("Ann", CallQuits)
    assert dozing in asked.words
    await english_stage.surely("Ann", asked)
    assert "Votes to stop: 1 of 2" in english_stage.text()


async def test_a_player_who_confirms_too_late_reads_that_the_game_is_over(stage: Stage) -> None:
    """The questions are deleted when the game ends, but her press may be on its way."""
    await stage.start("Ann", "Ben")
    table = await stage.table()
    await stage.press("Ann", LeaveTable)
    await stage.surely("Ben", await stage.press("Ben", LeaveTable))
    for press in (SurelyLeave(table.id), SurelyQuit(table.id)):
        assert "The game is over. **Again**, below the result" in (await stage.forge("Ann", press)).words


async def test_nobody_can_confirm_for_somebody_else(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table = await stage.table()
    for press in (SurelyLeave(table.id), SurelyQuit(table.id)):
        await stage.forge("Dan", press)
    assert any("not at this table" in stage.text(message) for message in stage.messages() if message.ephemeral)
    for name in ("Ben", "Dan"):
        assert "Ann" in (await stage.forge(name, SurelyEnd(table.id))).words
    assert await stage.table() == table


async def test_a_line_names_the_person_who_ended_a_game_and_nothing_is_overwritten(stage: Stage) -> None:
    """A manager of the server may end any game (L5)."""
    await stage.start("Ann", "Ben")
    mover = await stage.raise_once()
    keeper(stage)
    asked = await stage.slash("Dan", "table end")
    assert "🛑 End this game for everyone, without a result?" in asked.words
    await stage.surely("Dan", asked)
    told = everything(stage)
    assert "Dan ended the game" in told
    assert mover in told
    assert "🪑 **2:** Ann 👑, Ben" in told, "the message of the lobby is unchanged"


@pytest.mark.parametrize("stakes", [True, False])
async def test_ending_a_game_mentions_open_forfeits_only_if_stakes_are_played_for(
    english_stage: Stage, stakes: bool
) -> None:
    """A manager who ends a game does not cancel its forfeits (L5)."""
    stage = english_stage
    if not stakes:
        await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo")
    keeper(stage)
    assert "Forfeits stay owed." not in (await stage.slash("Dan", "table end")).words
    bidder = await stage.raise_once()
    assert ("on your tab" in (await stage.press(bidder, LeaveTable)).words) is stakes
    caller = await stage.to_move()
    assert "on your tab" not in (await stage.press(caller, LeaveTable)).words
    await stage.press(caller, CallLie)
    assert ("Forfeits stay owed." in (await stage.slash("Dan", "table end")).words) is stakes


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("stake", ["no stake", "a pot", "words"])
async def test_leaving_mentions_forfeits_only_if_the_game_can_bring_one(
    english_stage: Stage, game: str, stake: str
) -> None:
    """The player who made the standing bid or claim leaves a game of three (L1, P1, E6)."""
    ante, words = "10" if stake == "a pot" else "0", "hum" if stake == "words" else ""
    english_stage.typed.add("hum")
    await agreed(english_stage, "Ann", "Ben", "Cleo", game=game, ante=ante, stake=words)
    await english_stage.press("Ann", Start)
    asked = await english_stage.press(await say_something(english_stage), LeaveTable)
    may_owe = game in ("common", "cup", "dahua") or (stake == "words" and game != "firehouse")
    assert ("forfeits go on your tab" in asked.words) is may_owe
    assert "Leave for good?" in asked.words


async def test_a_closed_lobby_names_the_host_and_keeps_its_text(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.surely("Ann", await stage.press("Ann", Cancel))
    told = stage.text(stage.public()[-1])
    assert "🧹 Ann closed the table. `/play` opens another." in told
    assert "🪑 **2:** Ann 👑, Ben" in told


async def test_a_lobby_that_was_closed_because_it_was_idle_says_so(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.time_passes(minutes=31)
    assert "It was quiet for a while, so I closed the table" in stage.text(stage.public()[-1])


async def test_the_panel_can_be_moved_to_the_bottom_once_a_minute(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table, first = await stage.table(), stage.panel().id
    await stage.forge("Dan", BringDown(table.id))
    second = stage.panel().id
    assert second > first
    assert sum(PlaceBid in stage.kinds(message) for message in stage.public()) == 1
    answer = await stage.forge("Ben", BringDown(table.id))
    assert "It was just moved to the bottom. Try" in answer.words
    assert stage.panel().id == second
    await stage.time_passes(seconds=61)
    await stage.forge("Ben", BringDown(table.id))
    assert stage.panel().id > second


async def test_a_closed_table_is_not_moved_to_the_bottom(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    await stage.surely("Ann", await stage.press("Ann", Cancel))
    assert "That table is gone. `/play` opens a new" in (await stage.forge("Ann", BringDown(table.id))).words


async def test_a_person_who_has_left_reads_so_and_is_offered_the_next_game(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await stage.surely("Cleo", await stage.press("Cleo", LeaveTable))
    answer = await stage.slash("Cleo", "table join")
    assert "You’ve left this game. Join the next one!" in answer.words
    assert "full" not in answer.words
    await stage.press("Cleo", WaitForNext, answer.ephemerals[0])
