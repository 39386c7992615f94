"""Store the id of the message that sealed a kept game's dice, and each player's share in the salt."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("line", sa.BigInteger(), nullable=True))
    op.add_column("players", sa.Column("share", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "share")
    op.drop_column("games", "line")
