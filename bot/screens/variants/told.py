"""What the bot says of a variant, and the house rules that a host turns on with one tap."""

from collections.abc import Callable
from typing import Any

import msgspec


class Switch(msgspec.Struct, frozen=True):
    """A house rule that a host turns on or off: an option of RECORD.md and its value when it is on.

    `off` says what holds while it is off, where a new table has it on.
    """

    option: str
    value: str
    label: str
    about: str
    off: str = ""


class Told(msgspec.Struct, frozen=True):
    """A variant as a player knows it.

    `story` is what sets it apart, in a line of a menu; `describe` tells how it goes by a table's own rules: two lines
    for a lobby, and what else there is to know; `proposed` are the options that a new table starts with beside the
    preset's own; `offered` says whether a host may choose it yet.
    """

    emoji: str
    title: str
    story: str
    describe: Callable[[Any], tuple[str, ...]]
    switches: tuple[Switch, ...] = ()
    proposed: dict[str, str] = {}
    offered: bool = False
