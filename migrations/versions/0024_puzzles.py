"""Store people's answers to the daily puzzle, and the channels in which servers want the puzzle."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("day", "user", name=op.f("pk_puzzle_answers")),
    )
    op.create_index("ix_puzzle_answers_guild", "puzzle_answers", ["guild", "day"])
    op.create_index(op.f("ix_puzzle_answers_user"), "puzzle_answers", ["user"])
    op.add_column("server_settings", sa.Column("puzzle_channel", sa.BigInteger(), nullable=True))
    op.add_column("server_settings", sa.Column("puzzle_hour", sa.Integer(), nullable=False, server_default="12"))
    op.add_column("server_settings", sa.Column("puzzle_posted", sa.Integer(), nullable=True))
    wanted = sa.text("puzzle_channel IS NOT NULL")
    op.create_index(
        "ix_server_settings_puzzle",
        "server_settings",
        ["puzzle_hour"],
        sqlite_where=wanted,
        postgresql_where=wanted,
    )


def downgrade() -> None:
    op.drop_index("ix_server_settings_puzzle", "server_settings")
    for column in ("puzzle_posted", "puzzle_hour", "puzzle_channel"):
        op.drop_column("server_settings", column)
    op.drop_table("puzzle_answers")
