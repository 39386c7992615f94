"""Read the finished games of a server: lists page by page, replays in steps, and proofs of the dice."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import msgspec
from msgspec import convert
from msgspec.structs import replace

from bot.history import archive, export, packing
from bot.history.game import Game, Player, driest
from bot.history.packing import TAG, unpacked_events
from bot.history.worth import read
from bot.storage import Connection, game_search, servers
from bot.storage import kept_games as stored
from bot.storage.game_search import Wanted as Wanted
from bot.storage.kept_games import GameRow, PlayerRow
from bot.storage.sight import Sight, Venue
from bot.storage.store import Store
from bot.words.cleaning import told_apart_by_key
from engine import games
from engine.core.analysis import Analysis
from engine.core.events import End, GameOver, Left, Ordered, RoundBegan
from engine.core.replay_steps import Replayed
from engine.fairness import digest, salt, salt_of_start
from engine.games import bid_events
from engine.record import Line, game_lines, verified
from engine.record.text import Problem

PAGE = 10
"""The number of games on a page."""

LOOKED_AT = 400
"""The most games that are read for one page of a filtered list. This limits the cost of a page."""


class PastGame(msgspec.Struct, frozen=True):
    """A finished game in a list. `number` is its number on the server.

    `winners` and `losers` are seats (see `GameOver`). In a game that has losers but no winners, `driest` are the seats
    with the best score among those who did not wash up. `is_kept` says whether the game can be replayed.
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
    driest: tuple[int, ...] = ()

    def first(self) -> tuple[int, ...]:
        """Return the seats that count as the winners of an evening: the winners, or the best of those still dry."""
        return self.winners or self.driest


class PastPage(msgspec.Struct, frozen=True):
    """A page of finished games, newest first.

    `newer` and `older` are the values of `Wanted.edge` for the page with newer games and for the page with older
    games, or None if there is no such page. `unsure` are private threads. Only Discord knows whether the person who
    asks may see them.
    """

    wanted: Wanted
    games: tuple[PastGame, ...]
    newer: int | None
    older: int | None
    unsure: tuple[int, ...] = ()


class PastGames:
    """Reads the lists of finished games in one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, wanted: Wanted) -> PastPage:
        """Return a page of at most ten games.

        A page of a filtered list may be empty although there are older games.
        """

        def work(connection: Connection) -> tuple[game_search.Found, list[GameRow], list[PlayerRow]]:
            found = game_search.find(connection, wanted, PAGE, LOOKED_AT)
            ids = [each.id for each in found.games]
            return found, stored.of_ids(connection, ids), with_names_apart(stored.players(connection, ids), ids)

        found, rows, seats = await self._store.read(work)
        games = await asyncio.to_thread(in_lines, rows, seats)
        return PastPage(wanted, games, *_edges(wanted, games, found.goes_on), tuple(found.unsure))

    async def numbered(self, guild: int, number: int) -> int | None:
        """Return the id of a server's game with this number, or None if the game is not kept."""
        return await self._store.read(lambda connection: stored.numbered(connection, guild, number))

    async def newest(self, guild: int, channel: int, sight: Sight) -> int | None:
        """Return the id of the newest game in a channel that the person with this `sight` may see.

        If there is none, return the id of the newest such game on the server, or None.
        """

        def work(connection: Connection) -> int | None:
            for where in (channel, None):
                if found := game_search.find(connection, Wanted(guild, channel=where, sight=sight), 1, LOOKED_AT).games:
                    return found[0].id
            return None

        return await self._store.read(work)

    async def is_hidden(self, guild: int, game_id: int, sight: Sight) -> bool:
        """Return whether a stored game is hidden from the person with this `sight`.

        It is hidden if the person did not play in it and cannot see the place where it was played.
        """

        def work(connection: Connection) -> bool:
            return stored.is_kept(connection, game_id) and not stored.is_seen(connection, game_id, guild, sight)

        return await self._store.read(work)

    async def unsure(self, game_id: int, sight: Sight) -> Sequence[int]:
        """Return the private thread of a game if only Discord knows whether the person with this `sight` is in it.

        In all other cases return an empty sequence.
        """
        return await self._store.read(lambda connection: game_search.unsure(connection, [game_id], sight))

    async def venue(self, guild: int, channel: int) -> Venue | None:
        """Return the place of a channel or thread as stored with its games, or None if no games were played there."""
        return await self._store.read(lambda connection: stored.venue_of(connection, guild, channel))

    async def is_newer(self, game_id: int) -> bool:
        """Return whether a newer version of the bot stored this game in a form that this version cannot read."""
        return await self._store.read(lambda connection: stored.is_newer(connection, game_id))

    async def counted(self, guild: int) -> int:
        """Return the number of finished games of a server, including games that are no longer kept."""
        return await self._store.read(lambda connection: servers.games(connection, guild))


