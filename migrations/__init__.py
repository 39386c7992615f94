"""The revisions of the database's schema, which alembic runs at every start."""

from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of the revisions, which are packaged with the bot."""
