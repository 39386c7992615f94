"""Show each round in a message of its own.

The table's row therefore stores where its live message begins (`told_from`), and more state (`meanwhile`). A running
game begins its next message with its next event.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", *(sa.column(name) for name in ("status", "told_from", "shown_seq")))


def upgrade() -> None:
    # Add one column at a time. On SQLite a batch would build the table again, without its partial index.
    connection = op.get_bind()
    nothing = "x'7b7d'" if connection.dialect.name == "sqlite" else "'{}'::bytea"
    op.add_column("tables", sa.Column("told_from", sa.Integer))
    op.add_column("tables", sa.Column("meanwhile", sa.LargeBinary, nullable=False, server_default=sa.text(nothing)))
    connection.execute(TABLES.update().where(TABLES.c.status != "lobby").values(told_from=TABLES.c.shown_seq))
    op.drop_column("tables", "panel_lasting")


def downgrade() -> None:
    raise NotImplementedError("what stays of each message is no longer written down")
