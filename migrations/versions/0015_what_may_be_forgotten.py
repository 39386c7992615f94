"""Store how long a server keeps replays, and when the bot left a server."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("worth", sa.LargeBinary(), nullable=True))
    its_own = sa.text("worth IS NULL")
    op.create_index("ix_games_replays", "games", ["guild", "ended"], sqlite_where=its_own, postgresql_where=its_own)
    op.add_column("servers", sa.Column("gone", sa.DateTime(timezone=True), nullable=True))
    op.add_column("server_settings", sa.Column("replays", sa.Integer(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("a replay that was cleared away does not come back")
