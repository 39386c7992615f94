"""People's guesses at showdowns."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guesses",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("is_true", sa.Boolean(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round", "user", name="pk_guesses"),
    )
    op.create_index("ix_guesses_user", "guesses", ["user"])
    op.create_index("ix_guesses_at", "guesses", ["at"])
    op.create_index("ix_guesses_guild", "guesses", ["guild"])


def downgrade() -> None:
    op.drop_table("guesses")
