"""Record new forfeits, settle them, and count each forfeit by its state. A forfeit remains after its game."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from bot.history.counting import Count, Where
from bot.storage import Connection, ledger, servers
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import Tally

FORFEITS, WAIVED = "forfeits", "waived"
"""The names of the tallies: owed forfeits, with paid forfeits as the second figure, and waived forfeits."""


def owe(connection: Connection, forfeit: ForfeitRow, sat: Iterable[int] = ()) -> list[Count]:
    """Record a new forfeit in the running season, and the people who `sat` at its table.

    Return the tallies to add to the figures.
    """
    owed = replace(forfeit, season=servers.running_season(connection, forfeit.guild))
    ledger.owe(connection, owed, sat)
    return [counted(owed)]


def settle(connection: Connection, forfeit: ForfeitRow, state: str, by: int | None, at: datetime) -> list[Count]:
    """Change the state of a forfeit as the person `by` says, and return the tallies to add to the figures."""
    where, before = counted(forfeit)
    after = counted(ledger.change(connection, forfeit, state, by, at))
    return [(where, Tally(before.user, before.name, -before.amount, -before.beside)), after]


def counted(forfeit: ForfeitRow) -> Count:
    """Return the tally of a forfeit in its present state.

    The forfeit counts in the month and the season in which it was first owed.
    """
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
