"""Why a move was refused: a small value for each reason, with the facts for a sentence about it.

The engine has no language: its callers word a refusal and translate it. `str` is only for the engine's own command.
Each family has more reasons in its own `refusals.py`.
"""

import re
from collections.abc import Callable

import msgspec

Naming = Callable[[int], str]
"""Returns the name of a seat."""

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Reason(msgspec.Struct, frozen=True):
    """The root of all reasons. Seats, quantities and words are its facts."""

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - for the reasons that speak of seats
        """Return the reason and its facts in a few English words; `name` gives the names of seats."""
        facts = ", ".join(f"{field} {_plain(getattr(self, field))}" for field in self.__struct_fields__)
        return f"{_called(self)} ({facts})" if facts else _called(self)

    def __str__(self) -> str:
        return self.told()


def _called(reason: Reason) -> str:
    return _CAPITAL.sub(" ", type(reason).__name__).lower()


def _plain(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


class TurnOfAnother(Reason, frozen=True):
    """The base of reasons that name the player whose turn it is."""

    turn: int

    def told(self, name: Naming = str) -> str:
        """Return the reason and the player whose turn it is."""
        return f"{_called(self)} (turn {name(self.turn)})"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A move that the rules do not allow. The game is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class GameIsOver(Reason, frozen=True):
    """The game is over."""


class NoSuchMove(Reason, frozen=True):
    """There is no such move in this game, or it is not for a player (the table)."""


class NotPlaying(Reason, frozen=True):
    """The player has left, is out, or was never at this table."""


class NotYourTurn(TurnOfAnother, frozen=True):
    """It is another player's turn."""


class NoRound(Reason, frozen=True):
    """Nothing can be bid or claimed between rounds."""


class RoundRunning(Reason, frozen=True):
    """The move is only possible between rounds."""


class ForfeitWaits(Reason, frozen=True):
    """The next round waits until these players have settled (P1)."""

    debtors: tuple[int, ...]

    def told(self, name: Naming = str) -> str:
        """Return the reason and the debtors' names."""
        return f"forfeit waits (of {' '.join(map(name, self.debtors))})"


class NoSuchFace(Reason, frozen=True):
    """A face is 1-6."""

    face: int | str


class NothingToChallenge(TurnOfAnother, frozen=True):
    """There is no bid or claim yet (C1, K2); `turn` has to make one."""


class OwnBid(Reason, frozen=True):
    """The player made this bid or claim, and cannot challenge it (C1)."""


class OutOfTurn(TurnOfAnother, frozen=True):
    """Only the next player may challenge (C1, K2)."""


class NothingOwed(Reason, frozen=True):
    """That player has no waiting forfeit (P1)."""

    debtor: int

    def told(self, name: Naming = str) -> str:
        """Return the reason and the player's name."""
        return f"nothing owed (debtor {name(self.debtor)})"


class NotYoursToSettle(Reason, frozen=True):
    """Only the debtor can say paid, and only the winner waived (P1)."""

    debtor: int
    creditor: int

    def told(self, name: Naming = str) -> str:
        """Return the reason and both players' names."""
        return f"not yours to settle (debtor {name(self.debtor)}, creditor {name(self.creditor)})"


class NoGift(Reason, frozen=True):
    """The winner's gift (P5) is off, given already, or not yours."""


class GiftToWhom(Reason, frozen=True):
    """A gift is for another player still in (P5)."""


class SaidAlready(Reason, frozen=True):
    """The player has voted already (E2), or the time is up already (E1)."""


class NotWaitedFor(Reason, frozen=True):
    """That player has no turn that could run out (L2)."""


class UnknownVariant(Reason, frozen=True):
    """There is no such game; `allowed` lists the games."""

    name: str
    allowed: tuple[str, ...]


class UnknownOption(Reason, frozen=True):
    """There is no such option; `allowed` lists the options."""

    name: str
    allowed: tuple[str, ...]


class OptionValue(Reason, frozen=True):
    """An option does not take this value; `allowed` describes the values it takes."""

    name: str
    value: str
    allowed: str


class OptionsClash(Reason, frozen=True):
    """Two options that make no sense together (P6), by their words; `variant` if the game has no such option."""

    first: str
    second: str


class HowManyPlayers(Reason, frozen=True):
    """The number of players is not 2 to 20."""

    players: int


class Holding(Reason, frozen=True):
    """The starting position is impossible; `full` is the most dice that a player can hold."""

    full: int
