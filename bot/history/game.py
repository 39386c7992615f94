"""A game that is over, as history knows it."""

from datetime import datetime

import msgspec

from engine.core.events import End, GameOver
from engine.games import AnyEvent, AnyRules


class Player(msgspec.Struct, frozen=True):
    """Who sat in a seat; `user` is None for a computer player, and a number below 0 for somebody who was forgotten.

    `brought` is what went into the seat's salt (engine/FAIRNESS.md): the digits of Join, lucky words, those of Start.
    They sat there `since` that round (0: from the start), a computer player before them.
    """

    user: int | None
    name: str
    computer: bool = False
    brought: tuple[str, str, str] | None = None
    since: int = 0


class Game(msgspec.Struct, frozen=True):
    """One game from its first event to its last, the hidden ones too; `players` by seat.

    `id` is its table's, `guild` and `channel` are where it was played, `began` and `ended` when; `number` counts the
    games of one run of rematches. `season` was open when it ended.

    Of a game whose replay was cleared away (`purging.py`) there are no `events`, and the rules are those of its preset;
    what it counts for is its `worth`, packed.
    """

    id: int
    guild: int
    channel: int
    number: int
    variant: str
    began: datetime
    ended: datetime
    players: tuple[Player, ...]
    events: tuple[AnyEvent, ...]
    rules: AnyRules
    season: int | None = None
    worth: bytes | None = None

    def over(self) -> GameOver | None:
        """How it ended; None where it was closed or stopped, without a result (L5)."""
        over = (event for event in reversed(self.events) if isinstance(event, GameOver) and event.why != End.STOPPED)
        return next(over, None)

    def people(self) -> dict[int, int]:
        """The people whom it counts for, by seat: neither computer players nor who was forgotten (below 0)."""
        return {seat: player.user for seat, player in enumerate(self.players) if player.user and player.user > 0}

    def counts(self) -> bool:
        """L4: games with fewer than two people count on no board, and what began so stays so whoever came later."""
        return sum(not player.computer and not player.since for player in self.players) >= 2
