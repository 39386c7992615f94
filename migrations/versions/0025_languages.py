"""Store the language of a server and of a person, and the language that Discord last reported for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("server_settings", "preferences"):
        op.add_column(table, sa.Column("language", sa.String(10), nullable=False, server_default=""))
    op.create_index(
        "ix_server_settings_language",
        "server_settings",
        ["guild", "language"],
        sqlite_where=sa.text("language <> ''"),
        postgresql_where=sa.text("language <> ''"),
    )
    op.create_table(
        "locales",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_locales")),
    )


def downgrade() -> None:
    op.drop_table("locales")
    op.drop_index("ix_server_settings_language", "server_settings")
    for table in ("preferences", "server_settings"):
        op.drop_column(table, "language")
