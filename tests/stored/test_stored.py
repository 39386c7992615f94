"""Tests that stored and sent data keep their form even if names in Python change.

See `tests/stored/__init__.py`.
"""

import json
from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from bot.history import archive
from bot.history.packing import packed, packed_events, unpacked
from bot.history.worth import read as read_worth
from bot.history.worth import stored as stored_worth
from bot.people import NamedRulesRepository, PreferencesRepository, SettingsRepository
from bot.storage import Connection
from bot.storage.event_rows import EventRow
from bot.tables import encoding
from bot.tables.annotations import Annotations
from bot.tables.model import USUAL_CLOCK, Setup
from tests.databases import sqlite_url
from tests.stored import Plain, read
from tests.stored.custom_ids import again, tags, told
from tests.stored.forms import forms
from tests.stored.playing import a_move
from tests.stored.rows import as_stored, empty, event_again, load, read_and_written, saved, table_row
from tests.tables.house import GUILD, House, Sitting

__all__ = ["sqlite_url"]

IDS, ROWS, FORMS = read("ids"), read("rows"), forms()


@pytest.fixture
async def house(sqlite_url: str) -> AsyncIterator[House]:
    """Run a process of the bot on an empty database."""
    opened = await House(sqlite_url, first_key=10**9).open()
    await opened.store.write(empty)
    yield opened
    await opened.close()


@pytest.mark.parametrize("part", sorted({*FORMS, *read("forms")}))
def test_every_stored_tag_field_and_word_is_unchanged(part: str) -> None:
    """`python -m tests.stored` adds new forms to the file. Nothing else may differ."""
    assert FORMS.get(part) == read("forms").get(part)


def test_every_press_has_an_id_in_the_file() -> None:
    assert tags() == set(IDS), "python -m tests.stored adds new ones; none may go"


@pytest.mark.parametrize("tag", sorted(IDS))
def test_custom_ids_keep_their_meaning(tag: str) -> None:
    """The test reads each id as a button's and as a menu's, in today's form and in the form before 2026-11-21."""
    today, before, press = IDS[tag]["today"], IDS[tag].get("before"), IDS[tag]["is"]
    assert again(today) == today
    assert told(today) == told("menu:any", [today]) == press
    if before is not None:
        assert told(before) == press
        kept, dot, chosen = before.rpartition(".")
        assert told(f"{kept if dot else before}", [chosen] if dot else ()) == press


@pytest.mark.parametrize("game", ROWS["games"])
def test_tables_are_written_unchanged_after_reading(game: str) -> None:
    for name, row in ROWS["games"][game]["tables"].items():
        for column, was, now in read_and_written(table_row(row)):
            assert now == was or _only_more(was, now), (name, column)
    for event in ROWS["games"][game]["events"]:
        values = as_stored("events", event)
        row = EventRow(*(values[name] for name in EventRow.__struct_fields__))
        assert event_again(row) == row


def _only_more(was: bytes | None, now: bytes | None) -> bool:
    """Return whether a column keeps its old values in order, and otherwise only has newer fields without a value.

    Older versions skip such fields, also at the end of a value that is written as an array, such as a bid.
    """
    return _has_only_more(json.loads(was or b"{}"), json.loads(now or b"{}"))


def _has_only_more(read: object, written: object) -> bool:
    if isinstance(read, dict) and isinstance(written, dict):
        later = [value for field, value in written.items() if field not in read]
        same = [field for field in written if field in read] == [*read]
        return same and not any(later) and all(_has_only_more(read[field], written[field]) for field in read)
    if isinstance(read, list) and isinstance(written, list):
        same_start = all(map(_has_only_more, read, written))
        return same_start and len(read) <= len(written) and not any(written[len(read) :])
    return read == written


def test_a_remark_that_an_older_version_stored_beside_a_game_is_skipped() -> None:
    """Computer players' remarks were (round, seat, line) until 2026-11-26. A `quip` has replaced them."""
    assert encoding.annotations(b'{"missed":[1],"remark":[3,1,2],"dares":4}') == Annotations(missed=(1,), dares=4)


def test_every_stored_setup_has_its_clock() -> None:
    """A table keeps its clock if the usual clock changes, which was 180 seconds until 2026-11-26."""
    setups = [row["setup"] for game in ROWS["games"].values() for row in game["tables"].values()]
    assert all("clock" in json.loads(setup) for setup in setups)
    assert 180 in {encoding.setup(setup.encode()).clock for setup in setups}
    assert json.loads(encoding.encode(Setup("common")))["clock"] == USUAL_CLOCK


