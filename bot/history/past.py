"""The games of a server that are over, page by page: each in a line, and where it is to be found."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import convert

from bot.history import archive
from bot.history.game import Player
from bot.history.packing import TAG, unpacked_events
from bot.history.worth import read
from bot.storage import Connection, forms, servers
from bot.storage import kept_games as stored
from bot.storage.kept_games import GameRow, PlayerRow
from bot.storage.kept_games import Wanted as Wanted
from bot.storage.store import Store
from engine.core.events import End, GameOver, RoundBegan

PAGE = 10
"""How many games one page shows."""
LOOKED_AT = 400
"""How many games are looked at for one page where not every game is wanted, so that its cost is flat."""


class PastGame(msgspec.Struct, frozen=True):
    """A game that is over in a line: the `number`th of its server. Winners and losers are seats; see `GameOver`.

    `is_kept` says whether it can be looked at again.
    """

    id: int
    number: int
    channel: int
    variant: str
    ended: datetime
    players: tuple[Player, ...]
    rounds: int
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    is_kept: bool = True


class PastPage(msgspec.Struct, frozen=True):
    """A page, the newest game first; and the edges of the pages beside it, None where there are none."""

    wanted: Wanted
    games: tuple[PastGame, ...]
    newer: int | None
    older: int | None


class Past:
    """The games of one store that are over."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, wanted: Wanted) -> PastPage:
        """A page of at most ten games; it may be empty while there are older ones, where few games are wanted."""

        def work(connection: Connection) -> tuple[stored.Found, list[GameRow], list[PlayerRow]]:
            found = stored.find(connection, wanted, PAGE, LOOKED_AT)
            ids = [each.id for each in found.games]
            return found, stored.of_ids(connection, ids), stored.players(connection, ids)

        found, rows, seats = await self._store.read(work)
        games = await asyncio.to_thread(_games, rows, seats)
        return PastPage(wanted, games, *_edges(wanted, games, found.goes_on))

    async def numbered(self, guild: int, number: int) -> int | None:
        """The id of the `number`th game of a server; None where it is not kept."""
        return await self._store.read(lambda connection: stored.numbered(connection, guild, number))

    async def newest(self, guild: int, channel: int) -> int | None:
        """The id of the newest game of a channel, or else of the server; None for none."""

        def work(connection: Connection) -> int | None:
            for where in (channel, None):
                if found := stored.find(connection, Wanted(guild, channel=where), 1, 1).games:
                    return found[0].id
            return None

        return await self._store.read(work)

    async def counted(self, guild: int) -> int:
        """How many games of a server have come to their end, those included that are not kept any more."""
        return await self._store.read(lambda connection: servers.games(connection, guild))


def _edges(wanted: Wanted, games: Sequence[PastGame], goes_on: int | None) -> tuple[int | None, int | None]:
    """Where the pages above and below go on; `goes_on` is so in the direction in which this one was sought."""
    if wanted.newer:
        return goes_on, games[-1].number if games else wanted.edge + 1
    above = (games[0].number if games else wanted.edge - 1) if wanted.edge else None
    return above, goes_on


def _games(rows: Sequence[GameRow], seats: Sequence[PlayerRow]) -> tuple[PastGame, ...]:
    return tuple(_game(row, archive.players([seat for seat in seats if seat.game == row.id])) for row in rows)


def _game(row: GameRow, players: tuple[Player, ...]) -> PastGame:
    """Only what a line needs is read of its events; where they are cleared away, of what it counts for."""
    if row.worth is not None:
        its, told = read(row.worth), (row.id, row.ordinal, row.channel, row.variant, row.ended, players)
        return PastGame(*told, its.rounds, its.winners, its.losers, is_kept=False)
    events = forms.upcast(unpacked_events(row.events), row.form)
    rounds = sum(event[TAG] == _tag(RoundBegan) for event in events)
    overs = [convert(event, GameOver) for event in events if event[TAG] == _tag(GameOver)]
    over = next((event for event in reversed(overs) if event.why is not End.STOPPED), None)
    winners, losers = (over.winners, over.losers) if over is not None else ((), ())
    return PastGame(row.id, row.ordinal, row.channel, row.variant, row.ended, players, rounds, winners, losers)


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)
