"""Test that every press is answered, no matter who sends it and when.

The presses include buttons of old messages, forged ids, and tables that do not exist.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from bot.presses.base import Choosing, Press
from bot.presses.bids import PlaceBid, SendBid
from bot.presses.codec import PRESSES, encode
from bot.presses.game import (
    CallLie,
    CallQuits,
    EndTable,
    LeaveTable,
    SettleForfeit,
    ShowDice,
    SurelyEnd,
    SurelyLeave,
    SurelyQuit,
)
from bot.presses.history import CrossOff, ShowBoard
from bot.presses.learning import ShowRules
from bot.presses.lobby import (
    AddComputer,
    Cancel,
    ChooseVariant,
    Join,
    OpenOptions,
    Rematch,
    SendOptions,
    StandUp,
    Start,
    SurelyCancel,
)
from bot.storage import schema as db
from engine.core.actions import How
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage
from tests.effort import examples

MOST = 2**63 - 1
ENDING = (StandUp, Start, Cancel, SurelyCancel, SurelyQuit, SurelyLeave, SurelyEnd, EndTable, Rematch)
"""Presses that may end a table. They are sent last."""


def is_form(kind: type[Press]) -> bool:
    """Return whether a press is sent with values, by a form or by one of Discord's own menus."""
    return kind.opened_by is not None or issubclass(kind, Choosing)


def every_press(table: int, version: int, number: int) -> Iterator[Press]:
    """Yield a press of each kind about this table. All other ids and numbers in it are `number`."""
    for kind in PRESSES.values():
        told = inspect.type_info(kind)
        assert isinstance(told, inspect.StructType)
        words: list[Any] = []
        for field in told.fields:
            match field.name, field.type:
                case "table", _:
                    words.append(table)
                case "version", _:
                    words.append(version)
                case _, inspect.IntType():
                    words.append(number)
                case _, inspect.BoolType():
                    words.append(True)
                case _, inspect.EnumType(cls=cls):
                    words.append(next(iter(cls)))
                case _, inspect.LiteralType(values=allowed):
                    words.append(allowed[0])
                case _:
                    words.append("told")  # a module in the folder of the variants has this name
        yield kind(*words)


async def in_lobby(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")


async def in_game(stage: Stage) -> None:
    await stage.start("Ann", "Ben")


async def in_debt(stage: Stage) -> None:
    """Play until somebody owes a forfeit."""
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)


async def played_out(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 3)


