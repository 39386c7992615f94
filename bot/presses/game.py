"""Define the presses in a running game of any family, including presses with private answers."""

from bot.presses.base import Answer, AtTable, GameMove, Move, Number
from engine.core.actions import Action, Challenge, Gift, How, Settle

ANY_ROUND = 0
"""The round of a vote that applies to the present round, whatever its number."""


class Call(GameMove, frozen=True):
    """The base class of the presses that challenge the current bid or the current claim (C1, K12)."""

    def actions(self) -> tuple[Action, ...]:
        return (Challenge(),)


class CallLie(Call, frozen=True, tag="liar"):
    """Challenge the current bid or the current claim by calling "Liar!" or "Bang!"."""


class SurelyCallLie(Call, frozen=True, tag="liarnow"):
    """Challenge out of turn (P3), or challenge a bid that is probably true, after the person has confirmed it."""


class CastVote(AtTable, frozen=True, tag="vote"):
    """Vote in the poll of a round: believe or doubt the bid (C4). `ANY_ROUND` means the current round.

    The press has no version, because a player may vote early, while others are still voting.
    """

    answer = Answer.PUBLIC

    round: Number
    believes: bool


class SettleForfeit(GameMove, frozen=True, tag="settle"):
    """Settle the forfeit that the player in seat `debtor` owes for this round.

    It is paid, waived, or put on the tab (P1).
    """

    debtor: Number
    how: How

    def actions(self) -> tuple[Action, ...]:
        return (Settle(self.debtor, self.how),)


class AskToLetOff(Move, frozen=True, tag="letoffnow"):
    """Ask the winner whether to waive the forfeit that the player in seat `debtor` owes for this round (P1)."""

    debtor: Number

    def surely(self) -> SettleForfeit:
        """Return the press that waives the forfeit."""
        return SettleForfeit(self.table, self.version, self.debtor, How.WAIVED)


class OpenGifts(AtTable, frozen=True, tag="gifts"):
    """Ask the winner which other player takes a forfeit too."""


class GiveGift(GameMove, frozen=True, tag="gift"):
    """Choose the player who also gets a forfeit (P5). Only the winner may do so."""

    answer = Answer.PRIVATE

    to: Number

    def actions(self) -> tuple[Action, ...]:
        return (Gift(self.to),)


class SwapDare(AtTable, frozen=True, tag="swap"):
    """Swap the loser's dare for the other one on the button. Only the winner may do so.

    `number` is the number of the round, so that a later round's button has another id.
    """

    answer = Answer.PUBLIC

    number: Number


class Clap(AtTable, frozen=True, tag="clap"):
    """Clap for a dare that was done at this table. `forfeit` is 0 for the dare that was done last."""

    forfeit: Number


class ShowWhy(AtTable, frozen=True, tag="why"):
    """Show a computer player's reason for its part in the showdown."""

    only_shows = True


class NextRound(Move, frozen=True, tag="next"):
    """Continue with the next round after this showdown."""

    answer = Answer.PUBLIC


class HoldOn(Move, frozen=True, tag="hold"):
    """Keep this showdown on the panel for a while."""

    answer = Answer.PUBLIC


class WakeUp(AtTable, frozen=True, tag="back"):
    """Come back to the game, in which the bot has played for the person (L2)."""

    answer = Answer.PUBLIC


class CallQuits(AtTable, frozen=True, tag="quit"):
    """Ask whether the person wants to vote to end the game early (E2)."""


class LeaveTable(AtTable, frozen=True, tag="leave"):
    """Leave the lobby. In a game, ask whether the person really wants to leave."""


class EndTable(AtTable, frozen=True, tag="end"):
    """Ask whether to end the table without a result."""


class ShowTable(AtTable, frozen=True, tag="show"):
    """Post the panel again."""

    answer = Answer.PUBLIC
    posts = True


class BringDown(AtTable, frozen=True, tag="down"):
    """Post the panel at the bottom of the channel."""

    answer = Answer.PUBLIC
    posts = True


class SurelyLeave(AtTable, frozen=True, tag="leavenow"):
    """Leave the game for good, after the person has confirmed it."""

    deliberate = True


class SurelyQuit(AtTable, frozen=True, tag="quitnow"):
    """Vote to end the game early (E2), after the person has confirmed it."""

    deliberate = True


class SurelyEnd(AtTable, frozen=True, tag="endnow"):
    """End the table, after the person has confirmed it."""

    deliberate = True


class Stay(AtTable, frozen=True, tag="stay"):
    """Answer no to the question whether to leave, to quit or to end the table."""

    only_shows = True


class OpenMore(AtTable, frozen=True, tag="more"):
    """Show the other actions at this table."""

    only_shows = True


class Guess(AtTable, frozen=True, tag="guess"):
    """Guess whether the bid of round `number` is true, before the cups go up."""

    number: Number
    true: bool


class ShowDice(AtTable, frozen=True, tag="dice"):
    """Show the person's own dice."""

    only_shows = True


class ShowSeal(AtTable, frozen=True, tag="seal"):
    """Show the whole seal of a table's dice, and the person's own contributions to the dice."""

    only_shows = True


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """Show the seal, the seed and the salts of a finished game, with its record."""

    only_shows = True


class LookIn(AtTable, frozen=True, tag="look"):
    """Show the table in a DM: the last round, the current round, and the person's own moves."""

    only_shows = True
