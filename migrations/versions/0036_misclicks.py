"""When each person is asked about misclicks."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("preferences", sa.Column("misclicks", sa.String(20), server_default="first-games", nullable=False))


def downgrade() -> None:
    op.drop_column("preferences", "misclicks")
