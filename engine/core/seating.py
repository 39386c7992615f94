"""The roll-off, and the turn order that it determines (S1-S3)."""

from typing import assert_never

from engine.core.dice import Chance
from engine.core.events import RollOff
from engine.core.policies import Direction, Seating


def seated(seating: Seating, players: int, chance: Chance, at: int) -> tuple[list[RollOff], tuple[int, ...]]:
    """Return the throws of the roll-off, and the seats clockwise from the opener on.

    S2: the roll-off decides the first place or all places. With `JOINED` there is no roll-off, and the first player in
    joining order opens. `at` is the address of the first throw.
    """
    match seating:
        case Seating.JOINED:
            return [], tuple(range(players))
        case Seating.ORDER:
            return roll_off_order(players, chance, at)
        case Seating.FIRST:
            return roll_off_first(players, chance, at)
        case kind:
            assert_never(kind)


def roll_off_first(players: int, chance: Chance, at: int) -> tuple[list[RollOff], tuple[int, ...]]:
    """Hold a roll-off for the first place only.

    Return its throws, and the seats in joining order, beginning with the winner. `at` is the address of the first
    throw. Only ties for the first place are rolled again.
    """
    throws: list[RollOff] = []
    throwers = tuple(range(players))
    while len(throwers) > 1:
        throw = RollOff(throwers, chance.roll_off(at + len(throws), throwers))
        throws.append(throw)
        highest = max(throw.dice)
        throwers = tuple([seat for seat, die in zip(throwers, throw.dice, strict=True) if die == highest])
    seats, first = tuple(range(players)), throwers[0]
    return throws, seats[first:] + seats[:first]


def roll_off_order(players: int, chance: Chance, at: int) -> tuple[list[RollOff], tuple[int, ...]]:
    """Hold a roll-off for every place.

    S1: return its throws, and the seats in the order of their dice, highest first. Players with equal dice throw
    again, until no two are equal. Each group of equal players throws together, and the highest group throws first.
    """
    throws: list[RollOff] = []
    places: list[tuple[int, ...]] = [tuple(range(players))]
    while tied := next((group for group in places if len(group) > 1), None):
        throw = RollOff(tied, chance.roll_off(at + len(throws), tied))
        throws.append(throw)
        place = places.index(tied)
        places[place : place + 1] = _groups(throw)
    return throws, tuple(seat for (seat,) in places)


def in_direction(seats: tuple[int, ...], direction: Direction) -> tuple[int, ...]:
    """Return the turn order for a direction of play.

    S3: clockwise is the order of `seats`. Counterclockwise is the reverse order, from the same opener.
    """
    return seats if direction is Direction.CLOCKWISE else (seats[0], *reversed(seats[1:]))


def following(order: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the other seats in turn order, beginning with the next one after `seat`."""
    at = order.index(seat)
    return order[at + 1 :] + order[:at]


def _groups(throw: RollOff) -> list[tuple[int, ...]]:
    """Return the seats in groups of equal dice, highest dice first."""
    return [
        tuple(seat for seat, die in zip(throw.seats, throw.dice, strict=True) if die == face)
        for face in sorted(set(throw.dice), reverse=True)
    ]
