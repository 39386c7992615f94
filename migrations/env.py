"""Run revisions on the connection that `bot/storage/migrate.py` passes to alembic.

alembic's own command line cannot run revisions here, because it would not check first whether this version of the bot
can work on the database. Use `python -m bot migrate`.
"""

from alembic import context

from bot.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
