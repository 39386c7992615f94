"""What brings people to a table, and hands it on: right at any time."""

from bot.presses.base import AtTable, Number


class Invite(AtTable, frozen=True, tag="invite"):
    """Ask somebody to the table, by their id, in a line that pings them."""

    who: Number


class AcceptInvite(AtTable, frozen=True, tag="accept"):
    """Sit down where somebody was asked to; `who` was asked."""

    who: Number


class PassOnHost(AtTable, frozen=True, tag="host"):
    """Hand the table to another person at it, by their id."""

    to: Number
