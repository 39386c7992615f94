"""Let a table record late calls and the DMs that asked for a turn, and let it use the nicknames of faces.

Older processes would lose these records, so they have to be stopped first.
"""

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
WORKS_FROM = "0021"


def upgrade() -> None:
    """Change nothing in the database.

    The revision only determines which versions may run at the same time.
    """


def downgrade() -> None:
    """Change nothing."""
