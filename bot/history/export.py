"""What is handed out of a server's games: records as text (engine/RECORD.md), boards and games as rows of a sheet.

A record is without anybody's name, or with all that proves its dice.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import json

from bot.history import archive, export
from bot.history.archive import Record
from bot.history.game import Game, Player
from bot.history.projections import RANKED
from bot.history.worth import worth
from bot.storage import Connection, tallies

LONGEST = 32
"""The most characters of a name in a record."""


def game(connection: Connection, game_id: int, names: bool) -> str | None:
    """Return the record of a kept game, as `text` writes it; None where it is not kept."""
    record = archive.record(connection, game_id)
    return text(record, names) if record is not None else None


def text(record: Record, names: bool) -> str:
    """Return a record as it is handed out.

    Without `names` its players are p1 ... pn, and nothing in it is anybody's. With them it is as they are called, and
    says what their salts were made of.
    """
    if not names:
        return record.text
    plain = tuple(_names(record.players))
    return _origins(record, plain) + _called(record.text, plain)


def proof(connection: Connection, game_id: int) -> str | None:
    """Return the record of a kept game with players p1 ... pn, who they are, and what their salts were made of."""
    record = archive.record(connection, game_id)
    return _origins(record, _numbers(record.players)) + record.text if record is not None else None


def _origins(record: Record, called: Sequence[str]) -> str:
    """Return who the players are and what made their salts, as comments that `verify` and FAIRNESS.md's lines read."""
    told = [f"# table {record.game}, game {record.number}", *([f"# line {record.line}"] if record.line else [])]
    for name, player in zip(called, record.players, strict=True):
        told.append(f"# {name} is {_coded(player.name)}{_kind(player)}")
        if player.brought:
            brought = player.brought[:2] if player.share else player.brought
            told.append(f"# brought {_coded([name, *brought])}")
        if player.share:
            told.append(f"# share {_coded([name, player.share])}")
    return "\n".join(told) + "\n"


def _kind(player: Player) -> str:
    if player.computer:
        return ", a computer player"
    return f", since round {player.since} in a computer player's place" if player.since else ""


def _called(text: str, called: Sequence[str]) -> str:
    """Return a record with other names for p1 ... pn; words that an option quotes stay as they are."""
    named = dict(zip(_numbers(called), called, strict=True))
    lines = (
        line if line.startswith("@option") else re.sub(r"[^ ]+", lambda word: named.get(word[0], word[0]), line)
        for line in text.splitlines()
    )
    return "\n".join(lines) + "\n"


def _names(players: Sequence[Player]) -> Iterator[str]:
    """Yield names as a record may have them: of a-z, 0-9, _ and -, no two alike; a forgotten player stays a number."""
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
    """Return a value as JSON, so that it stays on its line whatever a name holds."""
    return json.encode(value).decode()


Cell = str | int | None

SheetRow = tuple[Cell, ...]

BOARDS = ("place", "game", "period", "board", "rank", "player", "amount", "beside")

GAMES = (
    *("game", "number", "channel", "variant", "began", "ended", "season", "seat", "player", "kind", "since"),
    *("finished", "won", "lost"),
)


class SheetNames:
    """What people are called in a sheet: by their names, or each by a number of the sheet's own."""

    def __init__(self, names: bool) -> None:
        self._names, self._numbers = names, dict[int, str]()

    def person(self, user: int, name: str) -> str:
        """Return what a person is called; "somebody" where they were forgotten."""
        number = self._numbers.setdefault(user, f"p{len(self._numbers) + 1}")
        return (name or "somebody") if self._names else number

    def player(self, player: Player) -> str:
        """Return what the player of a seat is called; computer players have names of their own."""
        return player.name if player.user is None else self.person(player.user, player.name)


def board_rows(connection: Connection, guild: int, names: bool) -> Iterator[SheetRow]:
    """Yield every place on every board of a server: of all of it (place 0) and its channels, games and periods."""
    called, before, at, rank = SheetNames(names), None, 0, 0
    for scope, name, each, known_as in tallies.whole_boards(connection, guild, RANKED):
        if before is None or before[:2] != (scope, name):
            at, before = 0, None
        at += 1
        if before is None or before[2] != each.amount:
            rank = at
        before = scope, name, each.amount
        who = called.person(each.user, known_as)
        yield scope.place, scope.game, scope.period, name, rank, who, each.amount, each.beside


def game_rows(connection: Connection, guild: int, names: bool) -> Iterator[SheetRow]:
    """Yield every seat of every game that is kept, in the order in which they were played."""
    called = SheetNames(names)
    for game in archive.games(connection, guild):
        its = worth(game)
        for seat, player in enumerate(game.players):
            finished = its.places[seat] if its.places else None
            result = finished, int(seat in its.winners), int(seat in its.losers)
            yield (
                *_columns_of_game(game),
                seat + 1,
                called.player(player),
                _kind_of_player(player),
                player.since,
                *result,
            )


def records(connection: Connection, guild: int, names: bool) -> Iterator[tuple[int, str]]:
    """Yield every record that is kept, by the number of its game."""
    for record in archive.records(connection, guild):
        yield record.game, export.text(record, names)


def _columns_of_game(game: Game) -> SheetRow:
    when = game.began.isoformat(), game.ended.isoformat()
    return game.id, game.number, game.channel, game.variant, *when, game.season


def _kind_of_player(player: Player) -> str:
    if player.computer:
        return "computer"
    return "person" if player.user is not None and player.user > 0 else "forgotten"
