"""How likely a bid is, to somebody who sees their own dice alone."""

from functools import cache
from math import comb

from engine.common_hand.view import View
from engine.core.dice import counted

TRUST = 0.35
"""How far a computer player believes that a bidder holds a little more of the face than chance would give."""


@cache
def at_least(need: int, dice: int, one_in: int) -> float:
    """How likely at least `need` of `dice` unseen dice count, where one die in `one_in` does."""
    if need <= 0:
        return 1.0
    return sum(_exactly(hits, dice, one_in) for hits in range(need, dice + 1))


@cache
def _exactly(hits: int, dice: int, one_in: int) -> float:
    if not 0 <= hits <= dice:
        return 0.0
    return comb(dice, hits) * float((one_in - 1) ** (dice - hits)) / float(one_in**dice)


def holds(view: View, quantity: int, face: int) -> float:
    """How likely there are at least `quantity` of `face`, as far as `view.seat` can tell (C2, C3)."""
    need = quantity - counted((view.mine,), face, view.state.wild())
    unseen = view.state.pool - len(view.mine)
    bare = at_least(need, unseen, _one_in(view, face))
    standing = view.state.standing
    if standing is None or standing.face != face or standing.bidder == view.seat or need <= 0:
        return bare
    return (1 - TRUST) * bare + TRUST * at_least(need - 1, max(unseen - 1, 0), _one_in(view, face))


def is_exact(view: View) -> float:
    """How likely the count is exactly that of the standing bid (C5)."""
    assert view.state.standing is not None
    quantity, face = view.state.standing.quantity, view.state.standing.face
    need = quantity - counted((view.mine,), face, view.state.wild())
    return _exactly(need, view.state.pool - len(view.mine), _one_in(view, face))


def _one_in(view: View, face: int) -> int:
    """One die in how many counts for `face`: two faces do where something else is wild."""
    return 6 if view.state.wild() in (0, face) else 3
