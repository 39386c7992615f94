"""What is counted for people, by name: what ranks on boards, how more is added, and what follows from other figures.

`bot/history/projections` says what a game counts for; here is what becomes of it.
"""

from collections.abc import Callable, Mapping
from math import sqrt

import msgspec

from bot.storage.tallies import NOTHING, Amounts

FEWEST_GAMES = 5
"""Games that a win rate takes: of fewer it would say nothing."""
CONFIDENCE = 1.96
"""The normal quantile of a two-sided 95 %."""
WHOLE = 10_000
"""A rate of 1, as boards keep it: in hundredths of a percent."""

Fold = Callable[[Amounts, Amounts], Amounts]


class Derived(msgspec.Struct, frozen=True):
    """A figure that follows from another one, `source`."""

    source: str
    of: Callable[[Amounts], Amounts]


def wilson(won: int, games: int) -> int:
    """The lower end of Wilson's interval for a rate of `won` of `games` (at least 1), in hundredths of a percent.

    E. B. Wilson, Probable inference (1927): of the rates that may well have led to this, the least.
    """
    z2 = CONFIDENCE * CONFIDENCE
    middle = won + z2 / 2
    spread = CONFIDENCE * sqrt(won * (games - won) / games + z2 / 4)
    return int(WHOLE * (middle - spread) / (games + z2))


def _added(held: Amounts, more: Amounts) -> Amounts:
    return held[0] + more[0], held[1] + more[1]


def _streak(held: Amounts, more: Amounts) -> Amounts:
    """The longest run of wins, and beside it the present one."""
    now = held[1] + 1 if more[0] else 0
    return max(held[0], now), now


def _latest(_: Amounts, now: Amounts) -> Amounts:
    return now


def _win_rate(wins: Amounts) -> Amounts:
    return (wilson(*wins), wins[1]) if wins[1] >= FEWEST_GAMES else NOTHING


def _goods(bads: Amounts) -> Amounts:
    return (bads[1], bads[0]) if bads[1] else NOTHING


def _net(bads: Amounts) -> Amounts:
    return bads[1] - bads[0], bads[0] + bads[1]


def _paid(forfeits: Amounts) -> Amounts:
    return (forfeits[1], forfeits[0]) if forfeits[1] else NOTHING


FOLDS: Mapping[str, Fold] = {"streak": _streak, "rating": _latest}
"""How more of something is taken in, where it is not added."""
DERIVED: Mapping[str, Derived] = {
    "win_rate": Derived("wins", _win_rate),
    "goods": Derived("bads", _goods),
    "net": Derived("bads", _net),
    "paid": Derived("forfeits", _paid),
}
RANKED = frozenset(
    ("forfeits", "paid", "goods", "bads", "net", "wins", "win_rate", "rating", "chips", "caught", "got_away", "streak")
)
"""What stands on boards: counted for each channel, month and season, too. The rest is of a server's all time alone."""


def taken_in(name: str, held: Amounts, more: Amounts) -> Amounts:
    """What somebody has of something after `more` of it."""
    return FOLDS.get(name, _added)(held, more)
