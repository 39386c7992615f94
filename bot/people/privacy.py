"""Export the data that the bot stores about a person as JSON files, or delete everything that identifies them."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from msgspec import json
from msgspec.structs import replace

from bot.background import Background
from bot.history.archive import record_text
from bot.history.projections import RANKED
from bot.people.json_files import JsonFiles
from bot.storage import Connection, Size, about_person, facts, ledger, personal, pseudonyms, servers, table_rows
from bot.storage.about_person import Place
from bot.storage.batches import Batches
from bot.storage.pseudonyms import FORGETS
from bot.storage.store import StoreFailed
from bot.tables import encoding
from bot.tables.annotations import Annotations
from bot.tables.changes import Changes
from bot.tables.model import LIVE, Brought, Seat
from bot.tables.queries import Queries
from bot.tables.trouble import Code, NewerVersion, Trouble

log = logging.getLogger(__name__)

T = TypeVar("T")

Row = Mapping[str, Any]

Rows = list[dict[str, Any]]

GAMES, GAMES_AT_ONCE = "games", 20
"""The section of the games, and the games that are read and written at once."""

TABLES = "tables"


def finished_game(row: Row) -> Row:
    """Return the data of a finished game for a player's export: the game's row, with the whole record.

    `you_are` is the player's name in the record (p1 ... pn).
    """
    brought = json.decode(row["brought"]) if row["brought"] else None
    record = record_text(row["record"], row["events"], row["form"]) if row["record"] else None
    plain = {name: value for name, value in row.items() if name not in ("events", "form")}
    return {**plain, "you_are": f"p{row['seat'] + 1}", "brought": brought, "record": record}


STALLED = timedelta(minutes=10)
"""After this time without a step, another process goes on."""

TABLES_AT_ONCE = 20
"""The tables that are read at once."""


class Privacy:
    """Exports and deletes the data about people in one store."""

    def __init__(self, changes: Changes, queries: Queries) -> None:
        self._changes, self._queries, self._store = changes, queries, changes.store
        self.background = Background(self._in_the_background)

    async def everything(self, user: int) -> AsyncIterator[bytes]:
        """Yield all data that the bot stores about a person as JSON, in files of a size that Discord accepts.

        The whole record of a finished game is included. Of a running game, only the person's own dice are included, as
        the person may see them. Other people appear with their names at the table, without ids. Raises `NewerVersion`,
        before the first file, if a newer version of the bot has written some of the data.
        """
        found = await self._tables_with(user)
        games = await self._store.read(partial(about_person.games_of, user=user))
        if await self._store.read(partial(about_person.has_newer_games, games=games)):
            raise NewerVersion
        tables = [table for ids in found.values() for table in ids]
        with ThreadPoolExecutor(1) as thread:  # each thread would keep the memory of a file
            apart = partial(asyncio.get_running_loop().run_in_executor, thread)
            files = await apart(JsonFiles, user, self._changes.now())
            async for section, rows in self._rows(user, tables, games):
                full = await apart(files.add, section, rows)
                while full:
                    yield full.pop(0)  # nothing else holds a file that was sent
            yield await apart(files.end)

    async def _rows(
        self, user: int, tables: Sequence[int], games: Sequence[int]
    ) -> AsyncIterator[tuple[str, Sequence[Row]]]:
        """Yield all rows about a person with the names of their sections, a few rows at a time."""
        for section in about_person.SECTIONS:
            place: Place | None = Place()
            while place is not None:
                few = partial(about_person.some_rows, section=section, user=user, after=place)
                rows, place = await self._store.read(few)
                yield section, rows
        yield TABLES, []
        async for some in self._some_tables(tables):
            dice = {row["id"]: await self._dice(row["id"], user) for row in some if row["status"] in LIVE}
            yield TABLES, await asyncio.to_thread(_seats, some, user, dice)
        for ids in _in_lists(games, GAMES_AT_ONCE) or [games]:
            kept = await self._store.read(partial(about_person.game_rows, user=user, games=ids))
            yield GAMES, await asyncio.to_thread(lambda: list(map(finished_game, kept)))  # noqa: B023 - awaited at once

    async def forget(self, user: int) -> None:
        """Change all stored data, on every server, so that nothing names this person or leads to them.

        Their seats get a new number that no person has. Raises `Trouble` while the person sits at a live table or is
        its host, because other people play with them there. Leaving is the person's own move, with its price (L1).
        Raises `NewerVersion` if a newer version has written one of their tables.

        The work is done in short transactions. After a kill, `resume` does the rest.
        """
        await self._store.read(partial(_check, user=user))
        await self._tables_with(user)
        await self._forget(user)

    async def resume(self) -> None:
        """Forget the people who asked for it, and for whom nothing was done for `STALLED`."""
        for name, at in (await self._store.read(partial(facts.facts_named, beginning=FORGETS))).items():
            if self._changes.now() - datetime.fromisoformat(at) > STALLED:
                with contextlib.suppress(Trouble):  # they sit at a table again, or a newer version goes on
                    await self._forget(int(name.removeprefix(FORGETS)))

    async def _in_the_background(self) -> None:
        try:
            await self.resume()
        except StoreFailed as error:
            log.info("A person could not be forgotten yet: %s.", error)
        except Exception:
            log.exception("A person could not be forgotten yet.")

    async def _forget(self, user: int) -> None:
        found, name = await self._tables_with(user), f"{FORGETS}{user}"
        on = await self._store.read(partial(personal.servers_of, user=user))
        for guild in sorted({*found, *on}):
            now = self._changes.now().isoformat()
            await self._store.write(partial(facts.set_fact, name=name, value=now))
            await self._forget_on(guild, user, found.get(guild, []))

        def work(connection: Connection) -> None:
            personal.forget_everywhere(connection, user)
            facts.drop_fact(connection, name)

        await self._store.write(work)

    async def _tables_with(self, user: int) -> dict[int, list[int]]:
        """Return the tables that name a person, by server.

        Raises `NewerVersion` if a newer version has written one of them.
        """
        found = await self._store.read(partial(about_person.tables_with, user=user))
        _require_understood(found.form)
        return found.on

    async def _some_tables(self, tables: Sequence[int]) -> AsyncIterator[Rows]:
        """Yield the rows of these tables, a few at a time. Raises `NewerVersion` as `_tables_with` does."""
        for few in _in_lists(tables, TABLES_AT_ONCE):
            rows = await self._store.read(partial(about_person.some_tables, tables=few))
            _require_understood(max((row["form"] for row in rows), default=0))
            yield rows

    async def _forget_on(self, guild: int, user: int, tables: Sequence[int]) -> None:
        """Forget a person on one server: first in the tables, then in the forfeits, and then in the games and figures.

        The person's rows get the same number in all of these transactions, also after a kill.
        """
        names = await self._store.read(lambda connection: personal.names_of(connection, guild, user))
        async for some in self._some_tables(tables):
            names |= await asyncio.to_thread(_names_at, some, user)
        ended = await self._store.read(lambda connection: personal.tables_ended_by(connection, guild, names - {""}))
        instead = await self._store.write(partial(pseudonyms.begin, user=user, guild=guild))
        await Batches(self._store).each(ended, partial(_rename_enders, user=user))
        await Batches(self._store).each(tables, partial(_unseat_from, user=user, instead=instead))
        batches = Batches(self._store)
        debts = partial(personal.forget_some_debts, guild=guild, user=user, instead=instead, size=batches.size)
        while await batches.write(debts):
            pass
        while await batches.write(partial(_waive_some, guild=guild, now=self._changes.now(), many=batches.size())):
            pass
        rows = partial(_forget_some, guild=guild, user=user, instead=instead, size=batches.size)
        while await batches.write(rows):
            pass

        def work(connection: Connection) -> None:
            _check(connection, user)
            servers.hold(connection, guild)
            personal.forget(connection, guild, user, instead, RANKED)
            pseudonyms.end(connection, user)

        await self._store.write(work)

    async def _dice(self, table_id: int, user: int) -> tuple[int, ...]:
        """Return a person's own dice in a running game, as their view shows them."""
        seen = await self._queries.see(table_id, user)
        return seen.view.mine if seen.view is not None and seen.seat is not None else ()


