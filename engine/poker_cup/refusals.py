"""Reasons for refusals in the game of the cup alone."""

from engine.core.refusals import Reason, TurnOfAnother
from engine.poker_cup.ranking import Claim, Flaw, Kind


class ClaimTooLow(Reason, frozen=True):
    """The claim does not beat the accepted one (K9); `least` is the lowest that does."""

    standing: Claim
    least: Claim


class ClaimMalformed(Reason, frozen=True):
    """The words or dice are not a claim (K11); `faces` is the number of the kind's own faces, if there is a kind."""

    flaw: Flaw
    kind: Kind | None = None
    faces: int = 0


class KindDoesNotCount(Reason, frozen=True):
    """Hands of this kind do not count at this table (K10)."""


class NotAtThisStep(Reason, frozen=True):
    """Another move is due: `may` has the words of the moves that are legal now (K2-K9)."""

    may: tuple[str, ...]


class NoSuchDie(Reason, frozen=True):
    """The named dice are not there; which ones are may be a secret."""


class RolledThisTurn(Reason, frozen=True):
    """That table die was rolled in this turn already, and may not be rolled again (K6)."""


class NothingClaimed(TurnOfAnother, frozen=True):
    """There is no claim yet (K2); `turn` has to make one."""


class MustThrow(Reason, frozen=True):
    """A player who peeked must roll at least one die (K4, K7); `may` has the words of the legal moves."""

    may: tuple[str, ...]


class NothingBeatsIt(Reason, frozen=True):
    """Nothing beats the current claim, which is the highest of all (K13)."""


class NoProtest(Reason, frozen=True):
    """Only a player who has just been caught may protest, once (K15)."""
