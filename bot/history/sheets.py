"""Boards and games of a server as rows of a sheet, and its records one after another, for who runs the bot."""

from collections.abc import Iterator

from bot.history import archive, export
from bot.history.figures import RANKED
from bot.history.game import Game, Player
from bot.history.worth import worth
from bot.storage import Connection, tallies

Cell = str | int | None
Row = tuple[Cell, ...]

BOARDS = ("place", "game", "period", "board", "rank", "player", "amount", "beside")
GAMES = (
    *("game", "number", "channel", "variant", "began", "ended", "season", "seat", "player", "kind", "since"),
    *("finished", "won", "lost"),
)


class Called:
    """What people are called in a sheet: by their names, or each by a number of the sheet's own."""

    def __init__(self, names: bool) -> None:
        self._names, self._numbers = names, dict[int, str]()

    def person(self, user: int, name: str) -> str:
        """Somebody; who was forgotten is nobody in particular."""
        number = self._numbers.setdefault(user, f"p{len(self._numbers) + 1}")
        return (name or "somebody") if self._names else number

    def player(self, player: Player) -> str:
        """Whoever sat in a seat; computer players have names of their own."""
        return player.name if player.user is None else self.person(player.user, player.name)


def boards(connection: Connection, guild: int, names: bool) -> Iterator[Row]:
    """Every place on every board: of the server (place 0) and its channels, all games or one, all time or less."""
    called, before, at, rank = Called(names), None, 0, 0
    for scope, name, each, known_as in tallies.whole_boards(connection, guild, RANKED):
        if before is None or before[:2] != (scope, name):
            at, before = 0, None
        at += 1
        if before is None or before[2] != each.amount:
            rank = at
        before = scope, name, each.amount
        who = called.person(each.user, known_as)
        yield scope.place, scope.game, scope.period, name, rank, who, each.amount, each.beside


def games(connection: Connection, guild: int, names: bool) -> Iterator[Row]:
    """Every seat of every game that is kept, in the order in which they were played."""
    called = Called(names)
    for game in archive.games(connection, guild):
        its = worth(game)
        for seat, player in enumerate(game.players):
            finished = its.places[seat] if its.places else None
            result = finished, int(seat in its.winners), int(seat in its.losers)
            yield *_head(game), seat + 1, called.player(player), _kind(player), player.since, *result


def records(connection: Connection, guild: int, names: bool) -> Iterator[tuple[int, str]]:
    """Every record that is kept, by the number of its game."""
    for record in archive.records(connection, guild):
        yield record.game, export.text(record, names)


def _head(game: Game) -> Row:
    when = game.began.isoformat(), game.ended.isoformat()
    return game.id, game.number, game.channel, game.variant, *when, game.season


def _kind(player: Player) -> str:
    if player.computer:
        return "computer"
    return "person" if player.user is not None and player.user > 0 else "forgotten"