def _require_understood(form: int) -> None:
    """Raise `NewerVersion` if only a newer version can read table rows of this form."""
    if form > table_rows.FORM:
        raise NewerVersion


def _names_at(tables: Rows, user: int) -> set[str]:
    """Return the names under which a person sat at these tables, or was their host."""
    sat = {seat.name for row in tables for seat in encoding.seats(row["seats"]) if seat.user == user}
    return sat | {row["host_name"] for row in tables if row["host"] == user}


def _in_lists(rows: Sequence[T], many: int) -> list[Sequence[T]]:
    return [rows[at : at + many] for at in range(0, len(rows), many)]


def _seats(rows: Sequence[Row], user: int, dice: Mapping[int, tuple[int, ...]]) -> list[Row]:
    """Return the data about a person at each of these tables. `dice` has their dice in running games, by table."""
    return [seat for row in rows if (seat := _seat(row, user, dice.get(row["id"]))) is not None]


def _seat(row: Mapping[str, Any], user: int, dice: tuple[int, ...] | None) -> Mapping[str, Any] | None:
    """Return a table's data about a person, such as their seat.

    `claps` are the forfeits for which they clapped. `calls` is the number of calls of the evening, by them or against
    them. Return None if the table has no data about the person.
    """
    noted = encoding.annotations(row["meanwhile"])
    claps = sorted(forfeit for forfeit, users in noted.claps.items() if user in users)
    pairs = [(key.split(":"), many) for key, many in noted.tonight.items() if key.count(":") == 2]
    calls = sum(many for key, many in pairs if str(user) in key)
    seat = next((seat for seat in encoding.seats(row["seats"]) if seat.user == user), None)
    waits = any(waiting.who.id == user for waiting in encoding.waiting(row["waiting"]))
    is_invited, asked = user in noted.invited, [each.since for each in noted.asking if each.by == user]
    if seat is None and not waits and not claps and not calls and not is_invited and not asked and row["host"] != user:
        return None
    plain = {name: row[name] for name in ("id", "guild", "channel", "status", "changed")}
    return {
        **plain,
        "host": row["host"] == user,
        "waits": waits,
        "invited": is_invited,
        "seat": seat,
        "dice": dice,
        "claps": claps,
        "calls": calls,
        "asked_to_remove_somebody": asked,
        **_removal(noted, encoding.seats(row["seats"]), user),
    }


