"""Store decks of dares: each server's own deck, and the versions of decks with which games began.

A table records its deck, and an event records the dare that was drawn. Older processes would lose both records, so
they have to be stopped first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
WORKS_FROM = "0022"


def upgrade() -> None:
    op.create_table(
        "dare_decks",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("deck", sa.String(20), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dare_decks")),
    )
    op.create_index("ix_dare_decks_guild", "dare_decks", ["guild", "deck", "at"])
    op.create_index("ix_dare_decks_by", "dare_decks", ["by"])


def downgrade() -> None:
    op.drop_table("dare_decks")
