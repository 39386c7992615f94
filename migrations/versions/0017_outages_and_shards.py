"""Store outages as rows, and store the running processes with their shards."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

from bot.storage.columns import Utc

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

COUNTED = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "outages",
        sa.Column("id", COUNTED, autoincrement=True, nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("lost_from", Utc(), nullable=False),
        sa.Column("resumed", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )
    op.create_table(
        "processes",
        sa.Column("id", COUNTED, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("until", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    shards = op.create_table(
        "shards",
        sa.Column("of", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("alive", Utc(), nullable=True),
        sa.PrimaryKeyConstraint("of", "shard", name="pk_shards"),
    )
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identifies"),
    )
    op.add_column("tables", sa.Column("outage", sa.BigInteger(), nullable=False, server_default="0"))
    due = sa.text("due IS NOT NULL")
    op.create_index("ix_tables_behind", "tables", ["outage", "id"], sqlite_where=due, postgresql_where=due)
    alive = op.get_bind().execute(sa.text("SELECT value FROM marks WHERE name = 'alive'")).scalar()
    if alive is not None:
        op.bulk_insert(shards, [{"of": 1, "shard": 0, "alive": datetime.fromisoformat(alive)}])


def downgrade() -> None:
    op.drop_index("ix_tables_behind", "tables")
    op.drop_column("tables", "outage")
    for name in ("identifies", "shards", "processes", "outages"):
        op.drop_table(name)
