"""All that is kept of a person as JSON files, small enough for Discord."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import json

from bot.history.archive import written

LARGEST = 8_000_000
"""Bytes of one file: Discord takes ten million."""
EXACT = 2**53
"""Above it many readers of JSON round numbers, so Discord's ids are written as text."""

Row = Mapping[str, Any]
Rows = list[dict[str, Any]]


def game(row: Row) -> Row:
    """A game that is over, as its player gets it: its whole record, in which they are p1 ... pn by their seat."""
    brought = json.decode(row["brought"]) if row["brought"] else None
    record = written(row["record"], row["events"], row["form"]) if row["record"] else None
    plain = {name: value for name, value in row.items() if name not in ("events", "form")}
    return {**plain, "you_are": f"p{row['seat'] + 1}", "brought": brought, "record": record}


def files(user: int, now: datetime, about: Mapping[str, Any], games: Iterable[Row]) -> tuple[str, ...]:
    """`about` with the first of the games, and the other games, in as many files as it takes."""
    some = _shared_out(games)
    first = {"user": user, "made": now, **about, "games": next(some, [])}
    rest = [{"user": user, "made": now, "games": each} for each in some]
    return tuple(json.format(json.encode(_exact(each)), indent=1).decode() for each in (first, *rest))


def _shared_out(games: Iterable[Row]) -> Iterator[list[Row]]:
    some: list[Row] = []
    size = 0
    for each in games:
        some.append(each)
        size += len(json.encode(_exact(each)))
        if size > LARGEST / 2:
            yield some
            some, size = [], 0
    if some:
        yield some


def _exact(value: Any) -> Any:
    """The same with numbers that nobody rounds."""
    plain = msgspec.to_builtins(value, str_keys=True)
    if isinstance(plain, dict):
        return {key: _exact(each) for key, each in plain.items()}
    if isinstance(plain, list | tuple):
        return [_exact(each) for each in plain]
    return str(plain) if isinstance(plain, int) and abs(plain) > EXACT else plain
