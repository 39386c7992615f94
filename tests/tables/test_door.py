"""Tests of who may sit at a table: people who were put out, and people who were invited."""

import asyncio

import pytest
from sqlalchemy import select

from bot.storage import put_out
from bot.storage import schema as db
from bot.tables.door import KEPT_OUT, MOST_INVITED
from bot.tables.model import TableView
from bot.tables.trouble import Code, Trouble
from tests.tables.house import House, person


async def seats(house: House, table: int) -> list[str]:
    return [seat.name for seat in (await house.tables.queries.table(table)).seats]


async def code(work: object) -> Code:
    """Return the reason why a use case was refused."""
    with pytest.raises(Trouble) as refused:
        await work  # type: ignore[misc]
    return refused.value.code


async def test_the_host_puts_out_while_the_person_leaves_and_one_of_them_does_it(house: House) -> None:
    sitting, lobbies = await house.lobby("common", "ann", "bob", "cid"), house.tables.lobbies
    answers = await asyncio.gather(
        lobbies.put_out(sitting.id, person("ann"), person("bob").id, house.key()),
        lobbies.stand_up(sitting.id, person("bob"), house.key()),
        return_exceptions=True,
    )
    assert sorted(isinstance(answer, TableView) for answer in answers) == [False, True]
    (refused,) = (answer for answer in answers if isinstance(answer, Trouble))
    assert refused.code in (Code.NOT_SEATED, Code.LEFT_ALREADY)
    assert await seats(house, sitting.id) == ["ann", "cid"]


async def test_a_repeated_press_puts_out_once_and_keeps_a_later_invitation(house: House) -> None:
    sitting, lobbies, bob = await house.lobby("common", "ann", "bob"), house.tables.lobbies, person("bob")
    key = house.key()
    await lobbies.put_out(sitting.id, person("ann"), bob.id, key)
    await lobbies.invite(sitting.id, bob.id, house.key())
    await lobbies.put_out(sitting.id, person("ann"), bob.id, key)
    await lobbies.join(sitting.id, bob, house.key())
    assert await seats(house, sitting.id) == ["ann", "bob"]


async def test_being_put_out_again_ends_an_earlier_invitation(house: House) -> None:
    sitting, lobbies, bob = await house.lobby("common", "ann", "bob"), house.tables.lobbies, person("bob")
    await lobbies.invite(sitting.id, bob.id, house.key())
    await lobbies.put_out(sitting.id, person("ann"), bob.id, house.key())
    assert await code(lobbies.join(sitting.id, bob, house.key())) is Code.PUT_OUT


async def test_in_a_thread_it_counts_for_the_channel_of_the_thread(house: House) -> None:
    sitting, bob = await house.lobby("common", "ann", "bob"), person("bob")
    await house.tables.lobbies.put_out(sitting.id, person("ann"), bob.id, house.key())
    row = (await house.tables.queries.table(sitting.id)).place
    until = await house.store.read(lambda c: put_out.until(c, row.parent or row.channel, person("ann").id, bob.id))
    assert until == house.now + KEPT_OUT


async def test_an_invitation_counts_at_the_next_table_of_the_same_evening(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", rounds=1)
    await house.tables.lobbies.invite(sitting.id, person("dora").id, house.key())
    await sitting.a_lie()
    again = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    assert again.annotations.invited == (person("dora").id,)


async def test_a_table_remembers_the_last_hundred_invitations(sqlite_house: House) -> None:
    house = sqlite_house
    sitting = await house.lobby("common", "ann")
    for user in range(1, MOST_INVITED + 3):
        await house.tables.lobbies.invite(sitting.id, user, house.key())
    invited = (await sitting.info()).annotations.invited
    assert invited == tuple(range(3, MOST_INVITED + 3))


async def test_marks_are_deleted_when_their_time_is_over(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    await house.tables.lobbies.put_out(sitting.id, person("ann"), person("bob").id, house.key())
    for wait, left in ((11, 1), (2, 0)):
        house.wait(hours=wait)
        await house.store.write(lambda connection: put_out.prune(connection, house.now))
        assert len(await house.store.read(lambda connection: connection.execute(select(db.put_out)).all())) == left
