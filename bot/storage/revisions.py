"""Which revision a database is at, which there are, and which versions of the bot can work on one.

A revision only adds: the version before it goes on beside it, and may be started on it again. One that takes away what
no version of the bot uses any more says in `WORKS_FROM` which is the oldest revision whose version can still work
after it. That stands in the database too, so that an older version knows what it cannot see.
"""

from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations
from bot.storage import marks

FIRST = "0018"
"""The revision of the first release: where no later one says otherwise, every version from there on can work."""
WORKS_FROM = "works from"
"""The mark that has, in a database, the oldest revision whose version of the bot can work on it."""


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


def works_from() -> str:
    """The oldest revision whose version of the bot can work on a database of the newest one."""
    script = ScriptDirectory.from_config(config())
    said = (getattr(each.module, "WORKS_FROM", None) for each in script.walk_revisions())
    return next((str(each) for each in said if each is not None), FIRST)


def fits(connection: Connection) -> bool:
    """Whether this version of the bot can work on a database as it is.

    So it is at its own revision, or at a newer one that has only added to it.
    """
    found = of(connection)
    return found == newest() or (is_newer(found) and marks.mark(connection, WORKS_FROM) in known())


def is_newer(revision: str | None) -> bool:
    """Whether a database of this revision is a newer version's."""
    return revision is not None and revision not in known()
