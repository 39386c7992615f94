"""Who tells a game of the cup: its seats, its rules, and what a loser must do."""

from bot.screens import narration
from bot.screens.cast import Cast
from bot.tables.model import TableInfo
from engine.poker_cup.rules import CupRules


class Telling(narration.Telling, frozen=True):
    """What is the same in everything that is told of a table that plays the cup."""

    rules: CupRules

    def of_rounds(self, number: int) -> str:
        """The number of a round: "3", or "3/10" where the game has so many."""
        return str(number) if self.rules.rounds is None else f"{number}/{self.rules.rounds}"


def telling(table: TableInfo) -> Telling:
    """Who tells what happens at a table, which plays the cup."""
    assert isinstance(table.rules, CupRules)
    return Telling(Cast(table.seats), table.rules, table.forfeit())
