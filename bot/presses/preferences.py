"""Presses about choices of a server and of a person: settings, named house rules, and one's own data."""

from typing import TYPE_CHECKING, Literal

from bot.people.preferences import DmStyle, Hints, OthersSee, Theme
from bot.people.servers import SWITCHES
from bot.presses.base import Answer, AtTable, Choosing, Number, Press, Word
from bot.tables.pace import PaceName
from bot.words.dice import Look


class ForServer(Press, frozen=True):
    """A choice for the server, for those who manage it."""


class UsualGame(ForServer, frozen=True, tag="srvgame"):
    """Set the game that `/play` opens by default."""

    variant: Word


class UsualPace(ForServer, frozen=True, tag="srvpace"):
    """Set the pace of a new table."""

    pace: PaceName


class UsualClock(ForServer, frozen=True, tag="srvclock"):
    """Set the seconds for a turn at a new table; 0 for no clock."""

    seconds: Number


class KeepReplays(ForServer, frozen=True, tag="srvreplays"):
    """Set the number of months for which replays are kept; 0 for good."""

    months: Number


class UsualLanguage(ForServer, frozen=True, tag="srvlang"):
    """Set the language of everything that everybody on the server sees."""

    language: Word


class AllowChannels(ForServer, Choosing, frozen=True, tag="srvchannels"):
    """Set the channels in which tables may be opened; none for everywhere."""


class PuzzleChannel(ForServer, Choosing, frozen=True, tag="srvpuzzle"):
    """Set the channel in which the puzzle of each day is posted; none for nowhere."""


class PuzzleHour(ForServer, frozen=True, tag="srvpuzzleat"):
    """Set the hour of the day, in UTC, at which it is posted."""

    hour: Number


if TYPE_CHECKING:
    Switch = str
else:
    Switch = Literal[SWITCHES]
    """The name of a switch: an id with any other is no press."""


class SwitchForServer(ForServer, frozen=True, tag="srvswitch"):
    """Set one of the server's switches."""

    switch: Switch
    on: bool


class ServerDefaults(ForServer, frozen=True, tag="srvdefaults"):
    """Go back to the server's defaults."""


class ServerPage(ForServer, frozen=True, tag="srvpage"):
    """Turn to a page of the server's settings."""

    page: Number


class OpenDeck(ForServer, frozen=True, tag="srvdeck"):
    """Open the form for the server's own dares."""

    answer = Answer.FORM


class SendDeck(ForServer, frozen=True, tag="srvdares"):
    """Keep the dares typed into the form."""

    opened_by = OpenDeck


class MyPage(Press, frozen=True, tag="mypage"):
    """Turn to a page of one's own choices."""

    page: Number


class ChooseDms(Press, frozen=True, tag="mydms"):
    """Set how one gets one's dice by DM."""

    style: DmStyle


class ChooseHints(Press, frozen=True, tag="myhints"):
    """Set when one sees how likely a bid is."""

    when: Hints


class SwitchPings(Press, frozen=True, tag="mypings"):
    """Set whether one is mentioned when it is one's turn."""

    on: bool


class ChooseOthersSee(Press, frozen=True, tag="myothers"):
    """Set how much of one's results others may see."""

    what: OthersSee


class PaintCharts(Press, frozen=True, tag="mycharts"):
    """Set whether one's charts are dark or light."""

    charts: Theme


class WearDice(Press, frozen=True, tag="mydice"):
    """Set the look of the dice that one brings to tables."""

    look: Look


class ChooseLanguage(Press, frozen=True, tag="mylang"):
    """Set the language of what only one sees oneself; "discord" for one's language in Discord."""

    language: Word


class OpenKeptWords(Press, frozen=True, tag="mywords"):
    """Open the form for one's permanent lucky words."""

    answer = Answer.FORM


class SendKeptWords(Press, frozen=True, tag="mylucky"):
    """Keep the lucky words typed into the form."""

    opened_by = OpenKeptWords


class MyDefaults(Press, frozen=True, tag="mydefaults"):
    """Go back to one's own defaults."""


class ListRules(Press, frozen=True, tag="named"):
    """Turn to a page of the server's named rules."""

    page: Number


class UseRules(Press, frozen=True, tag="namedopen"):
    """Open a table with these rules, or change a lobby to them."""

    answer = Answer.PUBLIC

    rules: Number


class DeleteRules(Press, frozen=True, tag="nameddel"):
    """Delete these rules, after a question."""

    rules: Number


class SurelyDelete(Press, frozen=True, tag="nameddelyes"):
    """Delete them, confirmed."""

    rules: Number


class SurelyKeep(AtTable, frozen=True, tag="namedyes"):
    """Save the rules of this table in place of those."""

    rules: Number


class OpenNaming(AtTable, frozen=True, tag="naming"):
    """Open the form for a name for the rules of this table."""

    answer = Answer.FORM


class SendNaming(AtTable, frozen=True, tag="named-as"):
    """Save the rules by the name typed into the form."""

    opened_by = OpenNaming


class AboutMe(Press, frozen=True, tag="mydata"):
    """Get all data kept of oneself."""


class ForgetMe(Press, frozen=True, tag="forgetme"):
    """Ask to be forgotten, which needs two confirmations."""


class ForgetMeThen(Press, frozen=True, tag="forgetme2"):
    """Confirm once."""


class SurelyForgetMe(Press, frozen=True, tag="forgetme3"):
    """Confirm for the second time."""


class KeepMe(Press, frozen=True, tag="keepme"):
    """Do none of this."""
