"""What beats the standing bid, as the least quantity that each face needs."""

from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from engine.bids.rules import PalificoFace, Raising

Least = tuple[int, int, int, int, int, int, int]
"""By face (index 0 is unused): the least quantity that may be bid, 0 where the face may not be bid."""

ANY: Least = (0, 1, 1, 1, 1, 1, 1)


def opening(raising: Raising) -> Least:
    """The least opening bids (B1); where aces halve, aces may not open (B4)."""
    return (0, 0, 1, 1, 1, 1, 1) if raising is Raising.ACES_HALVE else ANY


def least(raising: Raising, quantity: int, face: int) -> Least:
    """B4: the least raises over a standing bid of `quantity` x `face`, before the size of the pool limits them."""
    match raising:
        case Raising.QUANTITY_AND_FACE:
            return _by_face(lambda f: quantity + 1 if f >= face else 0)
        case Raising.QUANTITY:
            return _by_face(lambda _: quantity + 1)
        case Raising.QUANTITY_OR_FACE:
            return _by_face(lambda f: quantity if f > face else quantity + 1)
        case Raising.RISING_FACE:
            return _by_face(lambda f: 0 if f < face else quantity + 1 if f == face else quantity)
        case Raising.FACE_FIRST:
            return _by_face(lambda f: 0 if f < face else quantity + 1 if f == face else 1)
        case Raising.JOKERS_DOUBLE | Raising.ACES_HALVE:
            return _ones_double(quantity, face)
        case _:
            assert_never(raising)


def palifico_least(quantity: int, face: int, may_change_face: bool) -> Least:
    """The least raises: of the same face by quantity, or by quantity or face if the bidder may change it (C6)."""
    if may_change_face:
        return least(Raising.QUANTITY_OR_FACE, quantity, face)
    return _by_face(lambda f: quantity + 1 if f == face else 0)


def may_change_face(policy: PalificoFace, is_opener: bool, dice: int) -> bool:
    """Whether a player with this many `dice` may change the face of a palifico round (C6)."""
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
    """B3: of these least raises those that the `pool` has dice enough for."""
    return _by_face(lambda f: least[f] if least[f] <= pool else 0)


def openings(raising: Raising, pool: int) -> Least:
    """The least opening bids in a `pool`."""
    return within(opening(raising), pool)


@lru_cache(maxsize=8192)
def raises(raising: Raising, quantity: int, face: int, pool: int) -> Least:
    """The least raises over `quantity` x `face` in a `pool`."""
    return within(least(raising, quantity, face), pool)


def palifico_raises(quantity: int, face: int, may_change_face: bool, pool: int) -> Least:
    """The least raises over `quantity` x `face` in a palifico round, in a `pool`."""
    return within(palifico_least(quantity, face, may_change_face), pool)


def weight(raising: Raising, quantity: int, face: int) -> int:
    """How many dice of another face a bid of `quantity` x `face` beats: twice as many where ones weigh double."""
    doubled = face == 1 and raising in (Raising.JOKERS_DOUBLE, Raising.ACES_HALVE)
    return 2 * quantity if doubled else quantity


def dice_a_bid(raising: Raising) -> float:
    """By how many dice bids grow from one small raise to the next, about: where the quantity may stay, half a one."""
    return 1.0 if raising in (Raising.QUANTITY, Raising.QUANTITY_AND_FACE) else 0.5


def _ones_double(quantity: int, face: int) -> Least:
    """One table for two wordings, which differ in the opening bid alone.

    Jokers: n of them weigh 2n, and at equal weight they beat sixes. Aces: to aces at least half, rounded
    up; from n aces at least 2n + 1. All else by quantity or face.
    """
    if face == 1:
        return _by_face(lambda f: quantity + 1 if f == 1 else 2 * quantity + 1)
    half = (quantity + 1) // 2
    return _by_face(lambda f: half if f == 1 else quantity if f > face else quantity + 1)


def _by_face(needed: Callable[[int], int]) -> Least:
    return (0, needed(1), needed(2), needed(3), needed(4), needed(5), needed(6))
