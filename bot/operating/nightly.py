"""A folder of backups: each is named by its time, and only the newest are kept."""

import re
from datetime import timedelta
from pathlib import Path

from bot.operating.maintenance import Backup, back_up, explain_write_errors
from bot.settings import COMMAND, CannotStart
from bot.storage.backup_files import PARTIAL
from bot.wall_clock import utc_now

OURS = re.compile(r"liars-dice-\d{8}T\d{6}Z")
"""Matches the names of the backups in such a folder."""

LEFT_BEHIND = timedelta(hours=1)
"""An incomplete file that was not written to for this long was left by a run that was killed."""

NO_FOLDER = "{folder} is a file: with --keep, name the folder for the backups."

ONLY_WITH_KEEP = (
    f"{{folder}} is a folder: name a file in it, or let `{COMMAND} backup {{folder}} --keep 14` name each backup by "
    "its time and keep the newest 14."
)


def back_up_into(database_url: str, folder: Path, keep: int) -> tuple[Path, Backup, int]:
    """Add a backup to a folder, and delete all except the newest `keep`, which is at least 1.

    Return the new file, its description, and the number of deleted backups. The folder is made if it is missing. If
    the backup fails, nothing is deleted. Raises `CannotStart` if that fails.
    """
    if folder.exists() and not folder.is_dir():
        raise CannotStart(NO_FOLDER.format(folder=folder))
    with explain_write_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _delete_partial(folder)
    file = folder / f"liars-dice-{utc_now():%Y%m%dT%H%M%SZ}"
    made = back_up(database_url, file)
    with explain_write_errors(folder):
        return file, made, _delete_old(folder, keep, file)


def check_is_no_folder(file: Path) -> None:
    """Raise `CannotStart` if the file for a single backup is a folder."""
    if file.is_dir():
        raise CannotStart(ONLY_WITH_KEEP.format(folder=file))


def _delete_partial(folder: Path) -> None:
    before = (utc_now() - LEFT_BEHIND).timestamp()
    for file in folder.glob(f"liars-dice-*{PARTIAL}"):
        if file.stat().st_mtime < before:
            file.unlink(missing_ok=True)


def _delete_old(folder: Path, keep: int, new: Path) -> int:
    kept = sorted(file for file in folder.iterdir() if OURS.fullmatch(file.name) and file.is_file())
    old = [file for file in kept[:-keep] if file != new]  # the new one is first if the clock was put back
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)
