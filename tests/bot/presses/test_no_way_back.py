"""Test that the bot asks for confirmation before it carries out a press that cannot be undone.

`CONFIRMED` lists each such press with the press that confirms it and the file that tests it.
"""

import pytest

from bot.presses.base import Press
from bot.presses.bids import PlaceBid, SurelyBid
from bot.presses.codec import PRESSES
from bot.presses.game import (
    AskToLetOff,
    CallLie,
    CallQuits,
    EndTable,
    LeaveTable,
    SettleForfeit,
    Stay,
    SurelyCallLie,
    SurelyEnd,
    SurelyLeave,
    SurelyQuit,
)
from bot.presses.history import CrossOff, EndEvening, LetOff, SettleAll, SurelyEndEvening, SurelySettleAll
from bot.presses.lobby import (
    Cancel,
    ChooseVariant,
    Join,
    OpenHouseRules,
    OpenStakes,
    PassOnHost,
    PutOut,
    Rematch,
    StandUp,
    Start,
    SurelyCancel,
    SurelyPassOn,
    SurelyPutOut,
)
from bot.presses.poker_cup import AskToBlame, BlameThePass
from bot.presses.preferences import (
    DeleteRules,
    ForgetMeThen,
    KeepReplays,
    KeepSeason,
    MyDefaults,
    SendNaming,
    ServerDefaults,
    SurelyCloseSeason,
    SurelyDelete,
    SurelyForgetMe,
    SurelyKeep,
    SurelyKeepReplays,
    SurelyMyDefaults,
    SurelyServerDefaults,
)
from bot.tables.model import Status
from tests.bot.plays import agreed
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage

CONFIRMED: dict[type[Press], type[Press]] = {
    AskToBlame: BlameThePass,  # tests/bot/rounds/test_cup.py
    AskToLetOff: SettleForfeit,  # tests/bot/presses/test_commands.py
    Cancel: SurelyCancel,  # below
    CallLie: SurelyCallLie,  # below
    CallQuits: SurelyQuit,  # tests/bot/games/test_leaving.py
    DeleteRules: SurelyDelete,  # tests/bot/lobby/test_named_rules.py
    EndEvening: SurelyEndEvening,  # tests/bot/games/test_evening.py
    EndTable: SurelyEnd,  # below
    ForgetMeThen: SurelyForgetMe,  # tests/bot/people/test_privacy.py
    KeepReplays: SurelyKeepReplays,  # tests/bot/people/test_privacy.py
    KeepSeason: SurelyCloseSeason,  # `/settings season close` asks: tests/bot/boards/test_boards.py
    LetOff: CrossOff,  # tests/bot/games/test_forfeits.py
    LeaveTable: SurelyLeave,  # tests/bot/games/test_leaving.py
    PlaceBid: SurelyBid,  # tests/bot/rounds/test_misclicks.py
    MyDefaults: SurelyMyDefaults,  # tests/bot/people/test_me.py
    PassOnHost: SurelyPassOn,  # tests/bot/lobby/test_inviting.py
    PutOut: SurelyPutOut,  # tests/bot/lobby/test_putting_out.py
    SendNaming: SurelyKeep,  # tests/bot/lobby/test_named_rules.py
    ServerDefaults: SurelyServerDefaults,  # tests/bot/lobby/test_settings.py
    SettleAll: SurelySettleAll,  # tests/bot/games/test_forfeits.py
    StandUp: SurelyCancel,  # below
}
"""The presses that cannot be undone, each with the press that confirms it and the file that tests it."""


def test_every_press_that_confirms_another_is_in_the_list() -> None:
    confirming = {kind for kind in PRESSES.values() if kind.__name__.startswith("Surely")}
    assert set(CONFIRMED.values()) >= confirming


