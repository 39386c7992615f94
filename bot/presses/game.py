"""What can be pressed in a running game of any family, and what one person asks for themselves there."""

from bot.presses.base import Answer, AtTable, GameMove, Move, Number
from engine.core.actions import Action, Challenge, Gift, How, Settle

ANY_ROUND = 0
"""Stands for the round that is played when the vote arrives."""


class CallLie(GameMove, frozen=True, tag="liar"):
    """The standing bid is a lie: "Liar!", "Bang!"."""

    def actions(self) -> tuple[Action, ...]:
        return (Challenge(),)


class CastVote(AtTable, frozen=True, tag="vote"):
    """In the poll of a `round` (`ANY_ROUND`: of this one), believe the bid or doubt it: now, or when one is asked.

    It names no version: whoever is asked later may say so while others answer.
    """

    answer = Answer.PUBLIC

    round: Number
    believes: bool


class SettleForfeit(GameMove, frozen=True, tag="settle"):
    """What `debtor` (a seat) owes for this round is paid, waived, or goes on the tab."""

    debtor: Number
    how: How

    def actions(self) -> tuple[Action, ...]:
        return (Settle(self.debtor, self.how),)


class OpenGifts(AtTable, frozen=True, tag="gifts"):
    """Ask whom the winner may name."""


class GiveGift(GameMove, frozen=True, tag="gift"):
    """The winner names the seat that takes a forfeit too."""

    answer = Answer.PRIVATE

    to: Number

    def actions(self) -> tuple[Action, ...]:
        return (Gift(self.to),)


class NextRound(Move, frozen=True, tag="next"):
    """Enough seen of this showdown: the next round, please."""

    answer = Answer.PUBLIC


class HoldOn(Move, frozen=True, tag="hold"):
    """Wait: let me look at this showdown."""

    answer = Answer.PUBLIC


class WakeUp(AtTable, frozen=True, tag="back"):
    """Somebody who dozed is back (L2)."""

    answer = Answer.PUBLIC


class CallQuits(AtTable, frozen=True, tag="quit"):
    """A voice for calling it quits; asked about first."""


class LeaveTable(AtTable, frozen=True, tag="leave"):
    """Leave the lobby, or the game for good; of a game asked about first."""


class EndTable(AtTable, frozen=True, tag="end"):
    """End the table without a result; asked about first where others play."""


class ShowTable(AtTable, frozen=True, tag="show"):
    """Post the panel anew."""

    answer = Answer.PUBLIC


class BringDown(AtTable, frozen=True, tag="down"):
    """Post the panel at the bottom of the channel."""

    answer = Answer.PUBLIC


class SurelyLeave(AtTable, frozen=True, tag="leavenow"):
    """Leave the game for good."""


class SurelyQuit(AtTable, frozen=True, tag="quitnow"):
    """A voice for calling it quits, after all."""


class SurelyEnd(AtTable, frozen=True, tag="endnow"):
    """End the table, after all."""


class Stay(AtTable, frozen=True, tag="stay"):
    """Nothing of that."""


class ShowDice(AtTable, frozen=True, tag="dice"):
    """My dice."""


class ShowSeal(AtTable, frozen=True, tag="seal"):
    """The whole seal of a table's dice, and what one has brought to them."""


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """Fair? Seal, seed and salts of a game that is over, and its record."""


class LookIn(AtTable, frozen=True, tag="look"):
    """The table, shown in a DM: how the last round went, where this one is, and one's own moves."""
