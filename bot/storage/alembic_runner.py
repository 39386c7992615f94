"""Running and reading revisions with alembic; imported only when there is something to do."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations


def config() -> Config:
    """Return the configuration with which alembic finds the revisions, which are packaged with the bot."""
    made = Config()
    made.set_main_option("script_location", str(migrations.FOLDER))
    return made


def upgrade(connection: Connection, to: str) -> None:
    """Run the revisions up to `to` ("head": the newest)."""
    asked = config()
    asked.attributes["connection"] = connection
    command.upgrade(asked, to)


def known() -> tuple[str, ...]:
    """Return all revisions, newest first, in their own order."""
    return tuple(each.revision for each in ScriptDirectory.from_config(config()).walk_revisions())


def works_from() -> str | None:
    """Return the oldest revision whose version of the bot can work on a database of the newest one; None for any."""
    said = (getattr(each.module, "WORKS_FROM", None) for each in ScriptDirectory.from_config(config()).walk_revisions())
    return next((str(each) for each in said if each is not None), None)
