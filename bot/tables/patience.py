"""How long a table waits for people."""

from datetime import timedelta

from bot.tables.model import Setup, Status
from engine.core.state import State

LOBBY_IDLES = timedelta(minutes=30)
"""How long a lobby waits for something to happen."""
TABLE_IDLES = timedelta(days=7)
"""L5: how long a game without a clock waits for a player, and one whose people all doze (L2) for one of them."""
FORFEIT_WAITS = timedelta(minutes=10)
"""L2: how long a forfeit waits where the table has no clock."""


def patience(status: Status, setup: Setup, state: State | None, asleep: bool = False) -> timedelta:
    """How long the table waits for whoever is asked now; for anybody to come where all doze (`asleep`)."""
    if status is Status.LOBBY or state is None:
        return LOBBY_IDLES
    if asleep:
        return TABLE_IDLES
    if setup.clock is not None:
        return timedelta(seconds=setup.clock)
    return FORFEIT_WAITS if state.debtors else TABLE_IDLES
