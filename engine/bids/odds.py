"""Compute the probabilities of bids for a player who sees only their own dice or no dice, and suggest bids."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from engine.bids.actions import Bid
from engine.bids.counting import Counting, Stash
from engine.bids.raising import Least
from engine.bids.rules import AS_EVER
from engine.bids.state import Hands, State
from engine.bids.view import View
from engine.core.dice import KEPT, NOTHING, Called, CalledBid, Hand, is_pure


def holds(view: View, bid: CalledBid) -> float:
    """Return the probability (0-1) that a bid is true (C2, C3), as far as `view.seat` knows from the dice.

    Other players' bids are not considered. An onlooker sees no dice at all.
    """
    return view.state.counting(bid).likely(seen(view))


def after_show(view: View, show: Hand) -> View:
    """Return the view of a player who shows these dice with a bid, and has not seen the new ones yet (B6)."""
    if not show or view.seat is None:
        return view
    return msgspec.structs.replace(view, mine=(*view.state.open_of(view.seat), *show))


def holds_in_public(state: State, bid: CalledBid, show: Hand = ()) -> float:
    """Return the probability (0-1) that a bid is true, for somebody who knows only the dice in the open (C3, B6).

    `show` has the dice that the player in turn shows along with the bid.
    """
    opened = [*(state.open or ((),) * len(state.players))]
    opened[state.turn] += show
    return state.counting(bid).likely(_in_public(state, tuple(opened)))


def is_exact(view: View) -> float:
    """Return the probability (0-1) that the current bid is exact (C5)."""
    assert view.state.standing is not None
    return view.state.counting(view.state.standing).likely_exact(seen(view))


def expected(view: View, bid: CalledBid) -> float:
    """Return the average number of dice that count for a bid (C2).

    It is the number of the dice that the seat knows and that count, plus a share of all other dice.
    """
    return view.state.counting(bid).average(seen(view))


def own(view: View, bid: CalledBid) -> int:
    """Return the number of the seat's own dice that count for a bid (C2)."""
    return view.state.counting(bid).stash(view.mine)


def unseen(view: View) -> int:
    """Return the number of dice in the pool that the seat has not seen, including those of players who left (L1)."""
    return view.state.pool - len(known(view))


def seen(view: View) -> tuple[Stash, ...]:
    """Return the dice in the pool as the seat sees them."""
    if _is_plain(view.state):
        return (Stash(known(view), unseen(view)),)
    return _by_seat(view.state, view.state.open, view.seat, view.mine)


def _in_public(state: State, opened: Hands) -> tuple[Stash, ...]:
    """Return the dice in the pool as somebody sees them who knows only the `opened` ones, by seat (B6)."""
    if _is_plain(state):
        dice = tuple(die for dice in opened for die in dice)
        return (Stash(dice, state.pool - len(dice)),)
    return _by_seat(state, opened)


def _is_plain(state: State) -> bool:
    """Return whether each die counts by itself, so that it does not matter whose it is (C7)."""
    return state.round_rules.hands() == AS_EVER


def _by_seat(state: State, opened: Hands, own: int | None = None, mine: Hand = ()) -> tuple[Stash, ...]:
    """Return the stashes in the pool. The dice of the seat `own` are known, and the `opened` dice of the others."""
    others = [(seat, opened[seat] if opened else ()) for seat in state.threw() if seat != own]
    stashes = [Stash(dice, state.players[seat].dice - len(dice)) for seat, dice in others]
    if not mine or own is None:
        return tuple(stashes)
    return (*stashes, Stash(mine, max(0, state.players[own].dice - len(mine))))


def known(view: View) -> Hand:
    """Return all dice that the seat knows: its own, and those of others that lie in the open (B6)."""
    opened = view.state.open
    return view.mine + tuple(die for seat, dice in enumerate(opened) if seat != view.seat for die in dice)


MENU = 24
"""The most bids in a menu. Discord shows 25 entries, and one of them is "another"."""

HOPELESS = 0.01
"""A bid with a lower probability than this is not proposed, unless it is the least bid on its face."""


class Likely(msgspec.Struct, frozen=True):
    """A bid, and the probability (0-1) that it is true."""

    quantity: int
    face: int
    likely: float
    called: Called = NOTHING


class Typical(msgspec.Struct, frozen=True):
    """The averages of a pool: for each face, about `each` dice count, including wild dice (C2).

    `wild` is the wild number, or 0 if there is none.
    """

    each: float
    wild: int


def typical(state: State) -> Typical:
    """Return the averages of this round's pool, from the public state. Without a running round they are 0.

    After a pure bid nothing is wild (B4).
    """
    is_now_pure = state.standing is not None and is_pure(state.standing)
    wild = 0 if is_now_pure else state.wild()
    counts = state.counting(Bid(1, 2 if wild == 1 else 1, KEPT if is_now_pure else NOTHING))
    pool = (Stash((), state.pool),) if _is_plain(state) else _by_seat(state, ())
    return Typical(counts.average(pool), wild)


