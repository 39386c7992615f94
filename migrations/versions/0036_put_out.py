"""The people who were put out of a host's tables in a channel."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "put_out",
        sa.Column("channel", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("host", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("channel", "host", "user", name="pk_put_out"),
    )
    for column in ("host", "user", "guild", "until"):
        op.create_index(f"ix_put_out_{column}", "put_out", [column])


def downgrade() -> None:
    op.drop_table("put_out")
