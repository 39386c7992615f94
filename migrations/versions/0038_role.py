"""The role that the hosts of a server may call."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("server_settings", sa.Column("role", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("server_settings", "role")
