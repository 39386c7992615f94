"""Forfeits: rows with a life of their own, which go on after the game; and what they count for as they stand."""

from datetime import datetime

from bot.storage import Connection, ledger
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import Tally

FORFEITS, WAIVED = "forfeits", "waived"
"""The tallies: owed now, and paid beside it; and waived."""


def owe(connection: Connection, forfeit: ForfeitRow) -> list[Tally]:
    """Write a new forfeit down; what it counts for."""
    ledger.owe(connection, forfeit)
    return [counted(forfeit)]


def settle(connection: Connection, forfeit: ForfeitRow, state: str, by: int | None, at: datetime) -> list[Tally]:
    """Let a forfeit become `state`, as `by` says; what that counts for."""
    before, after = counted(forfeit), counted(ledger.change(connection, forfeit, state, by, at))
    return [Tally(before.user, before.name, -before.amount, -before.beside), after]


def counted(forfeit: ForfeitRow) -> Tally:
    """What a forfeit counts for as it stands."""
    match forfeit.state:
        case ledger.WAITS | ledger.OWED:
            return Tally(forfeit.debtor, FORFEITS, 1, 0)
        case ledger.PAID:
            return Tally(forfeit.debtor, FORFEITS, 0, 1)
        case ledger.WAIVED:
            return Tally(forfeit.debtor, WAIVED, 1)
        case state:
            raise ValueError(f"no forfeit is {state}")
