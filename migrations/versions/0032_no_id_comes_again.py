"""Store the last id of each table on SQLite, so that the id of a deleted row is not given again."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "last_ids",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_last_ids"),
    )


def downgrade() -> None:
    op.drop_table("last_ids")
