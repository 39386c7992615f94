"""What can be done while a showdown stands: on to the next round, wait, settle what is owed, or give."""

from bot.presses.game import HoldOn, NextRound
from bot.screens.model import Button, Row, Style
from bot.screens.settling import always, settling
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.games import AnyView


def pause(table: TableInfo, view: AnyView) -> tuple[Row, ...]:
    """The buttons below a showdown. What is owed may be settled meanwhile; in practice nobody is asked for it."""
    owed = settling(table, view) if not is_practice(table) else ()
    return (Row(_go_on(table, view)), *owed, Row(always(table)))


def until(table: TableInfo) -> str:
    """What the pause waits for, where somebody asked for a longer look; "" where nobody did."""
    held = table.meanwhile.held_until
    return _("⏸️ Held for a closer look until <t:{t}:T>").format(t=int(held.timestamp())) if held is not None else ""


def is_practice(table: TableInfo) -> bool:
    """L4: whether one person plays with computers, where nothing is asked."""
    return sum(seat.user is not None for seat in table.seats) < 2


def present(table: TableInfo, view: AnyView) -> tuple[int, ...]:
    """The seats of the people who look at this showdown: they have not left, and do not doze."""
    players, dozing = view.state.players, table.meanwhile.dozing
    return tuple(
        seat
        for seat, player in enumerate(players)
        if table.seats[seat].user is not None and not player.left and seat not in dozing
    )


def _go_on(table: TableInfo, view: AnyView) -> tuple[Button, ...]:
    people = present(table, view)
    ready = sum(seat in table.meanwhile.ready for seat in people)
    label = _("Next") if len(people) < 2 else _("Next ({n}/{all})").format(n=ready, all=len(people))
    return (
        Button(label, NextRound(table.id, table.version), "▶️", Style.GOOD),
        Button(_("Wait"), HoldOn(table.id, table.version), "✋"),
    )
