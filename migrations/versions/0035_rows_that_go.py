"""Columns for what a game needs once its table has no row: the message with the result, and whether it was shared."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("message", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("shared", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("games", "shared")
    op.drop_column("games", "message")
