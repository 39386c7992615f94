"""Read the wall clock. All other modules get the time from here, so tests can set any time."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the time as an aware datetime, in UTC."""
    return datetime.now(UTC)
