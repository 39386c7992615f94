"""Draw the dice of all players: under their cups or lifted, and those that lie in the open (B6)."""

from collections import Counter

import msgspec

from bot.screens.elements.cast import Cast
from bot.screens.elements.widths import LINE, columns, height
from bot.words.dice import counted_dice, covered_dice, digits_side_by_side, times, whole
from bot.words.language import _
from engine.bids.actions import Bid
from engine.bids.counting import Counting
from engine.bids.view import View
from engine.core.dice import NOBODY, Hand, without

FEW = 4
"""With more hands than this, a replay shows covered hands only as numbers."""

OPEN = "👐"
"""The sign before dice that lie in the open."""

CELL = "\u2003\u2004"
"""A gap about as wide as a small die (an emoji is 1.375 em wide). Screen readers say nothing for it."""


class Cups(msgspec.Struct, frozen=True):
    """The hands of all seats, and the rule for the dice that count for the bid.

    The hand of a seat without dice is empty. `counts` is None if there is no bid. `open` has the dice of each hand that
    lie in the open, or is () if nobody has shown any (B6). `bidder` is the seat of the bidder, if it is to be marked.
    """

    hands: tuple[Hand, ...]
    counts: Counting | None
    open: tuple[Hand, ...] = ()
    bidder: int = NOBODY

    def thrown(self) -> tuple[int, ...]:
        """Return the seats that have dice."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    def are_few(self) -> bool:
        """Return whether there are few enough hands to show each of them."""
        return len(self.thrown()) <= FEW

    def open_of(self, seat: int) -> Hand:
        """Return the dice of a seat that lie in the open."""
        return self.open[seat] if self.open else ()

    def of(self, seats: frozenset[int]) -> "Cups":
        """Return the same cups without the dice of all other seats."""
        return Cups(
            tuple(hand if seat in seats else () for seat, hand in enumerate(self.hands)), self.counts, self.open
        )


def side_by_side(cast: Cast, cups: Cups, lifted: frozenset[int], judged: bool, in_digits: bool = False) -> str:
    """Return all hands, one in each line. Of the hands that are not in `lifted`, only the dice in the open are visible.

    If `judged` is set, the dice that count are highlighted, and each hand begins with their number, or with "?" if it
    is covered. Digits follow if `in_digits` is set. The hand of the bidder is marked.
    """
    shown = _Shown(cast, cups, lifted, judged, in_digits)
    most = max((shown.cells(seat) for seat in cups.thrown()), default=0)
    return "\n".join(shown.hand(seat, most) for seat in cups.thrown())


class _Shown(msgspec.Struct, frozen=True):
    """The arguments of `side_by_side`."""

    cast: Cast
    cups: Cups
    lifted: frozenset[int]
    judged: bool
    in_digits: bool

    def cells(self, seat: int) -> int:
        """Return the number of pictures in a hand: its dice, and the sign before dice in the open."""
        return len(self.cups.hands[seat]) + bool(self.cups.open_of(seat))

    def hand(self, seat: int, most: int) -> str:
        """Return the hand of a seat.

        If it has fewer than `most` pictures, gaps follow, so that the names are below each other. A hand that would
        then take two lines on a phone has no gaps.
        """
        is_lifted, hand, opened = seat in self.lifted, self.cups.hands[seat], self.cups.open_of(seat)
        figures, dice = digits_side_by_side(hand if is_lifted else opened), self._dice(seat)
        mark = "👈" if seat == self.cups.bidder else ""
        last = (figures if self.in_digits else "", self.cast.brief(seat), mark)
        gaps = [CELL] * (most - self.cells(seat))
        even, plain = (
            " ".join(part for part in (self._count(seat), dice, *filler, *last) if part) for filler in (gaps, ())
        )
        return even if columns(even) <= LINE else plain

    def _dice(self, seat: int) -> str:
        hand, opened, look = self.cups.hands[seat], self.cups.open_of(seat), self.cast.seats[seat].look
        counts, hidden, is_lifted = self.cups.counts, without(hand, opened), seat in self.lifted
        marked: tuple[int, ...] = ()
        if self.judged and counts is not None:
            marked = tuple(counts.shown(hand) if is_lifted else counts.numbers)
        dice = counted_dice(hidden, marked, look) if is_lifted else covered_dice(len(hidden))
        return f"{dice} {OPEN} {counted_dice(opened, marked, look)}" if opened else dice

    def _count(self, seat: int) -> str:
        """Return the number of dice that count, "?" if the hand is covered, or "" if nothing is counted."""
        counts = self.cups.counts
        if not self.judged or counts is None:
            return ""
        return f"**{counts.stash(self.cups.hands[seat]) if seat in self.lifted else '?'}**"


def in_the_open(cast: Cast, view: View, lines: int = 2) -> str:
    """Return all dice that lie in the open, by player or, if they need more than `lines` lines, only by face.

    Dice that count for the current bid are highlighted. Return "" if no dice lie in the open.
    """
    state = view.state
    if not any(state.open):
        return ""
    marked = state.counting(state.standing).numbers if state.standing is not None else ()
    held = [(seat, dice) for seat, dice in enumerate(state.open) if dice]
    by_player = " · ".join(
        whole(f"{cast.brief(seat)} {counted_dice(dice, marked, cast.seats[seat].look)}") for seat, dice in held
    )
    # Translators: {dice} are dice that everybody sees until the end of the round: names and pictures.
    words = _("👐 Open: {dice}")
    if height(said := words.format(dice=by_player)) <= lines:
        return said
    faces = Counter(die for _seat, dice in held for die in dice)
    return words.format(dice=" · ".join(times(Bid(many, face)) for face, many in sorted(faces.items())))
