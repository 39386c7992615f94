"""What each seat is to be told privately: kept as numbers of events, so that whatever is learnt can be told."""

from datetime import datetime

import msgspec

from engine import games
from engine.core.dice import Hand
from engine.core.events import Event, Thrown
from engine.games import AnyGame, AnyView
from engine.single_cup.view import CupView


class PrivateNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: the event by which it learnt something last, and the one up to which it was told.

    A message that failed `tries` times in a row is not sent again before `again`.
    """

    learnt: int = 0
    told: int = 0
    tries: int = 0
    again: datetime | None = None

    def is_untold(self) -> bool:
        """Whether the seat has learnt something that it was not told."""
        return self.told < self.learnt

    def is_free_to_tell(self, upto: int, now: datetime) -> bool:
        """Whether what was learnt up to that event may be told now: untold, claimed by nobody, not put off."""
        return self.told < upto and (self.again is None or self.again <= now)


NO_NEWS = PrivateNews()


def known(view: AnyView) -> Hand:
    """The dice that a seat knows and others do not."""
    return view.seen if isinstance(view, CupView) else view.mine


def learners(before: AnyGame | None, after: AnyGame, events: list[Event], seats: int) -> tuple[int, ...]:
    """The seats that know by `events` what they did not know before: new dice, or others than before."""
    threw = {seat for event in events if isinstance(event, Thrown) for seat, _ in event.throws}
    found = []
    for seat in range(seats):
        now = known(games.view(after, seat))
        if now and (seat in threw or before is None or now != known(games.view(before, seat))):
            found.append(seat)
    return tuple(found)
