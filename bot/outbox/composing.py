"""What is said of a table, publicly and privately: the one place that asks the screens, from a seat's view."""

from bot.screens import cards, dice
from bot.screens.model import Card, Letter
from bot.tables.model import Pending, TableInfo, Untold
from engine.common_hand.view import View


def card_of(pending: Pending) -> Card:
    """The message that tells the news and carries the panel."""
    return cards.card(pending)


def letter_of(table: TableInfo, untold: Untold, message: int | None) -> Letter | None:
    """What one person is told by DM, with the way back to `message`; None where it is told in another way."""
    view = untold.view
    if not isinstance(view, View):
        return None
    return dice.roll_letter(table, view.round, view.mine, view.red, message)
