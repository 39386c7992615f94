"""Store the place of forfeits and of named house rules. Only people who can see this place may read their words.

The place of older forfeits is filled in from the kept games in the background (`bot/tables/bookkeeping.py`).
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

UNPLACED = sa.text("private IS NULL")


def upgrade() -> None:
    for table in ("forfeits", "named_rules"):
        op.add_column(table, sa.Column("parent", sa.BigInteger(), nullable=True))
        op.add_column(table, sa.Column("private", sa.Boolean(), nullable=True))
    op.add_column("named_rules", sa.Column("channel", sa.BigInteger(), nullable=True))
    op.create_index("ix_forfeits_unplaced", "forfeits", ["id"], sqlite_where=UNPLACED, postgresql_where=UNPLACED)
    op.create_table(
        "forfeit_people",
        sa.Column("table_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user", name="pk_forfeit_people"),
    )
    op.create_index("ix_forfeit_people_user", "forfeit_people", ["user"])
    op.create_index("ix_forfeit_people_guild", "forfeit_people", ["guild"])


def downgrade() -> None:
    op.drop_table("forfeit_people")
    op.drop_index("ix_forfeits_unplaced", "forfeits")
    op.drop_column("named_rules", "channel")
    for table in ("named_rules", "forfeits"):
        op.drop_column(table, "private")
        op.drop_column(table, "parent")
