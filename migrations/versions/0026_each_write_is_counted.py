"""Count the writes to each table, and store the form in which tables and settings were last written.

Older versions of the bot neither count their writes nor check the form, so none of them may run at the same time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

WORKS_FROM = "0026"


def upgrade() -> None:
    op.add_column("tables", sa.Column("writes", sa.Integer(), nullable=False, server_default="0"))
    for table in ("tables", "server_settings"):
        op.add_column(table, sa.Column("form", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    for table in ("server_settings", "tables"):
        op.drop_column(table, "form")
    op.drop_column("tables", "writes")
