"""Define the presses for the settings of servers and people, for named house rules, and for a person's own data."""

from typing import TYPE_CHECKING, Literal

from bot.people.preferences import DmStyle, Hints, OthersSee, Reminders, Theme
from bot.people.servers import SWITCHES
from bot.presses.base import Answer, AtTable, Choosing, LanguageKey, Number, Press, Word
from bot.tables.pace import PaceName
from bot.words.dice import Look


class ForServer(Press, frozen=True):
    """The base class of settings for a server. Only people who manage the server may change them."""


class UsualGame(ForServer, frozen=True, tag="srvgame"):
    """Set the game that `/play` opens if the person names no game."""

    variant: Word


class UsualPace(ForServer, frozen=True, tag="srvpace"):
    """Set the pace of a new table."""

    pace: PaceName


class UsualClock(ForServer, frozen=True, tag="srvclock"):
    """Set the seconds for a turn at a new table, or 0 for no clock."""

    seconds: Number


class KeepReplays(ForServer, frozen=True, tag="srvreplays"):
    """Set the number of months for which replays are kept, or 0 to keep them forever.

    Before the time becomes shorter, the person is asked to confirm it.
    """

    months: Number


class SurelyKeepReplays(ForServer, frozen=True, tag="srvfewer"):
    """Keep replays for a shorter time, after the person has confirmed it."""

    deliberate = True

    months: Number


class SurelyCloseSeason(ForServer, frozen=True, tag="seasonend"):
    """Close the season with this number, after the person has confirmed it."""

    deliberate = True

    season: Number


class KeepSeason(ForServer, frozen=True, tag="seasonon"):
    """Answer no to the question whether to close the season."""


class UsualLanguage(ForServer, frozen=True, tag="srvlang"):
    """Set the language of public messages on the server."""

    language: LanguageKey


class AllowChannels(ForServer, Choosing, frozen=True, tag="srvchannels"):
    """Set the channels in which tables may be opened. If none is chosen, tables may be opened everywhere."""


class PuzzleChannel(ForServer, Choosing, frozen=True, tag="srvpuzzle"):
    """Set the channel in which the puzzle of the day is posted. If none is chosen, it is not posted."""


class ChooseRole(ForServer, Choosing, frozen=True, tag="srvrole"):
    """Set the role that hosts may call to their lobby. If none is chosen, they may call nobody."""


class PuzzleHour(ForServer, frozen=True, tag="srvpuzzleat"):
    """Set the hour of the day, in UTC, at which the puzzle is posted."""

    hour: Number


if TYPE_CHECKING:
    Switch = str
else:
    Switch = Literal[SWITCHES]
    """The name of a switch: an id with any other is no press."""


class SwitchForServer(ForServer, frozen=True, tag="srvswitch"):
    """Turn one of the server's switches on or off."""

    switch: Switch
    on: bool


class ServerDefaults(ForServer, frozen=True, tag="srvdefaults"):
    """Ask whether to reset the server's settings to the defaults."""


class SurelyServerDefaults(ForServer, frozen=True, tag="srvdefaultsnow"):
    """Reset the server's settings to the defaults, after the person has confirmed it."""

    deliberate = True


class ServerPage(ForServer, frozen=True, tag="srvpage"):
    """Show a page of the server's settings."""

    page: Number


class OpenDeck(ForServer, frozen=True, tag="srvdeck"):
    """Open the form for the server's own dares."""

    answer = Answer.FORM


class SendDeck(ForServer, frozen=True, tag="srvdares"):
    """Save the dares that were typed into the form."""

    opened_by = OpenDeck


class MyPage(Press, frozen=True, tag="mypage"):
    """Show a page of the person's own settings."""

    page: Number


class ChooseDms(Press, frozen=True, tag="mydms"):
    """Set how the person gets their dice by DM."""

    style: DmStyle


class ChooseHints(Press, frozen=True, tag="myhints"):
    """Set when the person sees how likely bids are."""

    when: Hints


class ChooseMisclicks(Press, frozen=True, tag="mymisclicks"):
    """Set when the person has to confirm moves that look like misclicks."""

    when: Hints


class ChooseReminders(Press, frozen=True, tag="myreminders"):
    """Set when the person is reminded of a slow turn."""

    when: Reminders


class SwitchPings(Press, frozen=True, tag="mypings"):
    """Set whether the person is pinged when it is their turn."""

    on: bool


class ChooseOthersSee(Press, frozen=True, tag="myothers"):
    """Set how much of the person's results other people may see."""

    what: OthersSee


class PaintCharts(Press, frozen=True, tag="mycharts"):
    """Set whether the person's charts are dark or light."""

    charts: Theme


class WearDice(Press, frozen=True, tag="mydice"):
    """Set which set of pictures the person's dice have."""

    look: Look


class ChooseLanguage(Press, frozen=True, tag="mylang"):
    """Set the language of messages that only the person sees, or "discord" for their language in Discord."""

    language: LanguageKey


class OpenKeptWords(Press, frozen=True, tag="mywords"):
    """Open the form for the lucky words that the person uses at every table."""

    answer = Answer.FORM


class SendKeptWords(Press, frozen=True, tag="mylucky"):
    """Save the lucky words that were typed into the form."""

    opened_by = OpenKeptWords


class MyDefaults(Press, frozen=True, tag="mydefaults"):
    """Ask whether to reset the person's own settings to the defaults."""


class SurelyMyDefaults(Press, frozen=True, tag="mydefaultsnow"):
    """Reset the person's own settings to the defaults, after the person has confirmed it."""

    deliberate = True


class ListRules(Press, frozen=True, tag="named"):
    """Show a page of the server's named house rules."""

    page: Number


class UseRules(Press, frozen=True, tag="namedopen"):
    """Open a table with these rules, or use them in a lobby."""

    answer = Answer.PUBLIC

    rules: Number


class DeleteRules(Press, frozen=True, tag="nameddel"):
    """Ask whether to delete these rules."""

    rules: Number


class SurelyDelete(Press, frozen=True, tag="nameddelyes"):
    """Delete these rules, after the person has confirmed it."""

    deliberate = True

    rules: Number


class SurelyKeep(AtTable, frozen=True, tag="namedyes"):
    """Replace the saved rules with this number with the rules of this table, after the person has confirmed it."""

    deliberate = True

    rules: Number


class OpenNaming(AtTable, frozen=True, tag="naming"):
    """Open the form for giving a name to this table's rules."""

    answer = Answer.FORM


class SendNaming(AtTable, frozen=True, tag="named-as"):
    """Save the rules of this table under the name that was typed into the form."""

    opened_by = OpenNaming


class AboutMe(Press, frozen=True, tag="mydata"):
    """Send all data that the bot keeps about the person."""


class ForgetMe(Press, frozen=True, tag="forgetme"):
    """Ask whether to forget the person. Two confirmations are needed."""


class ForgetMeThen(Press, frozen=True, tag="forgetme2"):
    """Confirm for the first time that the bot should forget the person."""


class SurelyForgetMe(Press, frozen=True, tag="forgetme3"):
    """Confirm for the second time that the bot should forget the person, and forget them."""

    deliberate = True


class KeepMe(Press, frozen=True, tag="keepme"):
    """Answer no to the question whether the bot should forget the person."""
