"""Tests of the limits on the number of tables. Many requests come at the same moment."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable

from msgspec.structs import replace

from bot.settings import Limits
from bot.tables.model import Setup, TableView
from bot.tables.trouble import Code, Trouble
from tests.tables.house import GUILD, House, person, place


async def limited(house: House, limits: Limits) -> None:
    house.limits = limits
    await house.reopen()


async def all_at_once(asked: Iterable[Awaitable[TableView]]) -> tuple[list[TableView], Counter[Code]]:
    """Make several requests at the same moment.

    Return the tables of the requests that succeed, and the number of refusals for each reason.
    """
    answers = await asyncio.gather(*asked, return_exceptions=True)
    told = [answer for answer in answers if isinstance(answer, Trouble)]
    tables = [answer for answer in answers if isinstance(answer, TableView)]
    assert len(told) + len(tables) == len(answers), answers
    return tables, Counter(trouble.code for trouble in told)


async def test_a_person_who_opens_sixty_tables_at_once_gets_twenty_five(house: House) -> None:
    asked = (
        house.tables.lobbies.open(place(channel), person("ann"), Setup("common"), house.key()) for channel in range(60)
    )
    tables, told = await all_at_once(asked)
    assert len(tables) == house.limits.person == 25
    assert told == {Code.TOO_MANY_TABLES: 35}
    assert len(await house.tables.queries.of(person("ann").id)) == 25


async def test_a_person_who_joins_many_lobbies_at_once_gets_only_the_allowed_number(house: House) -> None:
    await limited(house, Limits(person=4))
    hosts = ("bob", "cid", "dora")
    lobbies = [await house.lobby("common", hosts[channel % 3], channel=channel) for channel in range(12)]
    asked = (house.tables.lobbies.join(lobby.id, person("ann"), house.key()) for lobby in lobbies)
    tables, told = await all_at_once(asked)
    assert (len(tables), told) == (4, {Code.TOO_MANY_TABLES: 8})
    # Ann is already at this table. This is the reported reason even if she is at too many tables.
    again = await all_at_once([house.tables.lobbies.join(tables[0].id, person("ann"), house.key())])
    assert again == ([], {Code.ALREADY_SEATED: 1})
    # After leaving one table, she may join another.
    await house.tables.lobbies.stand_up(tables[0].id, person("ann"), house.key())
    other = next(lobby for lobby in lobbies if lobby.id not in [table.id for table in tables])
    assert (await house.tables.lobbies.join(other.id, person("ann"), house.key())).seat_of(person("ann").id) is not None


async def test_rematches_count_towards_the_limit_of_tables(house: House) -> None:
    """Finished games do not count towards the limit. Of six simultaneous rematches, three are opened."""
    await limited(house, Limits(person=3))
    over = []
    for channel in range(6):
        sitting = await house.game("common", "ann", "bob", channel=channel, rounds=1)
        await sitting.a_lie()
        over.append(sitting)
    asked = (house.tables.lobbies.rematch(sitting.id, person("ann"), house.key()) for sitting in over)
    tables, told = await all_at_once(asked)
    assert (len(tables), told) == (3, {Code.TOO_MANY_TABLES: 3})
    assert len(await house.tables.queries.of(person("bob").id)) == 3


async def test_a_person_who_is_at_too_many_tables_is_left_out_of_a_rematch(house: House) -> None:
    """If that person would have opened, a roll-off decides who opens (S5)."""
    await limited(house, Limits(person=2))
    sitting = await house.game("common", "ann", "bob", "cid", rounds=1)
    _, winner = await sitting.a_lie()
    asker = next(name for name in ("ann", "bob", "cid") if name != winner)
    for channel in (1, 2):
        await house.lobby("common", winner, channel=channel)
    table = await house.tables.lobbies.rematch(sitting.id, person(asker), house.key())
    assert {seat.name for seat in table.seats} == {"ann", "bob", "cid"} - {winner}
    assert not table.setup.no_roll_off
    assert len(await house.tables.queries.of(person(winner).id)) == 2


async def test_each_server_has_its_own_limit_of_tables(house: House) -> None:
    await limited(house, Limits(server=5))
    names = [f"guest{number}" for number in range(20)]
    asked = (
        house.tables.lobbies.open(place(channel), person(name), Setup("common"), house.key())
        for channel, name in enumerate(names)
    )
    tables, told = await all_at_once(asked)
    assert (len(tables), told) == (5, {Code.SERVER_FULL: 15})
    elsewhere = replace(place(50), guild=GUILD + 1)
    assert (await house.tables.lobbies.open(elsewhere, person("eve"), Setup("common"), house.key())).host == person(
        "eve"
    )
    await house.tables.lobbies.cancel(tables[0].id, tables[0].host, house.key())
    assert (await house.tables.lobbies.open(place(51), person("eve"), Setup("common"), house.key())).host == person(
        "eve"
    )


async def test_a_rematch_is_refused_if_the_server_has_too_many_tables(house: House) -> None:
    await limited(house, Limits(server=2))
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    for channel in (1, 2):
        await house.lobby("common", "cid", channel=channel)
    assert await all_at_once([house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())]) == (
        [],
        {Code.SERVER_FULL: 1},
    )


async def test_a_person_at_too_many_tables_cannot_take_over_a_seat(house: House) -> None:
    await limited(house, Limits(person=1))
    await house.lobby("common", "cid", channel=1)
    sitting = await house.game("common", "ann", computers=1)
    computer = next(number for number, seat in enumerate((await sitting.info()).seats) if seat.user is None)
    assert await all_at_once([house.tables.latecomers.take(sitting.id, person("cid"), computer)]) == (
        [],
        {Code.TOO_MANY_TABLES: 1},
    )
