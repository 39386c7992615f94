"""Make the table of a kept game whose row is gone, so that the buttons below its result still work."""

from datetime import datetime

from msgspec.structs import replace

from bot.history import archive
from bot.history.game import Game, Player
from bot.history.packing import unpacked
from bot.storage import Connection, kept_games
from bot.storage.kept_games import GameRow
from bot.storage.table_rows import Marks, TableRow
from bot.tables import encoding
from bot.tables.annotations import Annotations, Sealing
from bot.tables.model import Brought, Seat, Setup, Status
from bot.tables.table import Table
from engine import games
from engine.core.events import End, GameOver
from engine.fairness import digest
from engine.record import game_lines
from engine.record.header import Header


def past_table(connection: Connection, game_id: int, now: datetime) -> Table | None:
    """Return the table of a kept game, as it was at the end of the game, or None if the game cannot be replayed.

    The names of the host, the channel and the server are not kept, and are "".
    """
    kept = kept_games.game(connection, game_id)
    if kept is None or kept.worth is not None:
        return None
    game = archive.game_from_row(kept, kept_games.players(connection, [game_id]))
    return Table(_row(kept, game, archive.header(unpacked(kept.record))), now)


def is_played_out(game: Game) -> bool:
    """Return whether a game was played to its end."""
    return any(isinstance(event, GameOver) and event.why is not End.STOPPED for event in game.events)


def _row(kept: GameRow, game: Game, head: Header) -> TableRow:
    state = games.initial(game.rules, len(game.players))
    for event in game.events:
        state = games.evolve(state, event)
    public, hidden = encoding.snapshot(state)
    marks = Marks(changed=game.ended, shown_seq=len(game.events), panel_message=kept.message, panel_version=1)
    marks.meanwhile = encoding.encode(_annotations(kept, game, head))
    setup = Setup(game.variant, dict(head.options), advice=bool(game.advised))
    return TableRow(
        guild=game.guild,
        channel=game.channel,
        guild_name="",
        channel_name="",
        host=0,
        host_name="",
        status=Status.OVER if is_played_out(game) else Status.CLOSED,
        setup=encoding.encode(setup),
        seats=encoding.encode([_seat(player, head.salts.get(at, "")) for at, player in enumerate(game.players)]),
        commitment=head.commit,
        seed=head.seed,
        marks=marks,
        id=game.id,
        number=game.number,
        public=public,
        hidden=hidden,
        seq=len(game.events),
        parent=game.parent,
        private=game.private,
    )


def _annotations(kept: GameRow, game: Game, head: Header) -> Annotations:
    if game.line is None:
        return Annotations(shared=bool(kept.shared))
    digits = digest(head.commit, game_lines(head.variant, head.options), [player.share for player in game.players])
    sealing = Sealing(digits, "", game.began, line=game.line)
    return Annotations(shared=bool(kept.shared), sealing=sealing)


def _seat(player: Player, salt: str) -> Seat:
    brought = Brought(*player.brought) if player.brought is not None else Brought()
    seat = Seat(player.user, player.name, salt, brought=brought, since=player.since, share=player.share)
    return replace(seat, instead_of=player.instead_of)
