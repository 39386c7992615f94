"""What the bot says of a variant, and the house rules that a host turns on with one tap."""

import msgspec


class Switch(msgspec.Struct, frozen=True):
    """A house rule that a host turns on or off: an option of RECORD.md and its value when it is on."""

    option: str
    value: str
    label: str
    about: str


class Told(msgspec.Struct, frozen=True):
    """A variant as a player knows it.

    `rules` are two lines; `proposed` the options that a new table starts with beside the preset's own; `offered`
    whether a host may choose it yet.
    """

    emoji: str
    title: str
    rules: tuple[str, str]
    switches: tuple[Switch, ...] = ()
    proposed: dict[str, str] = {}
    offered: bool = False
