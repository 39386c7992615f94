"""The rules of raising. The possible raises of a bid are given as the least bid on each face."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import assert_never

from engine.bids import pure
from engine.bids.actions import Bid
from engine.bids.rules import PalificoFace, Raising
from engine.core.dice import FACES, AnyBid, Called, CalledBid

Least = tuple[Bid, ...]
"""The least bid on each face that may be bid, lowest face first. Greater quantities of these faces may be bid too.

Where bids are wild or pure, a face may have a least bid of either kind, the wild one first (B4).
"""

ANY: Least = tuple(Bid(1, face) for face in FACES)


def allows(least: Least, bid: CalledBid, climbs: int = 0) -> bool:
    """Return whether `least` allows a bid. The size of the pool is not checked.

    If `climbs` is a face, bids on other faces must have their least quantity (B4).
    """
    is_enough = any(
        each.face == bid.face and each.quantity <= bid.quantity and each.called is bid.called for each in least
    )
    return is_enough and (climbs in (0, bid.face) or bid.quantity == fewest(least, bid.face))


def climbs(raising: Raising, bid: CalledBid | None) -> int:
    """Return the only face on which more than the least raise may be bid, or 0 if that is so on every face.

    If a raise changes only one component, a bid on another face has as many dice as the current `bid` (B4).
    """
    return bid.face if bid is not None and raising is Raising.ONE_COMPONENT else 0


def fewest(least: Least, face: int) -> int:
    """Return the least quantity that may be bid on a face, or 0 if the face is not allowed."""
    return min((each.quantity for each in least if each.face == face), default=0)


def opening(raising: Raising) -> Least:
    """Return the lowest opening bid on each face (B1). If aces halve, aces may not open (B4)."""
    if raising is Raising.PURE:
        return pure.OPENINGS
    return ANY[1:] if raising is Raising.ACES_HALVE else ANY


def least(raising: Raising, bid: CalledBid, wild: int = 0) -> Least:
    """Return the lowest raise of a bid on each face, regardless of how many dice are in play.

    B4: `raising` says which bids beat another. `wild` is the table's wild number, whose dice are the stars of a track.
    """
    quantity, face = bid.quantity, bid.face
    match raising:
        case Raising.QUANTITY_AND_FACE:
            return _by_face(lambda f: quantity + 1 if f >= face else 0)
        case Raising.QUANTITY:
            return _by_face(lambda _: quantity + 1)
        case Raising.QUANTITY_OR_FACE:
            return _by_face(lambda f: quantity if f > face else quantity + 1)
        case Raising.RISING_FACE | Raising.ONE_COMPONENT:
            return _by_face(lambda f: 0 if f < face else quantity + 1 if f == face else quantity)
        case Raising.FACE_FIRST:
            return _by_face(lambda f: 0 if f < face else quantity + 1 if f == face else 1)
        case Raising.JOKERS_DOUBLE | Raising.ACES_HALVE:
            return _ones_double(quantity, face)
        case Raising.TRACK:
            return _on_track(track_weight(bid, wild), face, wild)
        case Raising.PURE:
            return pure.raises(bid)
        case _:
            assert_never(raising)


def palifico_least(bid: CalledBid, may_change_face: bool) -> Least:
    """Return the lowest raise of a bid on each face in a palifico round (C6).

    A raise has a greater quantity of the same face. If the face may change, a raise may also have a higher face.
    """
    return least(Raising.QUANTITY_OR_FACE, bid) if may_change_face else (Bid(bid.quantity + 1, bid.face),)


def may_change_face(policy: PalificoFace, is_opener: bool, dice: int) -> bool:
    """Return whether a player with this many `dice` may change the face of a palifico round (C6)."""
    match policy:
        case PalificoFace.SINGLE:
            return dice == 1 and not is_opener
        case PalificoFace.NOBODY:
            return False
        case PalificoFace.OPENER:
            return is_opener
        case _:
            assert_never(policy)


def within(least: Least, pool: int) -> Least:
    """Return the least raises that the pool allows.

    B3: a bid cannot have more dice than the `pool`.
    """
    return tuple([bid for bid in least if bid.quantity <= pool])


@cache
def openings(raising: Raising, pool: int) -> Least:
    """Return the least opening bids in a `pool` of this size."""
    return within(opening(raising), pool)


def raises(raising: Raising, bid: CalledBid, pool: int, wild: int = 0) -> Least:
    """Return the least raises of a bid in a `pool` of this size. `wild` is the table's wild number."""
    return _raises(raising, bid.quantity, bid.face, bid.called, pool, wild)


@lru_cache(maxsize=8192)
def _raises(raising: Raising, quantity: int, face: int, called: Called, pool: int, wild: int) -> Least:
    return within(least(raising, Bid(quantity, face, called), wild), pool)


def palifico_raises(bid: CalledBid, may_change_face: bool, pool: int) -> Least:
    """Return the least raises of a bid in a palifico round, in a `pool` of this size."""
    return within(palifico_least(bid, may_change_face), pool)


def weight(raising: Raising, bid: AnyBid) -> int:
    """Return the weight of a bid in comparison with bids on other faces.

    It is the quantity, or twice the quantity for ones that count double.
    """
    doubled = bid.face == 1 and raising in (Raising.JOKERS_DOUBLE, Raising.ACES_HALVE)
    return 2 * bid.quantity if doubled else bid.quantity


def dice_a_bid(raising: Raising) -> float:
    """Return the rough number of dice that a small raise adds: one, or half a die if the quantity may stay the same."""
    return 1.0 if raising in (Raising.QUANTITY, Raising.QUANTITY_AND_FACE) else 0.5


def _ones_double(quantity: int, face: int) -> Least:
    """Return the least raises of a bid if ones count double.

    The two rules of this kind differ only in the opening bid.

    A bid on n jokers weighs 2n, and at equal weight it beats sixes. A bid on aces needs at least half the quantity,
    rounded up. After n aces, a bid on another face needs at least 2n + 1. All other raises are by quantity or face.
    """
    if face == 1:
        return _by_face(lambda f: quantity + 1 if f == 1 else 2 * quantity + 1)
    half = (quantity + 1) // 2
    return _by_face(lambda f: half if f == 1 else quantity if f > face else quantity + 1)


def track_weight(bid: AnyBid, wild: int) -> int:
    """Return the weight of a bid on a track: 4n - 1 for n stars, and otherwise twice the quantity."""
    return 4 * bid.quantity - 1 if bid.face == wild else 2 * bid.quantity


def _on_track(weight: int, face: int, wild: int) -> Least:
    """Return the least raises of a bid of this `weight` on a track.

    Of two bids of equal weight, which are never stars, the one on the higher face is higher.
    """

    def needed(f: int) -> int:
        if f == wild:
            return (weight + 1) // 4 + 1
        return weight // 2 if f > face and weight % 2 == 0 else weight // 2 + 1

    return _by_face(needed)


def _by_face(needed: Callable[[int], int]) -> Least:
    """Return a bid on each face with the quantity that `needed` returns. Leave out faces for which it returns 0."""
    return tuple([Bid(many, face) for face in FACES if (many := needed(face))])
