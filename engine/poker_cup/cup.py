"""The cup: the dice under it, and what each seat last saw there.

A seat remembers the dice that it has seen since they were last rolled. Players who pass the cup on still know its
dice. Nobody sees a die slip (K14), so memories stay as they are and may become false.
"""

import msgspec

from engine.core.dice import NOBODY, Hand, without


class Memory(msgspec.Struct, frozen=True, array_like=True):
    """The dice under the cup as `seat` last saw them, sorted. If `seat` is `NOBODY`, everybody saw these dice."""

    seat: int
    dice: Hand


class Cup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice under the cup, sorted, and what players remember of them."""

    dice: Hand = ()
    memories: tuple[Memory, ...] = ()

    def __repr__(self) -> str:
        return f"Cup(<{len(self.dice)} hidden>)"

    def seen(self, seat: int) -> Hand:
        """Return the dice under the cup as `seat` last saw them. Pass `NOBODY` for an onlooker."""
        known = {memory.seat: memory.dice for memory in self.memories}
        return known.get(seat, known.get(NOBODY, ()))

    def seen_by(self, seat: int) -> "Cup":
        """Return the cup after `seat` has looked under it (K4, K8)."""
        others = tuple(memory for memory in self.memories if memory.seat != seat)
        return Cup(self.dice, (*others, Memory(seat, self.dice)))

    def slipped(self, was: int, now: int) -> "Cup":
        """Return the cup after a die has rolled over unseen, from `was` to `now` (K14)."""
        return Cup(with_dice(without(self.dice, (was,)), (now,)), self.memories)

    def taking(self, dice: Hand) -> "Cup":
        """Return the cup after `dice` were put under it for all to see (K5)."""
        public = () if any(memory.seat == NOBODY for memory in self.memories) else (Memory(NOBODY, ()),)
        memories = tuple(Memory(m.seat, with_dice(m.dice, dice)) for m in (*self.memories, *public))
        return Cup(with_dice(self.dice, dice), memories)

    def giving(self, dice: Hand) -> "Cup":
        """Return the cup after `dice` were pulled out for all to see (K5, K8)."""
        left = without(self.dice, dice)
        return Cup(left, tuple(Memory(m.seat, _remembered(m.dice, dice, len(left))) for m in self.memories))


def _remembered(memory: Hand, out: Hand, left: int) -> Hand:
    """Return what a seat remembers after the dice `out` were pulled out of the cup.

    `left` is the number of dice that are still under the cup. If the seat remembers more dice than that, its memory is
    false because a die has slipped. The result is then empty.
    """
    for face in out:
        memory = without(memory, (face,)) if face in memory else memory
    return memory if len(memory) <= left else ()


def holds(dice: Hand, some: Hand) -> bool:
    """Return whether `dice` contains all of `some`. A face that occurs twice in `some` must occur twice in `dice`."""
    return all(dice.count(face) >= some.count(face) for face in some)


def with_dice(dice: Hand, more: Hand) -> Hand:
    """Return `dice` and `more`, sorted."""
    return tuple(sorted(dice + more))
