"""When each person is asked about misclicks, and when they are reminded of a slow turn."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, usual in (("misclicks", "first-games"), ("reminders", "half")):
        op.add_column("preferences", sa.Column(name, sa.String(20), server_default=usual, nullable=False))


def downgrade() -> None:
    op.drop_column("preferences", "reminders")
    op.drop_column("preferences", "misclicks")
