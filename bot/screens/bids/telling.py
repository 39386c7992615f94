"""Who tells a game of bids: its seats, its rules, and what a loser must do."""

from bot.screens import narration
from bot.screens.cast import Cast
from bot.tables.model import TableInfo
from engine.bids.rules import Challengers, Rules


class Telling(narration.Telling, frozen=True):
    """What is the same in everything that is told of a table that plays a game of bids."""

    rules: Rules

    def is_bang(self) -> bool:
        """C1: whether anybody may challenge at any moment, so that it is a "bang"."""
        return self.rules.challenge is Challengers.ANYONE

    def of_rounds(self, number: int) -> str:
        """The number of a round: "3", or "3/10" where the game has so many."""
        return str(number) if self.rules.rounds is None else f"{number}/{self.rules.rounds}"


def telling(table: TableInfo) -> Telling:
    """Who tells what happens at a table, which plays a game of bids."""
    assert isinstance(table.rules, Rules)
    return Telling(Cast(table.seats), table.rules, table.forfeit())
