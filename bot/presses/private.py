"""What one person asks for themselves at a table."""

from typing import Annotated

import msgspec

from bot.presses.base import AtTable, Number, Press, Word

Tag = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,16}$")]
"""What a press is called in an id."""
Kept = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,16}$")]
"""What a form is kept under."""


class ShowDice(AtTable, frozen=True, tag="dice"):
    """My dice."""


class ShowRules(AtTable, frozen=True, tag="help"):
    """How this table plays."""


class HowTo(Press, frozen=True, tag="howto"):
    """How a game is played, by the name of its variant."""

    variant: Word


class ShowCommands(Press, frozen=True, tag="commands"):
    """All that can be typed."""


class ShowSeal(AtTable, frozen=True, tag="seal"):
    """The whole seal of a table's dice, and what one has brought to them."""


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """Fair? Seal, seed and salts of a game that is over, and its record."""


class BackToForm(Press, frozen=True, tag="form"):
    """Open a form again, as it was `kept` when it was refused; `form` is the tag of what it is when it is sent.

    `table` is 0 for a form that is about none; `option` is that of which the form asks, where it asks of one.
    """

    form: Tag
    table: Number
    kept: Kept
    option: Word = "none"


class LookIn(AtTable, frozen=True, tag="look"):
    """The table, shown in a DM: how the last round went, where this one is, and one's own moves."""
