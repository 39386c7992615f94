"""Add indexes for deleting old data and for forgetting people and servers. The tables to be searched only grow."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

GONE: dict[str, Any] = {which: sa.text("gone IS NOT NULL") for which in ("sqlite_where", "postgresql_where")}
FOR_A_WHILE: dict[str, Any] = {which: sa.text("replays IS NOT NULL") for which in ("sqlite_where", "postgresql_where")}
INDEXES: tuple[tuple[str, str, list[str], dict[str, Any]], ...] = (
    ("ix_tables_guild", "tables", ["guild", "ended_by"], {}),
    ("ix_games_ended", "games", ["ended"], {}),
    ("ix_forfeits_guild", "forfeits", ["guild"], {}),
    ("ix_forfeits_debtor", "forfeits", ["debtor"], {}),
    ("ix_forfeit_changes_by", "forfeit_changes", ["by"], {}),
    ("ix_people_id", "people", ["id"], {}),
    ("ix_ratings_who", "ratings", ["who"], {}),
    ("ix_meetings_user", "meetings", ["user"], {}),
    ("ix_meetings_other", "meetings", ["other"], {}),
    ("ix_named_rules_by", "named_rules", ["by"], {}),
    ("ix_servers_gone", "servers", ["gone"], GONE),
    ("ix_server_settings_replays", "server_settings", ["replays"], FOR_A_WHILE),
)


def upgrade() -> None:
    for name, table, columns, where in INDEXES:
        op.create_index(name, table, columns, **where)


def downgrade() -> None:
    for name, table, _, _ in reversed(INDEXES):
        op.drop_index(name, table)
