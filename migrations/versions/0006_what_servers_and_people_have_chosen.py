"""Store the choices of servers for their tables, and the choices of people for themselves.

A server or person without a row has chosen nothing.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "server_settings",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("stakes", sa.Boolean, nullable=False),
        sa.Column("channels", sa.LargeBinary, nullable=False),
        sa.Column("threads", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_server_settings")),
    )
    op.create_table(
        "preferences",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("dms", sa.String(20), nullable=False),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.Column("hints", sa.String(20), nullable=False),
        sa.Column("lucky", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_preferences")),
    )


def downgrade() -> None:
    op.drop_table("preferences")
    op.drop_table("server_settings")
