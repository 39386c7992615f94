"""Liar's Dice as pure functions: no clock, no randomness, no input or output.

Read `variants.py` first, which shows how the games differ, then `bids/play.py`, which has one turn. The rule numbers
in comments and docstrings are those of RULES.md beside this file.

    from engine import choose, dice, play, start, view

This import is all that a game needs; docs/engine.md plays one. Each module is loaded when it is first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.table import choose, dice, play, start, view

__all__ = ["choose", "dice", "play", "start", "view"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine import table

    return getattr(table, name)
