"""The buttons of the public panel, which keep their places while the cup goes round."""

from bot.presses.game import CallLie, ShowDice
from bot.presses.poker_cup import BlameThePass, LookUnder, OpenBlind, PeekUnder
from bot.screens.controls import always, rules_button
from bot.screens.model import Button, Part, Row, Style
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.poker_cup.legal import steps
from engine.poker_cup.view import CupView


def moves(table: TableInfo, view: CupView) -> tuple[Part, ...]:
    """Everything that can be pressed while a round runs; what nobody can press is still there."""
    is_asked = bool(view.awaited) and table.seats[view.awaited[0]].user is not None
    may = steps(view.state) if is_asked else ()
    opens = view.state.standing is None
    buttons = (
        challenge(table, "liar" in may),
        look(table, "look" in may) if opens else peek(table, "peek" in may),
        Button(_("Blind"), OpenBlind(table.id, table.version), "🙈", disabled="blind" not in may),
        Button(_("My cup"), ShowDice(table.id), "🥤", Style.MAIN),
        rules_button(table),
    )
    return (Row(buttons), Row(always(table, view)))


def challenge(table: TableInfo, is_legal: bool = True) -> Button:
    """Call the claim a lie (K2)."""
    return Button(_("Liar!"), CallLie(table.id, table.version), "🫵", Style.BAD, disabled=not is_legal)


def peek(table: TableInfo, is_legal: bool = True) -> Button:
    """Believe the claim, and look under the cup (K4)."""
    return Button(_("Peek"), PeekUnder(table.id, table.version), "👀", Style.GOOD, disabled=not is_legal)


def look(table: TableInfo, is_legal: bool = True) -> Button:
    """Look at what was rolled (K8)."""
    return Button(_("Look"), LookUnder(table.id, table.version), "👀", Style.GOOD, disabled=not is_legal)


def protest(table: TableInfo, view: CupView) -> tuple[Row, ...]:
    """K15: while the forfeit of a passer who was caught waits, once."""
    shown = view.state.showdown
    caught = shown is not None and not shown.holds and shown.passer in view.state.debtors
    if shown is None or not caught or view.state.protested or table.seats[shown.passer].user is None:
        return ()
    return (Row((Button(_("It was the pass!"), BlameThePass(table.id, table.version), "🙄"),)),)
