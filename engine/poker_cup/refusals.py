"""The reasons for refusals in the cup game, apart from those that all families share."""

from engine.core.refusals import Reason, TurnOfAnother
from engine.poker_cup.ranking import Claim, Flaw, Kind


class ClaimTooLow(Reason, frozen=True):
    """The claim does not beat the accepted one (K9). `least` is the lowest claim that does."""

    standing: Claim
    least: Claim


class ClaimMalformed(Reason, frozen=True):
    """The words or dice do not form a claim (K11).

    `faces` is the number of faces that the kind needs. It is 0 if the kind is unknown. `kind` is the kind that was
    named, or the table's only kind.
    """

    flaw: Flaw
    kind: Kind | None = None
    faces: int = 0


class KindDoesNotCount(Reason, frozen=True):
    """Hands of this kind do not count at this table (K10)."""


class NotAtThisStep(Reason, frozen=True):
    """The move is not legal at this step (K2-K9). `may` has the words of the legal moves."""

    may: tuple[str, ...]


class NoSuchDie(Reason, frozen=True):
    """Some of the named dice are not there. The reason does not say which, because that may be a secret."""


class RolledThisTurn(Reason, frozen=True):
    """The die on the table was already rolled in this turn, and cannot be rolled again (K6)."""


class NothingClaimed(TurnOfAnother, frozen=True):
    """There is no claim yet (K2). The player `turn` has to make one."""


class MustThrow(Reason, frozen=True):
    """A player who peeked must roll at least one die (K4, K7). `may` has the words of the legal moves."""

    may: tuple[str, ...]


class NothingBeatsIt(Reason, frozen=True):
    """The current `claim` is the highest one, so nothing beats it (K13). `may` has the words of the legal moves."""

    claim: Claim
    may: tuple[str, ...]


class NoProtest(Reason, frozen=True):
    """Only a player who has just been caught may protest, once (K15)."""