def _removal(noted: Annotations, seats: Sequence[Seat], user: int) -> Row:
    """Return when the table was asked to remove a person, whether it did, and the votes of this person."""
    mine = {number for number, seat in enumerate(seats) if seat.user == user}
    return {
        "removal_asked": [each.since for each in noted.asking if each.seat in mine],
        "removed": bool(mine.intersection(noted.put_out)),
        "agreed_to_removals": [each.since for each in noted.asking if mine.intersection(each.agreed)],
    }


def _check(connection: Connection, user: int) -> None:
    """Raise `Trouble` if a person sits at a live table, or is its host."""
    if live := table_rows.tables_of(connection, user) + table_rows.tables_of_host(connection, user):
        raise Trouble(Code.STILL_SEATED, channels=tuple(sorted({table.channel for table in live})))


def _rename_enders(connection: Connection, tables: Sequence[int], user: int) -> None:
    """Delete the name of the person who ended these tables."""
    _check(connection, user)
    for table in tables:
        _patch(connection, table, ended_by="")


def _unseat_from(connection: Connection, tables: Sequence[int], user: int, instead: int) -> None:
    _check(connection, user)
    for table in tables:
        _unseat(connection, table, user, instead)


def _waive_some(connection: Connection, guild: int, now: datetime, many: int) -> bool:
    """Waive at most `many` forfeits of a server that nobody can settle any more. Return whether there were any."""
    found = personal.forfeits_of_nobody(connection, guild, many)
    for forfeit in found:
        ledger.change(connection, forfeit, ledger.WAIVED, None, now)
    return bool(found)


def _forget_some(connection: Connection, guild: int, user: int, instead: int, size: Size) -> bool:
    _check(connection, user)
    servers.hold(connection, guild)
    return personal.forget_some_rows(connection, guild, user, instead, RANKED, size)


def _unseat(connection: Connection, table_id: int, user: int, instead: int) -> None:
    """Remove a person from the seats and lists of a table, from its applause and calls, and as its host.

    The id `instead` replaces the person's id in the seats and as the host.
    """
    row = table_rows.table(connection, table_id, lock=True)
    if row is None:
        return
    if row.is_newer:
        raise NewerVersion
    seats, queue = encoding.seats(row.seats), encoding.waiting(row.waiting)
    changes: dict[str, object] = {
        "seats": encoding.encode([_nobody(seat, instead) if seat.user == user else seat for seat in seats]),
        "waiting": encoding.encode([waiting for waiting in queue if waiting.who.id != user]),
    }
    noted = encoding.annotations(row.marks.meanwhile)
    claps = {forfeit: tuple(each for each in users if each != user) for forfeit, users in noted.claps.items()}
    tonight = {key: many for key, many in noted.tonight.items() if str(user) not in key.split(":")}
    asking = tuple(replace(each, by=instead, name="") if each.by == user else each for each in noted.asking)
    invited = tuple(each for each in noted.invited if each != user)
    kept = replace(noted, claps=claps, tonight=tonight, invited=invited, asking=asking)
    if kept != noted:
        changes["meanwhile"] = encoding.encode(kept)
    if row.host == user:
        changes |= {"host": instead, "host_name": ""}
    _patch(connection, table_id, **changes)


def _patch(connection: Connection, table_id: int, **changes: Any) -> None:
    if not table_rows.patch_table(connection, table_id, **changes):
        raise NewerVersion


def _nobody(seat: Seat, instead: int) -> Seat:
    """Return a seat without its person. The salt of the seat stays, because the dice depend on it."""
    return replace(seat, user=instead, name="", language="", brought=Brought())
