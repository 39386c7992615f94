"""Compute the probabilities of bids for a player who sees only their own dice or no dice, and suggest bids."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from engine.bids.actions import Bid
from engine.bids.counting import Counting
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import AnyBid, Hand


def holds(view: View, bid: AnyBid) -> float:
    """Return the probability (0-1) that a bid is true (C2, C3), as far as `view.seat` knows from the dice.

    Other players' bids are not considered. An onlooker sees no dice at all.
    """
    return view.state.counting(bid).likely(view.mine, unseen(view))


def is_exact(view: View) -> float:
    """Return the probability (0-1) that the current bid is exact (C5)."""
    assert view.state.standing is not None
    return view.state.counting(view.state.standing).likely_exact(view.mine, unseen(view))


def expected(view: View, bid: AnyBid) -> float:
    """Return the average number of dice that count for a bid (C2).

    It is the number of the seat's own dice that count, plus a share of all other dice.
    """
    counts = view.state.counting(bid)
    return counts.stash(view.mine) + unseen(view) / counts.one_in()


def own(view: View, bid: AnyBid) -> int:
    """Return the number of the seat's own dice that count for a bid (C2)."""
    return view.state.counting(bid).stash(view.mine)


def unseen(view: View) -> int:
    """Return the number of dice in the pool that the seat has not seen, including those of players who left (L1)."""
    return view.state.pool - len(view.mine)


MENU = 24
"""The most bids in a menu. Discord shows 25 entries, and one of them is "another"."""

HOPELESS = 0.01
"""A bid with a lower probability than this is not proposed, unless it is the least bid on its face."""


class Likely(msgspec.Struct, frozen=True):
    """A bid, and the probability (0-1) that it is true."""

    quantity: int
    face: int
    likely: float


class Typical(msgspec.Struct, frozen=True):
    """The averages of a pool: for each face, about `each` dice count, including wild dice (C2).

    `wild` is the wild number, or 0 if there is none.
    """

    each: float
    wild: int


def typical(state: State) -> Typical:
    """Return the averages of this round's pool, from the public state. Without a running round they are 0."""
    wild = state.wild()
    return Typical(state.pool / (3 if wild else 6), wild)


def standing(view: View) -> Likely | None:
    """Return the bid to beat, with the probability that it is true. Return None if there is no bid."""
    bid = view.state.standing
    return None if bid is None else _likely(view, bid)


def least_raises(view: View) -> tuple[Likely, ...]:
    """Return the least legal bid on each face, lowest face first, with its probability (B1, B4)."""
    return tuple(_likely(view, bid) for bid in view.bids_in_turn())


def openings(view: View) -> tuple[Likely, ...]:
    """Return usual opening bids, one for each face that may be bid. Return () if there is a bid already.

    The quantity is the number of dice that can be expected to count, given the seat's own dice.
    """
    if view.state.standing is not None:
        return ()
    most = view.most_in_turn()
    bids = (
        Bid(max(least.quantity, min(most, int(expected(view, least)))), least.face) for least in view.bids_in_turn()
    )
    return tuple(_likely(view, bid) for bid in bids)


def likeliest_bids(view: View) -> tuple[Likely, ...]:
    """Return up to `MENU` bids that suit the player to move, sorted by quantity and then by face.

    The least bid on each face is always included. The other places are shared among the faces, for small raises and
    for bids near the pool's average. Hopeless bids are left out.
    """
    least = tuple(map(view.state.counting, view.bids_in_turn()))
    return _likeliest(least, view.mine, unseen(view), view.most_in_turn())


@lru_cache(maxsize=256)
def _likeliest(least: tuple[Counting, ...], mine: Hand, unseen: int, most: int) -> tuple[Likely, ...]:
    """Choose bids for the menu, beginning with the `least` bid on each face. Each has at most `most` dice.

    The results are cached, because a panel shows several moves.
    """
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
    """Yield the bids on a face in order of preference.

    Small raises and bids near the average take turns, beginning with the least bid.
    """
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
