"""Store the people who wait at a table, the round in which a player took a seat, and the person who ended the table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Add one column at a time. On SQLite a batch would build the table again, without its partial index.
    nobody = "x'5b5d'" if op.get_bind().dialect.name == "sqlite" else "'[]'::bytea"
    op.add_column("tables", sa.Column("waiting", sa.LargeBinary, nullable=False, server_default=sa.text(nobody)))
    op.add_column("tables", sa.Column("ended_by", sa.String(100), nullable=False, server_default=""))
    op.add_column("players", sa.Column("since", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("players", "since")
    op.drop_column("tables", "ended_by")
    op.drop_column("tables", "waiting")
