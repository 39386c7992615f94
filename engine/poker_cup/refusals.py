"""The reasons for refusals in the game of the cup, apart from those that all families share."""

from engine.core.refusals import Reason, TurnOfAnother
from engine.poker_cup.ranking import Claim, Flaw, Kind


class ClaimTooLow(Reason, frozen=True):
    """The claim does not beat the accepted one (K9); `least` is the lowest claim that does."""

    standing: Claim
    least: Claim


class ClaimMalformed(Reason, frozen=True):
    """The words or dice are no claim (K11). `faces` is the number of faces that the kind needs, if there is a kind."""

    flaw: Flaw
    kind: Kind | None = None
    faces: int = 0


class KindDoesNotCount(Reason, frozen=True):
    """Hands of this kind do not count at this table (K10)."""


class NotAtThisStep(Reason, frozen=True):
    """The move is not legal at this step. `may` has the words of the moves that are (K2-K9)."""

    may: tuple[str, ...]


class NoSuchDie(Reason, frozen=True):
    """Not all of the named dice are there. Which ones are missing may be a secret."""


class RolledThisTurn(Reason, frozen=True):
    """The die on the table was rolled in this turn already, and cannot be rolled again (K6)."""


class NothingClaimed(TurnOfAnother, frozen=True):
    """There is no claim yet (K2); the player `turn` has to make one."""


class MustThrow(Reason, frozen=True):
    """A player who peeked must roll at least one die (K4, K7); `may` has the words of the legal moves."""

    may: tuple[str, ...]


class NothingBeatsIt(Reason, frozen=True):
    """Nothing beats the current claim, which is the highest of all (K13)."""


class NoProtest(Reason, frozen=True):
    """Only a player who has just been caught may protest, once (K15)."""