async def closed(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table = await stage.table()
    await stage.bot.services.tables.lobbies.end(table.id, table.host, "test:end", manager=True)


async def forgotten(stage: Stage) -> None:
    """Delete the table from the database but not its message, as if an older backup had been restored."""
    await stage.start("Ann", "Ben")
    table = (await stage.table()).id
    store = stage.bot._store
    assert store is not None

    def forget(connection: sa.Connection) -> None:
        for of in (db.seated, db.events, db.answers):
            connection.execute(sa.delete(of).where(of.c.table_id == table))
        connection.execute(sa.delete(db.tables).where(db.tables.c.id == table))

    await store.write(forget)


@pytest.mark.parametrize(
    ("setting", "who"),
    [
        *((setting, "Dan") for setting in (in_lobby, in_game, in_debt, played_out, closed, forgotten)),
        (in_game, "Ben"),
        *(
            pytest.param(each, "Ben", marks=pytest.mark.long)
            for each in (in_lobby, in_debt, played_out, closed, forgotten)
        ),
    ],
)
async def test_every_press_is_answered_in_every_state_of_its_table(stage: Stage, setting: Any, who: str) -> None:
    await setting(stage)
    found = await stage.newest(stage.channel.id)
    table, version = (found.id, found.version) if found is not None else (1, 5)
    numbers = [0, MOST]
    presses = [press for number in numbers for press in every_press(table, version, number)]
    for press in sorted(presses, key=lambda each: isinstance(each, ENDING)):
        if is_form(type(press)):
            await stage.forge_form(who, press, quantity="5", face=["5"], clock=["soon"], switches=["palifico"])
        await stage.forge(who, press)


async def test_a_press_at_an_unknown_table_is_answered(stage: Stage) -> None:
    await forgotten(stage)
    for press in (PlaceBid(1, 3, 4, 5), ShowDice(1), ShowRules(1), LeaveTable(1), CallQuits(1), Join(1), Start(1)):
        assert "That table is gone. `/play` opens a new" in (await stage.forge("Ann", press)).words
    assert "That table is gone. `/play` opens a new" in (await stage.forge("Ann", OpenOptions(1))).words
    assert (
        "That table is gone. `/play` opens a new"
        in (await stage.forge_form("Ann", SendBid(1, 3), quantity="2", face=["3"])).words
    )


async def test_a_press_at_a_finished_game_is_answered(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    table = await stage.table()
    await play_on(stage, 3)
    for press in (PlaceBid(table.id, 0, 9, 5), SettleForfeit(table.id, 0, 0, How.PAID), CallQuits(table.id)):
        assert "The game is over. **Again**, below the result" in (await stage.forge("Ann", press)).words
    assert "The game is over. **Again**, below the result" in (await stage.forge("Ann", ShowDice(table.id))).words
    assert "1. Roll** in secret." in (await stage.forge("Ann", ShowRules(table.id))).words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid",
        "bid:1",
        "bid:x:y:z:w",
        "nope:1:2",
        "ld:",
        "ld:nope:1:0:",
        "ld:bid:1:2:4,5",
        "menu:variant",
        "🎲",
        f"bid:{2**64}:1:2:3",
        f"bid:1:{10**80}:2:3",
        "bid:-1:-1:-1:-1",
        "settle:1:2:0:stolen",
        "board:money:1",
        "a" * 100,
    ],
)
async def test_a_press_with_an_unknown_id_is_answered(stage: Stage, text: str) -> None:
    await stage.start("Ann", "Ben")
    before = await stage.table()
    for answer in (
        await stage.forge("Ann", text),
        await stage.forge("Ann", "menu:variant", text),
        await stage.forge_form("Ann", text, quantity="5"),
    ):
        assert "That button is too old" in answer.words
    assert await stage.table() == before


async def test_a_forms_id_on_a_button_and_a_buttons_id_on_a_form_are_refused(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table = await stage.table()
    assert "That button is too old" in (await stage.forge("Ann", SendBid(table.id, table.version))).words
    assert "That button is too old" in (await stage.forge_form("Ann", PlaceBid(table.id, table.version, 1, 5))).words
    assert await stage.table() == table


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_forged_ids_cause_no_error_and_make_no_move_for_other_people(stage: Stage, data: st.DataObject) -> None:
    if not stage.public():
        await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    table = await stage.table()
    mover = await stage.to_move()
    (other, *_) = await stage.others(mover, "Dan")
    before = (await stage.view()).state.standing
    number = st.sampled_from([0, 1, 2, 3, table.version, table.version + 1, 9999, MOST, 2**70])
    kinds = [kind for kind in PRESSES.values() if issubclass(kind, PlaceBid | SettleForfeit) or is_form(kind)]
    kind = data.draw(st.sampled_from(kinds))
    tag = str(kind.__struct_config__.tag)
    parts = [data.draw(number) for _ in msgspec.structs.fields(kind)]
    await stage.forge("Dan", ":".join(map(str, [tag, *parts])))
    await stage.forge(other, ":".join(map(str, [tag, *parts])))
    assert (await stage.view()).state.standing == before, "onlookers and players out of turn cannot bid"


async def test_a_stale_panel_refuses_moves_but_not_other_presses(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    old = await stage.table()
    bidder = await stage.raise_once()
    name, before = await stage.to_move(), await stage.table()
    made = f"{bidder}** just bid"
    assert made in (await stage.forge(name, PlaceBid(old.id, old.version, 5, 5))).words
    assert made in (await stage.forge_form(name, SendBid(old.id, old.version), quantity="5", face=["5"])).words
    assert (await stage.table()).version == before.version
    assert " ".join(map(str, sorted(await stage.dice(name)))) in (await stage.forge(name, ShowDice(old.id))).words
    assert "1. Roll** in secret." in (await stage.forge(name, ShowRules(old.id))).words
    assert "more than half" in (await stage.forge(name, CallQuits(old.id))).words


async def test_an_interaction_that_is_delivered_twice_counts_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name, before, backend = await stage.to_move(), await stage.table(), stage.env.backend
    delivered: list[Any] = []
    emit = backend.emit

    def twice(event: str, payload: Any, *args: Any, **more: Any) -> Any:
        done = emit(event, payload, *args, **more)
        if event == "INTERACTION_CREATE":
            delivered.append(emit(event, payload, *args, **more))
        return done

    backend.emit = twice  # type: ignore[method-assign] # Discord may deliver an event twice after a reconnect
    await stage.press(name, PlaceBid)
    assert delivered
    assert (await stage.table()).version == before.version + 1
    assert "moved on" not in "".join(stage.private[name])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"quantity": "lots", "face": ["5"]}, "How many dice"),
        ({"quantity": "2", "face": ["7"]}, "six faces"),
        ({"quantity": "2"}, "six faces"),
        ({"quantity": "9999", "face": ["5"]}, "only 10 dice"),
        ({}, "How many dice"),
    ],
)
async def test_a_wrong_bid_in_the_form_is_refused_privately(stage: Stage, typed: dict[str, Any], said: str) -> None:
    await stage.start("Ann", "Ben")
    table = await stage.table()
    answer = await stage.forge_form(await stage.to_move(), SendBid(table.id, table.version), **typed)
    assert said in answer.words
    assert await stage.table() == table


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"clock": ["soon"]}, "A turn can last from 30 seconds"),
        ({"clock": ["5"]}, "A turn can last from 30 seconds"),
        ({"clock": ["9" * 9]}, "A turn can last"),
        ({"rounds": "many", "clock": ["60"]}, "How long is “many”?"),
        ({"clock": ["60"], "switches": ["x=y"]}, "no option"),
    ],
)
async def test_a_wrong_option_in_the_form_is_refused_privately(stage: Stage, typed: dict[str, Any], said: str) -> None:
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    answer = await stage.forge_form("Ann", SendOptions(table.id), **typed)
    assert said in answer.words
    assert await stage.table() == table


