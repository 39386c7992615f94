"""The wall clock. Nothing else in the bot reads it, so that a test can move the bot to any day."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the time as an aware datetime, in UTC."""
    return datetime.now(UTC)
