"""Store the house rules that a server saves under a name."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "named_rules",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("variant", sa.String(20), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("by_name", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_named_rules")),
    )
    op.create_index("uq_named_rules_guild_key", "named_rules", ["guild", "key"], unique=True)


def downgrade() -> None:
    op.drop_table("named_rules")
