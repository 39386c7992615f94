"""Which revision a database is at, and which there are."""

from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations


def config() -> Config:
    """How alembic finds the revisions, which are packaged with the bot."""
    made = Config()
    made.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return made


@cache
def known() -> tuple[str, ...]:
    """All revisions that this version of the bot has, the newest first; to ask means to read them all."""
    return tuple(each.revision for each in ScriptDirectory.from_config(config()).walk_revisions())


def newest() -> str:
    """The revision that the bot brings every database to."""
    return known()[0]


def of(connection: Connection) -> str | None:
    """The revision of a database; None where the bot was never started on it."""
    return MigrationContext.configure(connection).get_current_revision()
