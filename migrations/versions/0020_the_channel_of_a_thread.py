"""Store the parent channel of a thread with its games, because people who see the channel may see these games."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("tables", "games"):
        op.add_column(table, sa.Column("parent", sa.BigInteger(), nullable=True))
        op.add_column(table, sa.Column("private", sa.Boolean(), nullable=True))


def downgrade() -> None:
    for table in ("games", "tables"):
        op.drop_column(table, "private")
        op.drop_column(table, "parent")
