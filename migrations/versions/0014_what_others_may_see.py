"""Store how much of people's profiles others may see, and the theme of people's charts."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    everything, dark = sa.text("'everything'"), sa.text("'dark'")
    op.add_column("preferences", sa.Column("others_see", sa.String(20), nullable=False, server_default=everything))
    op.add_column("preferences", sa.Column("charts", sa.String(20), nullable=False, server_default=dark))


def downgrade() -> None:
    op.drop_column("preferences", "charts")
    op.drop_column("preferences", "others_see")
