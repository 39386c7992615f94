"""Check a record's throws against its seed, and its salts against the line in the channel (see FAIRNESS.md)."""

from typing import NamedTuple

from engine.core.dice import Hand
from engine.fairness import FairDice, Seed, verify
from engine.record.header import Header
from engine.record.replay import Replay, replay
from engine.record.script import Script
from engine.record.seal_check import Comments, Line, Unproven, check_line
from engine.record.text import NoRecord, Source

__all__ = ["Line", "Unproven", "Verified", "verified"]


class Verified(NamedTuple):
    """A record whose throws follow from its seed.

    `throws` is the number of throws, and `dice` is the number of dice in them. If the record was checked against a
    line, `unexplained` has the players whose shares it does not explain.
    """

    replay: Replay
    throws: int
    dice: int
    unexplained: tuple[str, ...] = ()


def verified(source: Source, line: Line | None = None) -> Verified:
    """Replay a record, and check its throws against the seed.

    If `line`, the message that sealed the game, is given, check the salts against it. Raises `Unproven` for the first
    throw or salt that does not follow, and `NoRecord` or `Disagrees` as `replay` does.
    """
    checkers: list[_Checked] = []
    comments = Comments(source)

    def wrap(script: Script, header: Header) -> _Checked:
        checkers.append(_Checked(script, _dice(header)))
        return checkers[0]

    done = replay(comments, wrap)
    unexplained = check_line(done.header, comments, line) if line is not None else ()
    return Verified(done, checkers[0].throws, checkers[0].dice, unexplained)


def _dice(header: Header) -> FairDice:
    if not header.seed:
        raise Unproven(1, "there is no @seed line, so nothing can be checked")
    if not header.commit:
        raise Unproven(1, "there is no @commit line, so the seed may have been chosen afterwards")
    try:
        seed = Seed.from_hex(header.seed)
    except ValueError as problem:
        raise NoRecord(header.at["@seed"], f"@seed: {problem}") from None
    if not verify(seed, header.commit):
        raise Unproven(header.at["@commit"], f"the seed's SHA-256 is {seed.commitment()}, the record's @commit another")
    return FairDice(seed, header.salts)


class _Checked:
    """A `Chance` that returns the throws of a record. It compares each throw with the one that the seed gives."""

    def __init__(self, script: Script, fair: FairDice) -> None:
        self._script, self._fair = script, fair
        self.throws, self.dice = 0, 0

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """Return a throw of the roll-off, after comparing it with the seed's."""
        return self._same(self._script.roll_off(at, seats), self._fair.roll_off(at, seats))

    def red(self, at: int) -> int:
        """Return the red die, after comparing it with the seed's."""
        return self._same((self._script.red(at),), (self._fair.red(at),))[0]

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Return whether a throw lands crooked, after comparing the answer with the seed's."""
        said, follows = self._script.crooked(at, seat, chance), self._fair.crooked(at, seat, chance)
        if said != follows:
            drawn = "crooked" if follows else "no crooked throw"
            raise Unproven(self._script.next_line(), f"from the seed follows {drawn} here")
        return said

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Return a throw, after comparing it with the seed's. The order of the dice does not matter."""
        said = self._script.roll(at, seat, count)
        self._same(tuple(sorted(said)), tuple(sorted(self._fair.roll(at, seat, count))))
        return said

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Return the slip of a die, or None, after comparing it with the seed's."""
        said, follows = self._script.slip(at, chance, under), self._fair.slip(at, chance, under)
        told = said and (under[said[0]], said[1])
        if told != (follows and (under[follows[0]], follows[1])):
            raise Unproven(self._script.next_line(), "the slip does not follow from the seed")
        return said

    def _same(self, said: Hand, follows: Hand) -> Hand:
        self.throws += 1
        self.dice += len(said)
        if said != follows:
            dice = " ".join(map(str, follows))
            raise Unproven(self._script.last_line(), f"from the seed follows {dice}")
        return said
