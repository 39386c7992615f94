"""A table notes who called late and which DMs asked for a turn, and may say the faces' names.

Processes before this one would lose that, so they are stopped first.
"""

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
WORKS_FROM = "0021"


def upgrade() -> None:
    """Change nothing but what may work beside."""


def downgrade() -> None:
    """Change nothing."""
