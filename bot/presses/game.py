"""What can be pressed in a running game of any family, and what one person asks for themselves there."""

from bot.presses.base import Answer, AtTable, GameMove, Move, Number
from engine.core.actions import Action, Challenge, Gift, How, Settle

ANY_ROUND = 0
"""The round of a vote that is meant for whichever is played when it arrives."""


class CallLie(GameMove, frozen=True, tag="liar"):
    """Call the standing bid or claim a lie: "Liar!", "Bang!" (C1, K12)."""

    def actions(self) -> tuple[Action, ...]:
        return (Challenge(),)


class CastVote(AtTable, frozen=True, tag="vote"):
    """Vote in the poll of a `round` (`ANY_ROUND`: this one): believe the bid or doubt it (C4), now or ahead of time.

    It names no version, for somebody who is asked later may vote while others answer.
    """

    answer = Answer.PUBLIC

    round: Number
    believes: bool


class SettleForfeit(GameMove, frozen=True, tag="settle"):
    """Settle what `debtor` (a seat) owes for this round: it is paid, waived, or goes on the tab (P1)."""

    debtor: Number
    how: How

    def actions(self) -> tuple[Action, ...]:
        return (Settle(self.debtor, self.how),)


class OpenGifts(AtTable, frozen=True, tag="gifts"):
    """Ask the winner whom they name."""


class GiveGift(GameMove, frozen=True, tag="gift"):
    """Name the seat that takes a forfeit too (P5); for the winner."""

    answer = Answer.PRIVATE

    to: Number

    def actions(self) -> tuple[Action, ...]:
        return (Gift(self.to),)


class NextRound(Move, frozen=True, tag="next"):
    """Go on to the next round: this showdown has been seen."""

    answer = Answer.PUBLIC


class HoldOn(Move, frozen=True, tag="hold"):
    """Let this showdown stand for a while."""

    answer = Answer.PUBLIC


class WakeUp(AtTable, frozen=True, tag="back"):
    """Come back after dozing (L2)."""

    answer = Answer.PUBLIC


class CallQuits(AtTable, frozen=True, tag="quit"):
    """Call it quits (E2), which is asked about first."""


class LeaveTable(AtTable, frozen=True, tag="leave"):
    """Leave the lobby, or the game for good, which is asked about first."""


class EndTable(AtTable, frozen=True, tag="end"):
    """End the table without a result, which is asked about first where others play."""


class ShowTable(AtTable, frozen=True, tag="show"):
    """Post the panel anew."""

    answer = Answer.PUBLIC
    posts = True


class BringDown(AtTable, frozen=True, tag="down"):
    """Post the panel at the bottom of the channel."""

    answer = Answer.PUBLIC
    posts = True


class SurelyLeave(AtTable, frozen=True, tag="leavenow"):
    """Leave the game for good, after all."""


class SurelyQuit(AtTable, frozen=True, tag="quitnow"):
    """Call it quits, after all."""


class SurelyEnd(AtTable, frozen=True, tag="endnow"):
    """End the table, after all."""


class Stay(AtTable, frozen=True, tag="stay"):
    """Do nothing of that."""

    only_shows = True


class OpenMore(AtTable, frozen=True, tag="more"):
    """See what else can be done at this table."""

    only_shows = True


class ShowDice(AtTable, frozen=True, tag="dice"):
    """See one's own dice."""

    only_shows = True


class ShowSeal(AtTable, frozen=True, tag="seal"):
    """See the whole seal of a table's dice, and what one has brought to them."""

    only_shows = True


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """See the seal, the seed and the salts of a game that is over, and its record."""

    only_shows = True


class LookIn(AtTable, frozen=True, tag="look"):
    """See the table in a DM: how the last round went, how this one stands, and one's own moves."""

    only_shows = True
