"""How a game stands when it ends by limit or by voices (E1, E2, E5), and its result."""

from collections.abc import Sequence

import msgspec


class Result(msgspec.Struct, frozen=True):
    """Who won, or (where bads decide) who washes up; both empty for no result."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


def least(seats: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...]:
    """E5: of `seats` (at least one) those with the least amount, `amounts` being by seat; equal amounts share."""
    fewest = min(amounts[seat] for seat in seats)
    return tuple(seat for seat in seats if amounts[seat] == fewest)


def is_majority(voices: int, still_in: int) -> bool:
    """E2: whether more than half of those `still_in`, a voice each, have said so."""
    return 2 * voices > still_in
