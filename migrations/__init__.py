"""The database's revisions, run by alembic at every start."""
