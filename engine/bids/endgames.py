"""Solved endgames between two players with one die each: the moves of an equilibrium, and how often each is made.

`tests/arena/solving.py` makes the tables in `solved.py`. Each row of a table is for one position, which consists of
the last bids of the round and the player's own die. A row has one byte for each move. The byte is the frequency of the
move, out of 255.
"""

from base64 import b85decode
from collections.abc import Mapping
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple
from zlib import decompress

from engine.bids import actions as a
from engine.bids.raising import allows, openings, raises, weight
from engine.bids.rules import ExactBy, ExactPays, Met, Raising, Wild
from engine.bids.solved import SOLVED
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import FACES
from engine.core.state import BIDDING

POOL = 2
"""The number of dice in an endgame: each player has one."""

REMEMBERED = 5
"""The number of the round's last bids that determine the row of a position."""

EVERY = 255
"""The sum of the numbers in a row."""

GAINS = 0.3
"""The worth of a die that an exact call wins back, measured in games of strong players.

A won game is worth 1, and a lost game -1.
"""


class Endgame(NamedTuple):
    """The rules that distinguish one endgame from another. Losing dice and shedding dice lead to the same endgame."""

    raising: Raising
    wild: Wild
    exact: bool


NAMES: Mapping[Endgame, str] = {
    Endgame(Raising.QUANTITY_OR_FACE, Wild.ONES, False): "dudo",
    Endgame(Raising.QUANTITY, Wild.NONE, False): "bar",
    Endgame(Raising.JOKERS_DOUBLE, Wild.ONES, False): "joker",
    Endgame(Raising.ACES_HALVE, Wild.ONES, True): "perudo",
}
"""The names of the solved endgames. Each is the name of a preset in which the endgame occurs."""


@cache
def ladder(raising: Raising) -> tuple[a.Bid, ...]:
    """Return every bid of at most two dice, in rising order. No bid is beaten by an earlier one."""
    bids = (a.Bid(quantity, face) for quantity in range(1, POOL + 1) for face in FACES)

    def place(bid: a.Bid) -> tuple[int, bool, int]:
        weighs = weight(raising, bid)
        return weighs, weighs != bid.quantity, bid.face

    return tuple(sorted(bids, key=place))


@cache
def follows(raising: Raising, standing: int) -> tuple[int, ...]:
    """Return the bids that may follow the bid at the index `standing` of the ladder, as indices on the ladder.

    For -1 return the indices of the opening bids.
    """
    steps = ladder(raising)
    least = openings(raising, POOL) if standing < 0 else raises(raising, steps[standing], POOL)
    return tuple(at for at, bid in enumerate(steps) if allows(least, bid))


def rows(raising: Raising) -> list[tuple[int, ...]]:
    """Return the possible sequences of bids in the order of the table, shorter ones first.

    Each sequence consists of indices on the ladder.
    """
    many = range(len(ladder(raising)))
    chains = (chain for length in range(REMEMBERED + 1) for chain in combinations(many, length))
    return [c for c in chains if all(after in follows(raising, before) for before, after in pairwise(c))]


def moves(endgame: Endgame, chain: tuple[int, ...]) -> tuple[a.Action, ...]:
    """Return the moves that are possible after the bids `chain`, in the order of the table's rows.

    The calls come first, and then the bids.
    """
    steps, standing = ladder(endgame.raising), chain[-1] if chain else -1
    calls: tuple[a.Action, ...] = (a.Challenge(), a.CallExact()) if endgame.exact else (a.Challenge(),)
    return (*(calls if chain else ()), *(steps[at] for at in follows(endgame.raising, standing)))


@cache
def _table(endgame: Endgame) -> dict[tuple[int, ...], bytes]:
    """Return the rows of an endgame's table by position.

    Each value has the rows of all six faces of the player's die, one after another.
    """
    left, table = decompress(b85decode(SOLVED[NAMES[endgame]])), {}
    for chain in rows(endgame.raising):
        size = 6 * len(moves(endgame, chain))
        table[chain], left = left[:size], left[size:]
    return table


def equilibrium(endgame: Endgame, chain: tuple[int, ...], die: int) -> tuple[tuple[a.Action, int], ...]:
    """Return the equilibrium's moves for a player with a `die`, each with its frequency out of 255.

    `chain` has the bids so far, as indices on the ladder. Raises `KeyError` for an endgame that is not solved, and for
    impossible bids.
    """
    row, made = _table(endgame)[chain[-REMEMBERED:]], moves(endgame, chain)
    return tuple(zip(made, row[(die - 1) * len(made) : die * len(made)], strict=True))


def endgame(state: State) -> Endgame | None:
    """Return the solved endgame to which this round belongs, or None."""
    rules, circle = state.round_rules, state.circle
    single = len(circle) == state.pool == POOL and all(state.players[seat].dice == 1 for seat in circle)
    if not single or state.phase is not BIDDING or state.palifico or not rules.counts_dice():
        return None
    found = Endgame(rules.raising, rules.wild, rules.exact)
    if rules.least_opening != 1 or rules.met is not Met.CHALLENGER:
        return None
    usual = not rules.exact or (rules.exact_pays is ExactPays.BACK and rules.exact_by is ExactBy.TURN)
    return found if usual and found in NAMES else None


def solved(view: View) -> tuple[tuple[a.Action, int], ...]:
    """Return the equilibrium's moves for `view.seat`, each with its frequency out of 255.

    The seat must have the turn. Return () if the round is not a solved endgame.
    """
    found = endgame(view.state)
    if found is None or len(view.mine) != 1:
        return ()
    steps = ladder(found.raising)
    chain = tuple(steps.index(a.Bid.of(bid)) for bid in view.state.bids)
    return equilibrium(found, chain, view.mine[0])
