"""The paces in words."""

from typing import assert_never

import msgspec

from bot.tables.pace import PaceName
from bot.words.language import _


class Told(msgspec.Struct, frozen=True):
    """A pace as a player knows it: on a menu by its `label`, within a sentence by its `name`."""

    emoji: str
    label: str
    name: str
    about: str


def told(pace: PaceName) -> Told:
    """What a player is told of a pace."""
    match pace:
        case PaceName.QUICK:
            about = _("Short showdowns, and computer players who don’t dawdle")
            return Told("🐇", _("Quick pace"), _("quick pace"), about)
        case PaceName.EASY:
            return Told("🚶", _("Easy pace"), _("easy pace"), _("Time to look at the dice, and to laugh"))
        case PaceName.CEREMONIOUS:
            return Told("🕯️", _("Ceremonious pace"), _("ceremonious pace"), _("Showdowns cup by cup"))
        case kind:
            assert_never(kind)
