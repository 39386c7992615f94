"""Tests that this version does not change what a newer version has stored: tables, settings and stored games.

Each row has the number of its form. A test raises the number to imitate a newer version, and lowers it to imitate an
older version.
"""

import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, Table, select, update

from bot.history import archive, versions
from bot.history.past import PastGames, Replays, Wanted
from bot.people import Decks, SettingsRepository
from bot.people.privacy import Privacy
from bot.people.servers import ServerSettings
from bot.settings import CannotStart
from bot.storage import ALL, countings, facts, preferences, puzzles, schema, table_rows
from bot.storage.kept_games import NEWER_GAMES
from bot.storage.vitals import vitals
from bot.tables.model import Setup
from bot.tables.old_tables import KEPT
from bot.tables.outages import MONTH
from bot.tables.trouble import NewerVersion
from engine.core.events import EARLIER_FORM, FORM
from tests.databases import counted
from tests.rebuilt import rebuild, recounted
from tests.storage.conftest import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.tables.house import GUILD, House, Sitting, person

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    opened = await House(database_url).open()
    yield opened
    await opened.close()


async def in_form(house: House, table: Table, form: int, **where: Any) -> None:
    """Mark these rows as written by a version that writes this form."""
    which = [table.c[name] == value for name, value in where.items()]
    await house.store.write(lambda c: c.execute(update(table).where(*which).values(form=form)))


async def rows(house: House, table: Table, **where: Any) -> list[dict[str, Any]]:
    """Return the rows with these values, as dictionaries."""

    def work(connection: Connection) -> list[dict[str, Any]]:
        query = select(table).where(*(table.c[name] == value for name, value in where.items()))
        return [dict(row) for row in connection.execute(query).mappings()]

    return await house.store.read(work)


async def of_table(house: House, sitting: Sitting) -> list[dict[str, Any]]:
    """Return all rows about a table in the database."""
    events = await rows(house, schema.events, table_id=sitting.id)
    return await rows(house, schema.tables, id=sitting.id) + events + await rows(house, schema.seated)


