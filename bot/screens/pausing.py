"""What can be done while a showdown stands: on to the next round, wait, settle what is owed, or give."""

from bot.presses.game import HoldOn, NextRound
from bot.screens.model import Button, Row, Style
from bot.screens.settling import all_doze, always, dozers, rules, settling
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.games import AnyView


def pause(table: TableInfo, view: AnyView) -> tuple[Row, ...]:
    """The buttons below a showdown. What is owed may be settled meanwhile, where anybody owes anything."""
    owed = settling(table, view) if table.forfeit() is not None else ()
    return (Row((*_go_on(table, view), rules(table))), *owed, Row(always(table, view)))


def until(table: TableInfo, view: AnyView) -> str:
    """What the next round waits for beside some seconds: somebody awake, a closer look, a forfeit; else who dozes."""
    if all_doze(table, view):
        return dozers(table, view)
    held = table.meanwhile.held_until
    if held is not None:
        return _("✋ Held for a closer look, until <t:{t}:T> at most").format(t=int(held.timestamp()))
    if view.state.debtors and table.setup.wait_settled:
        return _("📝 The next round waits until that is settled.")
    return dozers(table, view)


def is_practice(table: TableInfo) -> bool:
    """L4: whether one person plays with computers, where nothing is asked."""
    return sum(seat.user is not None and not seat.since for seat in table.seats) < 2


def _go_on(table: TableInfo, view: AnyView) -> tuple[Button, ...]:
    """Next, with how many of those who look on have pressed it; those who doze are not waited for (L2)."""
    people = [seat for seat in view.state.seats_in() if table.seats[seat].user is not None]
    here = [seat for seat in people if seat not in table.meanwhile.dozing]
    ready = sum(seat in table.meanwhile.ready for seat in here)
    label = _("Next ({n}/{all})").format(n=ready, all=len(here)) if len(here) > 1 else _("Next")
    return (
        Button(label, NextRound(table.id, table.version), "▶️", Style.GOOD),
        Button(_("Wait"), HoldOn(table.id, table.version), "✋"),
    )
