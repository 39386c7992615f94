"""Test the recount of statistics in the background while people play.

Nobody notices the recount, and the new statistics are exact.
"""

import json
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from sqlalchemy import Connection, func, select, update

from bot.history import versions
from bot.history.achievements import ACHIEVEMENTS, Achievement
from bot.history.recounting import OlderHolds, Recount
from bot.history.versions import Version
from bot.people import Seasons
from bot.people.privacy import Privacy
from bot.settings import Shards
from bot.storage import countings, processes, schema, servers
from bot.storage.countings import FIRST, SHOWN
from tests.clock import utc_now
from tests.databases import counted
from tests.history.evening import evening, later
from tests.rebuilt import rebuild, recounted
from tests.tables.house import GUILD, House, person

VARIANTS = ("common", "firehouse", "dudo", "cup")
NEXT = Version(versions.MINE.counting + 1, versions.MINE.achievements)


async def played(house: House, luck: Random, first: int = 0) -> None:
    """Play a game of each variant in `VARIANTS`, and settle some of the forfeits."""
    for channel, variant in enumerate(VARIANTS, first):
        await evening(house, luck, variant, channel)
    await later(house, luck)


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this version of the bot count by the next version of the figures."""
    monkeypatch.setattr(versions, "MINE", NEXT)


def again(house: House) -> Recount:
    return Recount(house.store, lambda: house.now, rest=0)


async def some_steps(recount: Recount, many: int) -> bool:
    """Take some steps of a recount of the server. Return whether more steps are left."""
    return all([await recount._step(GUILD) for _ in range(many)])


async def states(house: House) -> list[str]:
    return [each.state for each in await house.store.read(partial(countings.of, guild=GUILD))]


async def equals_a_count_from_nothing(house: House) -> None:
    """Check that the shown figures equal those of a count from nothing. This deletes all other countings."""
    shown = await house.store.read(counted)
    assert shown
    await house.store.write(rebuild)
    assert await house.store.read(counted) == shown


def wrong(connection: Connection) -> None:
    """Make all stored figures wrong, as if another version had counted them."""
    connection.execute(update(schema.tallies).values(beside=schema.tallies.c.beside + 7))
    connection.execute(update(schema.ratings).values(mu=schema.ratings.c.mu + 1, games=99))
    connection.execute(update(schema.meetings).values(games=99))
    connection.execute(update(schema.players).values(rating=1, gained=2))


async def test_old_figures_are_shown_until_all_games_are_counted_again(house: House, newer: None) -> None:
    await played(house, Random(1))
    await house.store.write(wrong)
    old = await house.store.read(counted)
    recount = again(house)
    await recount._step(GUILD)  # notes by which version the first figures were counted
    while await recount._step(GUILD):
        if SHOWN not in await states(house):
            assert await house.store.read(counted) == old
    assert await states(house) == [FIRST, SHOWN]
    assert await house.store.read(counted) != old
    await equals_a_count_from_nothing(house)


@pytest.mark.parametrize("kill", range(1, 9))
async def test_a_recount_goes_on_where_it_was_after_a_kill(house: House, newer: None, kill: int) -> None:
    """Between the kills people end games and settle forfeits. They count once, in their order."""
    luck = Random(kill)
    await played(house, luck)
    await house.store.write(wrong)
    places = []
    for evening_of in range(1, 4):
        await some_steps(again(house), kill)
        places += [each.games for each in await house.store.read(partial(countings.of, guild=GUILD)) if each.number < 0]
        await house.reopen()
        await evening(house, luck, VARIANTS[(kill + evening_of) % len(VARIANTS)], 10 * evening_of)
        await later(house, luck)
    assert places == sorted(places)
    await recounted(house.store)
    assert await states(house) == [FIRST, SHOWN]
    await equals_a_count_from_nothing(house)


async def test_a_game_counts_in_the_new_figures_and_in_the_first_ones(house: House, newer: None) -> None:
    """The first figures stay as exact as they were, so that an older version may come back."""
    await played(house, Random(2))
    first = await house.store.read(counted)
    await recounted(house.store)
    assert await house.store.read(counted) == first
    await played(house, Random(3), 10)
    shown = await house.store.read(counted)
    await house.store.write(lambda c: c.execute(update(schema.countings).values(state=FIRST)))
    assert await house.store.read(counted) == shown != first
    await equals_a_count_from_nothing(house)


@pytest.mark.parametrize("before", [1, 4, 6, 9, 100])
async def test_a_person_is_forgotten_in_both_sets_of_figures(house: House, newer: None, before: int) -> None:
    luck = Random(before)
    await played(house, luck)
    recount = again(house)
    await recount._tidy()
    await some_steps(recount, before)
    await Privacy(house.tables.changes, house.tables.queries).forget(person("ann").id)
    for table in (schema.tallies, schema.meetings, schema.achievements):
        assert not await house.store.read(
            lambda c, it=table.c: c.execute(select(it.user).where(it.user == person("ann").id)).all()  # type: ignore[misc]
        )
    await evening(house, luck, "common", 20)
    await recounted(house.store)
    await equals_a_count_from_nothing(house)


@pytest.mark.parametrize("before", [3, 6, 100])
async def test_a_season_and_forfeits_count_in_both_sets_of_figures(house: House, newer: None, before: int) -> None:
    luck = Random(before)
    seasons = Seasons(house.store, lambda: house.now)
    await seasons.begin(GUILD, "autumn")
    await played(house, luck)
    recount = again(house)
    await recount._tidy()
    await some_steps(recount, before)
    await seasons.close(GUILD)
    await seasons.begin(GUILD, "winter")
    await evening(house, luck, "firehouse", 20)
    await later(house, luck)
    await recounted(house.store)
    await equals_a_count_from_nothing(house)


def in_any_order(files: Sequence[bytes]) -> list[dict[str, list[str]]]:
    """Return the files about a person with the rows of each table sorted."""
    return [
        {table: sorted(map(str, rows)) for table, rows in json.loads(file).items() if isinstance(rows, list)}
        for file in files
    ]


async def test_everything_about_a_person_has_the_shown_figures_once(house: House, newer: None) -> None:
    await played(house, Random(5))
    before = await house.store.read(counted)
    await recounted(house.store)
    assert await house.store.read(counted) == before
    privacy = Privacy(house.tables.changes, house.tables.queries)
    shown = in_any_order([text async for text in privacy.everything(person("ann").id)])
    await house.store.write(rebuild)
    assert in_any_order([text async for text in privacy.everything(person("ann").id)]) == shown


async def test_nothing_is_counted_again_while_an_older_version_holds_shards(house: House, newer: None) -> None:
    """A process of a version that stores no counting is older, too. Once it has stopped, the recount goes on."""
    await played(house, Random(6))
    recount = again(house)
    for counting in (None, NEXT.counting - 1):
        claim = partial(processes.claim, name="?", shards=Shards(0, 0, 1), now=utc_now(), counting=counting)
        process = await house.store.write(claim)
        assert process is not None
        house.now = utc_now()
        with pytest.raises(OlderHolds):
            await recount.to_the_end()
        await house.store.write(partial(processes.release, process=process))
    assert await states(house) in ([], [FIRST])
    await recount.to_the_end()
    assert await states(house) == [FIRST, SHOWN]


async def test_what_an_older_version_counts_afterwards_is_counted_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older version shows its own figures again, with every game. The newer one counts the games that it missed."""
    older, luck = versions.MINE, Random(7)
    await played(house, luck)
    monkeypatch.setattr(versions, "MINE", NEXT)
    await recounted(house.store)
    monkeypatch.setattr(versions, "MINE", older)
    await evening(house, luck, "common", 20)
    await later(house, luck)
    assert await house.store.read(partial(countings.shown, guild=GUILD)) == GUILD
    await recounted(house.store)
    monkeypatch.setattr(versions, "MINE", NEXT)
    await evening(house, luck, "dudo", 21)
    assert await house.store.read(partial(countings.shown, guild=GUILD)) == GUILD
    await recounted(house.store)
    assert await house.store.read(partial(countings.shown, guild=GUILD)) < 0
    await equals_a_count_from_nothing(house)


