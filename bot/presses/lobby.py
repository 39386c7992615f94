"""Presses about coming to a table: before a game and after it, late, or invited."""

from bot.presses.base import Answer, AtTable, Choosing, Number, Snowflake, Word
from bot.tables.model import Deck
from engine.core.characters import Level


class Join(AtTable, frozen=True, tag="join"):
    """Sit down."""

    answer = Answer.PUBLIC


class StandUp(AtTable, frozen=True, tag="stand"):
    """Leave the lobby."""

    answer = Answer.PUBLIC


class AddComputer(AtTable, frozen=True, tag="robot"):
    """Let a computer player sit down."""

    answer = Answer.PUBLIC


class OpenComputers(AtTable, frozen=True, tag="robots"):
    """Turn to the page of computer players."""

    only_shows = True


class ChooseLevel(AtTable, frozen=True, tag="level"):
    """Choose the level of the computer players that sit down from now on."""

    level: Level


class HushComputers(AtTable, frozen=True, tag="hush"):
    """Let the computer players at this table talk, or (with `quiet`) not."""

    quiet: bool


class ShowAdvice(AtTable, frozen=True, tag="advice"):
    """Show everybody at this table the best move (with `shown`), or not."""

    shown: bool


class AddCharacter(AtTable, frozen=True, tag="invitebot"):
    """Add the computer player whose name is this word."""

    who: Word


class RemoveComputer(AtTable, frozen=True, tag="unrobot"):
    """Remove the last computer player."""

    answer = Answer.PUBLIC


class ChooseVariant(AtTable, frozen=True, tag="variant"):
    """Choose another game."""

    answer = Answer.PUBLIC

    variant: Word


class OpenOptions(AtTable, frozen=True, tag="options"):
    """Open the form for the table's options."""

    answer = Answer.FORM


class SendOptions(AtTable, frozen=True, tag="setup"):
    """Set the options from the form."""

    answer = Answer.PUBLIC
    opened_by = OpenOptions


class OpenHouseRules(AtTable, frozen=True, tag="houserules"):
    """Turn to a page of the house rules that fit this game."""

    only_shows = True

    page: Number = 0


class ChooseHouseRule(AtTable, frozen=True, tag="houserule"):
    """Set an option to its value of that number, in the order of its page."""

    option: Word
    value: Number


class OpenHouseRule(AtTable, frozen=True, tag="ruleform"):
    """Open the form for any other value of an option."""

    answer = Answer.FORM

    option: Word


class SendHouseRule(AtTable, frozen=True, tag="rulesent"):
    """Set an option to the value typed into the form."""

    answer = Answer.PUBLIC
    opened_by = OpenHouseRule

    option: Word


class OpenStakes(AtTable, frozen=True, tag="stakes"):
    """Turn to the page of stakes."""

    only_shows = True


class ChooseDeck(AtTable, frozen=True, tag="deck"):
    """Let losers draw dares from a deck."""

    deck: Deck


class UseWords(AtTable, frozen=True, tag="words"):
    """Open the form for the host's words about what losers owe."""

    answer = Answer.FORM


class SendWords(AtTable, frozen=True, tag="wordsent"):
    """Let losers owe the words typed into the form."""

    opened_by = UseWords


class OpenLuckyWords(AtTable, frozen=True, tag="luck"):
    """Open the form for one's own lucky words."""

    answer = Answer.FORM


class SendLuckyWords(AtTable, frozen=True, tag="lucky"):
    """Add the lucky words typed into the form."""

    answer = Answer.PUBLIC
    opened_by = OpenLuckyWords


class Start(AtTable, frozen=True, tag="start"):
    """Begin the game."""

    answer = Answer.PUBLIC


class Cancel(AtTable, frozen=True, tag="cancel"):
    """Close the lobby, after a question if other people sit there."""

    answer = Answer.PUBLIC


class SurelyCancel(AtTable, frozen=True, tag="cancelnow"):
    """Close the lobby, confirmed."""


class Rematch(AtTable, frozen=True, tag="rematch"):
    """Open a new lobby with everybody who is still here, or sit down in it."""

    answer = Answer.PUBLIC
    posts = True


class Invite(AtTable, frozen=True, tag="invite"):
    """Ask somebody to the table, by their id, in a line that pings them."""

    who: Snowflake


class InviteChosen(Choosing, AtTable, frozen=True, tag="invitewho"):
    """Ask the person chosen from Discord's menu to the table."""


class AcceptInvite(AtTable, frozen=True, tag="accept"):
    """Accept an invitation and sit down; `who` was invited."""

    answer = Answer.PUBLIC

    who: Snowflake


class PassOnHost(AtTable, frozen=True, tag="host"):
    """Hand the table to another person at it, by their id."""

    to: Snowflake


class AskForSeat(AtTable, frozen=True, tag="seat"):
    """Ask for the free seats: in the lobby, in this game, or in the next one."""

    only_shows = True


class TakeSeat(AtTable, frozen=True, tag="takeover"):
    """Take over a computer player's seat before the next round."""

    seat: Number


class WaitForNext(AtTable, frozen=True, tag="nextgame"):
    """Sit down in the next game."""


class GiveUpSeat(AtTable, frozen=True, tag="nowait"):
    """Stop waiting for a seat."""
