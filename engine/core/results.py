"""Results by limit or by votes to quit (E1, E2, E5), the result of a game, the ante and the pot (E6)."""

from collections.abc import Iterator, Sequence

import msgspec

from engine.core.events import ChipsMoved


class Result(msgspec.Struct, frozen=True):
    """The winners, or (if bads decide) those who wash up; both empty if there is no result."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


def least(seats: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...]:
    """E5: return the seats of `seats` (at least one) with the least amount; `amounts` is by seat, and ties share."""
    fewest = min(amounts[seat] for seat in seats)
    return tuple(seat for seat in seats if amounts[seat] == fewest)


def is_majority(voices: int, still_in: int) -> bool:
    """E2: return whether more than half of the `still_in` players have voted, one vote each."""
    return 2 * voices > still_in


def antes(players: int, ante: int) -> Iterator[ChipsMoved]:
    """Yield the ante that each player pays at the start, in joining order; nothing if there is no ante."""
    if ante:
        yield from (ChipsMoved(seat, -ante) for seat in range(players))


def pot_shares(winners: tuple[int, ...], players: int, ante: int) -> Iterator[ChipsMoved]:
    """E6: yield the shares of the pot of `players` antes, split evenly among `winners` (seats in joining order).

    Odd chips go to the earliest. Without winners the game has no result, and every ante goes back.
    """
    takers = winners or tuple(range(players))
    share, odd = divmod(players * ante, len(takers))
    for place, seat in enumerate(takers):
        if amount := share + (place < odd):
            yield ChipsMoved(seat, amount)
