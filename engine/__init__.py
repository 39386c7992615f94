"""The rules of Liar's Dice as pure functions. They use no clock, no randomness, no input and no output.

Read `variants.py` first to see how the games differ, and then `bids/play.py`, which carries out the moves. The rule
numbers in comments and docstrings are those of RULES.md beside this file.

    from engine import choose, dice, play, start, view

A program needs only this import to play a game. There is an example in docs/engine.md. Each module is loaded when it
is first used.
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
