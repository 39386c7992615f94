"""Keep finished games, store every change of a forfeit as a row, and use one table for all figures.

The results of earlier games become opening balances. They cannot be counted again, because their events may be gone.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SNOWFLAKE = sa.BigInteger()
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    make_archive()
    make_tallies()
    make_changes()
    carry_over()
    op.drop_table("results")
    op.drop_table("standings")


def downgrade() -> None:
    raise NotImplementedError("the results of games since then are kept in their events alone")


def make_archive() -> None:
    """Create the tables for games and for their players."""
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", SNOWFLAKE, nullable=False),
        sa.Column("channel", SNOWFLAKE, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("ended", MOMENT, nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_guild", "games", ["guild", "id"])
    op.create_table(
        "players",
        sa.Column("game", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", SNOWFLAKE, nullable=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.Column("brought", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_players_game_games"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_players")),
    )
    op.create_index(op.f("ix_players_user"), "players", ["user"])


def make_tallies() -> None:
    """Create the tables for figures and for opening balances."""
    op.create_table(
        "tallies",
        sa.Column("guild", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("user", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("beside", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "name", "user", name=op.f("pk_tallies")),
    )
    op.create_index("ix_tallies_board", "tallies", ["guild", "name", "amount", "beside"])
    op.create_table(
        "openings",
        sa.Column("game", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("guild", SNOWFLAKE, nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("beside", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "user", "name", name=op.f("pk_openings")),
    )


def make_changes() -> None:
    """Create the table of the changes of forfeits."""
    op.create_table(
        "forfeit_changes",
        sa.Column("id", KEY, autoincrement=True, nullable=False),
        sa.Column("forfeit", KEY, nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("by", SNOWFLAKE, nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["forfeit"], ["forfeits.id"], name=op.f("fk_forfeit_changes_forfeit_forfeits"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_forfeit_changes")),
    )
    op.create_index(op.f("ix_forfeit_changes_forfeit"), "forfeit_changes", ["forfeit"])


def carry_over() -> None:
    """Fill the new tables from the old ones."""
    result = 'SELECT table_id, "user", guild, variant, at'
    for name, amount, beside in (
        ("wins", "CASE WHEN won THEN 1 ELSE 0 END", "1"),
        ("washed_up", "CASE WHEN washed_up THEN 1 ELSE 0 END", "1"),
        ("bads", "bads", "goods"),
    ):
        op.execute(
            'INSERT INTO openings (game, "user", guild, variant, at, name, amount, beside) '
            f"{result}, '{name}', {amount}, {beside} FROM results"
        )
    op.execute(
        'INSERT INTO tallies (guild, "user", name, amount, beside) '
        'SELECT guild, "user", name, SUM(amount), SUM(beside) FROM openings GROUP BY guild, "user", name'
    )
    op.execute(
        'INSERT INTO tallies (guild, "user", name, amount, beside) '
        "SELECT guild, debtor, 'forfeits', "
        "SUM(CASE WHEN state IN ('waits', 'owed') THEN 1 ELSE 0 END), SUM(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) "
        "FROM forfeits GROUP BY guild, debtor"
    )
    op.execute(
        'INSERT INTO tallies (guild, "user", name, amount, beside) '
        "SELECT guild, debtor, 'waived', COUNT(*), 0 FROM forfeits WHERE state = 'waived' GROUP BY guild, debtor"
    )
    # P1: the debtor said `paid`, and the winner said `waived`. It is not known who put the forfeit on the tab.
    op.execute(
        'INSERT INTO forfeit_changes (forfeit, state, "by", at) '
        "SELECT id, 'waits', NULL, at FROM forfeits ORDER BY id"
    )
    op.execute(
        'INSERT INTO forfeit_changes (forfeit, state, "by", at) '
        "SELECT id, state, CASE state WHEN 'paid' THEN debtor WHEN 'waived' THEN creditor END, COALESCE(settled, at) "
        "FROM forfeits WHERE state <> 'waits' ORDER BY id"
    )
