"""The tables: every use case of the house, each one transaction.

Every call that changes something takes `key`, the dedupe key ("i:<interaction id>" or "timer:<table>:<version>"):
the same key again gives the same answer and changes nothing. What cannot be done raises `engine.refusals.Refused`
or `Trouble`, and then nothing has changed.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Literal

from bot.storage.store import Store
from bot.tables.model import Forfeit, PanelRef, Pending, Place, Seen, Setup, TableInfo, Who
from engine.games import AnyAction


def proposal(variant: str) -> Setup:
    """What a new table of `variant` proposes. Raises `Refused` for an unknown variant."""
    raise NotImplementedError


class Tables:
    """The use cases over one store. `now` gives the time in UTC, `entropy(n)` n secret random bytes."""

    def __init__(self, store: Store, now: Callable[[], datetime], entropy: Callable[[int], bytes]) -> None:
        raise NotImplementedError

    # --- finding tables ---

    async def table(self, table_id: int) -> TableInfo:
        """The table. Raises `Trouble` NO_TABLE."""
        raise NotImplementedError

    async def at(self, channel_id: int) -> TableInfo | None:
        """The live table of a channel; else the latest one whose game is over there; else None."""
        raise NotImplementedError

    async def of(self, user_id: int) -> tuple[TableInfo, ...]:
        """The live tables at which this person sits and has not left, the newest first."""
        raise NotImplementedError

    async def live(self) -> tuple[int, ...]:
        """The ids of all tables in lobby or playing."""
        raise NotImplementedError

    async def see(self, table_id: int, user_id: int | None) -> Seen:
        """What this person (None: an onlooker) may see of a table. Raises `Trouble` NO_TABLE."""
        raise NotImplementedError

    # --- the lobby ---

    async def open(self, place: Place, host: Who, setup: Setup, key: str) -> TableInfo:
        """A lobby with the host seated. Raises `Trouble` TABLE_HERE, TOO_MANY_TABLES, CLOCK_RANGE, FORFEIT_LENGTH;
        `Refused` for options that cannot be.
        """
        raise NotImplementedError

    async def join(self, table_id: int, who: Who, salt: str, key: str) -> TableInfo:
        """`who` sits down; `salt` (the interaction id) is mixed into every throw. Raises `Trouble` ALREADY_SEATED,
        LOBBY_FULL, GAME_RUNNING, GONE, TOO_MANY_TABLES.
        """
        raise NotImplementedError

    async def stand_up(self, table_id: int, who: Who, key: str) -> TableInfo:
        """`who` leaves the lobby; the host's role passes on; a lobby without people closes."""
        raise NotImplementedError

    async def add_computer(self, table_id: int, who: Who, key: str) -> TableInfo:
        """A computer player sits down; anybody seated may ask. Raises `Trouble` NOT_SEATED, LOBBY_FULL."""
        raise NotImplementedError

    async def remove_computer(self, table_id: int, who: Who, key: str) -> TableInfo:
        """The computer player who came last leaves. Raises `Trouble` NOT_SEATED, NO_COMPUTER."""
        raise NotImplementedError

    async def change(self, table_id: int, who: Who, setup: Setup, key: str) -> TableInfo:
        """The host's new choice of variant, options, forfeit and clock, in the lobby. Raises as `open`, and NOT_HOST."""
        raise NotImplementedError

    async def start(self, table_id: int, who: Who, key: str) -> TableInfo:
        """The host starts the game: roll-off, first deal, computer players' first moves. Raises NOT_HOST, NEED_PLAYERS."""
        raise NotImplementedError

    async def cancel(self, table_id: int, who: Who, key: str, manager: bool = False) -> TableInfo:
        """The host (or a manager of the server) closes the lobby. Raises NOT_HOST, GAME_RUNNING, GONE."""
        raise NotImplementedError

    # --- the game ---

    async def act(
        self, table_id: int, user_id: int, action: AnyAction, key: str, version: int | None = None
    ) -> TableInfo:
        """A player's move, and everything that follows from it by itself: computer players' moves, their forfeits, the
        next deal. With `version` (a move from a panel) STALE_PANEL where the table has moved on.

        Raises `Trouble` NO_TABLE, NOT_SEATED, NOT_STARTED, GONE; `Refused` for what the rules do not allow.
        """
        raise NotImplementedError

    async def leave(self, table_id: int, user_id: int, key: str) -> TableInfo:
        """The player leaves the game (L1), or the lobby where it has not begun. The host's role passes on."""
        raise NotImplementedError

    async def end(self, table_id: int, user_id: int, key: str, manager: bool = False) -> TableInfo:
        """The host or a manager of the server ends the game without a result; the table is closed. Raises NOT_HOST."""
        raise NotImplementedError

    async def rematch(self, table_id: int, who: Who, key: str) -> TableInfo:
        """A new table (another id) in the same channel: the same people still there, computer players and options, a new
        seed; who asks is host. S4 and S5 are carried. Raises STILL_RUNNING, GONE, NOT_SEATED, TABLE_HERE.
        """
        raise NotImplementedError

    # --- what must be shown ---

    async def pending(self, table_id: int) -> Pending:
        """What of the table has not been shown: public events after the last shown one (up to and with number `upto`),
        rolls not yet sent (of the running round), the live panel and whether it is stale. Raises NO_TABLE.
        """
        raise NotImplementedError

    async def shown(self, table_id: int, upto: int, panel: PanelRef | None, version: int) -> None:
        """The events up to `upto` and this version of the table are shown; `panel` (if given) is the live panel."""
        raise NotImplementedError

    async def rolls_sent(self, table_id: int, round_number: int, seats: Sequence[int]) -> None:
        """The hidden rolls of these seats for that round have gone out, or never will."""
        raise NotImplementedError

    async def to_show(self) -> tuple[int, ...]:
        """The tables of which something is still to be shown or sent."""
        raise NotImplementedError

    # --- closed DMs ---

    async def closed_dm(self, user_id: int) -> bool:
        """This person's DMs are closed. Gives True the first time, when they should be told."""
        raise NotImplementedError

    async def dm_open(self, user_id: int) -> None:
        """A DM got through: forget that they were closed."""
        raise NotImplementedError

    async def is_dm_closed(self, user_id: int) -> bool:
        """Whether this person's DMs are known to be closed."""
        raise NotImplementedError

    # --- time ---

    async def due(self, now: datetime) -> tuple[int, ...]:
        """The tables whose time (turn, waiting forfeit, E1, idle lobby, seven days) is up; none while the breaker
        against mass timeouts is open.
        """
        raise NotImplementedError

    async def time_out(self, table_id: int, version: int) -> TableInfo | None:
        """Do what the time that is up means: L2, E1, the forfeit to the tab, the lobby or the clockless table closed.
        None where the table has moved on from `version`, or nothing is due.
        """
        raise NotImplementedError

    async def shift_deadlines(self, downtime: timedelta) -> int:
        """After an outage: every live table's times move by it. Gives how many tables."""
        raise NotImplementedError

    async def beat(self) -> None:
        """The process is alive; the clock calls it every few seconds, so that `resume` knows how long it was not."""
        raise NotImplementedError

    async def resume(self) -> timedelta:
        """At start, before the clock runs: shift all times by the downtime since the last beat, and give it."""
        raise NotImplementedError

    async def prune(self) -> int:
        """Forget old dedupe keys and the events of games long over. Gives the number of rows."""
        raise NotImplementedError

    # --- the ledger and names ---

    async def forfeits(self, guild: int, user: int) -> tuple[Forfeit, ...]:
        """What this person owes and is owed in a server, the newest first, at most 100."""
        raise NotImplementedError

    async def settle_forfeit(self, forfeit_id: int, who: int, how: Literal["paid", "waived"], key: str) -> Forfeit:
        """The debtor says paid, the creditor waives (or says that it was paid). Where a game waits for it, the game goes
        on. Raises NO_FORFEIT, NOT_YOURS, ALREADY_SETTLED.
        """
        raise NotImplementedError

    async def remember(self, guild: int, who: Who) -> None:
        """The name of a person as just seen in a server."""
        raise NotImplementedError
