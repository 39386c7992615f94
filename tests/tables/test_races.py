"""Tests of several actions at the same moment."""

import asyncio

from sqlalchemy import event

from bot.history.boards import Scope
from bot.tables.model import Setup, TableView
from bot.tables.trouble import Code, Trouble
from engine.bids.actions import Bid
from tests.tables.house import House, person, place

Answer = TableView | BaseException


async def test_of_fifty_moves_at_the_same_moment_one_is_made(house: House) -> None:
    """Fifty presses come from the same panel. One move is made, and the other presses are refused as outdated."""
    sitting = await house.game("common", "ann", "bob")
    for quantity in (1, 2, 3):
        panel, name = (await sitting.info()).version, await sitting.turn()
        presses = [sitting.act(name, Bid(quantity, 6), version=panel) for _ in range(50)]
        answers: list[Answer] = await asyncio.gather(*presses, return_exceptions=True)
        won = [answer for answer in answers if isinstance(answer, TableView)]
        told = [answer for answer in answers if isinstance(answer, Trouble)]
        assert [table.version for table in won] == [panel + 1]
        assert [trouble.code for trouble in told] == [Code.STALE_PANEL] * 49
        assert await sitting.turn() != name


async def test_the_same_click_delivered_fifty_times_makes_one_move(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    name = await sitting.turn()
    answers = await asyncio.gather(*(sitting.act(name, Bid(2, 2), key="i:5") for _ in range(50)))
    assert len({answer.version for answer in answers}) == 1
    assert await sitting.turn() != name


async def test_of_four_lobbies_opened_at_once_in_a_channel_one_is_opened(house: House) -> None:
    answers: list[Answer] = await asyncio.gather(
        *(
            house.tables.lobbies.open(place(), person(name), Setup("common"), house.key())
            for name in ("ann", "bob", "cid", "dora")
        ),
        return_exceptions=True,
    )
    opened = [answer for answer in answers if isinstance(answer, TableView)]
    assert len(opened) == 1
    assert all(
        isinstance(answer, Trouble) and answer.facts["table"] == opened[0].id
        for answer in answers
        if answer not in opened
    )


async def test_a_command_delivered_several_times_opens_one_table(house: House) -> None:
    answers = await asyncio.gather(
        *(house.tables.lobbies.open(place(), person("ann"), Setup("common"), "i:1") for _ in range(5))
    )
    assert {answer.id for answer in answers} == {answers[0].id}


async def test_twenty_games_at_the_same_time_are_all_counted(house: House) -> None:
    """The players' figures include every game, so no update is lost."""

    async def one(channel: int) -> None:
        sitting = await house.game("common", "ann", "bob", channel=channel, rounds=1)
        await sitting.a_lie()

    await asyncio.gather(*(one(channel) for channel in range(20)))
    page = await house.boards.page(Scope(place().guild), "wins", 1, person("ann").id)
    assert {row.name: row.figures[1] for row in page.rows} == {"ann": 20, "bob": 20}
    assert sum(row.figures[0] for row in page.rows) == 20
    page = await house.boards.page(Scope(place().guild), "forfeits", 1, person("ann").id)
    assert sum(row.figures[0] for row in page.rows) == 20


async def test_a_move_is_made_once_even_if_its_task_was_cancelled(house: House) -> None:
    """A cancelled task may already have committed its move.

    The key shows whether it has, so a second try does not make the move again.
    """
    sitting = await house.game("common", "ann", "bob")
    name = await sitting.turn()
    task = asyncio.create_task(sitting.act(name, Bid(2, 2), key="i:5"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    table = await sitting.act(name, Bid(2, 2), key="i:5")
    assert (table.version, await sitting.turn() != name) == (5, True)


async def test_writes_in_one_commit_always_use_the_same_savepoint_names(sqlite_house: House) -> None:
    """Otherwise new names would fill the driver's cache of statements."""
    said: list[str] = []
    sittings = [await sqlite_house.game("common", "ann", "bob", channel=channel) for channel in range(5)]
    event.listen(sqlite_house.store.engines[0], "before_cursor_execute", lambda *what: said.append(str(what[2])))
    for quantity in (1, 2, 3):
        names = [await each.turn() for each in sittings]
        await asyncio.gather(*(each.act(name, Bid(quantity, 6)) for each, name in zip(sittings, names, strict=True)))
    marks = [words for words in said if words.startswith(("SAVEPOINT", "RELEASE"))]
    assert len(marks) > 4
    assert len(set(marks)) == 2
