"""The ante and the pot."""

from collections.abc import Iterator

from engine.core.events import ChipsMoved


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
