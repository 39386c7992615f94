"""The mark of a player whom the table has removed from a game."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("put_out", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "put_out")
