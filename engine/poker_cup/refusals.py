"""Why a move is refused that only the game of the cup has."""

from engine.core.refusals import Reason
from engine.poker_cup.ranking import Claim, Flaw, Kind


class ClaimTooLow(Reason, frozen=True):
    """The claim does not beat the accepted one (K9); `least` is the lowest that does."""

    standing: Claim
    least: Claim


class ClaimMalformed(Reason, frozen=True):
    """Words or dice that are no claim (K11); `faces` is how many the kind itself has, where there is a kind."""

    flaw: Flaw
    kind: Kind | None = None
    faces: int = 0


class NoStraights(Reason, frozen=True):
    """Straights do not count at this table (K10)."""


class NotAtThisStep(Reason, frozen=True):
    """Something else is due: `may` has the words of the moves that are right now (K2-K9)."""

    may: tuple[str, ...]


class NoSuchDie(Reason, frozen=True):
    """The dice named are not there; which are may be a secret."""


class MustThrow(Reason, frozen=True):
    """Whoever peeked rolls at least one die (K4, K7); `may` has the words of the moves that are right now."""

    may: tuple[str, ...]


class FiveSixes(Reason, frozen=True):
    """Nothing beats five sixes (K13)."""


class NoProtest(Reason, frozen=True):
    """Only who has just been caught may protest, once (K15)."""
