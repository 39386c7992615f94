"""Why a move was refused: a small value for each reason, with the facts that a sentence about it needs.

The engine speaks no language: whoever shows a refusal finds the words (and translates them). What `str` gives is for
the engine's own command. The families have reasons of their own beside these, in their `refusals.py`.
"""

import re
from collections.abc import Callable

import msgspec

Naming = Callable[[int], str]
"""What a seat is called."""

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Reason(msgspec.Struct, frozen=True):
    """The root of all reasons. Seats, quantities and words are its facts."""

    def told(self, name: Naming = str) -> str:  # noqa: ARG002 - for the reasons that speak of seats
        """The reason and its facts in a few English words; `name` says what seats are called."""
        facts = ", ".join(f"{field} {_plain(getattr(self, field))}" for field in self.__struct_fields__)
        return f"{_called(self)} ({facts})" if facts else _called(self)

    def __str__(self) -> str:
        return self.told()


def _called(reason: Reason) -> str:
    return _CAPITAL.sub(" ", type(reason).__name__).lower()


def _plain(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


class TurnOfAnother(Reason, frozen=True):
    """The shape of the reasons that name whose turn it is."""

    turn: int

    def told(self, name: Naming = str) -> str:
        """The reason, and whose turn it is."""
        return f"{_called(self)} (turn {name(self.turn)})"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A move that the rules do not allow. The game is as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class GameIsOver(Reason, frozen=True):
    """Nothing is played any more."""


class NoSuchMove(Reason, frozen=True):
    """There is no such move in this game, or it is not for a player (the table)."""


class NotPlaying(Reason, frozen=True):
    """Who has left, is out, or was never at this table."""


class NotYourTurn(TurnOfAnother, frozen=True):
    """It is the turn of another."""


class NoRound(Reason, frozen=True):
    """Nothing is bid or claimed between rounds."""


class RoundRunning(Reason, frozen=True):
    """That is for between rounds."""


class ForfeitWaits(Reason, frozen=True):
    """The next round waits until these have settled (P1)."""

    debtors: tuple[int, ...]

    def told(self, name: Naming = str) -> str:
        """The reason, and who they are."""
        return f"forfeit waits (of {' '.join(map(name, self.debtors))})"


class NoSuchFace(Reason, frozen=True):
    """A face is 1-6."""

    face: int | str


class NothingToChallenge(TurnOfAnother, frozen=True):
    """There is no bid or claim yet (C1, K2); it is for `turn` to make one."""


class OwnBid(Reason, frozen=True):
    """Who made the bid or claim cannot challenge it (C1)."""


class OutOfTurn(TurnOfAnother, frozen=True):
    """Only the next player may challenge (C1, K2)."""


class NothingOwed(Reason, frozen=True):
    """That player has no waiting forfeit (P1)."""

    debtor: int

    def told(self, name: Naming = str) -> str:
        """The reason, and who it is."""
        return f"nothing owed (debtor {name(self.debtor)})"


class NotYoursToSettle(Reason, frozen=True):
    """Paid is for the debtor to say, waived for the winner (P1)."""

    debtor: int
    creditor: int

    def told(self, name: Naming = str) -> str:
        """The reason, and who the two are."""
        return f"not yours to settle (debtor {name(self.debtor)}, creditor {name(self.creditor)})"


class NoGift(Reason, frozen=True):
    """The winner's gift (P5) is off, given already, or not yours."""


class GiftToWhom(Reason, frozen=True):
    """A gift is for another player still in (P5)."""


class SaidAlready(Reason, frozen=True):
    """One voice each (E2), and time is up but once (E1)."""


class NotWaitedFor(Reason, frozen=True):
    """It is not that player's turn that could run out (L2)."""


class UnknownVariant(Reason, frozen=True):
    """There is no such game; `allowed` are those that there are."""

    name: str
    allowed: tuple[str, ...]


class UnknownOption(Reason, frozen=True):
    """There is no such option; `allowed` are those that there are."""

    name: str
    allowed: tuple[str, ...]


class OptionValue(Reason, frozen=True):
    """An option does not take this value; `allowed` says in words what it takes."""

    name: str
    value: str
    allowed: str


class OptionsClash(Reason, frozen=True):
    """Two options that make no sense together (P6), by their words; `variant` where the game has no such option."""

    first: str
    second: str


class HowManyPlayers(Reason, frozen=True):
    """2 to 20 play."""

    players: int


class Holding(Reason, frozen=True):
    """A starting position that cannot be; `full` is what a player holds at most."""

    full: int
