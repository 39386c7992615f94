"""Check, some time after the last trouble, that all duties are done and that everything that was saved is shown."""

import io
from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from bot.history import export
from bot.presses.base import Move
from bot.sandbox.world import World
from bot.storage import schema, table_rows
from bot.tables import duties, encoding
from bot.tables.model import LIVE
from bot.tables.table import Table
from engine.record.verify import Line, verified
from tests.rebuilt import rebuild
from tests.simulation.witness import meant
from tests.swarm.choosing import offers

LATE = timedelta(seconds=30)
"""The time within which a duty must be carried out."""


def unrest(connection: Connection, world: World, now: datetime, deleted: set[int]) -> Iterator[str]:
    """Yield a sentence for each duty that is late, and for each table whose saved state is not shown.

    `deleted` has the ids of messages that somebody other than the bot deleted.
    """
    for table in connection.execute(select(schema.tables.c.id)).scalars().all():
        row = table_rows.table(connection, table)
        assert row is not None
        yield from _late(Table(row, now), row.channel in world.discord.channels)
        if row.channel in world.discord.channels:
            yield from _stands(row, world, deleted)


def _late(draft: Table, is_there: bool) -> Iterator[str]:
    row, now = draft.row, draft.now
    is_live = draft.status in LIVE
    if duties.is_unshown(row) and now - row.marks.changed > LATE:
        yield f"not shown: table {row.id} ({row.status}) at version {row.version} since {now - row.marks.changed}"
    if row.marks.due is not None and now - row.marks.due > LATE:
        yield f"overdue: table {row.id} ({row.status}) since {now - row.marks.due}, after {row.marks.tries} tries"
    if is_live and row.marks.due is None:
        yield f"waits for nothing and nobody: table {row.id} ({row.status})"
    if is_live and not is_there and row.marks.tries:  # the bot learns this only when it tries to show the table
        yield f"goes on in a channel that is gone: table {row.id} ({row.status}), after {row.marks.tries} tries"
    for seat, news in duties.undelivered(draft).items():
        if now - (news.again or row.marks.since or row.marks.changed) > LATE:
            yield f"not told: seat {seat} of table {row.id}, after {news.tries} tries"


def _stands(row: table_rows.TableRow, world: World, deleted: set[int]) -> Iterator[str]:
    """Yield a sentence if a table's panel is missing, or if the panel asks an outdated question."""
    if row.status not in LIVE or row.marks.panel_message is None or row.marks.panel_message in deleted:
        return
    panel = world.discord.messages(row.marks.panel_channel or 0).get(row.marks.panel_message)
    if panel is None:
        yield f"no panel: message {row.marks.panel_message} of table {row.id} is not there"
        return
    asked_from = encoding.annotations(row.marks.meanwhile).asked_from or row.version
    for press in map(meant, offers(panel)):
        if isinstance(press, Move) and not asked_from <= press.version <= row.version:
            yield f"an old panel: {press} at table {row.id}, which asks since version {asked_from}"
            return


def unproven(connection: Connection) -> Iterator[str]:
    """Yield a sentence for each finished game whose throws do not follow from the seed and the sealing message."""
    for game in connection.execute(select(schema.games.c.id)).scalars().all():
        text, row = export.proof(connection, game), table_rows.table(connection, game)
        sealing = encoding.annotations(row.marks.meanwhile).sealing if row is not None else None
        line = Line(sealing.line or 0, sealing.digits) if sealing is not None else None
        try:
            verified(io.BytesIO((text or "").encode()), line)
        except Exception as error:
            yield f"unproven: game {game}: {error}"


def miscounted(connection: Connection) -> Iterator[str]:
    """Yield a sentence for each kind of figures that a new count of all stored games changes.

    Such figures were counted twice or not at all. The caller must not commit the transaction.
    """
    before = _figures(connection)
    rebuild(connection)
    for name, rows_before in before.items():
        if (counted := _figures(connection)[name]) != rows_before:
            yield f"miscounted: {name} has {sorted(rows_before ^ counted)[:2]} otherwise when it is counted again"


def _figures(connection: Connection) -> dict[str, set[str]]:
    """Return the rows of each table of figures, as text.

    A new count gives scopes new numbers, so a scope is identified by its content.
    """
    t, s = schema.tallies.c, schema.scopes
    named = [column for column in s.c if column.name != "id"]
    query = select(*named, t.name, t.user, t.amount, t.beside).join_from(schema.tallies, s, t.scope == s.c.id)
    held = schema.achievements.c
    return {
        "tallies": {str(tuple(row)) for row in connection.execute(query)},
        "achievements": {str(tuple(row)) for row in connection.execute(select(held.user, held.name, held.game))},
    }
