"""A computer player's words after a showdown: speaker and line follow from a draw and the public state."""

from bot.tables.table import Table
from engine.core.characters import character

SILENT = 2
"""One in this many showdowns passes without words."""


def speak(table: Table) -> None:
    """Let at most one computer player comment on the last showdown."""
    game = table.game
    if game is None:
        return
    state = game.state
    said = table.dice().talk(state.round)
    speakers = [seat for seat in table.computers(state.order) if character(table.seats[seat].name).name]
    if speakers and said % SILENT == 0:
        left = said // SILENT
        table.annotate(remark=(state.round, speakers[left % len(speakers)], left // len(speakers)))
