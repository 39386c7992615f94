"""Store finished games permanently: the head of the record, all events in compressed form, and a row for each player.

The record is the text that RECORD.md describes, in which the players are p1 ... pn. An export fills in their names, so
that a person's name can be deleted later. Only the head of the record is stored, because the rest can be written from
the events. For games that were stored before 2026-11-22, the whole record is stored. All statistics are counted from
the events, because these contain every decision.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO

from msgspec import Struct, convert, json, to_builtins
from msgspec.structs import replace

from bot.history import beside, packing, versions
from bot.history.counting import Count
from bot.history.game import Game, Player
from bot.history.packing import packed, packed_events, unpacked, unpacked_events
from bot.history.ratings import RatedAs, who
from bot.history.worth import Worth, counted, worth
from bot.storage import Connection, achievements, countings, facts, kept_games, ratings, servers, tallies
from bot.storage.kept_games import GameRow, PlayerRow
from engine.core.events import EARLIER_FORM, FORM
from engine.games import AnyEvent, AnyRules
from engine.options import rules_for
from engine.record import played
from engine.record.header import RULINGS, Header, oldest_rulings, read_header
from engine.record.text import Cursor, statements

COUNTED = "counting"
"""The name of a stored fact: the version by which first countings without a note were counted."""

AT_ONCE = 200
"""The most games that one query reads."""

_brought: json.Decoder[tuple[str, str, str]] = json.Decoder(tuple[str, str, str])


class Record(Struct, frozen=True):
    """The record of a game, in which the players are p1 ... pn. `game` is the id of that game.

    `number` is the game's number in its series of rematches. `line` is the id of the message that sealed the game, or
    None.
    """

    game: int
    number: int
    text: str
    players: tuple[Player, ...]
    line: int | None = None


def keep(connection: Connection, game: Game, head: str) -> list[Count]:
    """Store a finished game with the head of its record, and return the tallies to add to the figures.

    If the game is stored already, nothing changes. The server's row is locked until the transaction ends, so that
    games are counted one after another. The tallies are those for the server's first counting. If another counting is
    shown, the game is counted there, too.
    """
    ordinal = servers.hold(connection, game.guild, 1)
    if kept_games.is_kept(connection, game.id):
        _count_beside(connection, game.guild, ordinal, [])
        return []
    game = replace(game, season=servers.running_season(connection, game.guild))
    row, its = _row(game, head, ordinal), worth(game)
    opened = tallies.opened(connection, [game.id]).get(game.id, frozenset())
    found = counted(game, its, ratings.ratings_of(connection, who(game)), opened)
    ratings.write_ratings(connection, found.ratings)
    ratings.add_meetings(connection, found.meetings)
    earned = {(game.guild, user, name): (game.id, game.ended) for user, name in found.earned}
    achievements.add_many(connection, earned)
    kept_games.keep(connection, row, _rows(row, game, found.shown))
    _count_beside(connection, game.guild, ordinal, [(game, its)])
    return found.counts


def _count_beside(connection: Connection, guild: int, ordinal: int, games: Sequence[tuple[Game, Worth]]) -> None:
    """Note that a server's first counting has the game with this ordinal, and count it in the counting that is shown.

    A counting that lacks an earlier game, or that was counted by another version, stays as it is. A recount brings it
    up to date.
    """
    if ordinal == 1 and facts.fact(connection, COUNTED) is not None:
        countings.note_first(connection, guild, versions.MINE.figures, versions.MINE.achievements, 0)
    for each in countings.of(connection, guild):
        is_next = each.games == ordinal - 1 and each.state in (countings.FIRST, countings.SHOWN)
        if is_next and each.figures == versions.MINE.figures and each.achievements <= versions.MINE.achievements:
            if each.state == countings.SHOWN:
                beside.add_games(connection, each.number, games)
            countings.change(connection, each.number, games=ordinal)


def _row(game: Game, head: str, ordinal: int) -> GameRow:
    """Return the row of a game with the head of its record. `ordinal` is the number of the game on its server."""
    return GameRow(
        id=game.id,
        guild=game.guild,
        channel=game.channel,
        number=game.number,
        variant=game.variant,
        began=game.began,
        ended=game.ended,
        form=FORM if oldest_rulings(game.rules) == RULINGS else EARLIER_FORM,
        record=packed(head.encode()),
        events=packed_events([to_builtins(event) for event in game.events]),
        ordinal=ordinal,
        season=game.season,
        parent=game.parent,
        private=game.private,
        advised=game.advised,
        line=game.line,
    )


def record(connection: Connection, game_id: int) -> Record | None:
    """Return the record of a kept game, or None if the game is not kept or its replay was deleted."""
    row = kept_games.game(connection, game_id)
    return _record(row, kept_games.players(connection, [game_id])) if row is not None and row.worth is None else None


def records(connection: Connection, guild: int) -> Iterator[Record]:
    """Return the records of all games of a server whose replays are kept, in the order of counting."""
    return (_record(row, seats) for row, seats in _kept(connection, guild) if row.worth is None)


def games(connection: Connection, guild: int | None = None) -> Iterator[Game]:
    """Return all stored games, or only those of one server, sorted by server and in the order of counting."""
    return (game_from_row(row, seats) for row, seats in _kept(connection, guild))


def _kept(connection: Connection, guild: int | None) -> Iterator[tuple[GameRow, list[PlayerRow]]]:
    """Yield the row of each kept game, with the rows of its players."""
    last = (guild or 0, 0)
    while rows := kept_games.games(connection, last, AT_ONCE, guild):
        seats: dict[int, list[PlayerRow]] = {row.id: [] for row in rows}
        for player in kept_games.players(connection, list(seats)):
            seats[player.game].append(player)
        yield from ((row, seats[row.id]) for row in rows)
        last = rows[-1].guild, rows[-1].ordinal


def _record(row: GameRow, seats: Sequence[PlayerRow]) -> Record:
    return Record(row.id, row.number, record_text(row.record, row.events, row.form), players(seats), row.line)


def record_text(record: bytes, events: bytes, form: int) -> str:
    """Return the whole record of a game from the columns of its row. The replay of the game must still exist."""
    stored = unpacked(record)
    if any(not line.startswith(b"@") for line in stored.splitlines()):  # the game was stored before 2026-11-22
        return stored.decode()
    return stored.decode() + played(header(stored), _events(events, form))


def _events(events: bytes, form: int) -> tuple[AnyEvent, ...]:
    return convert(packing.upcast(unpacked_events(events), form), tuple[AnyEvent, ...])


def game_from_row(row: GameRow, seats: Sequence[PlayerRow]) -> Game:
    """Return a kept game with its players. It has no events if its replay was deleted."""
    return Game(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        number=row.number,
        variant=row.variant,
        began=row.began,
        ended=row.ended,
        players=players(seats),
        events=_events(row.events, row.form) if row.worth is None else (),
        rules=_rules(row),
        season=row.season,
        worth=row.worth,
        parent=row.parent,
        private=row.private,
        advised=row.advised,
        line=row.line,
    )


def _rules(row: GameRow) -> AnyRules:
    """Return the rules of a game from its record, or the rules of its preset if the record was deleted."""
    if row.worth is not None:
        return rules_for(row.variant)
    head = header(unpacked(row.record))
    return rules_for(head.variant, head.options)


def header(record: bytes) -> Header:
    """Return the head of a record."""
    return read_header(Cursor(statements(BytesIO(record))))


def _rows(row: GameRow, game: Game, shown: Sequence[RatedAs | None]) -> list[PlayerRow]:
    return [
        PlayerRow(
            game=game.id,
            seat=seat,
            user=player.user,
            name=player.name,
            computer=player.computer,
            brought=json.encode(player.brought).decode() if player.brought else None,
            guild=game.guild,
            ordinal=row.ordinal,
            since=player.since,
            rating=rated.rating if rated is not None else None,
            gained=rated.gained if rated is not None else None,
            share=player.share or None,
            instead_of=player.instead_of or None,
            put_out=player.put_out,
        )
        for seat, (player, rated) in enumerate(zip(game.players, shown, strict=True))
    ]


def players(rows: Sequence[PlayerRow]) -> tuple[Player, ...]:
    """Return the players of these rows."""
    return tuple(
        Player(
            row.user,
            row.name,
            row.computer,
            _brought.decode(row.brought) if row.brought else None,
            row.since,
            row.share or "",
            row.instead_of or "",
            row.put_out,
        )
        for row in rows
    )
