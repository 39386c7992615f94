"""Define the presses in a lobby, and the presses for rematches, for joining late, and for invitations."""

from bot.presses.base import Answer, AtTable, Choosing, Number, Snowflake, Word
from bot.tables.model import Deck
from engine.core.characters import Level


class Join(AtTable, frozen=True, tag="join"):
    """Sit down at the table."""

    answer = Answer.PUBLIC


class StandUp(AtTable, frozen=True, tag="stand"):
    """Leave the lobby."""

    answer = Answer.PUBLIC


class AddComputer(AtTable, frozen=True, tag="robot"):
    """Add a computer player to the lobby."""

    answer = Answer.PUBLIC
    deliberate = True


class OpenComputers(AtTable, frozen=True, tag="robots"):
    """Show the page of computer players."""

    only_shows = True


class ChooseLevel(AtTable, frozen=True, tag="level"):
    """Choose the level of the computer players who join from now on."""

    level: Level


class HushComputers(AtTable, frozen=True, tag="hush"):
    """Let the computer players at this table talk, or keep them silent if `quiet` is set."""

    quiet: bool


class ShowAdvice(AtTable, frozen=True, tag="advice"):
    """Start showing everybody at this table the best move, or stop showing it if `shown` is False."""

    shown: bool


class AddCharacter(AtTable, frozen=True, tag="invitebot"):
    """Add the computer player with this name to the lobby."""

    who: Word


class RemoveComputer(AtTable, frozen=True, tag="unrobot"):
    """Remove the computer player that joined the lobby last. Earlier versions of the bot offered this button."""

    answer = Answer.PUBLIC


class TakeOut(AtTable, frozen=True, tag="takeout"):
    """Take the computer player with this name out of the lobby."""

    who: Word


class PutOut(AtTable, frozen=True, tag="putout"):
    """Ask whether to put the person `who` out of the table. In a game, the other people have to agree."""

    who: Snowflake


class SurelyPutOut(AtTable, frozen=True, tag="putoutnow"):
    """Put the person `who` out of the table, after the confirmation."""

    deliberate = True

    who: Snowflake


class AskToPutOut(AtTable, frozen=True, tag="putoutask"):
    """Ask the table whether to remove the person `who` from the game, after the confirmation."""

    who: Snowflake


class AgreeToPutOut(AtTable, frozen=True, tag="putoutyes"):
    """Agree that the person in this seat is removed from the game."""

    answer = Answer.PUBLIC

    seat: Number


class CallRole(AtTable, frozen=True, tag="callrole"):
    """Mention the server's role in the channel of the lobby. Only the host may do this."""


class ChooseVariant(AtTable, frozen=True, tag="variant"):
    """Choose another game for the table."""

    answer = Answer.PUBLIC

    variant: Word


class OpenOptions(AtTable, frozen=True, tag="options"):
    """Open the form for the table's options."""

    answer = Answer.FORM


class SendOptions(AtTable, frozen=True, tag="setup"):
    """Set the options that were chosen in the form."""

    answer = Answer.PUBLIC
    opened_by = OpenOptions


class OpenHouseRules(AtTable, frozen=True, tag="houserules"):
    """Show a page of the house rules that fit this game."""

    only_shows = True

    page: Number = 0


class ChooseHouseRule(AtTable, frozen=True, tag="houserule"):
    """Set an option to one of the values on the page.

    `value` is the position of that value in the menu of the option.
    """

    option: Word
    value: Number


class OpenHouseRule(AtTable, frozen=True, tag="ruleform"):
    """Open the form for typing a value of an option that the page does not offer."""

    answer = Answer.FORM

    option: Word


class SendHouseRule(AtTable, frozen=True, tag="rulesent"):
    """Set an option to the value that was typed into the form."""

    answer = Answer.PUBLIC
    opened_by = OpenHouseRule

    option: Word


class OpenDoor(AtTable, frozen=True, tag="door"):
    """Show the page on which the host chooses who can join."""

    only_shows = True


class InvitedOnly(AtTable, frozen=True, tag="invitedonly"):
    """Let people sit down only if invited, or let anybody sit down if `only` is not set."""

    only: bool


class ChooseSeats(AtTable, frozen=True, tag="seats"):
    """Choose the number of seats at the table."""

    seats: Number


class OpenStakes(AtTable, frozen=True, tag="stakes"):
    """Show the page on which the host chooses the stake."""

    only_shows = True


class ChooseDeck(AtTable, frozen=True, tag="deck"):
    """Let losers draw dares from this deck."""

    deck: Deck


class ChooseChips(AtTable, frozen=True, tag="chips"):
    """Let losers owe this many play chips."""

    chips: Number


class UseWords(AtTable, frozen=True, tag="words"):
    """Open the form in which the host types a stake in their own words."""

    answer = Answer.FORM


class SendWords(AtTable, frozen=True, tag="wordsent"):
    """Set the stake to the words that were typed into the form."""

    opened_by = UseWords


class OpenLuckyWords(AtTable, frozen=True, tag="luck"):
    """Open the form for the person's own lucky words."""

    answer = Answer.FORM


class SendLuckyWords(AtTable, frozen=True, tag="lucky"):
    """Add the lucky words that were typed into the form."""

    answer = Answer.PUBLIC
    opened_by = OpenLuckyWords


class Start(AtTable, frozen=True, tag="start"):
    """Begin the game."""

    answer = Answer.PUBLIC


class Cancel(AtTable, frozen=True, tag="cancel"):
    """Close the lobby. If other people sit there, ask first."""

    answer = Answer.PUBLIC


class SurelyCancel(AtTable, frozen=True, tag="cancelnow"):
    """Close the lobby, after the person has confirmed it."""

    deliberate = True


class Rematch(AtTable, frozen=True, tag="rematch"):
    """Open a new lobby with the people who are still there, or join that lobby if it is open already."""

    answer = Answer.PUBLIC
    posts = True


class Invite(AtTable, frozen=True, tag="invite"):
    """Invite the person `who` to the table, in a message that pings them."""

    who: Snowflake


class InviteChosen(Choosing, AtTable, frozen=True, tag="invitewho"):
    """Invite the person who was chosen in Discord's menu to the table."""


class AcceptInvite(AtTable, frozen=True, tag="accept"):
    """Accept an invitation and sit down. `who` is the invited person."""

    answer = Answer.PUBLIC

    who: Snowflake


class PassOnHost(AtTable, frozen=True, tag="host"):
    """Ask the host to confirm that another person becomes the host."""

    to: Snowflake


class SurelyPassOn(AtTable, frozen=True, tag="hostnow"):
    """Make another person at the table its host, after the host has confirmed it."""

    deliberate = True

    to: Snowflake


class AskForSeat(AtTable, frozen=True, tag="seat"):
    """Show the seats that a person may take: in the lobby, in this game, or in the next one."""

    only_shows = True


class TakeSeat(AtTable, frozen=True, tag="takeover"):
    """Take over a computer player's seat before the next round."""

    seat: Number


class WaitForNext(AtTable, frozen=True, tag="nextgame"):
    """Wait for a seat in the next game."""


class GiveUpSeat(AtTable, frozen=True, tag="nowait"):
    """Stop waiting for a seat."""
