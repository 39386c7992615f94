"""An index of the people who sit or wait at each table or host it, and the write at which each table was indexed."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

BEHIND = sa.text("indexed IS NULL OR indexed <> writes")


def upgrade() -> None:
    op.create_table(
        "table_people",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_table_people_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user", name="pk_table_people"),
    )
    op.create_index("ix_table_people_user", "table_people", ["user", "table_id"])
    op.add_column("tables", sa.Column("indexed", sa.Integer(), nullable=True))
    op.create_index("ix_tables_unindexed", "tables", ["id"], sqlite_where=BEHIND, postgresql_where=BEHIND)


def downgrade() -> None:
    op.drop_index("ix_tables_unindexed", "tables")
    op.drop_column("tables", "indexed")
    op.drop_table("table_people")
