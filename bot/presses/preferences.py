"""What a server and a person choose and keep: settings, house rules by a name, and what is kept of oneself."""

from typing import Literal

from bot.people.preferences import DmStyle, Hints, OthersSee, Theme
from bot.presses.base import Answer, AtTable, Choosing, Number, Press, Word
from bot.tables.pace import PaceName
from bot.words.dice import Look


class ForServer(Press, frozen=True):
    """What only those may choose who manage the server."""


class UsualGame(ForServer, frozen=True, tag="srvgame"):
    """The game that `/play` opens where none is named."""

    variant: Word


class UsualPace(ForServer, frozen=True, tag="srvpace"):
    """The pace that a new table begins with."""

    pace: PaceName


class UsualClock(ForServer, frozen=True, tag="srvclock"):
    """The seconds for a turn that a new table begins with; 0 for no clock."""

    seconds: Number


class KeepReplays(ForServer, frozen=True, tag="srvreplays"):
    """For how many months replays are kept; 0 for good."""

    months: Number


class AllowChannels(ForServer, Choosing, frozen=True, tag="srvchannels"):
    """The channels where tables may be opened; none for everywhere."""


class SwitchForServer(ForServer, frozen=True, tag="srvswitch"):
    """One of the server's switches."""

    switch: Literal["stakes", "threads", "hints", "pings"]
    on: bool


class ServerDefaults(ForServer, frozen=True, tag="srvdefaults"):
    """Back to the server's defaults."""


class ChooseDms(Press, frozen=True, tag="mydms"):
    """How one gets one's dice by DM."""

    style: DmStyle


class ChooseHints(Press, frozen=True, tag="myhints"):
    """When one is told how likely a bid is."""

    when: Hints


class SwitchPings(Press, frozen=True, tag="mypings"):
    """Whether one is mentioned when it is one's move."""

    on: bool


class ChooseOthersSee(Press, frozen=True, tag="myothers"):
    """What others may see of what one has done."""

    what: OthersSee


class PaintCharts(Press, frozen=True, tag="mycharts"):
    """Whether one's charts are drawn dark or light."""

    charts: Theme


class WearDice(Press, frozen=True, tag="mydice"):
    """How the dice look that one brings to the tables."""

    look: Look


class OpenKeptWords(Press, frozen=True, tag="mywords"):
    """Ask for the form for the lucky words that one keeps."""

    answer = Answer.FORM


class SendKeptWords(Press, frozen=True, tag="mylucky"):
    """That form, filled in."""

    opened_by = OpenKeptWords


class MyDefaults(Press, frozen=True, tag="mydefaults"):
    """Back to one's own defaults."""


class ListRules(Press, frozen=True, tag="named"):
    """A page of the list of them."""

    page: Number


class UseRules(Press, frozen=True, tag="namedopen"):
    """A table by these rules."""

    answer = Answer.PUBLIC

    rules: Number


class DeleteRules(Press, frozen=True, tag="nameddel"):
    """Keep these rules no more: asks first."""

    rules: Number


class SurelyDelete(Press, frozen=True, tag="nameddelyes"):
    """Keep them no more."""

    rules: Number


class SurelyKeep(AtTable, frozen=True, tag="namedyes"):
    """Keep the rules of this table in place of those."""

    rules: Number


class OpenNaming(AtTable, frozen=True, tag="naming"):
    """Ask for the name by which the rules of this table are to be kept."""

    answer = Answer.FORM


class SendNaming(AtTable, frozen=True, tag="named-as"):
    """That form, filled in."""

    opened_by = OpenNaming


class AboutMe(Press, frozen=True, tag="mydata"):
    """Everything that is kept of oneself."""


class ForgetMe(Press, frozen=True, tag="forgetme"):
    """Ask to be forgotten; it is asked back."""


class ForgetMeThen(Press, frozen=True, tag="forgetme2"):
    """The first yes; it is asked once more."""


class SurelyForgetMe(Press, frozen=True, tag="forgetme3"):
    """The second yes."""


class KeepMe(Press, frozen=True, tag="keepme"):
    """Nothing of that."""
