"""Run revisions on the bot's connection or, from the command line, on a connection to DATABASE_URL."""

from alembic import context
from sqlalchemy import Connection, create_engine, make_url

from bot.settings import Settings
from bot.storage.schema import metadata


def run(connection: Connection) -> None:
    """Configure alembic for this connection, and run its command."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    url = make_url(Settings.from_environment().database_url)
    with create_engine(url.set(drivername=url.get_backend_name())).begin() as opened:
        run(opened)
