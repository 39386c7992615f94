"""The database: whether it can be reached, at which revision it is, and whether there is room for more."""

import os
import shutil
from pathlib import Path

from bot.doctor.findings import Finding, Weight
from bot.storage import database, migrate, read_only

LEAST_FREE, LITTLE_FREE = 500 * 2**20, 2 * 2**30
"""Bytes: with less than the first something is to be done, with less than the second it is worth a word."""


def of_database(database_url: str) -> list[Finding]:
    """Look at the database, without changing anything. Raises `CannotStart` where it cannot be reached."""
    url = database.read_url(database_url)
    if url.get_backend_name() != "sqlite":
        said = "PostgreSQL answers; its disk is not seen from here"
        return [Finding(Weight.OK, "database", said), _revision(database_url)]
    file = database.file_of(url)
    if not file.exists():
        return [_no_file_yet(file), _disk(file)]
    return [_file(file), _revision(database_url), _disk(file)]


def _revision(database_url: str) -> Finding:
    found = read_only.look(database_url, migrate.revision_of)
    if found == migrate.newest():
        return Finding(Weight.OK, "revision", f"{found}, which is this version's")
    if found is None:
        return Finding(Weight.NOTE, "revision", "none yet: the first start makes all tables")
    if found in migrate.known_revisions():
        said = f"{found}; the next start brings it to {migrate.newest()}. Take a backup before: python -m bot backup"
        return Finding(Weight.NOTE, "revision", said)
    if read_only.look(database_url, migrate.fits):
        return Finding(
            Weight.NOTE, "revision", f"{found} is of a newer version of the bot, beside which this one can work"
        )
    said = f"{found} is of a newer version of the bot than this one: install that version, or restore a backup"
    return Finding(Weight.DO, "revision", said)


def _no_file_yet(file: Path) -> Finding:
    folder = _nearest(file)
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        said = f"{file} is to be made by the first start, which may not write to {folder}: give it the right to"
        return Finding(Weight.DO, "database", said)
    return Finding(Weight.NOTE, "database", f"{file} is not there yet: the first start makes it")


def _file(file: Path) -> Finding:
    if not os.access(file, os.R_OK | os.W_OK) or not os.access(file.parent, os.W_OK | os.X_OK):
        said = f"{file}, or its folder, may not be written to: give this user the right to"
        return Finding(Weight.DO, "database", said)
    if file.stat().st_mode & 0o077:
        return Finding(Weight.NOTE, "database", f"{file} can be read by others; the next start shuts it")
    return Finding(Weight.OK, "database", f"{file} can be read and written, by its owner alone")


def _disk(file: Path) -> Finding:
    free = shutil.disk_usage(_nearest(file)).free
    said = f"{free / 2**30:.1f} GB are free where {file} lies"
    if free < LEAST_FREE:
        return Finding(Weight.DO, "disk", f"{said}: make room, for on a full disk nothing can be saved")
    return Finding(Weight.NOTE if free < LITTLE_FREE else Weight.OK, "disk", said)


def _nearest(file: Path) -> Path:
    """The folder of a file, or the nearest above it that is there."""
    return next(folder for folder in file.absolute().parents if folder.exists())
