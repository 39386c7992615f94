"""The computer player whose seat somebody took over in a kept game."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("instead_of", sa.String(100), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "instead_of")