@pytest.mark.parametrize("name", ["told", "switches", "whist"])
async def test_a_game_that_is_not_offered_cannot_be_chosen(stage: Stage, name: str) -> None:
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    assert (
        "That game can’t be played here yet. Pick"
        in (await stage.forge("Ann", "menu:variant", encode(ChooseVariant(table.id, name)))).words
    )
    assert await stage.table() == table


async def test_a_board_has_no_page_beyond_its_last(stage: Stage) -> None:
    await stage.sit("Ann")
    for page in (0, 2, MOST):
        assert "No games yet. `/play` opens a table." in (await stage.forge("Ann", ShowBoard("wins", page))).words
    assert "no such forfeit" in (await stage.forge("Ann", CrossOff(MOST, "paid"))).words


async def test_an_invitation_for_a_person_with_the_id_0_is_refused(stage: Stage) -> None:
    """Discord refuses a message that mentions a person with the id 0."""
    await stage.sit("Ann")
    assert "That button is too old" in (await stage.forge("Ann", f"invite:{(await stage.table()).id}:0")).words


async def test_a_button_of_an_old_public_board_opens_a_private_board(stage: Stage) -> None:
    """Boards were public until 2026-11-23, and their buttons still exist."""
    await stage.sit("Ann", "Ben")
    panel = stage.text()
    assert "No games yet. `/play` opens a table." in (await stage.forge("Ben", ShowBoard("wins", 1))).words
    assert stage.text() == panel


async def test_a_forged_press_for_another_table_does_not_edit_this_tables_message(stage: Stage) -> None:
    """The bot would otherwise remove all parts of the panel, and Discord would refuse the empty message."""
    await stage.start("Ann", "Ben")
    panel = stage.panel()
    garden = stage.guild.create_text_channel("garden")
    await stage.slash("Cleo", "play", garden, game="bar")
    other = await stage.table(garden)
    before = stage.text(panel)
    await stage.forge("Cleo", AddComputer(other.id), message=panel)
    assert [seat.user is None for seat in (await stage.table(garden)).seats] == [False, True]
    assert stage.text(panel) == before
