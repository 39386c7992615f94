"""Several countings of a server's figures, and the version by which each process counts."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "countings",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("figures", sa.Integer(), nullable=False),
        sa.Column("achievements", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("openings", sa.BigInteger()),
        sa.Column("sought_since", sa.Integer()),
        sa.Column("sought_before", sa.Integer()),
        sa.PrimaryKeyConstraint("number", name="pk_countings"),
    )
    op.create_index("ix_countings_guild", "countings", ["guild"])
    op.create_table(
        "counted_gains",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("gained", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", "game", "seat", name="pk_counted_gains"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counted_forfeits",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("forfeit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("number", "forfeit", name="pk_counted_forfeits"),
        sqlite_with_rowid=False,
    )
    op.add_column("processes", sa.Column("counting", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("processes", "counting")
    for table in ("counted_forfeits", "counted_gains", "countings"):
        op.drop_table(table)