async def test_a_number_without_a_game_does_not_stop_a_recount(house: House, newer: None) -> None:
    """A game that is stored already takes another number when it is stored again."""
    await played(house, Random(15))
    await house.store.write(partial(servers.hold, guild=GUILD, games=1))
    await recounted(house.store)
    assert await states(house) == [FIRST, SHOWN]
    await equals_a_count_from_nothing(house)


async def test_a_second_recount_replaces_the_figures_of_the_first_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house, Random(8))
    for figures in (1, 2):
        monkeypatch.setattr(versions, "MINE", Version(NEXT.figures + figures, NEXT.achievements))
        await recounted(house.store)
    assert await states(house) == [FIRST, SHOWN]
    numbers = await house.store.read(lambda c: set(c.execute(select(schema.scopes.c.guild)).scalars()))
    assert len(numbers) == 2
    await equals_a_count_from_nothing(house)


async def test_a_new_achievement_is_looked_for_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stored with the first game that brought it, and no figure is counted again."""
    await played(house, Random(9))
    await recounted(house.store)
    shown = await house.store.read(partial(countings.of, guild=GUILD))
    sat = Achievement("🪑", lambda: ("Sat down", "played a game"), lambda done: done.game.people(), NEXT.figures)
    monkeypatch.setitem(ACHIEVEMENTS, "sat", sat)
    monkeypatch.setattr(versions, "MINE", Version(versions.MINE.figures, NEXT.figures))
    recount = again(house)
    await some_steps(recount, 2)
    await evening(house, Random(10), "common", 20)
    await recounted(house.store)
    now = await house.store.read(partial(countings.of, guild=GUILD))
    assert [(each.number, each.state) for each in now] == [(each.number, each.state) for each in shown]
    assert max(each.achievements for each in now) == NEXT.figures
    assert "sat" in {row.get("name") for row in await house.store.read(counted)}
    await equals_a_count_from_nothing(house)


async def test_figures_without_a_note_are_counted_again_only_if_another_version_counted_them(house: House) -> None:
    """After an upgrade from a version without notes, nothing is counted again if it counted in the same way."""
    await again(house).prepare()
    await played(house, Random(11))
    await house.store.write(lambda c: c.execute(schema.countings.delete()))
    await recounted(house.store)
    assert await states(house) == [FIRST]
    await house.store.write(lambda c: c.execute(schema.countings.delete()))
    await house.store.write(lambda c: c.execute(update(schema.facts).values(value="5")))
    await recounted(house.store)
    assert await states(house) == [FIRST, SHOWN]


def forgets_as_an_older_version(connection: Connection, user: int, number: int) -> None:
    """Give a person another number in the ratings of a counting, as a version does that takes it for a server."""
    it = schema.ratings.c
    connection.execute(schema.servers.insert().values(guild=number, games=0))
    connection.execute(update(schema.ratings).where(it.guild == number, it.who == user).values(who=-(2**50)))


async def test_a_counting_in_which_an_older_version_forgot_a_person_is_dropped(house: House, newer: None) -> None:
    await played(house, Random(12))
    await recounted(house.store)
    (number,) = [each.number for each in await house.store.read(partial(countings.of, guild=GUILD)) if each.number < 0]
    await house.store.write(partial(forgets_as_an_older_version, user=person("ann").id, number=number))
    await recounted(house.store)
    assert await house.store.read(lambda c: list(c.execute(select(schema.servers.c.guild)).scalars())) == [GUILD]
    assert await states(house) == [FIRST, SHOWN]
    await equals_a_count_from_nothing(house)


async def test_a_counting_whose_figures_an_older_version_deleted_is_built_again(house: House, newer: None) -> None:
    """An older version that counts everything again deletes all scopes."""
    await played(house, Random(13))
    await recounted(house.store)

    def older(connection: Connection) -> None:
        kept = list(connection.execute(select(schema.countings)).mappings())
        rebuild(connection)
        connection.execute(schema.countings.delete())
        connection.execute(schema.countings.insert(), [dict(row) for row in kept])

    await house.store.write(older)
    await recounted(house.store)
    await equals_a_count_from_nothing(house)


async def test_a_counting_of_a_server_that_an_older_version_deleted_is_deleted(house: House, newer: None) -> None:
    await played(house, Random(14))
    await recounted(house.store)
    await house.store.write(lambda c: c.execute(schema.servers.delete()))
    await recounted(house.store)
    for table in (schema.counted_gains, schema.counted_forfeits):
        assert not await house.store.read(lambda c, it=table: c.execute(select(func.count()).select_from(it)).scalar())  # type: ignore[misc]
    numbers = await house.store.read(lambda c: set(c.execute(select(schema.scopes.c.guild)).scalars()))
    assert min(numbers) >= 0
