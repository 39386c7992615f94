"""The presses for the settings of servers and people, for named house rules, and for a person's own data."""

from typing import TYPE_CHECKING, Literal

from bot.people.preferences import DmStyle, Hints, OthersSee, Theme
from bot.people.servers import SWITCHES
from bot.presses.base import Answer, AtTable, Choosing, Number, Press, Word
from bot.tables.pace import PaceName
from bot.words.dice import Look


class ForServer(Press, frozen=True):
    """The base class of choices for a server. Only people who manage the server may make them."""


class UsualGame(ForServer, frozen=True, tag="srvgame"):
    """Set the game that `/play` opens if the person names none."""

    variant: Word


class UsualPace(ForServer, frozen=True, tag="srvpace"):
    """Set the pace of a new table."""

    pace: PaceName


class UsualClock(ForServer, frozen=True, tag="srvclock"):
    """Set the seconds for a turn at a new table; 0 means no clock."""

    seconds: Number


class KeepReplays(ForServer, frozen=True, tag="srvreplays"):
    """Set the number of months for which replays are kept; 0 means for good. A shorter time is asked about first."""

    months: Number


class SurelyKeepReplays(ForServer, frozen=True, tag="srvfewer"):
    """Keep replays for a shorter time, after the person has confirmed it."""

    months: Number


class SurelyCloseSeason(ForServer, frozen=True, tag="seasonend"):
    """Close the season of this number, after the person has confirmed it."""

    season: Number


class KeepSeason(ForServer, frozen=True, tag="seasonon"):
    """Answer the question before a season is closed with no."""


class UsualLanguage(ForServer, frozen=True, tag="srvlang"):
    """Set the language of public messages on the server."""

    language: Word


class AllowChannels(ForServer, Choosing, frozen=True, tag="srvchannels"):
    """Set the channels in which tables may be opened. Without a choice, tables may be opened everywhere."""


class PuzzleChannel(ForServer, Choosing, frozen=True, tag="srvpuzzle"):
    """Set the channel in which the puzzle of the day is posted. Without a choice, it is not posted."""


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
    """Show a page of the person's own choices."""

    page: Number


class ChooseDms(Press, frozen=True, tag="mydms"):
    """Set the way in which the person gets their dice by DM."""

    style: DmStyle


class ChooseHints(Press, frozen=True, tag="myhints"):
    """Set when the person sees the probability of a bid."""

    when: Hints


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
    """Set the look of the person's dice."""

    look: Look


class ChooseLanguage(Press, frozen=True, tag="mylang"):
    """Set the language of messages that only the person sees; "discord" means their language in Discord."""

    language: Word


class OpenKeptWords(Press, frozen=True, tag="mywords"):
    """Open the form for the person's permanent lucky words."""

    answer = Answer.FORM


class SendKeptWords(Press, frozen=True, tag="mylucky"):
    """Save the lucky words that were typed into the form."""

    opened_by = OpenKeptWords


class MyDefaults(Press, frozen=True, tag="mydefaults"):
    """Ask whether to reset the person's own choices to the defaults."""


class SurelyMyDefaults(Press, frozen=True, tag="mydefaultsnow"):
    """Reset the person's own choices to the defaults, after the person has confirmed it."""


class ListRules(Press, frozen=True, tag="named"):
    """Show a page of the server's named house rules."""

    page: Number


class UseRules(Press, frozen=True, tag="namedopen"):
    """Open a table with these rules, or change a lobby to them."""

    answer = Answer.PUBLIC

    rules: Number


class DeleteRules(Press, frozen=True, tag="nameddel"):
    """Ask whether to delete these rules."""

    rules: Number


class SurelyDelete(Press, frozen=True, tag="nameddelyes"):
    """Delete these rules, after the person has confirmed it."""

    rules: Number


class SurelyKeep(AtTable, frozen=True, tag="namedyes"):
    """Replace the saved rules with this number by the rules of this table, after the person has confirmed it."""

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
    """Confirm for the first time that the person wants to be forgotten."""


class SurelyForgetMe(Press, frozen=True, tag="forgetme3"):
    """Confirm for the second time that the person wants to be forgotten, and forget them."""


class KeepMe(Press, frozen=True, tag="keepme"):
    """Answer no to the question whether to be forgotten."""
