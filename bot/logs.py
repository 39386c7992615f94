"""Set up logging: the levels, the format, and the removal of secrets."""

import logging
import re
import sys
from datetime import UTC, datetime

import discord
from msgspec import json

from bot.metrics import FAULTS, WARNINGS
from bot.settings import Settings
from bot.storage.store import StoreFailed

LIBRARIES_LEAST = logging.INFO
"""The lowest level for libraries. At DEBUG they log whole requests and answers, with tokens and hidden dice."""
TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w-]+")
HIDDEN = "<hidden>"
PLAIN = logging.Formatter("{asctime} {levelname:<8} {name} {message}", "%Y-%m-%d %H:%M:%S", style="{")
RECONNECTS = "Attempting a reconnect"
"""The beginning of discord.py's message that it will reconnect. The message comes with a traceback."""


def set_up(settings: Settings) -> None:
    """Write the log to standard error, with the format and the level from the settings.

    Libraries log less than the bot. Their INFO messages, such as one for each connection, only matter when an operator
    looks for a fault.
    """
    level = logging.getLevelNamesMapping()[settings.log_level]
    libraries = max(level, logging.WARNING if level > logging.DEBUG else LIBRARIES_LEAST)
    discord.utils.setup_logging(level=libraries)
    logging.getLogger("bot").setLevel(level)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Discreet(_form(settings, handler), settings.token))
        handler.addFilter(without_the_way_there)
    logging.getLogger("bot").addHandler(COUNTING)
    logging.getLogger("discord.client").addFilter(briefly)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # voice is not used


def _form(settings: Settings, handler: logging.Handler) -> logging.Formatter | None:
    """Return the formatter for `handler`: JSON, or plain text, which is coloured only in a terminal.

    discord.py would use colours in containers as well.
    """
    if settings.log_format == "json":
        return JsonLines()
    return handler.formatter if sys.stderr.isatty() else PLAIN


def briefly(record: logging.LogRecord) -> bool:
    """Shorten discord.py's record of a lost gateway connection to one line. Return True, which keeps the record."""
    if isinstance(record.msg, str) and record.msg.startswith(RECONNECTS) and record.exc_info:
        kind = record.exc_info[0]
        _in_a_line(
            record, f"Discord's gateway is away ({kind.__name__ if kind is not None else 'closed'}). {record.msg}"
        )
    return True


def without_the_way_there(record: logging.LogRecord) -> bool:
    """Remove the traceback from a record about a database that is unavailable or whose disk is full.

    The bot is not the cause, and many places may log such an error at once. Return False, which drops the record, if
    the error has a reference, because then it was logged already.
    """
    why = record.exc_info[1] if record.exc_info else getattr(record, "after", None)
    if isinstance(why, StoreFailed) and why.reference:
        return False
    if isinstance(why, StoreFailed) and why.is_away:
        said = record.getMessage().removesuffix(".")
        record.args = None  # the message already contains them
        _in_a_line(record, f"{said}: {why}.")
    return True


def _in_a_line(record: logging.LogRecord, said: str) -> None:
    """Turn a record into a warning with this message and without a traceback."""
    record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    record.msg, record.exc_info, record.exc_text = said, None, None


class Counting(logging.Handler):
    """A handler that counts the bot's own warnings and errors by the package that logs them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record by its level and its package."""
        room = record.name.split(".")[1]
        if record.levelno >= logging.ERROR:
            FAULTS.labels(room).inc()
        elif record.levelno >= logging.WARNING:
            WARNINGS.labels(room).inc()


COUNTING = Counting()
COUNTING.addFilter(without_the_way_there)


class JsonLines(logging.Formatter):
    """A formatter that writes each record as JSON in one line.

    Every record has the fields `time` (UTC), `level`, `logger` and `message`. A fault may also have the `reference`
    that the player sees, and an exception has a `traceback`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if reference := getattr(record, "reference", ""):
            told["reference"] = reference
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.encode(told).decode()


class Discreet(logging.Formatter):
    """A formatter that removes tokens from the output of another formatter.

    An error about a lost connection contains the URL, and the URL for answering an interaction contains a token.
    """

    def __init__(self, inner: logging.Formatter | None, token: str) -> None:
        super().__init__()
        self._inner = inner or logging.Formatter()
        self._tokens = {token, json.encode(token).decode()[1:-1]} - {""}

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text, including its traceback, without tokens."""
        text = TOKEN_IN_ADDRESS.sub(rf"\1{HIDDEN}", self._inner.format(record))
        for token in self._tokens:
            text = text.replace(token, HIDDEN)
        return text
