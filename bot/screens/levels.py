"""Players who stand alike, told together where many play."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from bot.screens.cast import Cast
from bot.screens.phone import height
from bot.words.language import _, ngettext
from bot.words.lists import listed


class Level(msgspec.Struct, frozen=True):
    """Players who stand alike, and how."""

    figure: str
    seats: tuple[int, ...]


def levels(order: Sequence[int], figure: Callable[[int], str]) -> list[Level]:
    """The seats in `order`, the best first, by how each stands."""
    figures = list(dict.fromkeys(figure(seat) for seat in order))
    return [Level(each, tuple(seat for seat in order if figure(seat) == each)) for each in figures]


def fitting(cast: Cast, sign: str, levels: Sequence[Level], between: str, lines: int) -> str:
    """The levels in so many lines; where the names do not fit, the largest crowds are counted instead."""
    crowds = sorted((level for level in levels if len(level.seats) > 1), key=lambda level: -len(level.seats))
    told = [
        sign + between.join(_told(cast, level, crowds[:many]) for level in levels) for many in range(len(crowds) + 1)
    ]
    return next((each for each in told if height(each) <= lines), told[-1])


def _told(cast: Cast, level: Level, counted: Iterable[Level]) -> str:
    many = len(level.seats)
    if level in counted:
        names = ngettext("{n} player", "{n} players", many).format(n=many)
    else:
        names = listed([cast.brief(seat) for seat in level.seats])
    return _("{names}: {figure}").format(names=names, figure=level.figure)
