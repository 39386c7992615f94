"""Questions that some commands ask at a terminal before they change a database. Scripts and jobs are never asked."""

import sys
from argparse import Namespace

from bot.settings import COMMAND
from bot.storage import database, migrate
from bot.storage.read_only import look, name_of

QUESTION = "Go on? [y/N] "

NOT_DONE = "Nothing was changed."

MIGRATE = (
    "This brings {database} from revision {old} to {new}. There is no way back except a backup, which "
    f"`{COMMAND} backup FILE` makes."
)

BEGIN = "This makes the bot's tables, of revision {new}, in {database}."

REBUILD = "This counts again everything that the boards show, from the games that are kept in {database}."

RESTORE = "This replaces everything in {database} by the backup {file}. {before}"

KEPT_BESIDE = "The old file stays beside it, under another name."

DELETED = "The old rows are deleted."

MOVE = "This copies everything from {source} into {target}. The first stays as it is."


def agrees_to_migrate(given: Namespace, url: str) -> bool:
    """Say how far the database is brought up to date, and ask. Ask nothing if there is nothing to do."""
    if not _is_at_a_terminal():
        return True
    address = database.read_url(url)
    if address.get_backend_name() == "sqlite" and not database.file_of(address).exists():
        return _agrees(given, BEGIN.format(new=migrate.newest(), database=name_of(url)))
    old = look(url, migrate.revision_of)
    if look(url, migrate.can_work_on) or look(url, migrate.speaks_against):
        return True
    says = BEGIN if old is None else MIGRATE
    return _agrees(given, says.format(old=old, new=migrate.newest(), database=name_of(url)))


def agrees_to_rebuild(given: Namespace, url: str) -> bool:
    """Say in which database the games are counted again, and ask."""
    return not _is_at_a_terminal() or _agrees(given, REBUILD.format(database=name_of(url)))


def agrees_to_restore(given: Namespace, url: str) -> bool:
    """Say which database is replaced, and what becomes of its contents, and ask.

    Ask nothing without `--over`, or if there is no file that could be replaced.
    """
    address = database.read_url(url)
    is_file = address.get_backend_name() == "sqlite"
    if not given.over or not _is_at_a_terminal() or (is_file and not database.file_of(address).exists()):
        return True
    before = KEPT_BESIDE if is_file else DELETED
    return _agrees(given, RESTORE.format(database=name_of(url), file=given.file, before=before))


def agrees_to_move(given: Namespace, source: str, target: str) -> bool:
    """Say which database is copied into which, and ask."""
    return not _is_at_a_terminal() or _agrees(given, MOVE.format(source=name_of(source), target=name_of(target)))


def _agrees(given: Namespace, what: str) -> bool:
    print(what)  # noqa: T201 - a question to the operator
    if given.yes:
        return True
    try:
        answer = input(QUESTION)
    except EOFError:
        answer = ""
    if answer.strip().lower() in ("y", "yes"):
        return True
    print(NOT_DONE)  # noqa: T201
    return False


def _is_at_a_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
