"""What can be pressed of profiles, and of how two people fared against each other."""

from bot.charts.paper import Theme
from bot.presses.base import Number, Press


class ShowProfile(Press, frozen=True, tag="profile"):
    """Somebody's profile; 0 is whoever presses."""

    who: Number = 0


class PaintProfile(Press, frozen=True, tag="paint"):
    """The same, its chart drawn dark or light from now on."""

    who: Number
    charts: Theme


class PostProfile(Press, frozen=True, tag="profpost"):
    """Show it to everybody."""

    who: Number


class ShowRivals(Press, frozen=True, tag="rivals"):
    """How whoever presses fared against somebody; 0 is everybody whom they played with."""

    other: Number = 0


class PostRivals(Press, frozen=True, tag="rivpost"):
    """Show it to everybody."""

    other: Number
