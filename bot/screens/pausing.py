"""What can be done while a showdown stands: on to the next round, wait, settle what is owed, or give."""

from bot.presses.game import HoldOn, NextRound
from bot.screens.model import Button, Row, Style
from bot.screens.settling import always, awake, rules, settling
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.games import AnyView


def pause(table: TableInfo, view: AnyView) -> tuple[Row, ...]:
    """The buttons below a showdown: what is owed may be settled meanwhile."""
    owed = settling(table, view) if table.setup.stakes and not is_practice(table) else ()
    return (*_go_on(table, view), *owed, Row((*always(table, view), rules(table))))


def _go_on(table: TableInfo, view: AnyView) -> tuple[Row, ...]:
    """Next, with how many of those who are here have said so, and Wait; nothing where the table waits for a forfeit."""
    here, ready = awake(table, view), table.meanwhile.ready
    if not here or (table.setup.wait_settled and any(table.seats[seat].user for seat in view.state.debtors)):
        return ()
    said = sum(seat in ready for seat in here)
    label = _("Next {said}/{people}").format(said=said, people=len(here)) if said else _("Next")
    following = Button(label, NextRound(table.id, table.version), "▶️", Style.MAIN)
    return (Row((following, Button(_("Wait"), HoldOn(table.id, table.version), "👀"))),)


def until(table: TableInfo) -> str:
    """What the pause waits for, where somebody asked for a longer look; "" where nobody did."""
    held = table.meanwhile.held_until
    return _("⏸️ Held for a closer look until <t:{t}:T>").format(t=int(held.timestamp())) if held is not None else ""


def is_practice(table: TableInfo) -> bool:
    """L4: whether one person plays with computers, where nothing is asked."""
    return sum(seat.user is not None and not seat.since for seat in table.seats) < 2
