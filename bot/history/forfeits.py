"""Record new forfeits, and settle them. A forfeit remains after its game."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from bot.history.counting import Count, counted_forfeit
from bot.storage import Connection, ledger, servers
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import Tally


def owe(connection: Connection, forfeit: ForfeitRow, sat: Iterable[int] = ()) -> list[Count]:
    """Record a new forfeit in the running season, and the people who `sat` at its table.

    Return the tallies to add to the figures.
    """
    owed = replace(forfeit, season=servers.running_season(connection, forfeit.guild))
    return [counted_forfeit(ledger.owe(connection, owed, sat))]


def settle(connection: Connection, forfeit: ForfeitRow, state: str, by: int | None, at: datetime) -> list[Count]:
    """Change the state of a forfeit as the person `by` says, and return the tallies to add to the figures."""
    where, before = counted_forfeit(forfeit)
    after = counted_forfeit(ledger.change(connection, forfeit, state, by, at))
    return [(where, Tally(before.user, before.name, -before.amount, -before.beside)), after]