async def test_a_table_of_a_newer_version_is_neither_read_nor_written(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """A turn at the table has timed out. The duty waits, a press is refused, and the log reports this once an hour."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    other = await house.game("common", "ann", "cid", channel=1, clock=60)
    await sitting.bid(2, 3)  # now this process has the table in memory
    await other.bid(2, 3)
    asked, theirs = await house.after_all_calls(sitting.id), await house.after_all_calls(other.id)
    assert asked is not None
    assert theirs is not None
    await in_form(house, schema.tables, table_rows.FORM + 1, id=sitting.id)
    before = await of_table(house, sitting)
    house.wait(minutes=5)
    with caplog.at_level(logging.WARNING, "bot.tables"):
        assert [table for table, _ in await house.tables.timers.due(house.now)] == [other.id]
        assert await house.tables.timers.carry_out(asked) is None
        for _ in range(3):
            with pytest.raises(NewerVersion):
                await sitting.liar()
            with pytest.raises(NewerVersion):
                await house.tables.queries.see(sitting.id, person("ann").id)
            with pytest.raises(NewerVersion):
                await house.tables.showing.pending(sitting.id)
            with pytest.raises(NewerVersion):
                await house.tables.latecomers.wait(sitting.id, person("eve"))
            with pytest.raises(NewerVersion):
                await house.tables.timers.next(sitting.id)
        await house.tables.timers.put_off(sitting.id)
        assert [each.id for each in await house.tables.queries.of(person("ann").id)] == [other.id]
        assert [table.id for table in await house.clock_strikes()] == [other.id]
    assert await of_table(house, sitting) == before
    assert (await other.info()).version > theirs.version
    said = [record.getMessage() for record in caplog.records if "newer version" in record.getMessage()]
    assert said == [f"Table {sitting.id} was stored by a newer version of the bot, which alone works on it."]
    house.wait(hours=1)
    with pytest.raises(NewerVersion):
        await sitting.info()
    assert len([record for record in caplog.records if "newer version" in record.getMessage()]) == 2


async def test_an_overdue_table_of_an_older_version_goes_on_at_once(house: House) -> None:
    """A new version takes over a table that has an older form and an overdue duty.

    The game goes on at once, and the row gets the new form.
    """
    sitting = await house.game("common", "ann", "bob", clock=60)
    await sitting.bid(2, 3)
    await in_form(house, schema.tables, table_rows.LEAST_FORM - 1, id=sitting.id)
    before = (await sitting.info()).version
    house.wait(minutes=5)
    await house.reopen()
    await house.tables.time.resume()
    assert [table.id for table in await house.clock_strikes()] == [sitting.id]
    assert (await sitting.info()).version > before
    assert {row["form"] for row in await rows(house, schema.tables)} == {table_rows.LEAST_FORM}


@pytest.mark.parametrize(
    ("game", "options", "form"),
    [
        ("dudo", {}, table_rows.LEAST_FORM),
        ("cup", {"straights": "on"}, table_rows.LEAST_FORM),
        ("mia", {}, table_rows.FORM),
        ("cup", {"equal": "on"}, table_rows.FORM),
        ("bar", {"price": "lives"}, table_rows.FORM),
    ],
)
async def test_a_row_gets_the_lowest_form_that_says_all_of_it(
    house: House, game: str, options: dict[str, Any], form: int
) -> None:
    """An older version goes on with all other tables. A choice in the lobby changes the form of its row."""
    sitting = await house.lobby("common", "ann", "bob")
    await in_form(house, schema.tables, table_rows.LEAST_FORM - 1)
    await house.show(sitting.id)
    assert {row["form"] for row in await rows(house, schema.tables)} == {table_rows.LEAST_FORM}
    chosen, usual = (Setup(game, options), form), (Setup("common"), table_rows.LEAST_FORM)
    for setup, its in (chosen, usual, chosen):
        await house.tables.lobbies.change(sitting.id, person("ann"), setup, house.key())
        assert {row["form"] for row in await rows(house, schema.tables)} == {its}
    await house.start(sitting.id, person("ann"))
    await house.tables.lobbies.end(sitting.id, person("ann"), house.key(), manager=True)
    assert {row["form"] for row in await rows(house, schema.tables)} == {form}
    other = await house.lobby(game, "cid", "dora", channel=1, **options)
    assert {row["form"] for row in await rows(house, schema.tables, id=other.id)} == {form}


@pytest.mark.parametrize(("game", "form"), [("dudo", EARLIER_FORM), ("mia", FORM)])
async def test_a_kept_game_has_the_lowest_form_that_says_all_of_it(house: House, game: str, form: int) -> None:
    """It keeps the form when its replay is deleted."""
    await SettingsRepository(house.store).change(GUILD, replays=1)
    await (await house.game(game, "ann", "bob", rounds=1)).play_on(Random(1))
    assert [row["form"] for row in await rows(house, schema.games)] == [form]
    house.now += 2 * MONTH
    await house.tables.time.prune()
    assert [(row["form"], row["events"]) for row in await rows(house, schema.games)] == [(form, b"")]


async def test_an_outage_is_given_back_by_a_process_that_understands_the_table(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=60)
    other = await house.game("common", "ann", "cid", channel=1, clock=60)
    await house.tables.time.beat()
    await in_form(house, schema.tables, table_rows.FORM + 1, id=sitting.id)
    before = await of_table(house, sitting)
    house.wait(hours=1)
    await house.reopen()
    await house.tables.time.resume()
    newest = house.tables.changes.sharing.outages.newest
    behind = partial(table_rows.behind, outage=newest, mine=ALL, after=0, many=9)
    assert [row.id for row in await house.store.read(behind)] == [other.id]
    await house.tables.time.catch_up()
    assert await of_table(house, sitting) == before
    deadline = (await other.info()).deadline
    assert deadline is not None
    assert deadline > house.now
    await in_form(house, schema.tables, table_rows.FORM, id=sitting.id)
    deadline = (await sitting.info()).deadline
    assert deadline is not None
    assert deadline > house.now, "a process that understands it gives the time back when it reads it"


async def test_duties_that_wait_for_a_newer_version_are_not_counted_as_overdue(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=60)
    house.shows = False
    await sitting.bid(2, 3)
    await in_form(house, schema.tables, table_rows.FORM + 1)
    house.wait(days=1)
    found = await house.store.read(partial(vitals, now=house.now, mine=ALL))
    assert (found.live, found.duties, found.overdue, found.unshown) == ((), 0, 0, 0)


async def test_nothing_of_a_newer_version_is_pruned(house: House) -> None:
    """Old events of the table and an old replay are kept as long as only a newer version understands them."""
    await SettingsRepository(house.store).change(GUILD, replays=1)
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    await in_form(house, schema.tables, table_rows.FORM + 1)
    await in_form(house, schema.games, FORM + 1)
    before = await rows(house, schema.events), await rows(house, schema.games)
    assert all(before)
    house.now += KEPT + MONTH + timedelta(days=1)
    assert await house.tables.time.prune()
    assert (await rows(house, schema.events), await rows(house, schema.games)) == before
    await house.store.write(lambda c: facts.set_fact(c, "pruned", ""))
    await in_form(house, schema.tables, table_rows.FORM)
    await in_form(house, schema.games, FORM)
    assert await house.tables.time.prune()
    assert not await rows(house, schema.events)
    assert (await rows(house, schema.games))[0]["worth"]


async def test_dares_that_a_newer_version_may_need_are_kept(house: House) -> None:
    decks = Decks(house.store, lambda: house.now)
    dares = "sing\ndance\njump\nwave\n"
    await decks.write(GUILD, dares + "hum", person("ann").id)
    await house.lobby("common", "ann", "bob")
    await in_form(house, schema.tables, table_rows.FORM + 1)
    house.wait(minutes=1)
    await decks.write(GUILD, dares + "yodel", person("ann").id)
    assert len(await rows(house, schema.dare_decks)) == 2
    await in_form(house, schema.tables, table_rows.FORM)
    house.wait(minutes=1)
    await decks.write(GUILD, dares + "whistle", person("ann").id)
    assert len(await rows(house, schema.dare_decks)) == 1


async def test_settings_of_a_newer_version_stay_and_the_bot_uses_the_defaults(house: House) -> None:
    """While the server's settings cannot be read, nobody can change them."""
    await SettingsRepository(house.store).change(GUILD, stakes=False, replays=3, language="de", puzzle_channel=5)
    await in_form(house, schema.server_settings, preferences.FORM + 1)
    before = await rows(house, schema.server_settings)
    settings = SettingsRepository(house.store)
    assert await settings.of(GUILD) == ServerSettings()
    await settings.load_languages()
    assert settings.languages == {}
    for refused in (settings.change(GUILD, hints=False), settings.forget(GUILD), settings.require_readable(GUILD)):
        with pytest.raises(NewerVersion):
            await refused
    assert await house.store.read(preferences.replays) == {}
    today = house.now.date().toordinal()
    assert await house.store.read(partial(puzzles.wanted, day=today, hour=23)) == []
    assert not await house.store.write(partial(puzzles.take, guild=GUILD, day=today))
    assert await rows(house, schema.server_settings) == before
    await in_form(house, schema.server_settings, preferences.FORM - 1)
    assert (await SettingsRepository(house.store).change(GUILD, hints=False)).stakes is False
    assert (await rows(house, schema.server_settings))[0]["form"] == preferences.FORM


async def test_a_stored_game_of_a_newer_version_is_not_replayed_listed_or_counted(house: House) -> None:
    for _ in range(2):
        await (await house.game("common", "ann", "bob", rounds=1)).a_lie()
    newer, other = sorted(row["id"] for row in await rows(house, schema.games))
    await in_form(house, schema.games, FORM + 1, id=newer)
    before, counts = await rows(house, schema.games), await house.store.read(counted)
    past = PastGames(house.store)
    assert [each.id for each in (await past.page(Wanted(GUILD))).games] == [other]
    assert (await past.is_newer(newer), await past.is_newer(other)) == (True, False)
    assert await Replays(house.store).replay(GUILD, newer) is None
    assert await Replays(house.store).proof(GUILD, newer) is None
    assert await house.store.read(lambda c: [each.id for each in archive.games(c)]) == [other]
    with pytest.raises(CannotStart, match=NEWER_GAMES):
        await house.store.write(rebuild)
    await house.store.write(partial(countings.change, number=GUILD, figures=versions.MINE.figures - 1))
    await recounted(house.store)
    assert await house.store.read(counted) == counts
    assert await rows(house, schema.games) == before


async def test_forgetting_a_person_waits_for_the_newer_version(house: House) -> None:
    """If a newer version has written a table at which a person sits, this version refuses to forget the person."""
    await (await house.game("common", "ann", "bob", rounds=1)).a_lie()
    privacy = Privacy(house.tables.changes, house.tables.queries)
    for table, form in ((schema.tables, table_rows.FORM), (schema.games, FORM)):
        await in_form(house, table, form + 1)
        before = await house.store.read(counted)
        with pytest.raises(NewerVersion):
            assert [text async for text in privacy.everything(person("ann").id)]
        if table is schema.tables:
            with pytest.raises(NewerVersion):
                await privacy.forget(person("ann").id)
        assert await house.store.read(counted) == before
        await in_form(house, table, form)
    assert [text async for text in privacy.everything(person("ann").id)]
    await privacy.forget(person("ann").id)
