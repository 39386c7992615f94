"""The leaderboards. Each one is read from stored totals, and not computed from past games."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from bot.history import counting
from bot.history.projections import RANKED
from bot.history.ratings import computer, shown
from bot.storage import Connection, countings, ratings, tallies
from bot.storage.members import NEXT, Near
from bot.storage.store import Store
from bot.storage.tallies import NOTHING, Board, Standing
from bot.storage.tallies import Scope as Scope
from bot.words.cleaning import told_apart_by_key

PAGE = 10
"""The number of places on a page."""
PODIUM = 3
RATED = "common-hand"
"""The family of games whose ratings are on the podium."""

BoardName = Literal[
    "forfeits",
    "paid",
    "goods",
    "bads",
    "net",
    "wins",
    "win_rate",
    "rating",
    "chips",
    "caught",
    "got_away",
    "streak",
]
"""The figures that have boards. A board is sorted by the amount. Equal amounts are sorted by the second figure."""

if set(get_args(BoardName)) != RANKED:
    raise AssertionError("a board is what ranks")


class BoardRow(msgspec.Struct, frozen=True):
    """One place on a board. People with equal amounts share a rank.

    `name` is "" for people whose name is unknown, and for people who hide their name. `figures` are the amount and the
    second figure: for `forfeits`, the forfeits that are owed now and those that were paid; for `bads`, bads and goods;
    for `wins`, wins and games. `projections.py` describes the other figures.
    """

    rank: int
    user: int
    name: str
    figures: tuple[int, int]


class Computer(msgspec.Struct, frozen=True):
    """The rating of a computer player, and the number of its rated games."""

    name: str
    rating: int
    games: int


class BoardPage(msgspec.Struct, frozen=True):
    """A page of a board, with the row of the person who asks.

    Pages are numbered from 1, and an empty board has one empty page. `own` is the person's row and `own_page` is the
    number of its page. Both are None if the person has no row. `driest` says whether being the driest of a game counts
    as a win on this page.
    """

    board: BoardName
    within: Scope
    rows: tuple[BoardRow, ...]
    own: BoardRow | None
    own_page: int | None
    page: int
    pages: int
    driest: bool = False


class Boards:
    """Reads the boards of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, within: Scope, board: BoardName, page: int, user: int) -> BoardPage:
        """Return a page of a board with `user`'s own row.

        Pages are numbered from 1 and have ten rows each. If the number `page` is too large, return the last page.
        """
        return await self._store.read(lambda connection: _apart(_page(connection, within, board, page, user)))

    async def near(self, within: Scope, board: BoardName, page: int) -> Near:
        """Return the people on a page of a board, and everybody in its rows and the next rows."""

        def work(connection: Connection) -> Near:
            scope = tallies.scope_number(connection, within)
            if scope is None:
                return Near()
            of = Board(within.guild, scope, board)
            first = (_turned(connection, of, page)[0] - 1) * PAGE
            shown, _ = tallies.board_page(connection, of, first, PAGE)
            rows = tallies.everybody(connection, of, shown[0] if first and shown else None, PAGE + NEXT)
            return Near(tuple(each.user for each in shown), tuple(rows))

        return await self._store.read(work)

    async def winners(self, within: Scope) -> BoardPage:
        """Return the first page of the board of wins, on which being the driest of a game counts as a win.

        The driest players of a game without winners are those with the best score who did not wash up (E4).
        """
        return await self._store.read(lambda connection: _apart(_winners(connection, within)))

    async def computers(self, guild: int, family: str, names: Collection[str]) -> tuple[Computer, ...]:
        """Return the ratings of these computer players in a family of games on a server, best first."""
        numbers = {computer(name): name for name in names}

        def work(connection: Connection) -> tuple[Computer, ...]:
            shown_here = countings.shown(connection, guild)
            held = ratings.ratings_of(connection, [(shown_here, family, number) for number in numbers])
            found = [Computer(numbers[who], shown(each), each.games) for (_, _, who), each in held.items()]
            return tuple(sorted(found, key=lambda each: (-each.rating, each.name)))

        return await self._store.read(work)

    async def podium(self, guild: int, season: int) -> dict[BoardName, tuple[BoardRow, ...]]:
        """Return the first three ranks on each board of a season.

        All people who share one of these ranks are included. Empty boards are left out.
        """
        within = Scope(guild, period=counting.season(season))
        named = [(board, replace(within, game=RATED) if board == "rating" else within) for board in get_args(BoardName)]

        def work(connection: Connection) -> dict[BoardName, tuple[BoardRow, ...]]:
            pages = {board: _page(connection, scope, board, 1, 0) for board, scope in named}
            first = {board: _first_three(page) for board, page in pages.items() if page.rows}
            called = told_apart_by_key((row.user, row.name) for rows in first.values() for row in rows)
            return {board: tuple(replace(row, name=called[row.user]) for row in rows) for board, rows in first.items()}

        return await self._store.read(work)


