"""The people who were not found on a server, and when Discord was last asked about them."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("asked", sa.DateTime(timezone=True), nullable=True))
    op.add_column("people", sa.Column("gone", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_people_gone",
        "people",
        ["guild", "id"],
        sqlite_where=sa.text("gone IS NOT NULL"),
        postgresql_where=sa.text("gone IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_people_gone", "people")
    op.drop_column("people", "gone")
    op.drop_column("people", "asked")
