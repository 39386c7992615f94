"""Computer players' comments after a showdown.

A draw from the game's seed and the public state decide which computer player speaks, and what it says.
"""

from bot.tables.table import Table
from engine.core.characters import character

SILENT = 2
"""On average, a computer player speaks after one showdown in this many."""


def speak(table: Table) -> None:
    """Let at most one computer player comment on the showdown that has just happened."""
    game = table.game
    if game is None:
        return
    state = game.state
    said = table.dice().talk(state.round)
    speakers = [seat for seat in table.computers(state.order) if character(table.seats[seat].name).name]
    if speakers and said % SILENT == 0:
        left = said // SILENT
        table.annotate(remark=(state.round, speakers[left % len(speakers)], left // len(speakers)))
