"""The wall clock. No other module reads it, so tests can set any time."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the time as an aware datetime, in UTC."""
    return datetime.now(UTC)
