"""How likely a bid is, to somebody who sees their own dice alone, or none."""

from functools import cache
from math import comb

from engine.bids.view import View
from engine.core.dice import counted


@cache
def at_least(need: int, dice: int, one_in: int) -> float:
    """How likely at least `need` of `dice` unseen dice count, where one die in `one_in` does."""
    if need <= 0:
        return 1.0
    return sum(exactly(hits, dice, one_in) for hits in range(need, dice + 1))


@cache
def exactly(hits: int, dice: int, one_in: int) -> float:
    """How likely `hits` of `dice` unseen dice count, no more and no fewer, where one die in `one_in` does."""
    if not 0 <= hits <= dice:
        return 0.0
    return comb(dice, hits) * float((one_in - 1) ** (dice - hits)) / float(one_in**dice)


def holds(view: View, quantity: int, face: int) -> float:
    """How likely, 0-1, there are at least `quantity` of `face` (C2, C3), as far as the dice tell `view.seat`.

    Nothing is made of what others have bid. An onlooker, who has no dice, sees the whole pool as unseen.
    """
    return at_least(quantity - own(view, face), unseen(view), one_in(face, view.state.wild()))


def is_exact(view: View) -> float:
    """How likely, 0-1, the count is exactly that of the standing bid (C5)."""
    assert view.state.standing is not None
    quantity, face = view.state.standing.quantity, view.state.standing.face
    return exactly(quantity - own(view, face), unseen(view), one_in(face, view.state.wild()))


def expected(view: View, face: int) -> float:
    """How many dice count for a bid on `face` on average (C2): the seat's own, and its share of all others."""
    return own(view, face) + unseen(view) / one_in(face, view.state.wild())


def own(view: View, face: int) -> int:
    """How many of the seat's own dice count for a bid on `face` (C2)."""
    return counted((view.mine,), face, view.state.wild())


def unseen(view: View) -> int:
    """How many dice of the pool the seat has not seen; those of leavers are among them (L1)."""
    return view.state.pool - len(view.mine)


def one_in(face: int, wild: int) -> int:
    """One die in how many counts for `face`: two numbers in six do where another one is `wild` (0: none)."""
    return 6 if wild in (0, face) else 3
