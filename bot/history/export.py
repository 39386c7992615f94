"""A kept game as text: its record, as it is stored or with the names put in."""

import re
from collections.abc import Iterator, Sequence

from bot.history import archive
from bot.history.game import Player
from bot.storage import Connection

LONGEST = 32
"""How long a name in a record may be."""


def game(connection: Connection, game_id: int, names: bool) -> str | None:
    """The record of a kept game, with its players as p1 ... pn or by their `names`; None where it is not kept."""
    found = archive.record(connection, game_id)
    if found is None:
        return None
    text, players = found
    return with_names(text, players) if names else text


def with_names(record: str, players: Sequence[Player]) -> str:
    """A record with the players' names for p1 ... pn; words that an option quotes stay as they are."""
    named = {f"p{seat}": name for seat, name in enumerate(_names(players), 1)}
    lines = (
        line if line.startswith("@option") else re.sub(r"[^ ]+", lambda word: named.get(word[0], word[0]), line)
        for line in record.splitlines()
    )
    return "\n".join(lines) + "\n"


def _names(players: Sequence[Player]) -> Iterator[str]:
    """Names as a record may have them: of a-z, 0-9, _ and -, and no two alike; who was forgotten stays a number."""
    taken: set[str] = set()
    for seat, player in enumerate(players, 1):
        plain = re.sub(r"[^a-z0-9_-]", "-", player.name.lower())[:LONGEST] or f"p{seat}"
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain[: LONGEST - len(str(number)) - 1]}-{number}", number + 1
        taken.add(name)
        yield name
