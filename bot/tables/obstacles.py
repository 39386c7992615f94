"""What keeps the bot from showing or posting something at a place, as a value."""

from datetime import datetime
from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What is in the way."""

    PERMISSIONS = "permissions"
    """The bot lacks some that it needs there."""
    OUTSIDE = "outside"
    """It is not in the private thread."""
    LOCKED = "locked"
    """The thread is locked, and only who manages threads writes there."""
    ARCHIVED = "archived"
    """The thread is archived, and the bot may not open it."""
    UNINVITED = "uninvited"
    """Only its commands are on that server, and not the bot itself."""
    TIMED_OUT = "timed out"
    """Somebody has put it into a timeout."""


class Obstacle(msgspec.Struct, frozen=True):
    """What is in the way of showing something in a channel.

    `permissions` has Discord's English names of those that the bot lacks; `until` is the end of its timeout.
    """

    kind: Kind
    channel: int
    permissions: tuple[str, ...] = ()
    until: datetime | None = None

    def leaves_edits(self) -> bool:
        """Return whether the bot may still edit what it has posted there."""
        return self.kind is Kind.PERMISSIONS and "View Channel" not in self.permissions

    def in_short(self) -> str:
        """Return it for the log, without anything that people wrote."""
        return ", ".join(self.permissions) or self.kind.value
