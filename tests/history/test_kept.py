"""Test the stored games of real tables on real databases, with their records, events and statistics."""

import io
from functools import partial
from random import Random

import pytest
from sqlalchemy import Connection, delete, select, update

from bot.history import archive, export
from bot.history.boards import Scope
from bot.history.game import Game
from bot.history.packing import packed, unpacked
from bot.storage import event_rows, kept_games, ledger, schema
from bot.tables import encoding
from engine.record import replay, verified
from engine.variants import VARIANTS
from tests.databases import counted
from tests.history.evening import OPTIONS, evening, later
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House, person

USUAL = 2048
"""The largest allowed size of a usual game in bytes. It has ten rounds and four people."""


def kept(connection: Connection) -> list[Game]:
    return list(archive.games(connection))


def test_the_random_evenings_have_options_for_every_preset() -> None:
    assert OPTIONS.keys() == VARIANTS.keys()


@pytest.mark.in_some_games
@pytest.mark.parametrize("variant", OPTIONS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
async def test_a_stored_game_can_be_replayed_and_its_dice_verified(
    sqlite_house: House, variant: str, seed: int
) -> None:
    """In the games, forfeits are settled in every way, players leave and vote to stop, and turns time out.

    The records are exported with and without names.
    """
    house, luck = sqlite_house, Random(f"{variant}{seed}")
    for channel in range(3):
        sitting = await evening(house, luck, variant, channel)
        numbered = await house.store.read(partial(export.game, game_id=sitting.id, names=False))
        named = await house.store.read(partial(export.game, game_id=sitting.id, names=True))
        assert numbered is not None
        assert named is not None
        game = (await house.store.read(kept))[-1]
        for text in (numbered, named):
            done, throws, *_ = verified(io.BytesIO(text.encode()))
            assert done == replay(io.BytesIO(text.encode()))
            assert throws > 0
            assert done.events == game.events
        assert game.players[0].name == "ann"
        rulings = 4 if variant in ("mia", "bluff", "dahua") else 3  # version 0.2 refuses later records and games
        assert f"@rules {rulings}\n" in numbered
        assert "ann" not in numbered.split()
        assert "ann" in named.split()
        told = [encoding.event(row) for row in await house.store.read(partial(event_rows.events, table_id=sitting.id))]
        assert game.events == tuple(told)


@pytest.mark.parametrize("seed", [0, pytest.param(2, marks=pytest.mark.long)])
async def test_a_rebuild_gives_the_same_figures(house: House, seed: int) -> None:
    """The bot updates the figures after each game. A new count of all stored games must give the same figures."""
    luck = Random(seed)
    for channel, variant in enumerate([*OPTIONS, "common", "firehouse", "firehouse"]):
        await evening(house, luck, variant, channel)
        if channel % 3 == 2:
            await later(house, luck)
    maintained = await house.store.read(counted)
    assert {row.get("name") for row in maintained} >= {"wins", "washed_up", "bads", "forfeits", "waived"}
    await house.store.write(rebuild)
    assert await house.store.read(counted) == maintained
    await house.store.write(rebuild)
    assert await house.store.read(counted) == maintained


async def test_figures_agree_with_an_independent_count(house: House) -> None:
    """The test counts wins from the final states of the games, and not from the stored events."""
    luck, wins, games = Random(3), dict.fromkeys("abcd", 0), dict.fromkeys("abcd", 0)
    for channel in range(4):
        sitting = await house.game("common", "ann", "bob", "cid", channel=channel, rounds=2)
        table = await sitting.play_on(luck)
        result = (await sitting.view()).state.result
        assert result is not None
        for seat, place in enumerate(table.seats):
            games[place.name[0]] += 1
            wins[place.name[0]] += seat in result.winners
    page = await house.boards.page(Scope(GUILD), "wins", 1, person("ann").id)
    assert {row.name[0]: row.figures for row in page.rows} == {n: (wins[n], games[n]) for n in "abc"}


async def test_every_change_of_a_forfeit_is_stored_in_a_row(house: House) -> None:
    """A row has the time, the new state, and the person who made the change.

    It has no person if the clock or the end of the game made the change.
    """
    sitting = await house.game("common", "ann", "bob", rounds=2)
    liar, caller = await sitting.a_lie()
    house.wait(seconds=5)
    await sitting.settle(caller, liar, "tab")
    (line,) = await house.debts.forfeits(GUILD, person(liar).id)
    house.wait(days=1)
    await house.debts.settle_forfeit(line.id, person(caller).id, "waived", house.key())
    changes = await house.store.read(lambda c: ledger.changes(c, line.id))
    assert [(change.state, change.by) for change in changes] == [
        ("waits", None),
        ("owed", person(caller).id),
        ("waived", person(caller).id),
    ]
    assert changes[-1].at == house.now
    second, _ = await sitting.a_lie()  # after the last round the game does not wait for the settlement
    (line,) = await house.debts.forfeits(GUILD, person(second).id)
    changes = await house.store.read(lambda c: ledger.changes(c, line.id))
    assert [(change.state, change.by) for change in changes] == [("waits", None), ("owed", None)]


@pytest.mark.parametrize("how", ["a manager", "nobody moves", "the channel is gone"])
async def test_a_game_without_a_result_is_stored_but_not_counted(house: House, how: str) -> None:
    """L5: the forfeits remain, and the seed is revealed."""
    sitting = await house.game("common", "ann", "bob", clock=None)
    liar, caller = await sitting.a_lie()
    if how == "a manager":
        await house.tables.lobbies.end(sitting.id, person("eve"), house.key(), manager=True)
    elif how == "the channel is gone":
        await house.tables.showing.retire(sitting.id)
    else:
        await sitting.settle(caller, liar, "tab")
        house.wait(days=8)
        await house.clock_strikes()
    (game,) = await house.store.read(kept)
    assert game.id == sitting.id
    text = await house.store.read(lambda c: export.game(c, sitting.id, names=True))
    assert text is not None
    assert verified(io.BytesIO(text.encode()))[0].over()
    assert text.endswith("\n  stop\n    = over none\n")
    figures = [row for row in await house.store.read(counted) if "name" in row]
    assert {row["name"] for row in figures} == {"forfeits"}
    assert len(await house.debts.forfeits(GUILD, person(liar).id)) == 1


async def test_a_closed_lobby_is_not_stored(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    await house.tables.lobbies.end(sitting.id, person("ann"), house.key())
    assert await house.store.read(kept) == []


@pytest.mark.in_some_games
@pytest.mark.parametrize("variant", OPTIONS)
async def test_a_usual_game_takes_two_kilobytes(sqlite_house: House, variant: str) -> None:
    """A usual game has ten rounds and four people."""
    sitting = await sqlite_house.game(variant, "ann", "bob", "cid", "dora", rounds=10)
    await sitting.play_on(Random(1))
    row = await sqlite_house.store.read(lambda c: kept_games.game(c, sitting.id))
    assert row is not None
    assert len(row.record) + len(row.events) <= USUAL


async def test_a_record_that_was_stored_as_a_text_keeps_that_text(house: House) -> None:
    """Until 2026-11-22, records were stored as whole texts.

    Such a record keeps its text, even if events are written in other words today.
    """
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    written = await house.store.read(partial(export.game, game_id=sitting.id, names=False))
    assert written is not None
    of_old = written.replace("    = over", "    # as it was written then\n    = over")
    whole = update(schema.games).where(schema.games.c.id == sitting.id).values(record=packed(of_old.encode()))
    before = await house.store.read(kept)
    await house.store.write(lambda connection: connection.execute(whole))
    assert await house.store.read(partial(export.game, game_id=sitting.id, names=False)) == of_old != written
    assert await house.store.read(kept) == before


async def test_events_are_deleted_only_after_their_game_is_stored(house: House) -> None:
    """After an upgrade, some games may have ended without being stored in the history yet."""
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    before = await house.store.read(counted)
    (game,) = await house.store.read(kept)

    def forget(connection: Connection) -> None:
        connection.execute(schema.players.delete())
        connection.execute(schema.games.delete())
        for table in (schema.tallies, schema.levels, schema.scopes):
            connection.execute(delete(table))

    await house.store.write(forget)
    house.wait(days=400)
    await house.tables.time.prune()
    assert await house.store.read(lambda c: event_rows.events(c, sitting.id)) == []
    assert await house.store.read(kept) == [game]
    await house.store.write(rebuild)
    assert await house.store.read(counted) == before


async def test_an_unreadable_game_does_not_prevent_others_from_being_stored(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    for channel in range(2):
        sitting = await house.game("common", "ann", "bob", rounds=1, channel=channel)
        await sitting.a_lie()

    def spoil(connection: Connection) -> None:
        connection.execute(schema.games.delete())
        broken = update(schema.events).where(schema.events.c.table_id == 1, schema.events.c.seq == 2)
        connection.execute(broken.values(body=b"{"))

    await house.store.write(spoil)
    house.wait(days=400)
    await house.tables.time.prune()
    assert [game.id for game in await house.store.read(kept)] == [2]
    assert "table 1 cannot be kept" in caplog.text
    left = await house.store.read(lambda c: set(c.execute(select(schema.events.c.table_id)).scalars()))
    assert left == {1}


async def test_a_stored_game_of_a_forgotten_person_names_a_number(house: House) -> None:
    """A forgotten person has a number instead of a name. The stored records and events name nobody."""
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    row = await house.store.read(lambda c: kept_games.game(c, sitting.id))
    assert row is not None
    for told in (unpacked(row.record), unpacked(row.events)):
        assert not any(mark.encode() in told for mark in ("ann", "bob", str(person("ann").id)))

    def forget(connection: Connection) -> None:
        ann = schema.players.c.user == person("ann").id
        connection.execute(update(schema.players).where(ann).values(user=None, name="", brought=None))

    await house.store.write(forget)
    text = await house.store.read(lambda c: export.game(c, sitting.id, names=True))
    assert text is not None
    assert "@players p1 bob" in text
    verified(io.BytesIO(text.encode()))