def _edges(wanted: Wanted, games: Sequence[PastGame], goes_on: int | None) -> tuple[int | None, int | None]:
    """Return the values of `Wanted.edge` for the page with newer games and for the page with older games.

    Each of them is None if there is no such page. `goes_on` is the edge at which the search for this page ended.
    """
    if wanted.newer:
        return goes_on, games[-1].number if games else wanted.edge + 1
    above = (games[0].number if games else wanted.edge - 1) if wanted.edge else None
    return above, goes_on


def in_lines(rows: Sequence[GameRow], seats: Sequence[PlayerRow]) -> tuple[PastGame, ...]:
    """Return games for a list. `rows` are the rows of the games, and `seats` are the rows of their players."""
    return tuple(_game(row, archive.players([seat for seat in seats if seat.game == row.id])) for row in rows)


def with_names_apart(seats: Sequence[PlayerRow], games: Sequence[int]) -> list[PlayerRow]:
    """Return the seats of these games with distinct names. A player has the same name in all of them.

    Equal names are numbered in the order of the games, and in each game in the order of the seats.
    """
    in_order = sorted(seats, key=lambda each: (games.index(each.game), each.seat))
    called = told_apart_by_key((player_key(seat), seat.name) for seat in in_order)
    return [replace(seat, name=called[player_key(seat)]) for seat in seats]


def player_key(player: Player | PlayerRow) -> int | str:
    """Return the key that identifies a player in several games: a person's id, or a computer player's name."""
    return player.user if player.user is not None else player.name


def _game(row: GameRow, players: tuple[Player, ...]) -> PastGame:
    """Return a game for a list, read from a few of its events, or from its worth if its events were deleted."""
    if row.worth is not None:
        its, told = read(row.worth), (row.id, row.ordinal, row.channel, row.variant, row.ended, players)
        return PastGame(*told, its.rounds, its.winners, its.losers, is_kept=False)
    events = packing.upcast(unpacked_events(row.events), row.form)
    rounds = sum(event[TAG] == _tag(RoundBegan) for event in events)
    overs = [convert(event, GameOver) for event in events if event[TAG] == _tag(GameOver)]
    over = next((event for event in reversed(overs) if event.why is not End.STOPPED), None)
    winners, losers = (over.winners, over.losers) if over is not None else ((), ())
    driest = _driest(events, len(players), losers) if losers and not winners else ()
    told = (row.id, row.ordinal, row.channel, row.variant, row.ended, players)
    return PastGame(*told, rounds, winners, losers, driest=driest)


