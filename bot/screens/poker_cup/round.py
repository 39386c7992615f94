"""The message of a round of the cup: its panel while it runs, the showdown while everybody looks at it."""

from bot.screens.controls import always, pause, until
from bot.screens.model import Card, Row, Text
from bot.screens.poker_cup.moves import moves, protest
from bot.screens.poker_cup.panel import panel
from bot.screens.poker_cup.record import fresh, record
from bot.tables.model import TableInfo
from bot.tables.pending import Chapter
from engine.core.state import PASSING
from engine.poker_cup.view import CupView


def live(table: TableInfo, view: CupView, chapter: Chapter) -> Card:
    """The newest message, from an onlooker's view; `chapter` are the events of the round."""
    if view.state.phase is PASSING:
        return Card((panel(table, view, chapter),), moves(table, view))
    if view.state.showdown is None:  # before the first deal
        return Card(record(table, chapter), (Row(always(table, view)),))
    held = until(table, view)
    waits = (Text(f"-# {held}"),) if held else ()
    return Card(fresh(table, chapter), (*waits, *protest(table, view), *pause(table, view)))
