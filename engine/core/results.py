"""How a game stands when it ends by limit or by voices (E1, E2, E5), its result, the ante and the pot (E6)."""

from collections.abc import Iterator, Sequence

import msgspec

from engine.core.events import ChipsMoved


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


def antes(players: int, ante: int) -> Iterator[ChipsMoved]:
    """Every player pays the ante at the start, in joining order; nothing where there is none."""
    if ante:
        yield from (ChipsMoved(seat, -ante) for seat in range(players))


def pot_shares(winners: tuple[int, ...], players: int, ante: int) -> Iterator[ChipsMoved]:
    """E6: the pot of `players` antes, shared evenly among `winners` (seats in joining order).

    Odd chips go to the earliest. Without winners the game has no result and every ante goes back.
    """
    takers = winners or tuple(range(players))
    share, odd = divmod(players * ante, len(takers))
    for place, seat in enumerate(takers):
        if amount := share + (place < odd):
            yield ChipsMoved(seat, amount)
