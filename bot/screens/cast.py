"""Who sits where, in words: names in sentences, on buttons, and as pings."""

from collections.abc import Iterable

import msgspec

from bot.tables.model import Seat
from bot.words.cleaning import person, plain_person
from bot.words.lists import joined

CROWD = 8
"""From more seats than this on, long names are cut short, so that everybody fits into a message."""


class Cast(msgspec.Struct, frozen=True):
    """The seats of a table in joining order, and how each is called."""

    seats: tuple[Seat, ...]

    def name(self, seat: int) -> str:
        """A seat's name in a sentence, bold; a computer player is told by its robot."""
        return f"**{self.quiet(seat)}**"

    def quiet(self, seat: int) -> str:
        """A seat's name in a sentence, not bold."""
        who = self.seats[seat]
        called = person(who.name, 32 if len(self.seats) <= CROWD else 16)
        return f"🤖 {called}" if who.user is None else called

    def label(self, seat: int) -> str:
        """A seat's name where no markdown is read."""
        return plain_person(self.seats[seat].name)

    def ping(self, seat: int) -> str:
        """A mention of the person at a seat; the name of a computer player."""
        user = self.seats[seat].user
        return self.name(seat) if user is None else f"<@{user}>"

    def users(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The people at these seats, computer players left out."""
        return tuple(user for seat in seats if (user := self.seats[seat].user) is not None)

    def names(self, seats: Iterable[int]) -> str:
        """Several names in a sentence: "Ann, Bob and Cid"."""
        return joined([self.name(seat) for seat in seats])

    def pings(self, seats: Iterable[int]) -> str:
        """Several mentions in a sentence."""
        return joined([self.ping(seat) for seat in seats])
