"""Create the first tables: people, tables and their events, forfeits, results and standings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_at"), "answers", ["at"], unique=False)

    op.create_table(
        "closed_dms",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_closed_dms")),
    )
    op.create_table(
        "forfeits",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("debtor", sa.BigInteger(), nullable=False),
        sa.Column("creditor", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_forfeits")),
    )
    op.create_index("ix_forfeits_creditor", "forfeits", ["guild", "creditor", "state"], unique=False)
    op.create_index("ix_forfeits_debtor", "forfeits", ["guild", "debtor", "state"], unique=False)
    op.create_index(op.f("ix_forfeits_table_id"), "forfeits", ["table_id"], unique=False)

    op.create_table(
        "marks",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_marks")),
    )
    op.create_table(
        "people",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.PrimaryKeyConstraint("guild", "id", name=op.f("pk_people")),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("washed_up", sa.Boolean(), nullable=False),
        sa.Column("bads", sa.Integer(), nullable=False),
        sa.Column("goods", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_guild"), "results", ["guild"], unique=False)

    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), server_default="0", nullable=False),
        sa.Column("wins", sa.Integer(), server_default="0", nullable=False),
        sa.Column("washed_up", sa.Integer(), server_default="0", nullable=False),
        sa.Column("bads", sa.Integer(), server_default="0", nullable=False),
        sa.Column("goods", sa.Integer(), server_default="0", nullable=False),
        sa.Column("owed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("paid", sa.Integer(), server_default="0", nullable=False),
        sa.Column("waived", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", name=op.f("pk_standings")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("guild_name", sa.String(length=100), nullable=False),
        sa.Column("channel_name", sa.String(length=100), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("seats", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=128), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("public", sa.LargeBinary(), nullable=True),
        sa.Column("hidden", sa.LargeBinary(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("shown_seq", sa.Integer(), nullable=False),
        sa.Column("rolls_sent", sa.LargeBinary(), nullable=False),
        sa.Column("panel_channel", sa.BigInteger(), nullable=True),
        sa.Column("panel_message", sa.BigInteger(), nullable=True),
        sa.Column("panel_version", sa.Integer(), nullable=True),
        sa.Column("panel_lasting", sa.LargeBinary(), nullable=False),
        sa.Column("showing", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_deadline"), "tables", ["deadline"], unique=False)
    op.create_index(op.f("ix_tables_ends_at"), "tables", ["ends_at"], unique=False)
    op.create_index(op.f("ix_tables_showing"), "tables", ["showing"], unique=False)
    op.create_index(
        "uq_tables_live_channel",
        "tables",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'playing')"),
        postgresql_where=sa.text("status IN ('lobby', 'playing')"),
    )

    op.create_table(
        "events",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_events_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_events")),
    )
    op.create_table(
        "seated",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seated_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user", name=op.f("pk_seated")),
    )
    op.create_index(op.f("ix_seated_user"), "seated", ["user"], unique=False)


def downgrade() -> None:
    op.drop_table("seated")
    op.drop_table("events")
    op.drop_table("tables")
    op.drop_table("standings")
    op.drop_table("results")
    op.drop_table("people")
    op.drop_table("marks")
    op.drop_table("forfeits")
    op.drop_table("closed_dms")
    op.drop_table("answers")
