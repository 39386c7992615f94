"""Operations on the tables of all servers, grouped by subject."""

from collections.abc import Callable
from datetime import datetime

from bot.settings import Limits
from bot.sharing import Sharing
from bot.storage.store import Store
from bot.tables.applause import Dares
from bot.tables.changes import Changes
from bot.tables.evenings import Evenings
from bot.tables.guesses import Guesses
from bot.tables.lobby_use_cases import Latecomers, Lobbies
from bot.tables.moves import Moves
from bot.tables.outages import Time
from bot.tables.pace import Pace
from bot.tables.queries import Queries
from bot.tables.timers import Timers
from bot.tables.unshown import Showing
from engine.games import AnyRules


class Tables:
    """Groups all operations on the tables of one store. Each attribute holds the operations on one subject."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        entropy: Callable[[int], bytes],
        is_played: Callable[[AnyRules], bool] = lambda _rules: True,
        pace: Pace | None = None,
        limits: Limits | None = None,
        sharing: Sharing | None = None,
    ) -> None:
        """Create the operations on the tables in `store`.

        `now()` returns the current time as an aware datetime, and `entropy(n)` returns n unpredictable bytes for a
        seed. `is_played` takes the rules of a game and returns whether the bot can show that game. If `pace` is given,
        every table uses it instead of its own pace. `sharing` knows which tables this process shows. By default the
        process shows all of them.
        """
        self.changes = Changes(store, now, pace, sharing)
        self.agenda = self.changes.agenda
        self.presence = self.changes.presence
        self.queries = Queries(store, self.changes.loader, self.changes.sharing)
        self.lobbies = Lobbies(self.changes, self.queries, entropy, is_played, limits or Limits())
        self.latecomers = Latecomers(self.changes, limits or Limits())
        self.moves = Moves(self.changes)
        self.dares = Dares(self.changes)
        self.evenings = Evenings(self.changes)
        self.guesses = Guesses(self.changes)
        self.timers = Timers(self.changes)
        self.time = Time(self.changes)
        self.showing = Showing(self.changes)
