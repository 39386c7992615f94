"""Stores forfeits and finished games, in the same transaction as the move that causes them."""

import asyncio
import logging
from functools import partial

import msgspec

from bot.history import archive, forfeits
from bot.history.counting import Count, count
from bot.history.game import Game, Player
from bot.storage import Connection, event_rows, facts, kept_games, ledger, migrate, table_people, table_rows
from bot.storage.batches import Batches
from bot.storage.ledger import ForfeitRow
from bot.storage.store import Store
from bot.storage.table_people import Named
from bot.tables import encoding
from bot.tables.model import Seat, Status, people
from bot.tables.table import Table, named
from engine.core import events as e
from engine.options import different
from engine.record import Header, head
from engine.record.header import EARLIER_RULINGS, oldest_rulings
from engine.variants import variant as preset

log = logging.getLogger(__name__)

ENDED = (Status.OVER, Status.CLOSED)

GAME_ENDED = (
    "Game {number} is over: {game}. People: {people}. Rounds: {rounds}. Minutes: {minutes:.0f}. Ended by: {why}."
)

AT_A_TIME = 1.0
"""The seconds after which the work on many tables stops; the next call goes on with the rest."""

LOOKED_FOR = "games not kept"
"""The name of a stored fact: the database revision in which the bot last looked for games that were not kept."""


def keep(connection: Connection, table: Table, rulings: int | None = None) -> list[Count]:
    """Store the game of a table that has ended, and return the figures to add to the statistics.

    Return an empty list if the table never left the lobby. `rulings` is the version of the rules by which the game was
    played. If it is None, it is the oldest version that plays the game alike, so that older processes can read it. The
    table's server stays locked until the transaction ends.
    """
    if table.game is None:
        return []
    row = table.row
    game = Game(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        number=row.number,
        variant=table.setup.variant,
        began=event_rows.began(connection, row.id),
        ended=row.marks.changed,
        players=tuple(_player(seat, at in table.annotations.put_out or None) for at, seat in enumerate(table.seats)),
        events=tuple(encoding.event(each) for each in event_rows.events(connection, row.id)),
        rules=table.setup.rules(),
        parent=row.parent,
        private=row.private,
        advised=table.setup.advice or None,
        line=table.annotations.sealing.line if table.annotations.sealing is not None else None,
    )
    return archive.keep(connection, game, head(_header(table, rulings or oldest_rulings(table.setup.rules()))))


async def keep_what_is_left(store: Store) -> None:
    """Store games that ended before the bot stored finished games, if their events still exist.

    The bot looks for such games once for each revision of the database. A game that cannot be read is logged and
    skipped until the next revision.
    """
    looked_for, revision = await store.read(lambda c: (facts.fact(c, LOOKED_FOR), migrate.revision_of(c) or ""))
    if looked_for == revision:
        return

    def keep_one(connection: Connection, table_id: int) -> None:
        row = table_rows.table(connection, table_id, lock=True)
        if row is not None:
            count(connection, keep(connection, Table(row, row.marks.changed), EARLIER_RULINGS[0]), held=True)

    for table_id in await store.read(lambda c: kept_games.not_kept(c, ENDED)):
        try:
            await store.write(partial(keep_one, table_id=table_id))
        except Exception:
            log.exception("The game of table %d cannot be kept for good; its events stay.", table_id)
    await store.write(lambda connection: facts.set_fact(connection, LOOKED_FOR, revision))


async def place_debts(store: Store, after: int = 0) -> int | None:
    """Add the place and the people to debts that an earlier version stored, a few debts per transaction.

    The place and the people come from the game of the debt. The place of a debt counts as private until they are
    added, or always if the game is not stored. If an earlier version deleted a person's data, the person is also
    removed from the debts of tables with ids above `after`.

    Return the id of the table that was reached after `AT_A_TIME` seconds, or None if that was the last one.
    """
    ends = asyncio.get_running_loop().time() + AT_A_TIME
    for some, place in ((ledger.place_some, 0), (ledger.drop_forgotten, after)):
        batches = Batches(store)
        while (reached := await batches.write(partial(some, after=place, many=batches.size()))) is not None:
            place = reached
            if asyncio.get_running_loop().time() > ends:
                return place if some is ledger.drop_forgotten else after
    return None


async def index_people(store: Store) -> bool:
    """Write down who is at the tables that an earlier version or an older process has stored, a few in a transaction.

    A row that cannot be read is skipped. Return False if `AT_A_TIME` seconds were over before all tables were indexed.
    """
    ends = asyncio.get_running_loop().time() + AT_A_TIME
    batches, after = Batches(store), 0
    index = partial(table_people.index_some, people_of=_people_of)
    while (reached := await batches.write(partial(index, after=after, many=batches.size()))) is not None:
        after = reached
        if asyncio.get_running_loop().time() > ends:
            return False
    return True


