"""Mark games in which everybody got advice, and store whether a server's computer players are quiet.

Games with advice do not change ratings.
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("advised", sa.Boolean(), nullable=True))
    op.add_column("server_settings", sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("server_settings", "quiet")
    op.drop_column("games", "advised")
