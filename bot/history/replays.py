"""Games that are over, told again step by step, and the proof of their dice."""

import asyncio
from collections import OrderedDict
from io import BytesIO

import msgspec
from msgspec.structs import replace

from bot.history import archive, export
from bot.history.game import Game, Player
from bot.storage import Connection
from bot.storage import kept_games as stored
from bot.storage.store import Store
from engine import games
from engine.core.events import Ordered
from engine.core.retelling import Retold
from engine.fairness import salt
from engine.record.text import Problem
from engine.record.verify import verified

REMEMBERED = 8
"""How many games stay in memory, without their players' names."""


class Replay(msgspec.Struct, frozen=True):
    """A game that is over, the `number`th of its server, in steps."""

    number: int
    game: Game
    retold: Retold


class Proof(msgspec.Struct, frozen=True):
    """What became of holding a game's `record` against its seed, with its players' names.

    `salts` of its players' salts follow from what they brought, `throws` with so many `dice` from the seed and the
    salts. `fault` is what does not add up, in the words of the engine, "" where everything does.
    """

    number: int
    game: int
    record: str
    seal: str
    seed: str
    salts: int
    throws: int = 0
    dice: int = 0
    fault: str = ""


class Replays:
    """The games of one store that are over. Whoever asks says for which server, and learns of no other's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: OrderedDict[int, tuple[Game, Retold]] = OrderedDict()

    async def replay(self, guild: int, game_id: int) -> Replay | None:
        """A game of this server; None where none of it is kept.

        Who sat there is read each time: somebody who was forgotten is in nobody's memory.
        """
        seats = await self._store.read(lambda connection: stored.players(connection, [game_id]))
        if not seats or seats[0].guild != guild:
            return None
        if await self._store.read(lambda connection: stored.is_cleared(connection, game_id)):
            self._told.pop(game_id, None)
            return None
        told = self._told.pop(game_id, None) or await self._tell(game_id)
        if told is None:
            return None
        self._told[game_id] = told
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return Replay(seats[0].ordinal, replace(told[0], players=archive.players(seats)), told[1])

    async def _tell(self, game_id: int) -> tuple[Game, Retold] | None:
        """Off the event loop: a long game takes a tenth of a second."""
        row = await self._store.read(lambda connection: stored.game(connection, game_id))
        return await asyncio.to_thread(_told, row) if row is not None and row.worth is None else None

    async def record(self, guild: int, game_id: int) -> str | None:
        """The record of a game of this server, with names; None where it is not kept."""

        def work(connection: Connection) -> str | None:
            seats = stored.players(connection, [game_id])
            of_server = bool(seats) and seats[0].guild == guild
            return export.game(connection, game_id, names=True) if of_server else None

        return await self._store.read(work)

    async def proof(self, guild: int, game_id: int) -> Proof | None:
        """Hold the dice of a game of this server against its seed, off the event loop; None where it is not kept."""
        text = await self.record(guild, game_id)
        seats = await self._store.read(lambda connection: stored.players(connection, [game_id]))
        if text is None or not seats:
            return None
        return await asyncio.to_thread(_proven, seats[0].ordinal, game_id, text, archive.players(seats))


def _told(row: stored.GameRow) -> tuple[Game, Retold]:
    game = archive.opened(row, ())
    return game, games.retell(game.rules, _seats(game), game.events)


def _seats(game: Game) -> int:
    """How many sat there, as its first events say."""
    return next(len(event.order) for event in game.events if isinstance(event, Ordered))


def _proven(number: int, game_id: int, text: str, players: tuple[Player, ...]) -> Proof:
    header = archive.header(text.encode())
    brought = {seat: player.brought for seat, player in enumerate(players) if player.brought is not None}
    follow = [seat for seat, parts in brought.items() if header.salts.get(seat) == salt(*parts)]
    proof = Proof(number, game_id, text, header.commit or "", header.seed or "", len(follow))
    if missing := set(brought) - set(follow):
        return replace(proof, fault=f"@salt {header.players[min(missing)]}")
    try:
        done = verified(BytesIO(text.encode()))
    except Problem as problem:
        return replace(proof, fault=f"{problem.line}: {problem.sentence}")
    return replace(proof, throws=done.throws, dice=done.dice)