def _people_of(row: Named) -> frozenset[int] | None:
    """Return the people about whom a table has data, or None if the row cannot be read."""
    try:
        noted = encoding.annotations(row.meanwhile)
        return named(row.host, encoding.seats(row.seats), encoding.waiting(row.waiting), noted)
    except msgspec.MsgspecError:
        return None


def _header(table: Table, rulings: int) -> Header:
    """Return the header of the game's record, with the seed.

    Labels such as "p1" take the place of the players' names.
    """
    variant = table.setup.variant
    return Header(
        variant=variant,
        players=tuple(f"p{seat}" for seat in range(1, len(table.seats) + 1)),
        options=different(table.setup.rules(), preset(variant).rules),
        commit=table.row.commitment,
        salts={number: seat.salt for number, seat in enumerate(table.seats) if seat.salt},
        seed=table.row.seed,
        rulings=rulings,
    )


def _player(seat: Seat, put_out: bool | None) -> Player:
    brought = (seat.brought.join, seat.brought.lucky, seat.brought.start)
    inputs = brought if any(brought) else None
    return Player(seat.user, seat.name, seat.user is None, inputs, seat.since, seat.share, seat.instead_of, put_out)


def record(connection: Connection, table: Table) -> str:
    """Store the forfeits that this transaction's events cause, and the game if it has ended and is not kept yet.

    Call this after `table.save`. Return the log line about the end of the game, or "" if the game has not ended. Log
    the line only after the transaction. It contains no names.
    """
    found: list[Count] = []
    if table.setup.owes(table.seats):
        found += [each for event in table.events for each in _forfeits(connection, table, event)]
    if table.status in ENDED:
        found += _all_on_the_tab(connection, table)
    # A table may change long after its game was kept, when its events are gone.
    ends = table.status in ENDED and table.game is not None and not kept_games.is_kept(connection, table.row.id)
    if ends:
        found += keep(connection, table)
    if found:
        count(connection, found, held=ends)
    over = next((event for event in table.events if isinstance(event, e.GameOver)), None)
    return _ended(connection, table, over) if over is not None else ""


def _ended(connection: Connection, table: Table, over: e.GameOver) -> str:
    minutes = (table.now - event_rows.began(connection, table.row.id)).total_seconds() / 60
    return GAME_ENDED.format(
        number=table.row.id,
        game=table.setup.variant,
        people=sum(seat.user is not None for seat in table.seats),
        rounds=table.game.state.round if table.game is not None else 0,
        minutes=minutes,
        why=over.why,
    )


def _forfeits(connection: Connection, table: Table, event: e.Event) -> list[Count]:
    match event:
        case e.ForfeitOwed():
            return _owe(connection, table, event)
        case e.Settled(debtor=debtor, how=how, by=by):
            return _settle(connection, table, debtor, ledger.OWED if how == "tab" else how, by)
        case e.Left(seat=seat):  # L1: the forfeit goes on the tab
            return _settle(connection, table, seat, ledger.OWED, seat)
        case _:
            return []


def _owe(connection: Connection, table: Table, event: e.ForfeitOwed) -> list[Count]:
    debtor = table.seats[event.seat].user
    if debtor is None:
        return []
    creditor = table.seats[event.to].user if event.to is not None else None
    row = table.row
    stake = table.setup.rules().stake if event.why in e.FOR_THE_GAME else ""
    text = event.what or stake or table.setup.forfeit
    forfeit = ForfeitRow(
        *(row.guild, row.channel, row.id, debtor, creditor, text, table.setup.variant, table.now),
        parent=row.parent,
        private=bool(row.private),
    )
    return forfeits.owe(connection, forfeit, [user for user in people(table.seats) if user > 0])


def _settle(connection: Connection, table: Table, seat: int, state: str, by: int) -> list[Count]:
    debtor = table.seats[seat].user
    if debtor is None:
        return []
    said = table.seats[by].user
    waiting = ledger.waiting(connection, table.row.id, debtor)
    return [told for each in waiting for told in forfeits.settle(connection, each, state, said, table.now)]


def _all_on_the_tab(connection: Connection, table: Table) -> list[Count]:
    """Move every open forfeit to the tab because the game is over, and return the figures to add to the statistics."""
    waiting = ledger.waiting(connection, table.row.id)
    return [told for each in waiting for told in forfeits.settle(connection, each, ledger.OWED, None, table.now)]
