"""What brings people to a table, and hands it on: right at any time."""

from bot.presses.base import AtTable, Snowflake


class Invite(AtTable, frozen=True, tag="invite"):
    """Ask somebody to the table, by their id, in a line that pings them."""

    who: Snowflake


class AcceptInvite(AtTable, frozen=True, tag="accept"):
    """Sit down where somebody was asked to; `who` was asked."""

    who: Snowflake


class PassOnHost(AtTable, frozen=True, tag="host"):
    """Hand the table to another person at it, by their id."""

    to: Snowflake
