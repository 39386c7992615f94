"""Which revision a database is at, which there are, and which versions of the bot can work on one.

A revision only adds: the version before it goes on beside it, and may be started on it again. One that takes away what
no version of the bot uses any more says in `WORKS_FROM` which is the oldest revision whose version can still work
after it. That stands in the database too, so that an older version knows what it cannot see.

Nothing here asks alembic: it takes a sixth of a start and eleven million bytes, and most starts find nothing to do.
"""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

import migrations
from bot.storage import marks

FIRST = "0018"
"""The revision of the first release: where no later one says otherwise, every version from there on can work."""
WORKS_FROM = "works from"
"""The mark that has, in a database, the oldest revision whose version of the bot can work on it."""


KEPT_BY_ALEMBIC = table("alembic_version", column("version_num"))


def folder() -> Path:
    """Where the revisions stand, which are packaged with the bot."""
    return Path(migrations.__file__).parent


@cache
def known() -> tuple[str, ...]:
    """All revisions that this version of the bot has, the newest first: its files begin with their numbers."""
    return tuple(
        sorted((file.stem.partition("_")[0] for file in (folder() / "versions").glob("[0-9]*.py")), reverse=True)
    )


def newest() -> str:
    """The revision that the bot brings every database to."""
    return known()[0]


def of(connection: Connection) -> str | None:
    """The revision of a database; None where the bot was never started on it."""
    if not inspect(connection).has_table(KEPT_BY_ALEMBIC.name):
        return None
    found: str | None = connection.execute(select(KEPT_BY_ALEMBIC)).scalar()
    return found


def fits(connection: Connection) -> bool:
    """Whether this version of the bot can work on a database as it is.

    So it is at its own revision, or at a newer one that has only added to it.
    """
    found = of(connection)
    return found == newest() or (is_newer(found) and marks.mark(connection, WORKS_FROM) in known())


def is_newer(revision: str | None) -> bool:
    """Whether a database of this revision is a newer version's."""
    return revision is not None and revision not in known()