@pytest.mark.parametrize("who", ["Ann", "Dan"])
async def test_closing_a_lobby_with_other_people_asks_for_confirmation(stage: Stage, who: str) -> None:
    keeper(stage)
    await stage.sit("Ann", "Ben", computers=1)
    (page,) = (await stage.press(who, Cancel)).ephemerals
    assert "Close the table for everyone sitting here?" in stage.text(page)
    assert (await stage.table()).status is Status.LOBBY
    await stage.press(who, SurelyCancel, page)
    assert (await stage.table()).status is Status.CLOSED
    assert "The table is closed" in stage.text(page)
    assert not stage.kinds(page)


async def test_answering_no_leaves_the_lobby_open(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    asked = await stage.slash("Ann", "table end")
    assert "Close the table for everyone sitting here?" in asked.words
    await stage.press("Ann", Stay, asked.ephemerals[0])
    assert "👍 Nothing changed." in stage.text(asked.ephemerals[0])
    assert (await stage.table()).status is Status.LOBBY


async def test_closing_a_lobby_of_one_person_needs_no_confirmation(stage: Stage) -> None:
    await stage.sit("Ann", computers=2)
    await stage.press("Ann", Cancel)
    assert (await stage.table()).status is Status.CLOSED


async def test_leaving_a_lobby_as_the_last_person_asks_for_confirmation(stage: Stage) -> None:
    """The question comes wherever the person leaves: on the note after Join, on the page "More", and by command."""
    await stage.sit("Ann", computers=1)
    asked = (
        await stage.press("Ann", StandUp, (await stage.press("Ann", Join)).ephemerals[0]),
        await stage.press("Ann", StandUp),
        await stage.slash("Ann", "table leave"),
    )
    pages = [each.ephemerals[0] for each in asked]
    for page in pages:
        assert "You’re the last one here, so leaving closes the table. Leave?" in stage.text(page)
    assert (await stage.table()).status is Status.LOBBY
    await stage.press("Ann", SurelyCancel, pages[-1])
    assert (await stage.table()).status is Status.CLOSED
    assert "The table is closed" in stage.text(pages[-1])


async def test_leaving_a_lobby_in_which_others_sit_needs_no_confirmation(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.press("Ann", StandUp)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ben"]


async def test_confirming_to_close_a_lobby_does_not_end_a_game_that_began_since(stage: Stage) -> None:
    who = keeper(stage)
    await stage.start("Ann", "Ben")
    table = await stage.table()
    assert "Too late: the game is on." in (await stage.forge(who, SurelyCancel(table.id))).words
    assert (await stage.table()).status is Status.PLAYING


async def test_ending_a_game_against_computers_asks_for_confirmation(stage: Stage) -> None:
    await stage.start("Ann", computers=2)
    asked = await stage.slash("Ann", "table end")
    assert "End this game for everyone" in asked.words
    assert (await stage.table()).status is Status.PLAYING
    await stage.press("Ann", SurelyEnd, asked.ephemerals[0])
    assert (await stage.table()).status is Status.CLOSED


@pytest.mark.parametrize("press", [OpenHouseRules, OpenStakes])
async def test_a_private_page_of_a_closed_table_says_so_and_loses_its_buttons(stage: Stage, press: type[Press]) -> None:
    """The next press on the page also removes its buttons, because none of them has an effect now."""
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    page = (await stage.press("Ben", OpenHouseRules)).ephemerals[0]
    await stage.surely("Ann", await stage.slash("Ann", "table end"))
    answer = await stage.forge("Ben", press(table.id), message=page)
    assert [message.id for message in answer.ephemerals] == [page.id]
    assert "That table is gone. `/play` opens a new one." in stage.text(page)
    assert not stage.kinds(page)


@pytest.mark.parametrize("by", ["button", "command"])
async def test_the_first_call_out_of_turn_in_a_game_asks_for_confirmation(stage: Stage, by: str) -> None:
    """Such a call may cost two bads (P3). The bot asks each caller only once in a game, and in private."""
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="firehouse", rounds="4")
    bidder, mover = await stage.raise_once(), await stage.to_move()
    early, another = await stage.others(bidder, mover)
    before, public = await stage.table(), len(stage.public())
    asked = await (stage.press(early, CallLie) if by == "button" else stage.slash(early, "bang"))
    assert "It’s not your turn. Right: 2 goods. Wrong: 2 bads. Call it anyway?" in asked.words
    assert (await stage.table()).version == before.version
    assert len(stage.public()) == public
    await stage.press(early, SurelyCallLie, asked.ephemerals[0])
    assert (await stage.view()).state.round == 2
    bidder, mover = await stage.raise_once(), await stage.to_move()
    while {early, another} & {bidder, mover}:
        bidder, mover = await stage.raise_once(), await stage.to_move()
    assert "It’s not your turn" in (await stage.press(another, CallLie)).words
    await stage.press(early, CallLie)
    assert (await stage.view()).state.round == 3, "a player who was asked once is not asked again in this game"


async def test_a_confirmed_call_is_refused_if_the_bid_has_changed_since(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="firehouse", rounds="4")
    bidder, mover = await stage.raise_once(), await stage.to_move()
    early = (await stage.others(bidder, mover))[0]
    asked = await stage.press(early, CallLie)
    await stage.press(mover, PlaceBid)
    answer = await stage.press(early, SurelyCallLie, asked.ephemerals[0])
    assert f"{mover}** just bid" in answer.words
    assert (await stage.view()).state.round == 1


async def test_an_old_question_is_harmless_once_it_is_the_persons_own_turn(stage: Stage) -> None:
    """Its button then answers with the new bid and the buttons for it, and calls nothing (C1)."""
    await stage.start("Ann", "Ben", "Cleo", game="firehouse", rounds="4")
    bidder, mover = await stage.raise_once(), await stage.to_move()
    (early,) = await stage.others(bidder, mover)
    asked = await stage.press(early, CallLie)
    await stage.press(mover, PlaceBid)
    assert await stage.to_move() == early
    answer = await stage.press(early, SurelyCallLie, asked.ephemerals[0])
    assert f"{mover}** just bid" in answer.words
    assert "It’s not your turn" not in answer.words
    assert (await stage.view()).state.round == 1
    await stage.press(early, CallLie)
    assert (await stage.view()).state.round == 2
    there = {message.id for message in stage.messages() if message.ephemeral}
    assert not there & {message.id for message in (*asked.ephemerals, *answer.ephemerals)}


async def test_a_call_in_turn_needs_no_confirmation(stage: Stage) -> None:
    """A call in turn costs at most one bad."""
    await stage.start("Ann", "Ben", "Cleo", game="firehouse", rounds="3")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    assert (await stage.view()).state.round == 2


async def test_a_call_out_of_turn_in_a_game_for_forfeits_needs_no_confirmation(stage: Stage) -> None:
    await stage.nobody_owes()
    await agreed(stage, "Ann", "Ben", "Cleo", game="common", challenge="anyone", rounds="3")
    await stage.press("Ann", Start)
    bidder, mover = await stage.raise_once(), await stage.to_move()
    (early,) = await stage.others(bidder, mover)
    await stage.press(early, CallLie)
    assert (await stage.view()).state.round == 2


async def test_house_rules_are_back_when_the_host_chooses_the_former_game_again(stage: Stage) -> None:
    await agreed(stage, "Ann", "Ben", game="dudo", exact="on")
    rules = (await stage.table()).setup.options
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="cup")
    assert (await stage.table()).setup.options != rules
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="dudo")
    assert (await stage.table()).setup.options == rules
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="bar")
    await stage.restart()
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="dudo")
    assert (await stage.table()).setup.options == rules


async def test_a_game_that_the_host_has_ended_is_played_again(stage: Stage) -> None:
    await stage.start("Ann", computers=2)
    await stage.surely("Ann", await stage.slash("Ann", "table end"))
    assert (await stage.table()).status is Status.CLOSED
    await stage.press("Ann", Rematch)
    assert (await stage.table()).status is Status.LOBBY
