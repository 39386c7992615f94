"""Presses in a running game of any family, including personal ones."""

from bot.presses.base import Answer, AtTable, GameMove, Move, Number
from engine.core.actions import Action, Challenge, Gift, How, Settle

ANY_ROUND = 0
"""The round of a vote for the round that is played when it arrives."""


class CallLie(GameMove, frozen=True, tag="liar"):
    """Call the current bid or claim a lie: "Liar!", "Bang!" (C1, K12)."""

    def actions(self) -> tuple[Action, ...]:
        return (Challenge(),)


class CastVote(AtTable, frozen=True, tag="vote"):
    """Vote in the poll of a `round` (`ANY_ROUND`: this one): believe the bid or doubt it (C4), now or in advance.

    It has no version, since a later voter may vote while others answer.
    """

    answer = Answer.PUBLIC

    round: Number
    believes: bool


class SettleForfeit(GameMove, frozen=True, tag="settle"):
    """Settle the forfeit of `debtor` (a seat) for this round: it is paid, waived, or goes on the tab (P1)."""

    debtor: Number
    how: How

    def actions(self) -> tuple[Action, ...]:
        return (Settle(self.debtor, self.how),)


class OpenGifts(AtTable, frozen=True, tag="gifts"):
    """Ask the winner for another player."""


class GiveGift(GameMove, frozen=True, tag="gift"):
    """Name the seat that takes a forfeit too (P5); for the winner."""

    answer = Answer.PRIVATE

    to: Number

    def actions(self) -> tuple[Action, ...]:
        return (Gift(self.to),)


class NextRound(Move, frozen=True, tag="next"):
    """Go on to the next round after this showdown."""

    answer = Answer.PUBLIC


class HoldOn(Move, frozen=True, tag="hold"):
    """Keep this showdown for a while."""

    answer = Answer.PUBLIC


class WakeUp(AtTable, frozen=True, tag="back"):
    """Come back after dozing (L2)."""

    answer = Answer.PUBLIC


class CallQuits(AtTable, frozen=True, tag="quit"):
    """Vote to quit (E2), after a question."""


class LeaveTable(AtTable, frozen=True, tag="leave"):
    """Leave the lobby, or after a question the game for good."""


class EndTable(AtTable, frozen=True, tag="end"):
    """End the table without a result, after a question."""


class ShowTable(AtTable, frozen=True, tag="show"):
    """Post the panel again."""

    answer = Answer.PUBLIC
    posts = True


class BringDown(AtTable, frozen=True, tag="down"):
    """Post the panel at the bottom of the channel."""

    answer = Answer.PUBLIC
    posts = True


class SurelyLeave(AtTable, frozen=True, tag="leavenow"):
    """Leave the game for good, confirmed."""


class SurelyQuit(AtTable, frozen=True, tag="quitnow"):
    """Vote to quit, confirmed."""


class SurelyEnd(AtTable, frozen=True, tag="endnow"):
    """End the table, confirmed."""


class Stay(AtTable, frozen=True, tag="stay"):
    """Do none of these."""

    only_shows = True


class OpenMore(AtTable, frozen=True, tag="more"):
    """See the other actions at this table."""

    only_shows = True


class ShowDice(AtTable, frozen=True, tag="dice"):
    """See one's own dice."""

    only_shows = True


class ShowSeal(AtTable, frozen=True, tag="seal"):
    """See the whole seal of a table's dice, and one's own contribution."""

    only_shows = True


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """See the seal, the seed and the salts of a finished game, and its record."""

    only_shows = True


class LookIn(AtTable, frozen=True, tag="look"):
    """See the table in a DM: the last round, the present one, and one's own moves."""

    only_shows = True
