"""The cup: the dice under it, and what each seat last saw of them.

Knowledge is what a seat has observed since those dice last rolled, never where the dice are: who passes the
cup still knows them. A die that slips (K14) is seen by nobody, so that memories stay as they were; what a
seat last saw is not claimed to be true.
"""

import msgspec

from engine.core.dice import NOBODY, Hand


class Memory(msgspec.Struct, frozen=True, array_like=True):
    """What a seat last saw of the dice under the cup, sorted; `NOBODY` for what everybody saw."""

    seat: int
    dice: Hand


class Cup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice under the cup, sorted, and the memories of those who saw more than everybody did."""

    dice: Hand = ()
    memories: tuple[Memory, ...] = ()

    def __repr__(self) -> str:
        return f"Cup(<{len(self.dice)} hidden>)"

    def seen(self, seat: int) -> Hand:
        """What `seat` (`NOBODY`: an onlooker) last saw of the dice that are now under the cup."""
        known = {memory.seat: memory.dice for memory in self.memories}
        return known.get(seat, known.get(NOBODY, ()))

    def seen_by(self, seat: int) -> "Cup":
        """After `seat` has looked under it (K4, K8)."""
        others = tuple(memory for memory in self.memories if memory.seat != seat)
        return Cup(self.dice, (*others, Memory(seat, self.dice)))

    def slipped(self, was: int, now: int) -> "Cup":
        """After one die rolled over unseen (K14)."""
        return Cup(with_dice(without(self.dice, (was,)), (now,)), self.memories)

    def taking(self, dice: Hand) -> "Cup":
        """After everybody saw `dice` go under the cup (K5)."""
        public = () if any(memory.seat == NOBODY for memory in self.memories) else (Memory(NOBODY, ()),)
        memories = tuple(Memory(m.seat, with_dice(m.dice, dice)) for m in (*self.memories, *public))
        return Cup(with_dice(self.dice, dice), memories)

    def giving(self, dice: Hand) -> "Cup":
        """After everybody saw `dice` come out (K5, K8)."""
        left = without(self.dice, dice)
        return Cup(left, tuple(Memory(m.seat, _remembered(m.dice, dice, len(left))) for m in self.memories))


def _remembered(memory: Hand, out: Hand, left: int) -> Hand:
    """A memory after `out` came out; nothing where it can no longer be true, some die having slipped."""
    for face in out:
        memory = without(memory, (face,)) if face in memory else memory
    return memory if len(memory) <= left else ()


def holds(dice: Hand, some: Hand) -> bool:
    """Whether all of `some` are among `dice`."""
    return all(dice.count(face) >= some.count(face) for face in some)


def with_dice(dice: Hand, more: Hand) -> Hand:
    """`dice` and `more`, sorted."""
    return tuple(sorted(dice + more))


def without(dice: Hand, some: Hand) -> Hand:
    """`dice` without `some`, which must be among them."""
    left = list(dice)
    for face in some:
        left.remove(face)
    return tuple(left)
