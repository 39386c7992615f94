"""Axes: the round numbers beside a chart, and where a number stands."""

import msgspec

STEPS = (1, 2, 5)
"""What a step between two marks is a power of ten of."""


class Axis(msgspec.Struct, frozen=True):
    """Whole numbers from `least` to `most`, drawn between the points `start` and `end`; `marks` are the round ones."""

    least: int
    most: int
    start: float
    end: float
    marks: tuple[int, ...]

    def at(self, number: float) -> float:
        """The point where a number stands."""
        return self.start + (self.end - self.start) * (number - self.least) / (self.most - self.least)


def axis(least: int, most: int, start: float, end: float, marks: int = 5) -> Axis:
    """An axis for numbers from `least` to `most`, which begins and ends at round ones, at most `marks` of them."""
    step = _step(least, most, marks)
    low, high = least // step * step, -(-most // step) * step
    if low == high:
        low, high = low - step, high + step
    return Axis(low, high, start, end, tuple(range(low, high + 1, step)))


def _step(least: int, most: int, marks: int) -> int:
    power = 1
    while True:
        for step in (each * power for each in STEPS):
            if -(-most // step) - least // step + 1 <= marks:
                return step
        power *= 10
