"""Decide what a recount of a server does next, and do it in one short transaction.

A recount builds a new set of statistics beside the set that is shown. It adds the opening balances first, then the
games in their order, and then the forfeits. Games and forfeits that end in the meantime are added before the new set
replaces the old one. Each step locks the server and decides again. So two processes may work on one server, and a
recount that was killed continues where it was.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from time import perf_counter

import msgspec
from msgspec.structs import replace

from bot.history import beside, versions
from bot.history.achievements import ACHIEVEMENTS
from bot.history.archive import COUNTED, game_from_row, players
from bot.history.counting import add_forfeits
from bot.history.game import Game
from bot.history.versions import Version
from bot.history.worth import Worth, worth
from bot.history.worth import earned as earned_in
from bot.storage import Connection, Size, achievements, countings, facts, kept_games, ledger, pseudonyms, servers
from bot.storage.countings import BUILT, DROPPED, FIRST, SHOWN, Counting, Server
from bot.storage.kept_games import GameRow, PlayerRow
from engine.core.events import FORM


class Step(StrEnum):
    """The next step of a recount of a server."""

    NOTHING = "nothing"
    NOTE = "note"
    BEGIN = "begin"
    OPENINGS = "openings"
    GAMES = "games"
    FORFEITS = "forfeits"
    CHANGE_OVER = "change over"
    BEGIN_SEEKING = "begin seeking"
    SEEK = "seek"
    DROP = "drop"
    DELETE = "delete"


Plan = tuple[Step, Counting | None]
"""A step, and the counting that it is about."""


def plan(server: Server, mine: Version, checked: Collection[int]) -> Plan:
    """Return the next step for a server. `mine` are the versions by which this process counts.

    `checked` has the countings whose forfeits this process has counted. Nothing is done on a server that a newer
    version has counted.
    """
    by_state = {each.state: each for each in server.countings}
    first, built, shown = (by_state.get(state) for state in (FIRST, BUILT, SHOWN))
    if any(each.figures > mine.figures for each in (first, built, shown) if each is not None):
        return Step.NOTHING, None
    if first is None:
        return Step.NOTE, None
    if built is not None and built.figures != mine.figures:
        return Step.DROP, built
    is_first_whole = first.figures == mine.figures and first.games >= server.games
    current = built or (shown if shown is not None and shown.figures == mine.figures else None)
    if current is None and not is_first_whole:
        return Step.BEGIN, None
    if current is not None and (step := _building(server, current, checked)) is not None:
        return step, current
    return _seeking(current or first, mine) or _deleting(by_state.get(DROPPED))


def _building(server: Server, current: Counting, checked: Collection[int]) -> Step | None:
    if current.openings is not None:
        return Step.OPENINGS
    if current.games < server.games:
        return Step.GAMES
    if current.number not in checked:
        return Step.FORFEITS
    return Step.CHANGE_OVER if current.state == BUILT else None


def _seeking(current: Counting, mine: Version) -> Plan | None:
    if current.sought_before is not None:
        return Step.SEEK, current
    return (Step.BEGIN_SEEKING, current) if current.achievements < mine.achievements else None


def _deleting(dropped: Counting | None) -> Plan:
    return (Step.DELETE, dropped) if dropped is not None else (Step.NOTHING, None)


class Read(msgspec.Struct, frozen=True):
    """The rows of some games of a server in the order in which a step takes them, and the rows of their players.

    `is_newer` is true if a newer version of the bot has kept the game after them.
    """

    games: list[GameRow]
    players: list[PlayerRow]
    is_newer: bool


def read_games(connection: Connection, step: Step, counting: Counting, many: int) -> Read:
    """Return at most `many` games that the step `GAMES` or `SEEK` takes next."""
    if step is Step.GAMES:
        found = kept_games.following(connection, counting.guild, counting.games, many)
    else:
        found = kept_games.preceding(connection, counting.guild, counting.sought_before or 0, many)
    rows = list(takewhile(lambda row: row.form <= FORM, found))
    return Read(rows, kept_games.players(connection, [row.id for row in rows]), bool(found) and not rows)


def valued(read: Read) -> list[tuple[Game, Worth, int]]:
    """Return the games with their worth and their ordinals. This takes most of the time of a recount."""
    seats: dict[int, list[PlayerRow]] = {row.id: [] for row in read.games}
    for player in read.players:
        seats[player.game].append(player)
    games = [game_from_row(row, seats[row.id]) for row in read.games]
    return [(game, worth(game), row.ordinal) for game, row in zip(games, read.games, strict=True)]


class Done(msgspec.Struct, frozen=True):
    """The outcome of a step: whether it was still the next one, and for how many seconds it held the server's lock.

    `place` is the place that was reached among the forfeits; None if there are no more.
    """

    was_next: bool
    seconds: float = 0.0
    place: int | None = None


class Work(msgspec.Struct, frozen=True):
    """One step of a recount, with what it needs.

    `games` are the next games for `GAMES` and `SEEK`, of which the server had `up_to`. `after` is the place that was
    reached among the forfeits. `size` says how many rows of other kinds the step takes.
    """

    guild: int
    plan: Plan
    mine: Version
    checked: frozenset[int]
    size: Size
    games: Sequence[tuple[Game, Worth, int]] = ()
    up_to: int = 0
    after: int = 0

    def carry_out(self, connection: Connection) -> Done:
        """Do the step, if it still is the next one for the server."""
        step, counting = self.plan
        is_about_forfeits = step is Step.FORFEITS
        # A transaction that locks a forfeit and a server must lock the server last.
        rows = ledger.of_server(connection, self.guild, self.after, self.size(step)) if is_about_forfeits else []
        servers.hold(connection, self.guild)
        began = perf_counter()
        found = countings.page(connection, self.guild - 1, 1)
        if not found or found[0].guild != self.guild or plan(found[0], self.mine, self.checked) != self.plan:
            return Done(was_next=False)
        place = rows[-1].id if rows else None
        if counting is None:
            self._begin(connection, found[0])
        elif is_about_forfeits:
            if not self.after and _is_emptied(connection, counting):
                countings.change(connection, counting.number, state=DROPPED)
                return Done(was_next=False)
            add_forfeits(connection, counting.number, rows)
        else:
            self._go_on(connection, counting)
        return Done(was_next=True, seconds=perf_counter() - began, place=place)

    def _begin(self, connection: Connection, server: Server) -> None:
        """Begin another counting, or note by which version the first one was counted."""
        if self.plan[0] is Step.BEGIN:
            countings.begin(connection, self.guild, self.mine.figures, self.mine.achievements)
            return
        by = int(facts.fact(connection, COUNTED) or 0)
        countings.note_first(connection, self.guild, by, by, server.games)

    def _go_on(self, connection: Connection, counting: Counting) -> None:
        match self.plan[0]:
            case Step.OPENINGS:
                last = beside.add_openings(connection, counting, self.size(self.plan[0]))
                countings.change(connection, counting.number, openings=last)
            case Step.GAMES:
                beside.add_games(connection, counting.number, [each[:2] for each in self._fresh(connection)])
                last = self.games[-1][2] if self.games else self.up_to
                countings.change(connection, counting.number, games=last)
            case Step.CHANGE_OVER:
                countings.change_over(connection, counting)
            case Step.BEGIN_SEEKING:
                begun = {"sought_since": counting.achievements, "sought_before": counting.games + 1}
                countings.change(connection, counting.number, achievements=self.mine.achievements, **begun)
            case Step.SEEK:
                self._seek(connection, counting)
            case Step.DROP:
                countings.change(connection, counting.number, state=DROPPED)
            case Step.DELETE:
                countings.delete_some(connection, counting.number, self.size)
            case _:
                raise ValueError(f"{self.plan[0]} is not about a counting")

    def _fresh(self, connection: Connection) -> list[tuple[Game, Worth, int]]:
        """Return the games with their present players, because somebody may have been forgotten meanwhile."""
        seats: dict[int, list[PlayerRow]] = {game.id: [] for game, _, _ in self.games}
        forgotten = pseudonyms.people(connection, self.guild)
        for player in kept_games.players(connection, list(seats)):
            user = forgotten.get(player.user or 0, player.user)
            seats[player.game].append(replace(player, user=user))
        return [(replace(game, players=players(seats[game.id])), its, at) for game, its, at in self.games]

    def _seek(self, connection: Connection, counting: Counting) -> None:
        """Look for new achievements in games, from the last one to the first one. An earlier game replaces a later."""
        new = {name for name, each in ACHIEVEMENTS.items() if each.since > (counting.sought_since or 0)}
        found: dict[achievements.Key, tuple[int, datetime]] = {}
        for game, its, _ in self._fresh(connection):
            for user, name in earned_in(game, its):
                if name in new:
                    found[counting.number, user, name] = game.id, game.ended
        achievements.add_many(connection, found, replacing=True)
        place = self.games[-1][2] if self.games else None
        since = counting.sought_since if self.games else None
        countings.change(connection, counting.number, sought_before=place, sought_since=since)


def _is_emptied(connection: Connection, counting: Counting) -> bool:
    """Return whether an older version of the bot has deleted the figures of a counting.

    It does so when it counts everything again by itself, because it does not know that there are several countings.
    """
    has_games = counting.games > 0 and countings.has_figures(connection, counting.guild)
    return has_games and not countings.has_figures(connection, counting.number)


def begin_again(connection: Connection, guild: int) -> None:
    """Begin another counting of a server although nothing speaks against the present one."""
    servers.hold(connection, guild)
    if all(each.state != BUILT for each in countings.of(connection, guild)):
        countings.begin(connection, guild, *msgspec.structs.astuple(versions.MINE))


def tidy(connection: Connection, mine: Version) -> None:
    """Drop the countings that an older version has changed. On a database without games, note `mine` for it.

    Without that note, an older version would count all games when it starts.
    """
    for number in countings.forgotten_by_older(connection):
        countings.change(connection, number, state=DROPPED)
    if facts.fact(connection, COUNTED) is None and not countings.page(connection, -1, 1):
        facts.set_fact(connection, COUNTED, str(mine.counting))
