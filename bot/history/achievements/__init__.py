"""What a game can bring beyond its result: each achievement a small pure function of a finished game, by theme.

A function gives the seats that earn it; who may earn anything at all is said once, here and in `Finished`. Short names
are stored: they stay. Words stand in `bot/screens/achievements.py`.
"""

from collections.abc import Callable, Iterable

from bot.history.achievements import calls, dice, ends, lies
from bot.history.finished import Finished
from engine.core.events import End

Achievement = Callable[[Finished], Iterable[int]]

ACHIEVEMENTS: dict[str, Achievement] = {
    "caught": calls.caught,
    "duck-hunter": calls.duck_hunter,
    "poker-face": lies.poker_face,
    "cool-head": calls.cool_head,
    "bloodhound": calls.bloodhound,
    "long-shot": calls.long_shot,
    "tall-tale": lies.tall_tale,
    "honest": lies.honest,
    "menagerie": lies.menagerie,
    "nothing-owed": ends.nothing_owed,
    "unscathed": dice.unscathed,
    "down-to-one": dice.down_to_one,
    "crooked": dice.crooked,
    "pieces-of-eight": ends.pieces_of_eight,
    "blind-luck": lies.blind_luck,
    "all-five": lies.all_five,
    "fire-bell": calls.fire_bell,
    "clean-apron": ends.clean_apron,
    "one-plate-short": ends.one_plate_short,
    "last-orders": calls.last_orders,
    "empty-cup": dice.empty_cup,
    "lone-voice": dice.lone_voice,
    "calza": calls.calza,
    "palifico": dice.palifico,
}
"""By their stored names, in the order in which they are listed: those of many games, then by game."""

Earned = tuple[int, str]
"""A person, and the name of an achievement."""


def earned(done: Finished) -> tuple[tuple[int, str], ...]:
    """What the seats of people earn by a game (seat, name), by seat, whether they have it already or not.

    A game that ended because too few were left (L3) brings none. Computer players, who came late, and who left earn
    nothing.
    """
    if done.over.why is End.DESERTED:
        return ()
    by = {name: set(earn(done)) for name, earn in ACHIEVEMENTS.items()}
    return tuple((seat, name) for seat in sorted(done.stayed()) for name, seats in by.items() if seat in seats)
