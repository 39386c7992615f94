"""As many lines as there is room for."""

from collections.abc import Callable, Sequence


def newest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """The last lines that take no more than `room` together, as `size` measures them, in their order."""
    return oldest(lines[::-1], room, size)[::-1]


def oldest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """The first lines that take no more than `room` together, as `size` measures them."""
    kept: list[str] = []
    for line in lines:
        room -= size(line)
        if room < 0:
            break
        kept.append(line)
    return kept
