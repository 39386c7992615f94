"""How likely a bid is to somebody who sees their own dice alone, or none, and which bids to propose by that."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from engine.bids.actions import Bid
from engine.bids.counting import AnyBid, at_least
from engine.bids.raising import Least
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import FACES


def holds(view: View, bid: AnyBid) -> float:
    """How likely, 0-1, a bid holds (C2, C3), as far as the dice tell `view.seat`.

    Nothing is made of what others have bid. An onlooker, who has no dice, sees the whole pool as unseen.
    """
    return view.state.counting(bid).likely(view.mine, unseen(view))


def is_exact(view: View) -> float:
    """How likely, 0-1, the count is exactly that of the standing bid (C5)."""
    assert view.state.standing is not None
    return view.state.counting(view.state.standing).likely_exact(view.mine, unseen(view))


def expected(view: View, face: int) -> float:
    """How many dice count for a bid on `face` on average (C2): the seat's own, and its share of all others."""
    return own(view, face) + unseen(view) / one_in(face, view.state.wild())


def own(view: View, face: int) -> int:
    """How many of the seat's own dice count for a bid on `face` (C2)."""
    return view.state.counting(Bid(1, face)).stash(view.mine)


def unseen(view: View) -> int:
    """How many dice of the pool the seat has not seen; those of leavers are among them (L1)."""
    return view.state.pool - len(view.mine)


def one_in(face: int, wild: int) -> int:
    """One die in how many counts for `face`: two numbers in six do where another one is `wild` (0: none)."""
    return 6 if wild in (0, face) else 3


MENU = 24
"""How many bids a menu has beside "another": Discord shows 25 entries."""

HOPELESS = 0.01
"""A bid less likely than this is not proposed, unless it is a face's least raise."""


class Likely(msgspec.Struct, frozen=True):
    """A bid, and how likely it holds, 0-1."""

    quantity: int
    face: int
    likely: float


class Typical(msgspec.Struct, frozen=True):
    """What a pool holds on average, to somebody without dice: about `each` of every face, wild dice counted (C2).

    Of the `wild` number itself (0: nothing is wild) there are about `wilds`, of which nothing else counts.
    """

    pool: int
    each: float
    wild: int
    wilds: float


def typical(state: State) -> Typical:
    """What the pool of this round holds on average; a pool of 0 while no round runs. Needs public things alone."""
    wild = state.wild()
    return Typical(state.pool, state.pool / (3 if wild else 6), wild, state.pool / 6 if wild else 0.0)


def standing(view: View) -> Likely | None:
    """The bid to beat, and how likely it holds; None where there is none."""
    bid = view.state.standing
    return None if bid is None else _likely(view, bid.quantity, bid.face)


def least_raises(view: View) -> tuple[Likely, ...]:
    """The least bid on each face (B1, B4), the lowest face first; faces that may not be bid are left out."""
    least = view.bids_in_turn()
    return tuple(_likely(view, least[face], face) for face in FACES if least[face])


def openings(view: View, around: int = 0) -> tuple[Likely, ...]:
    """Opening bids that people make, by face and quantity: what the pool holds on average, wild dice counted.

    That is a third of the pool where something is wild, and up to `around` more or fewer. None once a bid stands.
    """
    if view.state.standing is not None:
        return ()
    least, most = view.bids_in_turn(), view.state.pool
    proposed: list[Likely] = []
    for face in FACES:
        if least[face]:
            middle = max(least[face], int(expected(view, face)))
            quantities = range(max(least[face], middle - around), min(most, middle + around) + 1)
            proposed += [_likely(view, quantity, face) for quantity in quantities]
    return tuple(bid for bid in proposed if bid.quantity == least[bid.face] or bid.likely >= HOPELESS)


def likeliest_bids(view: View, most: int = MENU) -> tuple[Likely, ...]:
    """Up to `most` (at least 6) bids that somebody may well want to make, by quantity and then face.

    The least on each face is always among them. The others are shared out among the faces: small raises, and bids
    near what the pool holds on average; none that is hopeless.
    """
    state, mine = view.state, tuple(own(view, face) for face in FACES)
    return _likeliest(view.bids_in_turn(), mine, unseen(view), state.wild(), state.pool, most)


@lru_cache(maxsize=256)
def _likeliest(least: Least, mine: tuple[int, ...], dice: int, wild: int, pool: int, most: int) -> tuple[Likely, ...]:
    """Choose from these, of which `mine` count for each face; cached, for most panels stand for several moves."""
    ways = [_ways(face, least[face], mine[face - 1], dice, wild, pool) for face in FACES if least[face]]
    chosen: list[Likely] = []
    while ways and len(chosen) < most:
        for way in tuple(ways[: most - len(chosen)]):
            if (bid := next(way, None)) is None:
                ways.remove(way)
            else:
                chosen.append(bid)
    return tuple(sorted(chosen, key=lambda bid: (bid.quantity, bid.face)))


def _ways(face: int, lowest: int, mine: int, dice: int, wild: int, pool: int) -> Iterator[Likely]:
    """The bids on `face` in the order in which they deserve a place: the least, the one near the average, and on."""
    share = one_in(face, wild)
    middle = max(lowest, round(mine + dice / share))
    quantities = range(lowest, pool + 1)
    by_average = sorted(quantities, key=lambda quantity: abs(quantity - middle))
    taken: set[int] = set()
    for small, near in zip(quantities, by_average, strict=True):
        for quantity in (small, near):
            if quantity not in taken:
                taken.add(quantity)
                likely = at_least(quantity - mine, dice, share)
                if quantity == lowest or likely >= HOPELESS:
                    yield Likely(quantity, face, likely)


def _likely(view: View, quantity: int, face: int) -> Likely:
    return Likely(quantity, face, holds(view, Bid(quantity, face)))