@pytest.mark.parametrize("game", ROWS["games"])
async def test_stored_tables_can_be_played_on(house: House, game: str) -> None:
    """From every phase, the bot carries out the next duty or a player makes a legal move."""
    for row in ROWS["games"][game]["tables"].values():
        house.now = datetime.fromisoformat(row["changed"])
        events = [event for event in ROWS["games"][game]["events"] if event["seq"] <= row["seq"]]
        await house.store.write(partial(_load, row=row, events=events))
        sitting = Sitting(house, row["id"])
        before = await sitting.info()
        assert (before.version, before.status) == (row["version"], row["status"])
        if row["status"] == "playing":
            await _play_on(sitting)
            assert (await sitting.info()).version > before.version


def _load(connection: Connection, row: Plain, events: list[Plain]) -> None:
    empty(connection)
    load(connection, "tables", [row])
    load(connection, "events", events)


async def _play_on(sitting: Sitting) -> None:
    """Make a move for a person whose turn it is. Then carry out duties until the table has changed."""
    table, view = await sitting.info(), (await sitting.see()).view
    assert view is not None
    people = [table.seats[seat].name for seat in view.awaited if table.seats[seat].user is not None]
    if people:
        await a_move(sitting, people[0], Random(1))
    while (await sitting.info()).version == table.version:
        assert await sitting.house.next_duty(sitting.id) is not None


async def test_other_rows_are_unchanged_after_loading_and_reading(house: House) -> None:
    names = ("games", "forfeits", *(name for name in ROWS["rows"] if name not in ("games", "forfeits")))
    for name in names:
        await house.store.write(partial(load, name=name, rows=ROWS["rows"][name]))
    for name in names:
        found = await house.store.read(partial(saved, name=name))
        known = [{column: row[column] for column in ROWS["rows"][name][0]} for row in found]
        assert known == ROWS["rows"][name], "beside columns that are newer"


async def test_stored_games_are_written_unchanged_after_reading(house: House) -> None:
    for name in ("games", "players"):
        await house.store.write(partial(load, name=name, rows=ROWS["rows"][name]))
    found = {game.id: game for game in await house.store.read(lambda connection: list(archive.games(connection)))}
    for row in ROWS["rows"]["games"]:
        written = packed_events([msgspec.to_builtins(event) for event in found[row["id"]].events])
        assert unpacked(written).decode() == row["events"]["packed"]
        players = [each for each in ROWS["rows"]["players"] if each["game"] == row["id"]]
        assert [player.name for player in found[row["id"]].players] == [each["name"] for each in players]
        brought = [msgspec.json.encode(each.brought).decode() for each in found[row["id"]].players if each.brought]
        assert brought == [each["brought"] for each in players if each["brought"]]


@pytest.mark.parametrize("game", ROWS["worth"])
def test_figures_of_games_are_written_unchanged_after_reading(game: str) -> None:
    kept = ROWS["worth"][game]
    assert unpacked(stored_worth(read_worth(packed(kept.encode())))).decode() == kept


async def test_settings_and_preferences_are_written_unchanged_after_reading(house: House) -> None:
    """If the same choices are saved again, the rows stay the same, except for newer columns."""
    names, there = ("server_settings", "preferences", "named_rules"), ROWS["rows"]
    for name in names:
        await house.store.write(partial(load, name=name, rows=there[name]))
    servers, persons, kept = (
        SettingsRepository(house.store),
        PreferencesRepository(house.store),
        NamedRulesRepository(house.store),
    )
    await servers.change(GUILD, **_fields(await servers.of(GUILD)))
    for row in there["preferences"]:
        chosen = _fields(await persons.of_one(row["user"]))
        await persons.change(row["user"], **{name: value for name, value in chosen.items() if name in row})
    (rules,) = await kept.of(GUILD)
    (row,) = there["named_rules"]
    assert {name: value for name, value in _fields(rules).items() if name in row}.items() <= row.items()
    for name in names:
        now = await house.store.read(partial(saved, name=name))
        assert [{word: row[word] for word in was} for row, was in zip(now, there[name], strict=True)] == there[name]


def _fields(value: msgspec.Struct) -> dict[str, Any]:
    return msgspec.structs.asdict(value)
