"""The revisions of the database, which alembic runs at every start."""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where they are: they are packaged with the bot."""
