"""Forfeits, which outlast their game: owing and settling them, and counting each by its state."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from bot.history.counting import Count, Where
from bot.storage import Connection, ledger, servers
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import Tally

FORFEITS, WAIVED = "forfeits", "waived"
"""The names of the tallies: forfeits owed now, with those paid beside them; and forfeits waived."""


def owe(connection: Connection, forfeit: ForfeitRow, sat: Iterable[int] = ()) -> list[Count]:
    """Record a new forfeit in the running season, and who `sat` there; return what it counts for."""
    owed = replace(forfeit, season=servers.running_season(connection, forfeit.guild))
    ledger.owe(connection, owed, sat)
    return [counted(owed)]


def settle(connection: Connection, forfeit: ForfeitRow, state: str, by: int | None, at: datetime) -> list[Count]:
    """Change the state of a forfeit, as `by` says; return what the change counts for."""
    where, before = counted(forfeit)
    after = counted(ledger.change(connection, forfeit, state, by, at))
    return [(where, Tally(before.user, before.name, -before.amount, -before.beside)), after]


def counted(forfeit: ForfeitRow) -> Count:
    """Return what a forfeit counts for in its state: in the month and the season of its game."""
    where = Where(forfeit.guild, forfeit.channel, forfeit.variant, forfeit.at, forfeit.season)
    match forfeit.state:
        case ledger.WAITS | ledger.OWED:
            return where, Tally(forfeit.debtor, FORFEITS, 1, 0)
        case ledger.PAID:
            return where, Tally(forfeit.debtor, FORFEITS, 0, 1)
        case ledger.WAIVED:
            return where, Tally(forfeit.debtor, WAIVED, 1)
        case state:
            raise ValueError(f"no forfeit is {state}")
