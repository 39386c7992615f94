"""What each family of games contributes to the records: one small table."""

from typing import Any, Protocol, cast

from engine.common_hand import notation as common_hand
from engine.common_hand.state import Game as CommonHandGame
from engine.core.dice import Hand
from engine.games import AnyAction, AnyGame
from engine.single_cup import notation as single_cup
from engine.single_cup.state import CupGame


class Family(Protocol):
    """One family's part: its moves, and what a check may ask. `common_hand.py` says what each gives."""

    MOVES: frozenset[str]

    def read_move(self, game: Any, seat: int, words: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, AnyAction]:
        """Who does what by these words. Raises `Malformed`."""

    def turn(self, game: Any) -> tuple[int, ...]:
        """Whose move it is."""

    def pool(self, game: Any) -> int:
        """How many dice are in play."""

    def holds(self, game: Any, seat: int) -> int:
        """How many dice a seat has."""

    def score(self, game: Any, seat: int) -> int:
        """Goods minus bads of a seat."""

    def sees(self, game: Any, watcher: int, whom: int) -> Hand:
        """What one seat may know of the dice of another."""

    def over(self, game: Any) -> bool:
        """Whether the game has ended."""

    def rounds(self, game: Any) -> int:
        """How many rounds have begun."""


FAMILIES: dict[type[Any], Family] = {
    CommonHandGame: cast("Family", common_hand),
    CupGame: cast("Family", single_cup),
}
"""By the type of the game."""


def family(game: AnyGame) -> Family:
    """The family that `game` is of."""
    return FAMILIES[type(game)]
