"""What a computer player says after a showdown: who and which line follow from a draw and what is public."""

from bot.tables.table import Table
from engine.core.characters import character

SILENT = 2
"""One of so many showdowns passes without a word."""


def speak(table: Table) -> None:
    """Have one computer player at most say something of the showdown that has just been."""
    game = table.game
    if game is None:
        return
    state = game.state
    said = table.dice().talk(state.round)
    speakers = [seat for seat in table.computers(state.order) if character(table.seats[seat].name).name]
    if speakers and said % SILENT == 0:
        left = said // SILENT
        table.annotate(remark=(state.round, speakers[left % len(speakers)], left // len(speakers)))
