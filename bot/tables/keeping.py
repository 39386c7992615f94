"""At the end of a game: what is kept of it for good."""

import logging
from functools import partial

from bot.history import archive
from bot.history.counting import Count, count
from bot.history.game import Game, Player
from bot.storage import Connection, migrate, processes, table_rows
from bot.storage.kept_games import not_kept
from bot.storage.store import Store
from bot.tables import codec
from bot.tables.draft import Draft
from bot.tables.model import Seat, Status
from engine.options import different
from engine.record import Header, head
from engine.record.header import EARLIER_RULINGS, RULINGS
from engine.variants import variant as preset

log = logging.getLogger(__name__)

ENDED = (Status.OVER, Status.CLOSED)
LOOKED_FOR = "games not kept"
"""The name of the mark."""


def keep(connection: Connection, draft: Draft, rulings: int = RULINGS) -> list[Count]:
    """Keep the game of a table that has ended for good; what it counts for. A lobby leaves nothing.

    Its server is held until the transaction ends. `rulings` are those that it was played by.
    """
    if draft.game is None:
        return []
    row = draft.row
    game = Game(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        number=row.number,
        variant=draft.setup.variant,
        began=table_rows.began(connection, row.id),
        ended=row.changed,
        players=tuple(_player(seat) for seat in draft.seats),
        events=tuple(codec.event(each) for each in table_rows.events(connection, row.id)),
        rules=draft.setup.rules(),
    )
    return archive.keep(connection, game, head(_header(draft, rulings)))


async def keep_what_is_left(store: Store) -> None:
    """Keep the games that ended before games were kept, as far as their events are there.

    They are looked for once in each revision of the database. Each by itself: one that cannot be read stays where it
    is until the next one, and holds up no other.
    """
    looked_for, revision = await store.read(lambda c: (processes.mark(c, LOOKED_FOR), migrate.revision_of(c) or ""))
    if looked_for == revision:
        return

    def keep_one(connection: Connection, table_id: int) -> None:
        row = table_rows.table(connection, table_id, lock=True)
        if row is not None:
            count(connection, keep(connection, Draft(row, row.changed), EARLIER_RULINGS), held=True)

    for table_id in await store.read(lambda c: not_kept(c, ENDED)):
        try:
            await store.write(partial(keep_one, table_id=table_id))
        except Exception:
            log.exception("The game of table %d cannot be kept for good; its events stay.", table_id)
    await store.write(lambda connection: processes.set_mark(connection, LOOKED_FOR, revision))


def _header(draft: Draft, rulings: int) -> Header:
    """The head of the record: the players by number, the seed opened."""
    variant = draft.setup.variant
    return Header(
        variant=variant,
        players=tuple(f"p{seat}" for seat in range(1, len(draft.seats) + 1)),
        options=different(draft.setup.rules(), preset(variant).rules),
        commit=draft.row.commitment,
        salts={number: seat.salt for number, seat in enumerate(draft.seats) if seat.salt},
        seed=draft.row.seed,
        rulings=rulings,
    )


def _player(seat: Seat) -> Player:
    brought = (seat.brought.join, seat.brought.lucky, seat.brought.start)
    return Player(seat.user, seat.name, seat.user is None, brought if any(brought) else None, seat.since)
