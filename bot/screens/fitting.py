"""As many lines as there is room for, the newest."""

from collections.abc import Callable, Sequence


def newest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """The newest lines that take no more than `room` together, as `size` measures them; the last stays last."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= size(line)
        if room < 0:
            break
        kept.insert(0, line)
    return kept
