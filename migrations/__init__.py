"""The database's revisions, which alembic runs at every start."""
