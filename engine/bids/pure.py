"""Bids that are wild or pure: which of the two a bid is, and the least raises of each kind (B4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.bids.actions import Bid
from engine.core.dice import FACES, FLYING, KEPT, NOTHING, PURE, Called, CalledBid, is_pure

ONES = 1
"""The number that is wild, and that ranks above all others."""


def heard(bid: Bid, standing: CalledBid | None) -> Bid:
    """Return a bid as it is meant when `standing` is the current bid.

    A bid of ones is pure without a word, and so is any bid after a pure one that is not called flying. The word "pure"
    adds nothing to such a bid.
    """
    pure_anyway = bid.face == ONES or (standing is not None and is_pure(standing))
    if not pure_anyway or bid.called is FLYING or bid.called is KEPT:
        return bid
    return replace(bid, called=KEPT)


def _pair(face: int, wild: tuple[int, Called], pure: tuple[int, Called]) -> Iterator[Bid]:
    """Yield the least wild and the least pure bid on a face, each with what it is called. Ones have only a pure one."""
    if face != ONES:
        yield Bid(wild[0], face, wild[1])
    yield Bid(pure[0], face, KEPT if face == ONES else pure[1])


OPENINGS = tuple(bid for face in FACES for bid in _pair(face, (1, NOTHING), (1, PURE)))
"""The least opening bids."""


def raises(bid: CalledBid) -> tuple[Bid, ...]:
    """Return the least raises of a bid, of either kind on each face, regardless of how many dice are in play.

    Within a kind a raise has more dice, or as many of a higher number. From wild to pure it has as many dice, on any
    number. From pure to wild (flying) it has at least twice as many.
    """
    quantity, below = bid.quantity, _rank(bid.face)

    def more(face: int) -> int:
        return quantity if _rank(face) > below else quantity + 1

    if is_pure(bid):
        pairs = (_pair(face, (2 * quantity, FLYING), (more(face), KEPT)) for face in FACES)
    else:
        pairs = (_pair(face, (more(face), NOTHING), (quantity, PURE)) for face in FACES)
    return tuple(each for pair in pairs for each in pair)


def _rank(face: int) -> int:
    """Return the rank of a number: 2 is the lowest, and 1 ranks above 6."""
    return 7 if face == ONES else face
