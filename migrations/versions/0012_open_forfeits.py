"""Add indexes for finding the open forfeits of a person and of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

IS_OPEN = sa.text("state IN ('waits', 'owed')")


def upgrade() -> None:
    op.drop_index("ix_forfeits_debtor", "forfeits")
    op.drop_index("ix_forfeits_creditor", "forfeits")
    for name, columns in (
        ("ix_forfeits_owes", ["debtor", "id"]),
        ("ix_forfeits_is_owed", ["creditor", "id"]),
        ("ix_forfeits_open", ["guild", "id"]),
    ):
        op.create_index(name, "forfeits", columns, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)
    op.create_index("ix_forfeits_paid", "forfeits", ["creditor", "state", "settled"])


def downgrade() -> None:
    for name in ("ix_forfeits_owes", "ix_forfeits_is_owed", "ix_forfeits_open", "ix_forfeits_paid"):
        op.drop_index(name, "forfeits")
    op.create_index("ix_forfeits_debtor", "forfeits", ["guild", "debtor", "state"])
    op.create_index("ix_forfeits_creditor", "forfeits", ["guild", "creditor", "state"])
