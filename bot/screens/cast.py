"""Who sits where, in words: names in sentences, on buttons, and as pings."""

from collections.abc import Iterable

import msgspec

from bot.tables.model import Seat
from bot.words.cleaning import person, plain_person
from bot.words.language import ngettext
from bot.words.lists import joined

CROWD = 8
"""From more seats than this on, long names are cut short, so that everybody fits into a message."""

BRIEF, SHARED = 9, 12
"""How long a name is where many stand side by side; and one whose first word is somebody else's, too."""

FEW = 4
"""Up to so many names stand in full in a sentence."""


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

    def brief(self, seat: int) -> str:
        """A seat's name where many stand side by side: its first word, cut short, unless two would be called alike."""
        called = self._first_word(seat)
        alike = any(self._first_word(other) == called for other in range(len(self.seats)) if other != seat)
        return person(self.seats[seat].name, SHARED) if alike else called

    def _first_word(self, seat: int) -> str:
        return person(self.seats[seat].name.strip().partition(" ")[0], BRIEF)

    def label(self, seat: int) -> str:
        """A seat's name where no markdown is read."""
        return plain_person(self.seats[seat].name)

    def ping(self, seat: int) -> str:
        """A mention of the person at a seat; the name of a computer player, or what stands for one."""
        who = self.seats[seat]
        return f"<@{who.user}>" if who.is_known() else self.name(seat)

    def users(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The people at these seats, computer players left out."""
        return tuple(user for seat in seats if (user := self.seats[seat].user) is not None and user > 0)

    def names(self, seats: Iterable[int]) -> str:
        """Several names in a sentence: "Ann, Bob and Cid"; those of many are brief, of a crowd not all are said."""
        some = tuple(seats)
        if len(some) <= FEW:
            return joined([self.name(seat) for seat in some])
        said = [f"**{self.brief(seat)}**" for seat in some[: len(some) if len(some) <= CROWD else CROWD - 2]]
        if others := len(some) - len(said):
            said.append(ngettext("{n} other", "{n} others", others).format(n=others))
        return joined(said)

    def pings(self, seats: Iterable[int]) -> str:
        """Several mentions in a sentence."""
        return joined([self.ping(seat) for seat in seats])
