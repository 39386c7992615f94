"""Store ratings, and people's results against each other. The next start counts both from the kept games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SNOWFLAKE = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("family", sa.String(length=20), nullable=False),
        sa.Column("who", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "family", "who", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meetings",
        sa.Column("guild", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("user", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("other", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", "other", name=op.f("pk_meetings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_meetings_most", "meetings", ["guild", "user", "games"])
    op.add_column("players", sa.Column("rating", sa.Integer(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("ratings and meetings are younger than the revision before")
