"""What each seat is to be told privately: kept as numbers of events, so that whatever is learnt can be told."""

from datetime import datetime

import msgspec

from engine import games
from engine.games import AnyGame


class PrivateNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: the event by which it learnt something last, and the one up to which it was told.

    A message that failed `tries` times in a row is not sent again before `again`. `letter` is the DM that told it last.
    """

    learnt: int = 0
    told: int = 0
    tries: int = 0
    again: datetime | None = None
    letter: int | None = None

    def is_untold(self) -> bool:
        """Whether the seat has learnt something that it was not told."""
        return self.told < self.learnt

    def is_free_to_tell(self, upto: int, now: datetime) -> bool:
        """Whether what was learnt up to that event may be told now: untold, claimed by nobody, not put off."""
        return self.told < upto and (self.again is None or self.again <= now)


NO_NEWS = PrivateNews()


def learners(before: AnyGame | None, after: AnyGame, seats: int) -> tuple[int, ...]:
    """The seats that know dice which they did not know before; those of a new round are new, alike or not."""
    anew = before is None or before.state.round != after.state.round
    return tuple(
        seat
        for seat in range(seats)
        if (mine := games.view(after, seat).mine) and (anew or before is None or mine != games.view(before, seat).mine)
    )
