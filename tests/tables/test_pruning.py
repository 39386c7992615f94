"""Tests of data that is deleted after some time.

A server may limit how long replays are kept. After the bot has left a server, all data about the server is deleted.
"""

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from sqlalchemy import Connection, func, select, update

from bot.history import archive, export
from bot.history.past import PastGames, Replays, Wanted
from bot.people import NamedRulesRepository, PreferencesRepository, Privacy, Puzzles, SettingsRepository
from bot.storage import kept_games, put_out, schema
from bot.tables.model import Setup
from tests.databases import counted
from tests.history.evening import OPTIONS, evening, later
from tests.rebuilt import rebuild, recounted
from tests.tables.house import GUILD, House, person

RUNNING = {"identifies", "last_ids", "outages", "processes", "shards"}
"""Database tables with data about running processes, and the last ids of tables."""
OF_NO_SERVER = {
    "seated",
    "table_people",
    "events",
    "answers",
    "forfeit_changes",
    "preferences",
    "closed_dms",
    "dm_channels",
    "locales",
    "marks",
} | RUNNING
"""Database tables without a column for the server.

Their rows are deleted together with others, belong to a person, or are about nobody.
"""


OF_COUNTINGS = {"tallies", "levels", "counted_gains", "counted_forfeits"}
"""Database tables that belong to a server's countings."""


def sizes(connection: Connection) -> dict[str, int]:
    """Return the number of rows in each database table."""
    tables = schema.metadata.sorted_tables
    return {table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables}


async def after_all_pruning(house: House) -> None:
    """Prune until nothing is left to delete."""
    for _ in range(50):
        await house.tables.time.prune()
        house.wait(minutes=1)


@pytest.mark.long_on_postgresql
async def test_deleting_replays_does_not_change_any_figure(house: House) -> None:
    """A rebuild gives the same figures, even after a person was forgotten. Newer replays are kept."""
    luck, servers = Random(11), SettingsRepository(house.store)
    for channel, variant in enumerate([*OPTIONS, "common"]):
        await evening(house, luck, variant, channel)
    await later(house, luck)
    old = [game.id for game in await house.store.read(lambda c: list(archive.games(c)))]
    lines = (await PastGames(house.store).page(Wanted(GUILD))).games
    await servers.change(GUILD, replays=3)
    house.wait(days=60)
    await after_all_pruning(house)
    assert [game.worth for game in await house.store.read(lambda c: list(archive.games(c)))] == [None] * len(old)
    await Privacy(house.tables.changes, house.tables.queries).forget(person("ann").id)
    house.wait(days=40)
    newest = await evening(house, luck, "firehouse", 20)
    before = await house.store.read(counted)
    await after_all_pruning(house)
    for game in old:
        assert await house.store.read(partial(export.game, game_id=game, names=True)) is None
    assert await house.store.read(lambda c: export.game(c, newest.id, names=True)) is not None
    told = (await PastGames(house.store).page(Wanted(GUILD))).games
    assert [(game.rounds, game.winners, game.losers) for game in told[1:]] == [
        (game.rounds, game.winners, game.losers) for game in lines[: len(told) - 1]
    ], "the list of games says of them what it said"
    assert [game.id for game in told if game.is_kept] == [newest.id]
    assert await Replays(house.store).replay(GUILD, old[0]) is None
    assert {game.id for game in await house.store.read(lambda c: list(archive.games(c))) if game.worth} == set(old)
    assert await house.store.read(counted) == before
    await house.store.write(rebuild)
    assert await house.store.read(counted) == before
    await Privacy(house.tables.changes, house.tables.queries).forget(person("bob").id)
    before = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == before
    assert before


