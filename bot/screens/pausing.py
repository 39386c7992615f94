"""What can be done while a showdown stands: on to the next round, wait, settle what is owed, or give."""

from bot.screens.model import Row
from bot.screens.settling import always, rules, settling
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.games import AnyView


def pause(table: TableInfo, view: AnyView) -> tuple[Row, ...]:
    """The buttons below a showdown: what is owed may be settled meanwhile."""
    owed = settling(table, view) if table.setup.stakes and not is_practice(table) else ()
    return (*owed, Row((*always(table, view), rules(table))))


def until(table: TableInfo) -> str:
    """What the pause waits for, where somebody asked for a longer look; "" where nobody did."""
    held = table.meanwhile.held_until
    return _("⏸️ Held for a closer look until <t:{t}:T>").format(t=int(held.timestamp())) if held is not None else ""


def is_practice(table: TableInfo) -> bool:
    """L4: whether one person plays with computers, where nothing is asked."""
    return sum(seat.user is not None and not seat.since for seat in table.seats) < 2
