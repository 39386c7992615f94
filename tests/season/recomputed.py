"""Compute all statistics of a server a second time, only from the stored rows and the definitions.

The module shares no code with `bot/history` or with the statistics of `bot/storage`. It reads the rows of `games`,
`players` and `forfeits` as they are, and events as plain JSON.
"""

import bz2
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal, localcontext
from itertools import groupby, permutations
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, select

from bot.storage import schema
from tests.season import strength
from tests.season.achieved import achieved
from tests.season.telling import CUPS, Plain, Told, told

Scope = tuple[int, int, str, str]
"""A scope: a server, a channel (or 0 for all), a game or family (or "" for all), and a period (or "" for all time)."""
Board = tuple[Scope, str]
Pair = tuple[int, int]
"""A figure's amount and its second figure."""


@dataclass
class Facts:
    """Holds the facts about one person in one scope, in the order of the games."""

    wins: list[bool] = field(default_factory=list)
    washed_up: int = 0
    driest: int = 0
    bads: int = 0
    goods: int = 0
    chips: list[int] = field(default_factory=list)
    said: list[tuple[bool, bool, int]] = field(default_factory=list)
    """Three values for each bid or claim: whether it was true, whether it was challenged, and its face."""
    calls: list[tuple[bool, bool]] = field(default_factory=list)
    """Two values for each call: whether it was right, and whether it was an exact call."""
    thrown: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    owed: int = 0
    paid: int = 0
    waived: int = 0


@dataclass
class Recomputed:
    """Holds the results of a second count.

    `figures` are kept by scope and name, `ratings` by server, family and person, and `meetings` by server and two
    people. `shown` holds the rating of each seat after each game.
    """

    figures: dict[Board, dict[int, Pair]]
    ratings: dict[tuple[int, str, int], tuple[float, float, int]]
    meetings: dict[tuple[int, int, int], tuple[int, int, int, int]]
    shown: dict[tuple[int, int], int]
    earned: dict[tuple[int, int, str], int]
    """The first game that earned an achievement, by server, person and achievement."""


RANKING = (
    *("wins", "win_rate", "bads", "goods", "net", "chips", "streak"),
    *("got_away", "caught", "forfeits", "paid", "rating"),
)
"""Figures that also appear on boards of channels, months and seasons."""


def recomputed(connection: Connection) -> Recomputed:
    """Compute all figures from the rows of a database."""
    return _Reckoning().all_of(connection)


class _Reckoning:
    def __init__(self) -> None:
        self.facts: dict[Scope, dict[int, Facts]] = defaultdict(lambda: defaultdict(Facts))
        self.figures: dict[Board, dict[int, Pair]] = defaultdict(dict)
        self.strength: dict[tuple[int, str, int], tuple[float, float, int]] = {}
        self.met: dict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        self.shown: dict[tuple[int, int], int] = {}
        self.earned: dict[tuple[int, int, str], int] = {}

    def all_of(self, connection: Connection) -> Recomputed:
        seats: dict[int, list[Any]] = defaultdict(list)
        for row in connection.execute(select(schema.players).order_by(schema.players.c.game, schema.players.c.seat)):
            seats[row.game].append(row)
        for row in connection.execute(select(schema.games).order_by(schema.games.c.guild, schema.games.c.ordinal)):
            self._game(row, seats[row.id])
        for row in connection.execute(select(schema.forfeits)):
            self._forfeit(row)
        for scope, people in self.facts.items():
            for user, facts in people.items():
                self._figures(scope, user, facts)
        met = {who: (each[0], each[1], each[2], each[3]) for who, each in self.met.items()}
        return Recomputed(dict(self.figures), self.strength, met, self.shown, self.earned)

    def _game(self, row: Any, seats: list[Any]) -> None:
        """Count one game.

        A game that begins with fewer than two people is practice and counts for nothing (L4).
        """
        if sum(not seat.computer and not seat.since for seat in seats) < 2:
            return
        options, events = _options(row.record), _events(row.events)
        game = told(row.variant, options, events, len(seats))
        if game.result is None:
            return
        people = {at: seat.user for at, seat in enumerate(seats) if seat.user is not None and seat.user > 0}
        scopes = list(_scopes(row.guild, row.channel, ("", row.variant), row.ended, row.season))
        for at, user in people.items():
            for scope in scopes:
                _add(self.facts[scope][user], game, at)
        for at, name in achieved(row.variant, options, events, game):
            if at in people and not seats[at].since:
                self.earned.setdefault((row.guild, people[at], name), row.id)
        self._meetings(row.guild, people, game)
        self._ratings(row, seats, game)

    def _meetings(self, guild: int, people: dict[int, int], game: Told) -> None:
        for mine, theirs in permutations(people, 2):
            met = self.met[guild, people[mine], people[theirs]]
            met[0] += 1
            met[1] += game.places[mine] < game.places[theirs]
            met[2] += game.places[mine] > game.places[theirs]
            met[3] += sum(call[:4] == (mine, theirs, True, False) for call in game.calls)

    def _ratings(self, row: Any, seats: list[Any], game: Told) -> None:
        """Update everybody's rating in the game's family. Computer players are identified by their names."""
        family = "single-cup" if row.variant in CUPS else "common-hand"
        who = [
            (row.guild, family, -1 - crc32(seat.name.encode()) if seat.user is None else seat.user) for seat in seats
        ]
        before = [self.strength.get(each, (strength.MU, strength.SIGMA, 0)) for each in who]
        after = strength.after([(mu, sigma) for mu, sigma, _ in before], game.places)
        scopes = list(_scopes(row.guild, row.channel, (family,), row.ended, row.season))
        for at, (each, (mu, sigma), (_, _, games)) in enumerate(zip(who, after, before, strict=True)):
            self.strength[each] = (mu, sigma, games + 1)
            # The rating is three sigmas below the estimate. A newcomer has 1000, and a point of strength is worth 40.
            self.shown[row.id, at] = worth = round(1000 + 40 * (mu - 3 * sigma))
            if each[2] > 0:
                for scope in scopes:
                    self.figures[scope, "rating"][each[2]] = (worth, games + 1)

    def _forfeit(self, row: Any) -> None:
        """Count a forfeit by its current state, for the month and the season in which it was incurred."""
        if row.debtor < 0:
            return
        for scope in _scopes(row.guild, row.channel, ("", row.variant), row.at, row.season):
            facts = self.facts[scope][row.debtor]
            facts.owed += row.state in ("waits", "owed")
            facts.paid += row.state == "paid"
            facts.waived += row.state == "waived"

    def _figures(self, scope: Scope, user: int, facts: Facts) -> None:
        """Store a person's figures in a scope, except those that are zero.

        Only the figures of `RANKING` are stored for a channel, a month or a season.
        """
        _, channel, _, period = scope
        for name, pair in _amounts(facts):
            if pair != (0, 0) and (name in RANKING or not (channel or period)):
                self.figures[scope, name][user] = pair


