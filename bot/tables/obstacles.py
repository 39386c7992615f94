"""Obstacles that keep the bot from showing or posting something in a channel."""

from datetime import datetime
from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """The kind of an obstacle."""

    PERMISSIONS = "permissions"
    """The bot lacks permissions that it needs there."""
    OUTSIDE = "outside"
    """The bot is not in the private thread."""
    LOCKED = "locked"
    """The thread is locked, and only people who manage threads can write there."""
    ARCHIVED = "archived"
    """The thread is archived, and the bot may not reopen it."""
    UNINVITED = "uninvited"
    """That server has the bot's commands, but the bot itself is not a member."""
    TIMED_OUT = "timed out"
    """Somebody has put the bot into a timeout."""


class Obstacle(msgspec.Struct, frozen=True):
    """An obstacle that keeps the bot from showing something in a channel.

    `permissions` contains the names of the missing permissions, in Discord's English. `until` is the end of the bot's
    timeout.
    """

    kind: Kind
    channel: int
    permissions: tuple[str, ...] = ()
    until: datetime | None = None

    def leaves_edits(self) -> bool:
        """Return whether the bot may still edit its messages in that channel."""
        return self.kind is Kind.PERMISSIONS and "View Channel" not in self.permissions

    def in_short(self) -> str:
        """Return a short description of the obstacle for the log."""
        return ", ".join(self.permissions) or self.kind.value
