"""The buttons of a round, which keep their places from bid to bid."""

from bot.presses.bids import CallExact
from bot.presses.game import CallLie, ShowDice
from bot.screens.bids.bids import another_bid, face_rows
from bot.screens.bids.telling import telling
from bot.screens.controls import always, rules_button, vote_buttons
from bot.screens.model import Button, Part, Row, Style
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.bids.rules import Challengers, ExactBy
from engine.bids.view import View
from engine.core.state import POLL


def moves(table: TableInfo, view: View) -> tuple[Part, ...]:
    """Everything that can be pressed while a round runs, for everybody; what nobody can press is still there."""
    return (*own_moves(table, view, (_my_dice(table), rules_button(table))), Row(always(table, view)))


def own_moves(table: TableInfo, view: View, besides: tuple[Button, ...] = ()) -> tuple[Part, ...]:
    """The moves alone, with `besides` at the end of their last row of buttons."""
    is_asked = bool(view.awaited) and table.seats[view.awaited[0]].user is not None
    if view.state.phase is POLL:
        return (Row((*vote_buttons(table, view.state.round), *besides)),)
    calls = Row((*_calls(table, view, is_asked), *besides))
    return (*face_rows(table, view, is_asked), calls, *another_bid(table, view, is_asked))


def _calls(table: TableInfo, view: View, is_asked: bool) -> tuple[Button, ...]:
    """The challenge by the word that the table has for it, and the exact call; by anyone where that may be (C1, C5)."""
    by, played, stands = telling(table), view.state.round_rules, view.state.standing is not None
    label, fist = (_("Bang!"), "💥") if by.is_bang() else (_("Liar!"), "🫵")
    liar = Button(label, CallLie(table.id, table.version), fist, Style.BAD, disabled=not stands)
    made = [liar if is_asked or played.challenge is Challengers.ANYONE else _off(liar)]
    if played.exact:
        exact = Button(_("Exactly!"), CallExact(table.id, table.version), "🎯", disabled=not stands)
        made.append(exact if is_asked or played.exact_by is ExactBy.ANYONE else _off(exact))
    return tuple(made)


def _off(button: Button) -> Button:
    return Button(button.label, button.press, button.emoji, button.style, disabled=True)


def _my_dice(table: TableInfo) -> Button:
    return Button(_("My dice"), ShowDice(table.id), "🎲", Style.MAIN)
