"""Settings in a file of lines NAME=value, such as `.env`, for operators who set no environment variables."""

import contextlib
import os
from pathlib import Path

from bot.settings import CannotStart

USUAL = Path(".env")
"""The file in the working folder that is read if no other file is named."""

DISABLED = "PYTHON_DOTENV_DISABLED"
"""The environment variable with which users of python-dotenv switch `.env` off."""

NOT_READ = "{file} cannot be read: {why}."

NO_LINE = "{file} has no setting NAME=value in line {line}; a comment begins with #."

FOR_OTHERS = "{file} can be read by others, and a file of settings may have the bot's token: run chmod 600 {file}"

OF_ANOTHER = "{file} belongs to another user: settings are only read from a file of your own, or of root."


def load(named: Path | None) -> Path | None:
    """Add the settings in a file to the environment, and return the file, or None if there is none to read.

    `named` is the file that the operator names; otherwise it is `.env` in the working folder, if that exists. Variables
    that are set already stay as they are. Raises `CannotStart` if the file cannot be read, or if others can read it.
    """
    file = named or USUAL
    if named is None and (os.environ.get(DISABLED) or not _is_there(file)):
        return None
    for name, value in _settings(file).items():
        os.environ.setdefault(name, value)
    os.environ[DISABLED] = "1"  # processes that this one starts have these settings already
    return file


def _is_there(file: Path) -> bool:
    with contextlib.suppress(OSError):  # a working folder that this user cannot read has no file either
        return file.is_file()
    return False


def _settings(file: Path) -> dict[str, str]:
    from dotenv.parser import parse_stream  # most bots have no such file

    found: dict[str, str] = {}
    try:
        with file.open(encoding="utf-8-sig") as lines:
            _check(file, os.fstat(lines.fileno()))
            for each in parse_stream(lines):
                if each.error or not _can_be_set(each.key, each.value):
                    raise CannotStart(NO_LINE.format(file=file, line=each.original.line))
                if each.key is not None and each.value is not None:
                    found[each.key] = each.value
    except OSError as error:
        raise CannotStart(NOT_READ.format(file=file, why=error.strerror)) from None
    except UnicodeDecodeError:
        raise CannotStart(NOT_READ.format(file=file, why="it is not text in UTF-8")) from None
    return found


def _can_be_set(name: str | None, value: str | None) -> bool:
    """Return whether the environment can have this setting. A comment or an empty line has neither name nor value."""
    if name is None:
        return True
    return value is not None and "=" not in name and "\0" not in name + value


def _check(file: Path, about: os.stat_result) -> None:
    """Raise `CannotStart` if others can read or change the file."""
    if about.st_uid not in (0, os.geteuid()):
        raise CannotStart(OF_ANOTHER.format(file=file))
    if about.st_mode & 0o077:
        raise CannotStart(FOR_OTHERS.format(file=file))
