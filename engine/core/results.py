"""The result of a game, majorities for quitting (E2), and the ante and the pot (E6)."""

from collections.abc import Iterator, Sequence

import msgspec

from engine.core.events import ChipsMoved


class Result(msgspec.Struct, frozen=True):
    """The winners of a game or, if bads decide, the players who wash up. Both are empty if the game has no result."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


def least(seats: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...]:
    """Return those of `seats` (at least one) that have the smallest amount.

    E5: seats with equal amounts share the place. `amounts` has the amounts of all seats, by seat.
    """
    fewest = min(amounts[seat] for seat in seats)
    return tuple(seat for seat in seats if amounts[seat] == fewest)


def is_majority(voices: int, still_in: int) -> bool:
    """Return whether more than half of the `still_in` players have voted.

    E2: each player has one vote.
    """
    return 2 * voices > still_in


def antes(players: int, ante: int) -> Iterator[ChipsMoved]:
    """Yield the ante that each player pays at the start, in joining order. Yield nothing if there is no ante."""
    if ante:
        yield from (ChipsMoved(seat, -ante) for seat in range(players))


def pot_shares(winners: tuple[int, ...], players: int, ante: int) -> Iterator[ChipsMoved]:
    """Yield the shares of the pot, which is split evenly among `winners` (in joining order).

    E6: the pot has the antes of all `players`. Odd chips go to the earliest winners. Without winners the game has no
    result, and each player gets the ante back.
    """
    takers = winners or tuple(range(players))
    share, odd = divmod(players * ante, len(takers))
    for place, seat in enumerate(takers):
        if amount := share + (place < odd):
            yield ChipsMoved(seat, amount)