def standing(view: View) -> Likely | None:
    """Return the bid to beat, with the probability that it is true. Return None if there is no bid."""
    bid = view.state.standing
    return None if bid is None else _likely(view, bid)


def least_raises(view: View) -> tuple[Likely, ...]:
    """Return the least legal bid on each face, lowest face first, with its probability (B1, B4)."""
    return tuple(_likely(view, bid) for bid in view.bids_in_turn())


def openings(view: View) -> tuple[Likely, ...]:
    """Return usual opening bids, one for each face that may be bid. Return () if there is a bid already.

    The quantity is half of the pool's average for the face, rounded down, so that most players get a turn to raise. It
    does not depend on anybody's dice.
    """
    if view.state.standing is not None:
        return ()
    state = view.state
    least = view.bids_in_turn()
    return tuple(_likely(view, msgspec.structs.replace(each, quantity=half_of_average(state, each))) for each in least)


def half_of_average(state: State, least: CalledBid) -> int:
    """Return half of the number of dice that count on average for bids on a face, rounded down.

    Return the quantity of the `least` bid if that is more.
    """
    return max(least.quantity, state.pool // (2 * state.counting(least).one_in()))


def likeliest_bids(view: View) -> tuple[Likely, ...]:
    """Return up to `MENU` bids that suit the player to move, sorted by quantity and then by face.

    The least bid on each face is always included. The other places are shared among the faces. Opening bids go on to
    `ABOVE_AVERAGE` above the pool's average, whatever anybody holds. Later there are small raises and bids near the
    average. Hopeless bids are left out.
    """
    least = view.bids_in_turn()
    if view.state.standing is None:
        return _menu_of_openings(view, least)
    ways = tuple((each.called, view.state.counting(each), view.most_in_turn(each)) for each in least)
    return _likeliest(ways, seen(view))


ABOVE_AVERAGE = 2
"""The greatest quantity of an opening bid in the menu, above the pool's average for its face, rounded down."""


def _menu_of_openings(view: View, least: Least) -> tuple[Likely, ...]:
    """Return opening bids for the menu: on each face evenly spread quantities, from the `least` bid on."""
    pool, bids, many = view.state.pool, list[Likely](), MENU // max(1, len(least))
    for each in least:
        last = min(view.most_in_turn(each), pool // view.state.counting(each).one_in() + ABOVE_AVERAGE)
        quantities = _spread(each.quantity, last, many)
        found = [_likely(view, Bid(quantity, each.face, each.called)) for quantity in quantities]
        bids += [bid for bid in found if bid.quantity == each.quantity or bid.likely >= HOPELESS]
    return tuple(sorted(bids, key=lambda bid: (bid.quantity, bid.face)))


def _spread(first: int, last: int, many: int) -> list[int]:
    """Return at most `many` evenly spread numbers from `first` to `last`, or only `first` if `last` is less."""
    steps = max(1, min(many - 1, last - first))
    return sorted({first + max(0, last - first) * step // steps for step in range(steps + 1)})


@lru_cache(maxsize=256)
def _likeliest(least: tuple[tuple[Called, Counting, int], ...], pool: tuple[Stash, ...]) -> tuple[Likely, ...]:
    """Choose bids for the menu, beginning with the `least` bid on each face.

    Each of `least` has what the bid is called, how it counts, and the most dice that may be bid. The results are
    cached, because a panel shows several moves.
    """
    ways = [_ways(counts, called, pool, most) for called, counts, most in least]
    chosen: list[Likely] = []
    while ways and len(chosen) < MENU:
        for way in tuple(ways[: MENU - len(chosen)]):
            if (bid := next(way, None)) is None:
                ways.remove(way)
            else:
                chosen.append(bid)
    return tuple(sorted(chosen, key=lambda bid: (bid.quantity, bid.face)))


def _ways(least: Counting, called: Called, pool: tuple[Stash, ...], most: int) -> Iterator[Likely]:
    """Yield the bids on a face in order of preference.

    Small raises and bids near the average take turns, beginning with the least bid.
    """
    middle = max(least.quantity, round(least.average(pool)))
    quantities = range(least.quantity, most + 1)
    by_average = sorted(quantities, key=lambda quantity: abs(quantity - middle))
    taken: set[int] = set()
    for small, near in zip(quantities, by_average, strict=True):
        for quantity in (small, near):
            if quantity not in taken:
                taken.add(quantity)
                likely = least._replace(quantity=quantity).likely(pool)
                if quantity == least.quantity or likely >= HOPELESS:
                    yield Likely(quantity, least.face, likely, called)


def _likely(view: View, bid: CalledBid) -> Likely:
    return Likely(bid.quantity, bid.face, holds(view, bid), bid.called)
