"""A chapter of events read as a round of the cup: turn by turn, its showdown, and what happened beside."""

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from engine.core import events as e
from engine.poker_cup import events as c

ACTS = (c.Peeked, c.Shown, c.Covered, c.Threw, c.RolledOnTable, c.Shook, c.Looked, c.Claimed)
"""What whoever has the cup does with it, for all to see."""
Act = c.Peeked | c.Shown | c.Covered | c.Threw | c.RolledOnTable | c.Shook | c.Looked | c.Claimed
_PRICE = (e.ForfeitOwed, e.Opens)


class Turn(msgspec.Struct, frozen=True):
    """What `seat` did with the cup, up to the claim if it was made."""

    seat: int
    acts: tuple[Act, ...]

    @property
    def claimed(self) -> c.Claimed | None:
        """The claim that ended it."""
        last = self.acts[-1] if self.acts else None
        return last if isinstance(last, c.Claimed) else None


class Round(msgspec.Struct, frozen=True):
    """A round as far as it has come; `number` is 0 where the chapter does not tell of its beginning.

    `turns` has every turn in which something was done, `shown` the showdown, and `price` what that brings; `besides`
    has all other events in order.
    """

    number: int
    turns: tuple[Turn, ...]
    shown: c.CupLifted | None
    price: tuple[e.Event, ...]
    besides: tuple[e.Event, ...]

    def claims(self) -> tuple[Turn, ...]:
        """The turns that ended in a claim."""
        return tuple(turn for turn in self.turns if turn.claimed is not None)

    def going_on(self) -> Turn | None:
        """The turn that began and has not come to its claim; None between two turns."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.claimed is None else None


def read(chapter: Sequence[e.Event]) -> Round:
    """The round that a chapter tells of."""
    at = next((n for n, event in enumerate(chapter) if isinstance(event, c.CupLifted)), len(chapter))
    price = tuple(takewhile(lambda event: isinstance(event, _PRICE), chapter[at + 1 :]))
    others = (*chapter[:at], *chapter[at + 1 + len(price) :])
    return Round(
        number=next((event.number for event in chapter if isinstance(event, e.RoundBegan)), 0),
        turns=_turns(chapter),
        shown=next((event for event in chapter if isinstance(event, c.CupLifted)), None),
        price=price,
        besides=tuple(event for event in others if not isinstance(event, (*ACTS, e.RoundBegan, e.Challenged))),
    )


def _turns(chapter: Sequence[e.Event]) -> tuple[Turn, ...]:
    """Turn by turn; who leaves with the cup in hand (L1) leaves an unfinished one, which counts for nothing.

    Where they had thrown, nothing counts that was claimed before: all five are thrown anew.
    """
    done: list[Turn] = []
    acts: list[Act] = []
    for event in chapter:
        if isinstance(event, e.Left) and acts and acts[0].seat == event.seat:
            done = [] if any(isinstance(act, c.Threw | c.Shook) for act in acts) else done
            acts = []
        elif isinstance(event, ACTS):
            acts.append(event)
            if isinstance(event, c.Claimed):
                done.append(Turn(event.seat, tuple(acts)))
                acts = []
    if acts:
        done.append(Turn(acts[0].seat, tuple(acts)))
    return tuple(done)
