"""Store three things in a table's row: the time of its next duty, the start of the turn, and which dice were sent.

The turn of a running game starts again when its panel is next shown, which is immediately.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = sa.table(
    "tables",
    *(sa.column(name) for name in ("id", "status", "version", "panel_version", "due", "showing", "changed")),
    *(sa.column(name, sa.LargeBinary) for name in ("public", "seats", "rolls_sent", "private_news")),
)
EVENTS = sa.table("events", sa.column("table_id"), sa.column("seq"), sa.column("kind"))
LIVE = ("lobby", "playing")


def upgrade() -> None:
    # Add one column at a time. On SQLite a batch would build the table again, without its partial index.
    connection, moment = op.get_bind(), sa.DateTime(timezone=True)
    nobody = "x'7b7d'" if connection.dialect.name == "sqlite" else "'{}'::bytea"
    op.add_column("tables", sa.Column("since", moment))
    op.add_column("tables", sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("due", moment))
    op.add_column("tables", sa.Column("tries", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("not_before", moment))
    op.add_column("tables", sa.Column("private_news", sa.LargeBinary, nullable=False, server_default=sa.text(nobody)))
    carry_over(connection)
    for name in ("deadline", "ends_at", "showing"):
        op.drop_index(f"ix_tables_{name}", "tables")
    for name in ("deadline", "showing", "rolls_sent"):
        op.drop_column("tables", name)
    op.create_index("ix_tables_due", "tables", ["due"])


def downgrade() -> None:
    raise NotImplementedError("when each turn ends is no longer written down")


def carry_over(connection: sa.Connection) -> None:
    """Let every live table be shown immediately, and keep the record of which dice were sent."""
    live = sa.or_(TABLES.c.status.in_(LIVE), TABLES.c.showing)
    stale = TABLES.update().where(TABLES.c.status.in_(LIVE), TABLES.c.panel_version.is_not(None))
    connection.execute(stale.values(panel_version=TABLES.c.version - 1))
    connection.execute(TABLES.update().where(live).values(due=TABLES.c.changed))
    games = sa.select(TABLES.c.id, TABLES.c.public, TABLES.c.seats, TABLES.c.rolls_sent)
    games = games.where(TABLES.c.status == "playing")
    for table, public, seats, sent in connection.execute(games).all():
        last = sa.select(sa.func.max(EVENTS.c.seq)).where(EVENTS.c.table_id == table, EVENTS.c.kind == "roll")
        learnt = connection.execute(last).scalar()
        if learnt is not None and public is not None:
            news = told(json.loads(public).get("round", 0), len(json.loads(seats)), json.loads(sent), learnt)
            this = TABLES.update().where(TABLES.c.id == table)
            connection.execute(this.values(private_news=json.dumps(news, separators=(",", ":")).encode()))


def told(number: int, seats: int, sent: dict[str, int], learnt: int) -> dict[str, Any]:
    """Return the record of sent dice by seat.

    It has the event `learnt`, which is the last throw, and also says whether the dice of that throw were sent.
    `number` is the number of rounds so far.
    """
    return {
        str(seat): {"learnt": learnt, **({"told": learnt} if sent.get(str(seat), 0) >= number else {})}
        for seat in range(seats)
    }
