"""Add an index of live tables by server, because the bot counts a server's open tables before it opens another one."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    live = sa.text("status IN ('lobby', 'playing')")
    op.create_index("ix_tables_live_guild", "tables", ["guild"], sqlite_where=live, postgresql_where=live)


def downgrade() -> None:
    op.drop_index("ix_tables_live_guild", "tables")
