"""The log: what is written at which level, and what never is."""

import logging
import re

import discord

from bot.settings import Settings

LIBRARIES_LEAST = logging.INFO
"""Below it libraries write down whole requests and answers: tokens, hidden dice in DMs, rows of the database."""
TOKEN_IN_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w-]+")
HIDDEN = "<hidden>"


def set_up(settings: Settings) -> None:
    """Write the log to standard error: our own lines from `settings.log_level` on, those of libraries from INFO on."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    discord.utils.setup_logging(level=max(level, LIBRARIES_LEAST))
    logging.getLogger("bot").setLevel(level)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Discreet(handler.formatter, settings.token))


class Discreet(logging.Formatter):
    """Writes what another formatter writes, without tokens.

    A lost connection is logged with its address, and the address of an interaction's answer has its token in it.
    """

    def __init__(self, inner: logging.Formatter | None, token: str) -> None:
        super().__init__()
        self._inner, self._token = inner or logging.Formatter(), token

    def format(self, record: logging.LogRecord) -> str:
        """The record as text, its traceback included."""
        text = TOKEN_IN_ADDRESS.sub(rf"\1{HIDDEN}", self._inner.format(record))
        return text.replace(self._token, HIDDEN) if self._token else text