def _driest(events: Sequence[dict[str, Any]], seats: int, losers: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the best score (P3) among those who neither washed up nor left."""
    scored = (convert(event, bid_events.Scored) for event in events if event[TAG] == _tag(bid_events.Scored))
    gone = (convert(event, Left).seat for event in events if event[TAG] == _tag(Left))
    return driest(scored, seats, {*gone, *losers})


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


REMEMBERED = 8
"""The most replays that are kept in memory, without the names of their players."""


class Replay(msgspec.Struct, frozen=True):
    """A replay of a game in steps, with an analysis of people's moves. `number` is the game's number on its server."""

    number: int
    game: Game
    replayed: Replayed
    analysis: Analysis


class Proof(msgspec.Struct, frozen=True):
    """The result of verifying the dice of a game against the seed of the game.

    `record` is the game's record with its players' names. `salts` is the number of players' salts that follow from
    their inputs. `throws` and `dice` are the numbers of throws and of dice that follow from the seed and the salts.
    `line` is the id of the message in `channel` that sealed the game, or None, and `digits` are the digits that this
    message must show. `fault` is the first error in the engine's words, or "" if there is none.
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
    guild: int = 0
    channel: int = 0
    line: int | None = None
    digits: str = ""


class Replays:
    """Reads the replays, records and proofs of one store.

    A method for one server never returns another server's game.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: OrderedDict[int, tuple[Game, Replayed, Analysis]] = OrderedDict()

    async def replay(self, guild: int, game_id: int) -> Replay | None:
        """Return the replay of a game of this server, or None if the game is not kept.

        The players are read at each call, so that the cache never contains the name of a forgotten person.
        """
        seats = await self._store.read(lambda connection: stored.players(connection, [game_id]))
        if not seats or seats[0].guild != guild:
            return None
        if await self._store.read(lambda connection: stored.is_cleared(connection, game_id)):
            self._told.pop(game_id, None)
            return None
        people = {number: seat.since for number, seat in enumerate(archive.players(seats)) if not seat.computer}
        told = self._told.pop(game_id, None) or await self._tell(game_id, people)
        if told is None:
            return None
        self._told[game_id] = told
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return Replay(seats[0].ordinal, replace(told[0], players=archive.players(seats)), told[1], told[2])

    async def _tell(self, game_id: int, people: Mapping[int, int]) -> tuple[Game, Replayed, Analysis] | None:
        """Load a game and replay it in a thread, because replaying a long game takes a tenth of a second."""
        row = await self._store.read(lambda connection: stored.game(connection, game_id))
        return await asyncio.to_thread(_replayed, row, people) if row is not None and row.worth is None else None

    async def record(self, guild: int, game_id: int) -> str | None:
        """Return the record of a game of this server with its players' names, or None if the game is not kept."""

        def work(connection: Connection) -> str | None:
            seats = stored.players(connection, [game_id])
            of_server = bool(seats) and seats[0].guild == guild
            return export.game(connection, game_id, names=True) if of_server else None

        return await self._store.read(work)

    async def proof(self, guild: int, game_id: int) -> Proof | None:
        """Verify the dice of a game of this server against the game's seed, in a thread.

        Return None if the game is not kept.
        """
        text = await self.record(guild, game_id)
        rows = await self._store.read(lambda connection: stored.of_ids(connection, [game_id]))
        seats = await self._store.read(lambda connection: stored.players(connection, [game_id]))
        if text is None or not rows or not seats:
            return None
        return await asyncio.to_thread(_verified, rows[0], text, archive.players(seats))


def _replayed(row: stored.GameRow, people: Mapping[int, int]) -> tuple[Game, Replayed, Analysis]:
    """Return a game, its replay in steps, and an analysis of people's moves.

    `people` maps each person's seat to the round in which they took it, or 0 if they had it from the start.
    """
    game = archive.game_from_row(row, ())
    replayed = games.replay_steps(game.rules, _seats(game), game.events)
    return game, replayed, games.analysed(game.rules, _seats(game), replayed, people)


def _seats(game: Game) -> int:
    """Return the number of seats of a game. It is read from the event that sets the order of the seats."""
    return next(len(event.order) for event in game.events if isinstance(event, Ordered))


def _verified(row: GameRow, text: str, players: tuple[Player, ...]) -> Proof:
    header = archive.header(text.encode())
    proof = Proof(row.ordinal, row.id, text, header.commit, header.seed, 0, guild=row.guild, channel=row.channel)
    line = None
    if row.line is not None:
        shares = [player.share for player in players]
        digits = digest(header.commit, game_lines(header.variant, header.options), shares)
        proof = replace(proof, line=row.line, digits=digits)
        line = Line(row.line, digits)
    follow = {seat: _follows(header.salts.get(seat), player, line) for seat, player in enumerate(players)}
    proof = replace(proof, salts=sum(each is True for each in follow.values()))
    if wrong := [seat for seat, each in follow.items() if each is False]:
        return replace(proof, fault=f"@salt {header.players[wrong[0]]}")
    try:
        done = verified(BytesIO(text.encode()), line)
    except Problem as problem:
        return replace(proof, fault=f"{problem.line}: {problem.sentence}")
    explained = proof.salts - len(done.unexplained)
    return replace(proof, throws=done.throws, dice=done.dice, salts=explained)


def _follows(found: str | None, player: Player, line: Line | None) -> bool | None:
    """Return whether a salt follows from its player's inputs, or None if the inputs are not kept.

    A game that a line sealed has no press of Start. If version 0.2 played it to its end, the line was not kept.
    """
    if line is not None:
        return found == salt(player.share, str(line.id))
    if player.brought is None or not player.brought[-1]:
        return None
    return found == salt_of_start(*player.brought)