async def test_a_replay_that_cannot_be_read_does_not_block_others(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    for channel in range(2):
        sitting = await house.game("common", "ann", "bob", rounds=1, channel=channel)
        await sitting.a_lie()
    await SettingsRepository(house.store).change(GUILD, replays=1)
    await house.store.write(lambda c: c.execute(update(schema.games).where(schema.games.c.id == 1).values(events=b"?")))
    house.wait(days=40)
    await after_all_pruning(house)
    left = await house.store.read(
        lambda c: list(c.execute(select(schema.games.c.id).where(schema.games.c.worth.is_(None))).scalars())
    )
    assert left == [1]
    assert "replay of game 1 cannot be cleared" in caplog.text


async def test_a_result_whose_replay_was_deleted_can_lose_its_channel(house: House) -> None:
    """The game stays as it was counted, and the next game gets the next number."""
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    await SettingsRepository(house.store).change(GUILD, replays=1)
    house.wait(days=40)
    await after_all_pruning(house)
    before = await house.store.read(counted)
    await house.tables.showing.retire(sitting.id)
    assert await house.tables.timers.next(sitting.id) is None
    assert await house.store.read(counted) == before
    await (await house.game("common", "ann", "bob", rounds=1, channel=1)).a_lie()
    kept = await house.store.read(partial(kept_games.following, guild=GUILD, after=0, many=9))
    assert [game.ordinal for game in kept] == [1, 2]


async def test_a_server_is_forgotten_thirty_days_after_the_bot_left_it(house: House) -> None:
    """The server's rows are deleted in every database table.

    People's own preferences do not belong to a server, so they are kept.
    """
    servers = SettingsRepository(house.store)
    for channel, variant in enumerate(("common", "firehouse")):
        await evening(house, Random(channel), variant, channel)
    await house.lobby("common", "cid", "dora", channel=5)
    watched = await house.game("common", "cid", "dora", channel=6, rounds=1)
    await watched.a_lie()
    await watched.guess("ann")
    await servers.change(GUILD, replays=12)
    await NamedRulesRepository(house.store).keep(GUILD, "Friday rules", Setup("common"), person("ann"))
    await PreferencesRepository(house.store).change(person("ann").id, lucky="clover")
    await Puzzles(house.store, lambda: house.now).answer(1, GUILD, person("ann").id, "liar")
    until = house.now + timedelta(days=99)
    await house.store.write(lambda c: put_out.keep(c, GUILD, 5, person("cid").id, person("ann").id, until))
    await recounted(house.store)
    before = await house.store.read(sizes)
    assert {name for name, rows in before.items() if not rows} <= {
        "openings",
        "dare_decks",
        "seasons",
        "closed_dms",
        "dm_channels",
        "locales",
        *RUNNING,
        "marks",
        "events",
    }
    await servers.left(GUILD, house.now)
    house.wait(days=29)
    await after_all_pruning(house)
    assert (await house.store.read(sizes))["games"] == before["games"]
    house.wait(days=2)
    await after_all_pruning(house)
    after = await house.store.read(sizes)
    left = {"answers", "preferences", "marks", "closed_dms"} | RUNNING
    assert {name for name, rows in after.items() if rows} <= left
    assert after["preferences"] == 1
    for table in schema.metadata.sorted_tables:
        assert "guild" in table.c or table.name in OF_NO_SERVER | OF_COUNTINGS, f"whose is {table.name}?"


async def test_a_server_to_which_the_bot_came_back_is_kept(house: House) -> None:
    """The bot learns of its return from an event, or from the list of its servers after a reconnection."""
    servers, elsewhere = SettingsRepository(house.store), 77
    await evening(house, Random(1), "common")
    before = await house.store.read(sizes)
    await servers.are({elsewhere}, house.now)
    house.wait(days=20)
    await servers.are({GUILD}, house.now)
    house.wait(days=20)
    await after_all_pruning(house)
    await servers.left(GUILD, house.now)
    house.wait(days=20)
    await servers.are({elsewhere}, house.now)
    await servers.joined(GUILD)
    house.wait(days=20)
    await after_all_pruning(house)
    assert (await house.store.read(sizes))["players"] == before["players"]
    await servers.are({elsewhere}, house.now)
    house.wait(days=20)
    await servers.are({elsewhere}, house.now + timedelta(days=1))
    house.wait(days=11)
    await after_all_pruning(house)
    assert (await house.store.read(sizes))["players"] == 0, "the thirty days began when it was gone"
