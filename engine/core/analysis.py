"""A game that is over, judged: what each bid and call was worth when it was made, by one fixed reference.

The reference is the strong computer player without memory of persons. It judges by what the seat could know, never by
how the dice lay: a good bid may be unlucky.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from engine.core.characters import REFERENCE, Choice
from engine.core.replaying import Replayed

AS_GOOD = 0.02
"""Moves whose worth lies within this of the best one are as good."""


class Decision(msgspec.Struct, frozen=True):
    """A move that `seat` made in a step, and the one that the reference would rather have made."""

    step: int
    seat: int
    made: Choice
    best: Choice

    @property
    def lost(self) -> float:
        """What the move gave away, 0 to 1: the chance to pay that the best one would have spared."""
        return max(0.0, self.best.worth - self.made.worth)

    @property
    def is_as_good(self) -> bool:
        """Whether there was nothing better, or next to nothing."""
        return self.lost <= AS_GOOD


class Report(msgspec.Struct, frozen=True):
    """How somebody played: how many `decisions`, how many of them `good`, and the costliest where one was not.

    `luck` is how many showdowns of their own bids and calls they won beyond what they had to expect when they chose.
    """

    decisions: int
    good: int
    luck: float
    costliest: Decision | None


class Analysis(msgspec.Struct, frozen=True):
    """Every decision of those who were looked at, by the number of its step; and a report for each of them."""

    decisions: Mapping[int, Decision] = {}
    reports: Mapping[int, Report] = {}


def analysed(family: Any, game: Any, replayed: Replayed, seats: Collection[int]) -> Analysis:
    """Judge what `seats` did in a game that is over, told in steps; `game` is the one before its first event."""
    decisions, luck = dict[int, Decision](), dict.fromkeys(seats, 0.0)
    expected = dict[int, float]()
    for number, step in enumerate(replayed.steps):
        for event in step.events:
            made = _decided(family, game, event, number)
            if made is not None and made.seat in luck:
                decisions[number], expected[made.seat] = made, made.made.likely
            if isinstance(event, family.replaying.lifted):
                for seat, won in _judged(event):
                    luck[seat] = luck.get(seat, 0.0) + won - expected.get(seat, won)
                expected = {}
            game = family.evolve(game, event)
    return Analysis(decisions, {seat: _report(seat, decisions, luck[seat]) for seat in seats})


def _decided(family: Any, game: Any, event: Any, step: int) -> Decision | None:
    """The decision that an event was; None for one that was none, or that could not be weighed."""
    action = family.replaying.made(event)
    if action is None:
        return None
    choices = family.player.weigh(family.view(game, event.seat), REFERENCE, action)
    made = next((choice for choice in choices if choice.action == action), None)
    return None if made is None else Decision(step, event.seat, made, max(choices, key=lambda each: each.worth))


def _judged(shown: Any) -> Iterator[tuple[int, bool]]:
    """Whose bid and whose call came to a showdown, and whether they won it."""
    won = shown.winner() == shown.challenger
    yield shown.challenger, won
    if not getattr(shown, "exact", False):
        yield shown.loser() if won else shown.winner(), not won


def _report(seat: int, decisions: Mapping[int, Decision], luck: float) -> Report:
    own = [each for each in decisions.values() if each.seat == seat]
    dear = max(own, key=lambda each: each.lost, default=None)
    good = sum(each.is_as_good for each in own)
    return Report(len(own), good, luck, dear if dear is not None and not dear.is_as_good else None)
