"""Store the rating that a player gained in a game. The next start computes it from the kept games."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("gained", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "gained")
