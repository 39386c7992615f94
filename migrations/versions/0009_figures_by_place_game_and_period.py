"""Count figures by place, game and period, and store the order in which games are counted.

The next start counts all earlier games again, as `python -m bot rebuild` does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SNOWFLAKE = sa.BigInteger()
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.drop_table("tallies")
    make_figures()
    make_servers_and_seasons()
    number_the_games()
    op.add_column("forfeits", sa.Column("season", sa.BigInteger()))


def downgrade() -> None:
    raise NotImplementedError("figures by place, game and period say more than there was room for")


def make_figures() -> None:
    """Create the tables `scopes`, `tallies` and `levels`.

    `tallies` has the figures in each scope, and `levels` has the number of people with each amount.
    """
    op.create_table(
        "scopes",
        sa.Column("id", KEY, autoincrement=True, nullable=False),
        sa.Column("guild", SNOWFLAKE, nullable=False),
        sa.Column("place", SNOWFLAKE, nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("period", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scopes")),
    )
    op.create_index("uq_scopes_guild", "scopes", ["guild", "place", "game", "period"], unique=True)
    op.create_table(
        "tallies",
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("user", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("beside", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "name", "user", name=op.f("pk_tallies")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tallies_board", "tallies", ["scope", "name", "amount", "beside", "user"])
    op.create_index("ix_tallies_user", "tallies", ["user"])
    op.create_table(
        "levels",
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("amount", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("many", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "name", "amount", name=op.f("pk_levels")),
        sqlite_with_rowid=False,
    )


def make_servers_and_seasons() -> None:
    """Create the table of servers, whose rows are locked while figures are counted, and the table of seasons."""
    op.create_table(
        "servers",
        sa.Column("guild", SNOWFLAKE, autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_servers")),
    )
    op.create_table(
        "seasons",
        sa.Column("id", KEY, autoincrement=True, nullable=False),
        sa.Column("guild", SNOWFLAKE, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("opened", MOMENT, nullable=False),
        sa.Column("closed", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
    )
    op.create_index("ix_seasons_guild", "seasons", ["guild", "opened"])
    is_open = sa.text("closed IS NULL")
    op.create_index(
        "uq_seasons_open", "seasons", ["guild"], unique=True, sqlite_where=is_open, postgresql_where=is_open
    )


def number_the_games() -> None:
    """Give numbers to the games of each server, in the order in which they ended.

    The players of a game get the game's server and number too.
    """
    for table, columns in (("games", ("ordinal", "season")), ("players", ("guild", "ordinal"))):
        for name in columns:
            kind = sa.Integer() if name == "ordinal" else sa.BigInteger()
            op.add_column(table, sa.Column(name, kind, nullable=True))
    op.execute(
        "UPDATE games SET ordinal = counted.place FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY guild ORDER BY "
        "ended, id) AS place FROM games) AS counted WHERE counted.id = games.id"
    )
    op.execute("UPDATE players SET guild = games.guild, ordinal = games.ordinal FROM games WHERE games.id = game")
    op.execute("INSERT INTO servers (guild, games) SELECT guild, COUNT(*) FROM games GROUP BY guild")
    for table, name, kind in (
        ("games", "ordinal", sa.Integer()),
        ("players", "guild", SNOWFLAKE),
        ("players", "ordinal", sa.Integer()),
    ):
        with op.batch_alter_table(table) as batch:
            batch.alter_column(name, existing_type=kind, nullable=False)
    op.drop_index("ix_games_guild", "games")
    op.create_index("ix_games_guild", "games", ["guild", "ordinal"])
    op.create_index("ix_games_channel", "games", ["guild", "channel", "ordinal"])
    op.create_index("ix_players_games", "players", ["guild", "user", "ordinal"])
