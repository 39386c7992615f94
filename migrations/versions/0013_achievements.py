"""Store achievements and the look of people's dice. The next start counts the achievements from the kept games."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "achievements",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("game", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", "name", name=op.f("pk_achievements")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_achievements_game"), "achievements", ["game"])
    op.create_index("ix_achievements_user", "achievements", ["user"])
    op.add_column("preferences", sa.Column("dice", sa.String(20), nullable=False, server_default="ivory"))


def downgrade() -> None:
    raise NotImplementedError("achievements are younger than the revision before")
