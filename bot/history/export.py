"""A kept game as text: its record (engine/RECORD.md), without anybody's name, or with all that proves its dice."""

import re
from collections.abc import Iterator, Sequence

from msgspec import json

from bot.history import archive
from bot.history.archive import Record
from bot.history.game import Player
from bot.storage import Connection

LONGEST = 32
"""How long a name in a record may be."""


def game(connection: Connection, game_id: int, names: bool) -> str | None:
    """The record of a kept game as `text` has it; None where it is not kept."""
    record = archive.record(connection, game_id)
    return text(record, names) if record is not None else None


def text(record: Record, names: bool) -> str:
    """A record as it is handed out.

    Without `names` its players are p1 ... pn, and nothing in it is anybody's. With them it is as they are called, and
    says what their salts were made of.
    """
    if not names:
        return record.text
    plain = tuple(_names(record.players))
    return _origins(record, plain) + _called(record.text, plain)


def proof(connection: Connection, game_id: int) -> str | None:
    """The record of a kept game with its players as p1 ... pn, who they are, and what their salts were made of."""
    record = archive.record(connection, game_id)
    return _origins(record, _numbers(record.players)) + record.text if record is not None else None


def _origins(record: Record, called: Sequence[str]) -> str:
    """Who is who, and what their salts were made of, as comments that FAIRNESS.md's lines read."""
    told = [f"# table {record.game}, game {record.number}"]
    for name, player in zip(called, record.players, strict=True):
        told.append(f"# {name} is {_coded(player.name)}{_kind(player)}")
        if player.brought:
            told.append(f"# brought {_coded([name, *player.brought])}")
    return "\n".join(told) + "\n"


def _kind(player: Player) -> str:
    if player.computer:
        return ", a computer player"
    return f", since round {player.since} in a computer player's place" if player.since else ""


def _called(text: str, called: Sequence[str]) -> str:
    """A record with other names for p1 ... pn; words that an option quotes stay as they are."""
    named = dict(zip(_numbers(called), called, strict=True))
    lines = (
        line if line.startswith("@option") else re.sub(r"[^ ]+", lambda word: named.get(word[0], word[0]), line)
        for line in text.splitlines()
    )
    return "\n".join(lines) + "\n"


def _names(players: Sequence[Player]) -> Iterator[str]:
    """Names as a record may have them: of a-z, 0-9, _ and -, and no two alike; who was forgotten stays a number."""
    taken: set[str] = set()
    for seat, player in zip(_numbers(players), players, strict=True):
        plain = re.sub(r"[^a-z0-9_-]", "-", player.name.lower())[:LONGEST] or seat
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain[: LONGEST - len(str(number)) - 1]}-{number}", number + 1
        taken.add(name)
        yield name


def _numbers(players: Sequence[object]) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(1, len(players) + 1))


def _coded(value: object) -> str:
    """As JSON, so that whatever a name holds stays on its line."""
    return json.encode(value).decode()
