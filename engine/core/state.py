"""What every family keeps of a game and of each player in it; and a game, what is hidden kept apart."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, Self, TypeVar

import msgspec

from engine.core.dice import NOBODY
from engine.core.results import Result
from engine.core.seating import following


class Phase(StrEnum):
    """Where a game is."""

    BETWEEN = "between"  # before a round; forfeits of the last one may wait
    BIDDING = "bidding"
    POLL = "poll"  # everybody says whether they believe the bid
    PASSING = "passing"  # the cup goes round
    OVER = "over"


BETWEEN, BIDDING, POLL, PASSING, OVER = Phase
"""The phases by their names alone: an enum's attribute takes Python 3.11 longer than all of `is_in`."""


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What is public of one seat."""

    forfeits: int = 0
    chips: int = 0
    left: bool = False
    left_in: int = 0  # the round in which, or after which, they left
    quits: bool = False  # has a voice for calling it quits
    absences: int = 0  # turns in a row that ran out of time


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What is public of a game, as anybody may see it. Seats are numbers in joining order, `NOBODY` for none."""

    players: tuple[Player, ...]
    phase: Phase = BETWEEN
    order: tuple[int, ...] = ()  # turn order; the first opened the game
    circle: tuple[int, ...] = ()  # those of it who are still in: not left, and not out
    round: int = 0
    opener: int = NOBODY  # of this round, or of the next while between
    turn: int = NOBODY  # whose move it is while a round runs
    challenger: int = NOBODY  # until the showdown
    debtors: tuple[int, ...] = ()  # whose forfeit of the last round waits
    creditor: int = NOBODY  # the winner of the last challenge
    gift_open: bool = False  # whether that winner may still name another debtor
    played_for: int = NOBODY  # whose next act is not their own
    time_up: bool = False
    throws: int = 0  # the address of the next throw
    result: Result | None = None

    def is_played_out(self) -> bool:
        """Whether computer players who are left alone (L3) play on among themselves; where dice decide they do."""
        return False

    def is_deserted(self) -> bool:
        """L3: whether fewer than two players are left; then the game ends, without a showdown."""
        return len(self.circle) < 2

    def is_last_round(self, rounds: int | None) -> bool:
        """E1: whether the game ends with this round: it is the last of `rounds`, or the time is up."""
        return self.time_up or self.round == rounds

    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for: whose turn it is, or whose forfeit waits (P1)."""
        return self.debtors if self.phase is BETWEEN or self.phase is OVER else (self.turn,)

    def at_showdown(self) -> bool:
        """Whether a round has just come to its showdown: nobody opens the next yet."""
        return self.phase is BETWEEN and self.opener == NOBODY

    def is_in(self, seat: int) -> bool:
        """Whether a seat is still in the game."""
        return seat in self.circle

    def seats_in(self) -> tuple[int, ...]:
        """The seats still in, in joining order."""
        return tuple(sorted(self.circle))

    def next_in(self, seat: int) -> int:
        """B2: the next other seat in turn order that is still in; `NOBODY` where there is none."""
        circle = self.circle
        if seat in circle and len(circle) > 1:
            after = circle.index(seat) + 1
            return circle[after] if after < len(circle) else circle[0]
        return next((other for other in following(self.order, seat) if other in circle), NOBODY)

    def or_next(self, seat: int) -> int:
        """O3: `seat` itself where it is in, else the next one in turn order who is."""
        return seat if seat in self.circle else self.next_in(seat)

    def circle_from(self, seat: int) -> tuple[int, ...]:
        """Those still in, in turn order from `seat` on, who is one of them."""
        at = self.circle.index(seat)
        return self.circle[at:] + self.circle[:at]

    def without(self, seat: int) -> tuple[int, ...]:
        """The circle when `seat` is in it no more."""
        return tuple([other for other in self.circle if other != seat])

    def voices(self, seats: Iterable[int]) -> int:
        """How many of `seats` have called it quits (E2)."""
        players, voices = self.players, 0
        for seat in seats:  # every showdown asks: a list that is built and summed takes twice as long
            if players[seat].quits:
                voices += 1
        return voices

    def with_player(self, seat: int, player: Player) -> Self:
        """This state with what is public of one seat replaced."""
        players = list(self.players)
        players[seat] = player
        return msgspec.structs.replace(self, players=tuple(players))


S_co = TypeVar("S_co", bound=State, covariant=True)
H_co = TypeVar("H_co", covariant=True)


class Game(msgspec.Struct, Generic[S_co, H_co], frozen=True, gc=False, tag_field="family"):
    """A game: what is public, and the dice that are hidden.

    These are kept apart so that no view, log line or column for display can hold them by mistake.
    """

    state: S_co
    hidden: H_co

    def __repr__(self) -> str:
        return f"{type(self).__name__}(round={self.state.round}, phase={self.state.phase}, hidden=<hidden>)"
