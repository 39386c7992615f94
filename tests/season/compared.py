"""Compare the statistics that a database stores and shows with statistics that are computed from their definitions."""

from collections.abc import Iterator, Mapping
from math import isclose
from random import Random
from typing import Any, get_args

from sqlalchemy import Connection, select

from bot.history.boards import PAGE, BoardName, BoardPage, Boards
from bot.storage import schema
from bot.storage.store import Store
from bot.storage.tallies import Scope
from tests.season.recomputed import Board, Pair, Recomputed, recomputed

CLOSE = 1e-9


async def differences(store: Store, names: Mapping[tuple[int, int], str], most: int = 10**9) -> tuple[list[str], int]:
    """Return a sentence for each difference, and the number of pages that were read.

    At most `most` leaderboards are read. `names` holds the name that each person used last, by server and person.
    """
    ours = await store.read(recomputed)
    found = await store.read(lambda connection: list(_kept(connection, ours)))
    boards = sorted((board for board in ours.figures if board[1] in get_args(BoardName)), key=str)
    some = Random(len(boards)).sample(boards, min(most, len(boards)))
    leafed = 0
    for board in some:
        expected = _pages(ours.figures[board])
        leafed += len(expected)
        found += [told async for told in _leafed(Boards(store), board, expected, names)]
    return found, leafed


def _kept(connection: Connection, ours: Recomputed) -> Iterator[str]:
    """Yield a sentence for each stored figure, level, rating, meeting or achievement that differs."""
    where = {row.id: (row.guild, row.place, row.game, row.period) for row in connection.execute(select(schema.scopes))}
    tallies = {
        (where[row.scope], row.name, row.user): (row.amount, row.beside)
        for row in connection.execute(select(schema.tallies))
    }
    figures = {(*board, user): pair for board, people in ours.figures.items() for user, pair in people.items()}
    yield from _unlike("figure", tallies, figures)
    levels = {
        (where[row.scope], row.name, row.amount): row.many
        for row in connection.execute(select(schema.levels))
        if row.many
    }
    stand: dict[Any, int] = {}
    for (scope, name), people in ours.figures.items():
        for amount, _ in people.values() if name in get_args(BoardName) else ():
            stand[scope, name, amount] = stand.get((scope, name, amount), 0) + 1
    yield from _unlike("level", levels, stand)
    meetings = {tuple(row[:3]): tuple(row[3:]) for row in connection.execute(select(schema.meetings))}
    yield from _unlike("meeting", meetings, ours.meetings)
    seats = select(schema.players.c.game, schema.players.c.seat, schema.players.c.rating)
    shown = {(row.game, row.seat): row.rating for row in connection.execute(seats) if row.rating is not None}
    yield from _unlike("rating shown after a game", shown, ours.shown)
    held = connection.execute(select(schema.achievements))
    yield from _unlike("achievement", {(row.guild, row.user, row.name): row.game for row in held}, ours.earned)
    yield from _ratings(connection, ours)


def _ratings(connection: Connection, ours: Recomputed) -> Iterator[str]:
    rows = connection.execute(select(schema.ratings))
    kept = {(row.guild, row.family, row.who): (row.mu, row.sigma, row.games) for row in rows}
    for who in kept.keys() | ours.ratings.keys():
        there, here = kept.get(who, (0.0, 0.0, 0)), ours.ratings.get(who, (0.0, 0.0, 0))
        if not all(isclose(one, other, rel_tol=0, abs_tol=CLOSE) for one, other in zip(there, here, strict=True)):
            yield f"rating of {who}: kept {there}, reckoned {here}"


def _unlike(what: str, kept: Mapping[Any, Any], ours: Mapping[Any, Any]) -> Iterator[str]:
    for key in kept.keys() | ours.keys():
        if kept.get(key) != ours.get(key):
            yield f"{what} of {key}: kept {kept.get(key)}, reckoned {ours.get(key)}"


Row = tuple[int, int, Pair]
"""A row of a leaderboard: the rank, the person, and the figures."""


def _pages(people: Mapping[int, Pair]) -> list[list[Row]]:
    """Return the pages of a leaderboard, beginning with the greatest amount.

    People with equal amounts share a rank. They are ordered by their second figure and then by their id, each time
    beginning with the greatest.
    """
    order = sorted(people, key=lambda user: (*people[user], user), reverse=True)
    amounts = [people[user][0] for user in order]
    rows = [(1 + amounts.index(people[user][0]), user, people[user]) for user in order]
    return [rows[first : first + PAGE] for first in range(0, len(rows), PAGE)]


async def _leafed(boards: Boards, board: Board, expected: list[list[Row]], names: Mapping[tuple[int, int], str]) -> Any:
    """Read every page of a leaderboard, and yield a sentence for each difference from the expected pages.

    Each page is requested for a person on the leaderboard, so that this person's own rank is also compared.
    """
    scope, name = Scope(*board[0]), board[1]
    for number, rows in enumerate(expected, 1):
        at = (number * 7) % len(expected)
        asker = expected[at][number % len(expected[at])]
        page: BoardPage = await boards.page(scope, name, number, asker[1])  # type: ignore[arg-type]
        told = [(row.rank, row.user, row.figures) for row in page.rows]
        own = page.own and (page.own.rank, page.own.user, page.own.figures)
        if (told, page.page, page.pages) != (rows, number, len(expected)):
            yield f"page {number} of {board}: shown {told} of {page.pages}, reckoned {rows} of {len(expected)}"
        if (own, page.own_page) != (asker, at + 1):
            yield f"own place on {board}: shown {own} on page {page.own_page}, reckoned {asker} on page {at + 1}"
        for row in (*page.rows, page.own):
            if row is not None and row.name != names[scope.guild, row.user]:
                yield f"name on {board}: shown {row.name}, last seen {names[scope.guild, row.user]}"
