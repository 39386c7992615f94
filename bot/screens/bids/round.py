"""The message of a round: its panel while it runs, the showdown while everybody looks at it, then its record."""

from bot.screens.bids.moves import moves
from bot.screens.bids.panel import panel
from bot.screens.bids.record import fresh, record
from bot.screens.controls import always, pause, until
from bot.screens.model import Card, Row, Text
from bot.tables.model import TableInfo
from bot.tables.pending import Chapter
from engine.bids.view import View
from engine.core.state import BIDDING, POLL


def live(table: TableInfo, view: View, chapter: Chapter) -> Card:
    """The newest message, from an onlooker's view; `chapter` are the events of the round."""
    if view.state.phase in (BIDDING, POLL):
        return Card((panel(table, view, chapter),), moves(table, view))
    if view.state.showdown is None:  # before the first deal
        return Card(record(table, chapter), (Row(always(table, view)),))
    held = until(table, view)
    return Card(fresh(table, chapter), (*((Text(f"-# {held}"),) if held else ()), *pause(table, view)))
