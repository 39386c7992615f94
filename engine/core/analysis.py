"""Judge a finished game: compare each bid and call with the move that a fixed reference player prefers.

The reference is the strong computer player without any memory of players. It judges by what the seat could know, and
never by the hidden dice, because a good bid may be unlucky.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.core.characters import REFERENCE, Choice
from engine.core.replay_steps import Replayed

AS_GOOD = 0.02
"""A move counts as good as the best one if its worth is lower by at most this much."""


class Decision(msgspec.Struct, frozen=True):
    """A move that `seat` made in a step, and the `best` move in the reference player's opinion."""

    step: int
    seat: int
    made: Choice
    best: Choice

    @property
    def lost(self) -> float:
        """Return the worth that the move gave away, from 0 to 1.

        This is the difference between the worth of the best move and the worth of the move that was made.
        """
        return max(0.0, self.best.worth - self.made.worth)

    @property
    def is_as_good(self) -> bool:
        """Return whether no other move was worth noticeably more."""
        return self.lost <= AS_GOOD


class Report(msgspec.Struct, frozen=True):
    """A summary of a player's decisions.

    `decisions` is their number, and `good` is the number of good ones. `costliest` is the decision that gave away the
    most worth, or None if all were good. `luck` compares the showdowns of the player's own bids and calls with the
    odds. It is the number of showdowns that the player won, minus the number that the player could expect to win at
    the time of each decision.
    """

    decisions: int
    good: int
    luck: float
    costliest: Decision | None


class Analysis(msgspec.Struct, frozen=True):
    """The decisions of the chosen seats, by step number, and a report for each of these seats."""

    decisions: Mapping[int, Decision] = {}
    reports: Mapping[int, Report] = {}


def analysed(family: Any, game: Any, replayed: Replayed, since: Mapping[int, int]) -> Analysis:
    """Judge the decisions of some seats in a finished game. `game` is the game before its first event.

    `since` maps each of these seats to the first round that counts. A person who took over a computer player's seat is
    not judged by the moves that the computer player made before.
    """
    decisions, luck = dict[int, Decision](), dict.fromkeys(since, 0.0)
    expected = dict[int, float]()
    for number, step in enumerate(replayed.steps):
        for event in step.events:
            made = _decided(family, game, event, number)
            if made is not None and step.round >= since.get(made.seat, step.round + 1):
                decisions[number], expected[made.seat] = made, made.made.likely
            if isinstance(event, family.replaying.lifted):
                for seat, won in _judged(event):
                    luck[seat] = luck.get(seat, 0.0) + won - expected.get(seat, won)
                expected = {}
            game = family.evolve(game, event)
    return Analysis(decisions, {seat: _report(seat, decisions, luck[seat]) for seat in since})


def _decided(family: Any, game: Any, event: Any, step: int) -> Decision | None:
    """Return the decision that an event records.

    Return None if the event records none, or if the move was not weighed.
    """
    action = family.replaying.made(event)
    if action is None:
        return None
    choices = family.player.weigh(family.view(game, event.seat), REFERENCE, action)
    made = next((choice for choice in choices if choice.action == action), None)
    return None if made is None else Decision(step, event.seat, made, max(choices, key=lambda each: each.worth))


def _judged(shown: Any) -> Iterator[tuple[int, bool]]:
    """Yield the caller and the bidder of a showdown, as pairs of a seat and whether that player won.

    For an exact call, yield only the caller.
    """
    won = shown.winner() == shown.challenger
    yield shown.challenger, won
    if not getattr(shown, "exact", False):
        yield shown.loser() if won else shown.winner(), not won


def _report(seat: int, decisions: Mapping[int, Decision], luck: float) -> Report:
    own = [each for each in decisions.values() if each.seat == seat]
    dear = max(own, key=lambda each: each.lost, default=None)
    good = sum(each.is_as_good for each in own)
    return Report(len(own), good, luck, dear if dear is not None and not dear.is_as_good else None)
