"""Store a deal as one event and a showdown as one event, and store which players are still in.

Running games are converted.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", sa.column("id"), sa.column("public", sa.LargeBinary))
EVENTS = sa.table(
    "events", sa.column("table_id"), sa.column("seq"), sa.column("kind"), sa.column("body", sa.LargeBinary)
)

PARTS = ("count", "judged", "exact")
"""The parts of a showdown that were events of their own."""


def upgrade() -> None:
    connection = op.get_bind()
    for table, public in connection.execute(sa.select(TABLES.c.id, TABLES.c.public)).all():
        if public is not None:
            state = {**json.loads(public), "circle": still_in(json.loads(public))}
            connection.execute(TABLES.update().where(TABLES.c.id == table).values(public=encoded(state)))
        carry_over(connection, table)


def downgrade() -> None:
    raise NotImplementedError("a game that went on since cannot be told in the old events")


def still_in(state: dict[str, Any]) -> list[int]:
    """Return the players who are still in, in turn order.

    They have not left and, if players hold dice of their own, they have at least one die.
    """
    players = state["players"]
    return [seat for seat in state.get("order", ()) if players[seat].get("dice", 1) and not players[seat].get("left")]


def carry_over(connection: sa.Connection, table: int) -> None:
    """Rewrite the events of one table's throws and showdowns."""
    own = EVENTS.c.table_id == table
    rows = connection.execute(sa.select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.body).where(own).order_by(EVENTS.c.seq))
    showdown: tuple[int, dict[str, Any]] = (0, {})
    for seq, kind, body in rows.all():
        event, this = json.loads(body), EVENTS.update().where(own, EVENTS.c.seq == seq)
        if kind == "roll":
            throws = [[event["seat"], event["dice"]]]
            connection.execute(this.values(body=encoded({"event": "roll", "throws": throws})))
        elif kind == "revealed":
            showdown = (seq, event)
        elif kind in PARTS:
            first, whole = showdown
            told = {field: event[field] for field in ("count", "holds") if field in event}
            whole |= {"holds": event["exact"], "exact": True} if kind == "exact" else told
            connection.execute(EVENTS.delete().where(own, EVENTS.c.seq == seq))
            connection.execute(EVENTS.update().where(own, EVENTS.c.seq == first).values(body=encoded(whole)))


def encoded(value: dict[str, Any]) -> bytes:
    """Return a value as JSON, formatted as the bot stores it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
