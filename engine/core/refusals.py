"""The reasons for refusing a move. Each is a small value with the facts that a message about it needs.

The engine writes no messages for players. Its callers put a reason into words and translate it. `str` of a reason is
only for the engine's own command. Each family has further reasons in its own `refusals.py`.
"""

import re
from collections.abc import Callable

import msgspec

Naming = Callable[[int], str]
"""A function that returns the name of a seat."""

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Reason(msgspec.Struct, frozen=True):
    """The base class of all reasons. Its fields are facts such as seats, quantities and words."""

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - subclasses that name seats use it
        """Return the reason and its facts in a few English words. `name` returns the name of a seat."""
        facts = ", ".join(f"{field} {_plain(getattr(self, field))}" for field in self.__struct_fields__)
        return f"{_called(self)} ({facts})" if facts else _called(self)

    def __str__(self) -> str:
        return self.told()


def _called(reason: Reason) -> str:
    return _CAPITAL.sub(" ", type(reason).__name__).lower()


def _plain(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


class TurnOfAnother(Reason, frozen=True):
    """The base class of reasons that name the player whose turn it is."""

    turn: int

    def told(self, name: Naming = str) -> str:
        """Return the reason and the player whose turn it is."""
        return f"{_called(self)} (turn {name(self.turn)})"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """Raised for a move that the rules do not allow. The game is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class GameIsOver(Reason, frozen=True):
    """The game is over."""


class NoSuchMove(Reason, frozen=True):
    """The game has no such move.

    This is also the reason if a player tries a move that only the table can make, or the table a player's move.
    """


class NotPlaying(Reason, frozen=True):
    """The player has left, is out, or was never at this table."""


class NotYourTurn(TurnOfAnother, frozen=True):
    """It is another player's turn."""


class NoRound(Reason, frozen=True):
    """No round is running, so nothing can be bid or claimed."""


class RoundRunning(Reason, frozen=True):
    """The move is only possible between rounds."""


class ForfeitWaits(Reason, frozen=True):
    """The next round cannot begin until these players have settled their forfeits (P1)."""

    debtors: tuple[int, ...]

    def told(self, name: Naming = str) -> str:
        """Return the reason and the debtors' names."""
        return f"forfeit waits (of {' '.join(map(name, self.debtors))})"


class NoSuchFace(Reason, frozen=True):
    """The face is not a number from 1 to 6."""

    face: int | str


class NothingToChallenge(TurnOfAnother, frozen=True):
    """There is no bid or claim yet (C1, K2). The player `turn` has to make one."""


class OwnBid(Reason, frozen=True):
    """The player made this bid or claim, and so cannot challenge it (C1)."""


class OutOfTurn(TurnOfAnother, frozen=True):
    """Only the next player may challenge (C1, K2)."""


class NothingOwed(Reason, frozen=True):
    """That player has no open forfeit (P1)."""

    debtor: int

    def told(self, name: Naming = str) -> str:
        """Return the reason and the player's name."""
        return f"nothing owed (debtor {name(self.debtor)})"


class NotYoursToSettle(Reason, frozen=True):
    """Only the debtor can say that a forfeit is paid, and only the winner can waive it (P1)."""

    debtor: int
    creditor: int

    def told(self, name: Naming = str) -> str:
        """Return the reason and both players' names."""
        return f"not yours to settle (debtor {name(self.debtor)}, creditor {name(self.creditor)})"


class NoGift(Reason, frozen=True):
    """The player cannot give a forfeit now (P5), perhaps because the option is off or one was given already."""


class GiftToWhom(Reason, frozen=True):
    """The winner can give a forfeit only to another player who is still in and owes none (P5)."""


class SaidAlready(Reason, frozen=True):
    """The player has already voted to quit (E2), or the time is already up (E1)."""


class NotWaitedFor(Reason, frozen=True):
    """The game is not waiting for this player, so no turn of the player can run out of time (L2)."""


class UnknownVariant(Reason, frozen=True):
    """No game has this name. `allowed` has the names of all games."""

    name: str
    allowed: tuple[str, ...]


class UnknownOption(Reason, frozen=True):
    """No option has this name. `allowed` has the names of all options."""

    name: str
    allowed: tuple[str, ...]


class OptionValue(Reason, frozen=True):
    """An option does not take this value. `allowed` describes the values that it takes."""

    name: str
    value: str
    allowed: str


class OptionsClash(Reason, frozen=True):
    """The options with the names `first` and `second` do not go together (P6).

    `second` is "variant" if the game itself does not allow `first`.
    """

    first: str
    second: str


class HowManyPlayers(Reason, frozen=True):
    """The number of players is not from 2 to 20."""

    players: int


class Holding(Reason, frozen=True):
    """The starting position is impossible. `full` is the most dice, or lives, with which a player can start."""

    full: int