def _apart(page: BoardPage) -> BoardPage:
    """Return the page with names of which no two look alike.

    Equal names are numbered from the top. The row of the person who asks comes last.
    """
    shown = (*page.rows, page.own) if page.own is not None else page.rows
    called = told_apart_by_key((row.user, row.name) for row in shown)
    rows = tuple(replace(row, name=called[row.user]) for row in page.rows)
    return replace(page, rows=rows, own=replace(page.own, name=called[page.own.user]) if page.own is not None else None)


def _first_three(page: BoardPage) -> tuple[BoardRow, ...]:
    return tuple(row for row in page.rows if row.rank <= PODIUM)


def _page(connection: Connection, within: Scope, board: BoardName, page: int, user: int) -> BoardPage:
    scope = tallies.scope_number(connection, within)
    if scope is None:
        return BoardPage(board, within, (), None, None, 1, 1)
    of = Board(within.guild, scope, board)
    page, pages = _turned(connection, of, page)
    first = (page - 1) * PAGE
    found, above = tallies.board_page(connection, of, first, PAGE)
    here = any(each.user == user for each in found)
    away = None if here else tallies.standing_of(connection, of, user)
    names = tallies.shown_names(connection, within.guild, [each.user for each in (*found, away) if each is not None])
    rows = tuple(_row(each, rank, names) for each, rank in zip(found, _ranks(found, first, above), strict=True))
    if away is not None:
        more, place = tallies.ahead_of(connection, of, away)
        return BoardPage(board, within, rows, _row(away, 1 + more, names), place // PAGE + 1, page, pages)
    own = next((row for row in rows if row.user == user), None)
    return BoardPage(board, within, rows, own, page if own else None, page, pages)


def _turned(connection: Connection, board: Board, page: int) -> tuple[int, int]:
    """Return the number of the page to show, which is at most that of the last page, and the number of pages."""
    pages = max(1, -(-tallies.board_size(connection, board) // PAGE))
    return min(max(page, 1), pages), pages


CANDIDATES = 50
"""The most people with many wins, and the most people who were often the driest, among whom the winners are found."""


def _winners(connection: Connection, within: Scope) -> BoardPage:
    scope = tallies.scope_number(connection, within)
    if scope is None:
        return BoardPage("wins", within, (), None, None, 1, 1)
    names = ("wins", "driest")
    of = [Board(within.guild, scope, name) for name in names]
    best = {each.user for board in of for each in tallies.board_page(connection, board, 0, CANDIDATES)[0]}
    held = tallies.amounts_of(connection, [scope], best, names)
    pairs = {user: [held.get((scope, name, user), NOTHING) for name in names] for user in best}
    summed = [Standing(user, sum(each[0] for each in pair), pair[0][1]) for user, pair in pairs.items()]
    first = sorted(summed, key=lambda each: (-each.amount, -each.beside, -each.user))[:PAGE]
    called = tallies.shown_names(connection, within.guild, [each.user for each in first])
    rows = tuple(_row(each, rank, called) for each, rank in zip(first, _ranks(first, 0, 0), strict=True))
    return BoardPage("wins", within, rows, None, None, 1, 1, any(pair[1][0] for pair in pairs.values()))


def _ranks(found: Sequence[Standing], first: int, above: int) -> list[int]:
    """Return the ranks of the rows of a page. `first` is the place of the page's first row, counted from 0.

    `above` is the number of people whose amount is larger than the amount in that row.
    """
    ranks: list[int] = []
    for at, each in enumerate(found):
        if at and found[at - 1].amount == each.amount:
            ranks.append(ranks[-1])
        else:
            ranks.append(1 + (first + at if at else above))
    return ranks


def _row(each: Standing, rank: int, names: Mapping[int, str]) -> BoardRow:
    return BoardRow(rank, each.user, names.get(each.user, ""), (each.amount, each.beside))
