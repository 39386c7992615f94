"""How likely a bid is for a player who sees only their own dice, or none; and proposed bids."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from engine.bids.actions import Bid
from engine.bids.counting import Counting
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import AnyBid, Hand


def holds(view: View, bid: AnyBid) -> float:
    """Return how likely (0-1) a bid holds (C2, C3), as far as `view.seat` knows from the dice.

    Others' bids are not considered. For an onlooker, who has no dice, the whole pool is unseen.
    """
    return view.state.counting(bid).likely(view.mine, unseen(view))


def is_exact(view: View) -> float:
    """Return how likely (0-1) the count is exactly that of the current bid (C5)."""
    assert view.state.standing is not None
    return view.state.counting(view.state.standing).likely_exact(view.mine, unseen(view))


def expected(view: View, bid: AnyBid) -> float:
    """Return how many dice count for a bid on average (C2): the seat's own, and its share of all others."""
    counts = view.state.counting(bid)
    return counts.stash(view.mine) + unseen(view) / counts.one_in()


def own(view: View, bid: AnyBid) -> int:
    """Return how many of the seat's own dice count for a bid (C2)."""
    return view.state.counting(bid).stash(view.mine)


def unseen(view: View) -> int:
    """Return how many dice of the pool the seat has not seen, those of leavers included (L1)."""
    return view.state.pool - len(view.mine)


MENU = 24
"""The number of bids in a menu beside "another": Discord shows 25 entries."""

HOPELESS = 0.01
"""A bid less likely than this is not proposed, unless it is a face's least raise."""


class Likely(msgspec.Struct, frozen=True):
    """A bid, and how likely it holds, 0-1."""

    quantity: int
    face: int
    likely: float


class Typical(msgspec.Struct, frozen=True):
    """The averages of a pool: about `each` dice of every face, those of the `wild` number (0: none) included (C2)."""

    each: float
    wild: int


def typical(state: State) -> Typical:
    """Return the averages of this round's pool; 0 of each while no round runs. Needs only the public state."""
    wild = state.wild()
    return Typical(state.pool / (3 if wild else 6), wild)


def standing(view: View) -> Likely | None:
    """Return the bid to beat, and how likely it holds; None if there is none."""
    bid = view.state.standing
    return None if bid is None else _likely(view, bid)


def least_raises(view: View) -> tuple[Likely, ...]:
    """Return the least bid on each face (B1, B4), lowest face first; faces that may not be bid are left out."""
    return tuple(_likely(view, bid) for bid in view.bids_in_turn())


def openings(view: View) -> tuple[Likely, ...]:
    """Return usual opening bids, one for each face: the pool's average, wild dice included.

    That is a third of the pool if something is wild. Empty once there is a bid.
    """
    if view.state.standing is not None:
        return ()
    most = view.most_in_turn()
    bids = (
        Bid(max(least.quantity, min(most, int(expected(view, least)))), least.face) for least in view.bids_in_turn()
    )
    return tuple(_likely(view, bid) for bid in bids)


def likeliest_bids(view: View) -> tuple[Likely, ...]:
    """Return up to `MENU` bids that a player may well want to make, by quantity and then face.

    The least bid on each face is always included. The rest is shared among the faces: small raises, and bids near the
    pool's average; none that is hopeless.
    """
    least = tuple(map(view.state.counting, view.bids_in_turn()))
    return _likeliest(least, view.mine, unseen(view), view.most_in_turn())


@lru_cache(maxsize=256)
def _likeliest(least: tuple[Counting, ...], mine: Hand, unseen: int, most: int) -> tuple[Likely, ...]:
    """Choose bids from these least ones on, of at most `most` dice; cached, since a panel often shows several moves."""
    ways = [_ways(each, mine, unseen, most) for each in least]
    chosen: list[Likely] = []
    while ways and len(chosen) < MENU:
        for way in tuple(ways[: MENU - len(chosen)]):
            if (bid := next(way, None)) is None:
                ways.remove(way)
            else:
                chosen.append(bid)
    return tuple(sorted(chosen, key=lambda bid: (bid.quantity, bid.face)))


def _ways(least: Counting, mine: Hand, unseen: int, most: int) -> Iterator[Likely]:
    """Yield the bids on a face in order of preference: the least, the one near the average, and so on."""
    middle = max(least.quantity, round(least.stash(mine) + unseen / least.one_in()))
    quantities = range(least.quantity, most + 1)
    by_average = sorted(quantities, key=lambda quantity: abs(quantity - middle))
    taken: set[int] = set()
    for small, near in zip(quantities, by_average, strict=True):
        for quantity in (small, near):
            if quantity not in taken:
                taken.add(quantity)
                likely = least._replace(quantity=quantity).likely(mine, unseen)
                if quantity == least.quantity or likely >= HOPELESS:
                    yield Likely(quantity, least.face, likely)


def _likely(view: View, bid: AnyBid) -> Likely:
    return Likely(bid.quantity, bid.face, holds(view, bid))
