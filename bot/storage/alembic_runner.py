"""Run and read revisions with alembic. This module is imported only if there is a revision to run."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations


def config() -> Config:
    """Return alembic's configuration, which names the folder of the revisions in the bot's package."""
    made = Config()
    made.set_main_option("script_location", str(migrations.FOLDER))
    return made


def upgrade(connection: Connection, to: str) -> None:
    """Run the revisions up to `to`. The word "head" stands for the newest revision."""
    asked = config()
    asked.attributes["connection"] = connection
    command.upgrade(asked, to)


def known() -> tuple[str, ...]:
    """Return all revisions, newest first. Each revision depends on the next one in the list."""
    return tuple(each.revision for each in ScriptDirectory.from_config(config()).walk_revisions())


def works_from() -> str | None:
    """Return the revision of the oldest version of the bot that can work on a fully upgraded database.

    Return None if every version can.
    """
    said = (getattr(each.module, "WORKS_FROM", None) for each in ScriptDirectory.from_config(config()).walk_revisions())
    return next((str(each) for each in said if each is not None), None)