def _add(facts: Facts, game: Told, seat: int) -> None:
    """Add the results of one seat in a game to a person's facts."""
    assert game.result is not None
    facts.wins.append(seat in game.result["winners"])
    facts.washed_up += seat in game.result["losers"]
    facts.driest += seat in game.driest
    facts.bads += game.bads[seat]
    facts.goods += game.goods[seat]
    facts.chips += [game.chips[seat]] if seat in game.chips else []
    facts.said += [(said.true, said.challenged, said.face) for said in game.said if said.seat == seat]
    facts.calls += [(right, exact) for by, _, right, exact, _ in game.calls if by == seat]
    for face in range(1, 7):
        facts.thrown[face] += game.thrown[seat, face]


def _amounts(facts: Facts) -> Iterator[tuple[str, Pair]]:
    """Yield the name and the value of every figure, computed as the sentence about the figure says."""
    won, games = sum(facts.wins), len(facts.wins)
    yield "wins", (won, games)
    if games >= 5:
        yield "win_rate", (wilson(won, games), games)
    runs = [(won, len(list(run))) for won, run in groupby(facts.wins)]
    longest = max((length for won, length in runs if won), default=0)
    yield "streak", (longest, runs[-1][1] if runs and runs[-1][0] else 0)
    yield "washed_up", (facts.washed_up, games)
    yield "driest", (facts.driest, 0)
    yield "bads", (facts.bads, facts.goods)
    if facts.goods:
        yield "goods", (facts.goods, facts.bads)
    yield "net", (facts.goods - facts.bads, facts.goods + facts.bads)
    yield "chips", (sum(facts.chips), len(facts.chips))
    yield from _talk(facts)
    for face, many in facts.thrown.items():
        yield f"thrown{face}", (many, 0)
    yield "forfeits", (facts.owed, facts.paid)
    if facts.paid:
        yield "paid", (facts.paid, facts.owed)
    yield "waived", (facts.waived, 0)


def _talk(facts: Facts) -> Iterator[tuple[str, Pair]]:
    """Yield the figures about lies, calls and faces."""
    lies = [challenged for true, challenged, _ in facts.said if not true]
    yield "lies", (len(lies), len(facts.said))
    yield "got_away", (lies.count(False), len(lies))
    yield "called_out", (lies.count(True), sum(challenged for _, challenged, _ in facts.said))
    for name, kind in (("caught", False), ("exact", True)):
        theirs = [right for right, exact in facts.calls if exact == kind]
        yield name, (sum(theirs), len(theirs))
    for face in range(1, 7):
        yield f"face{face}", (sum(said[2] == face for said in facts.said), 0)


def wilson(won: int, games: int) -> int:
    """Return the lower bound of Wilson's interval at 95 % (z = 1.96), in hundredths of a percent, rounded down."""
    with localcontext(prec=60):
        z, n = Decimal("1.96"), Decimal(games)
        p = Decimal(won) / n
        low = (p + z * z / (2 * n) - z * (p * (1 - p) / n + z * z / (4 * n * n)).sqrt()) / (1 + z * z / n)
        return int(low * 10_000)


def _scopes(guild: int, channel: int, games: Iterable[str], at: datetime, season: int | None) -> Iterator[Scope]:
    """Yield every scope for which a game counts.

    A scope is the channel or the server, one of `games`, and all time, the month or the season.
    """
    at = at.astimezone(UTC)
    periods = ["", at.strftime("%Y-%m"), *([f"s{season}"] if season else [])]
    yield from ((guild, place, game, period) for place in (0, channel) for game in games for period in periods)


def _options(record: bytes) -> dict[str, str]:
    """Return the house rules from the header of a record."""
    lines = bz2.decompress(record).decode().splitlines()
    told = (line.split(maxsplit=2) for line in lines if line.startswith("@option "))
    return {word: value for _, word, value in told}


def _events(stored: bytes) -> list[Plain]:
    """Return the events of a game, which are stored by columns.

    The stored value has the kinds of the events in order. For each kind it has a list of values for each field.
    """
    kinds, columns = json.loads(bz2.decompress(stored))
    seen: dict[str, int] = defaultdict(int)
    events: list[Plain] = []
    for kind in kinds:
        events.append({"event": kind, **{name: values[seen[kind]] for name, values in columns[kind].items()}})
        seen[kind] += 1
    return events
