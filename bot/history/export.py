"""Export a server's games: records as text (engine/RECORD.md), and leaderboards and games as rows of a spreadsheet.

An exported record either contains no names, or contains everything that proves its dice.
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
"""The most characters that a name in a record may have."""


def game(connection: Connection, game_id: int, names: bool) -> str | None:
    """Return the record of a kept game in the form of `text`, or None if the game is not kept."""
    record = archive.record(connection, game_id)
    return text(record, names) if record is not None else None


def text(record: Record, names: bool) -> str:
    """Return a record as it is exported.

    With `names` it has the players' names and the inputs of their salts. Without `names` the players are p1 ... pn,
    and nothing in the record identifies anybody.
    """
    if not names:
        return record.text
    plain = tuple(_names(record.players))
    return _origins(record, plain) + _called(record.text, plain)


def proof(connection: Connection, game_id: int) -> str | None:
    """Return the record of a kept game with the players p1 ... pn, their names, and the inputs of their salts."""
    record = archive.record(connection, game_id)
    return _origins(record, _numbers(record.players)) + record.text if record is not None else None


def _origins(record: Record, called: Sequence[str]) -> str:
    """Return the players' names and the inputs of their salts, as comments.

    `verify` can read them (see FAIRNESS.md).
    """
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
    """Return a record with the names `called` in place of p1 ... pn. Words in the text of an option stay unchanged."""
    named = dict(zip(_numbers(called), called, strict=True))
    lines = (
        line if line.startswith("@option") else re.sub(r"[^ ]+", lambda word: named.get(word[0], word[0]), line)
        for line in text.splitlines()
    )
    return "\n".join(lines) + "\n"


def _names(players: Sequence[Player]) -> Iterator[str]:
    """Yield a distinct name for each player, made of the characters that a record allows (a-z, 0-9, _ and -).

    A player whose name is empty, such as a forgotten one, gets the name p1 ... pn.
    """
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
    """Return a value as JSON, which never contains a line break."""
    return json.encode(value).decode()


Cell = str | int | None

SheetRow = tuple[Cell, ...]

BOARDS = ("place", "game", "period", "board", "rank", "player", "amount", "beside")

GAMES = (
    *("game", "number", "channel", "variant", "began", "ended", "season", "seat", "player", "kind", "since"),
    *("finished", "won", "lost"),
)


class SheetNames:
    """The names of people in a sheet: either their own names, or a number for each person."""

    def __init__(self, names: bool) -> None:
        self._names, self._numbers = names, dict[int, str]()

    def person(self, user: int, name: str) -> str:
        """Return a person's name, or "somebody" if the person has no name.

        If the sheet has no names, return the person's number.
        """
        number = self._numbers.setdefault(user, f"p{len(self._numbers) + 1}")
        return (name or "somebody") if self._names else number

    def player(self, player: Player) -> str:
        """Return the name of a seat's player. A computer player always has its own name."""
        return player.name if player.user is None else self.person(player.user, player.name)


def board_rows(connection: Connection, guild: int, names: bool) -> Iterator[SheetRow]:
    """Yield every place on every board of a server.

    The boards are those of the whole server (`place` 0) and of its channels, games and periods.
    """
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
    """Yield a row for every seat of every kept game. The games come in the order in which they were counted."""
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
    """Yield the id of each game of a server whose record is kept, with the record as text."""
    for record in archive.records(connection, guild):
        yield record.game, export.text(record, names)


def _columns_of_game(game: Game) -> SheetRow:
    when = game.began.isoformat(), game.ended.isoformat()
    return game.id, game.number, game.channel, game.variant, *when, game.season


def _kind_of_player(player: Player) -> str:
    if player.computer:
        return "computer"
    return "person" if player.user is not None and player.user > 0 else "forgotten"
