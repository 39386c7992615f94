"""The state of a game, for all families: the public state of the game and its players, and the separate hidden part."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, Self, TypeVar

import msgspec

from engine.core.dice import NOBODY
from engine.core.results import Result
from engine.core.seating import following


class Phase(StrEnum):
    """The phases of a game."""

    BETWEEN = "between"  # before a round; forfeits of the previous round may still be unsettled
    BIDDING = "bidding"
    POLL = "poll"  # everybody says whether they believe the bid
    PASSING = "passing"  # the cup goes round
    OVER = "over"


BETWEEN, BIDDING, POLL, PASSING, OVER = Phase
"""The phases as plain names, because Python 3.11 is slow at reading an enum's attributes."""


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state of one seat."""

    forfeits: int = 0
    lives: int = 0  # 0 for everybody unless lives are the price (P7)
    chips: int = 0
    left: bool = False
    left_in: int = 0  # the round in which, or after which, they left
    quits: bool = False  # has voted to call it quits
    absences: int = 0  # turns in a row that ran out of time


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state of a game. Seats are numbers in joining order, and `NOBODY` means no seat."""

    players: tuple[Player, ...]
    phase: Phase = BETWEEN
    order: tuple[int, ...] = ()  # turn order; the first opened the game
    circle: tuple[int, ...] = ()  # the players in `order` who are still in: they have not left, and are not out
    round: int = 0
    opener: int = NOBODY  # the opener of this round, or between rounds of the next one
    turn: int = NOBODY  # the player to move while a round runs
    challenger: int = NOBODY  # until the showdown
    debtors: tuple[int, ...] = ()  # players with an open forfeit of the last round
    creditor: int = NOBODY  # the winner of the last challenge
    gift_open: bool = False  # whether the winner may still give a forfeit to another player (P5)
    played_for: int = NOBODY  # the player whose next act is played for them
    time_up: bool = False
    throws: int = 0  # the address of the next throw
    result: Result | None = None

    def is_played_out(self) -> bool:
        """Return whether the computer players finish the game by themselves when no person is left (L3).

        They do so only if dice or lives decide the game. A family in which they can overrides this method.
        """
        return False

    def is_deserted(self) -> bool:
        """Return whether fewer than two players are left.

        L3: the game then ends without a showdown.
        """
        return len(self.circle) < 2

    def is_last_round(self, rounds: int | None) -> bool:
        """Return whether the game ends with this round.

        E1: it does if this round is the last of `rounds`, or if the time is up.
        """
        return self.time_up or self.round == rounds

    def awaited(self) -> tuple[int, ...]:
        """Return the seats that the game waits for: the player to move, or the players with an open forfeit (P1)."""
        return self.debtors if self.phase is BETWEEN or self.phase is OVER else (self.turn,)

    def at_showdown(self) -> bool:
        """Return whether a round has just come to its showdown and the next opener is not known yet."""
        return self.phase is BETWEEN and self.opener == NOBODY

    def is_in(self, seat: int) -> bool:
        """Return whether a player is still in the game."""
        return seat in self.circle

    def seats_in(self) -> tuple[int, ...]:
        """Return the seats of the players still in, in joining order."""
        return tuple(sorted(self.circle))

    def next_in(self, seat: int) -> int:
        """Return the next player in turn order after `seat`, or `NOBODY` if there is no other player.

        B2: only players who are still in have turns.
        """
        circle = self.circle
        if seat in circle and len(circle) > 1:
            after = circle.index(seat) + 1
            return circle[after] if after < len(circle) else circle[0]
        return next((other for other in following(self.order, seat) if other in circle), NOBODY)

    def or_next(self, seat: int) -> int:
        """Return `seat` if that player is still in.

        O3: otherwise return the next player in turn order who is still in.
        """
        return seat if seat in self.circle else self.next_in(seat)

    def circle_from(self, seat: int) -> tuple[int, ...]:
        """Return the players still in, in turn order, beginning with `seat`. That player must be one of them."""
        at = self.circle.index(seat)
        return self.circle[at:] + self.circle[:at]

    def without(self, seat: int) -> tuple[int, ...]:
        """Return the players still in, in turn order, without `seat`."""
        return tuple([other for other in self.circle if other != seat])

    def voices(self, seats: Iterable[int]) -> int:
        """Return the number of `seats` that have voted to call it quits (E2)."""
        players, voices = self.players, 0
        for seat in seats:  # called at every showdown: building a list and summing it takes twice as long
            if players[seat].quits:
                voices += 1
        return voices

    def with_player(self, seat: int, player: Player) -> Self:
        """Return this state with `player` as the public state of `seat`."""
        players = list(self.players)
        players[seat] = player
        return msgspec.structs.replace(self, players=tuple(players))


S_co = TypeVar("S_co", bound=State, covariant=True)
H_co = TypeVar("H_co", covariant=True)


class Game(msgspec.Struct, Generic[S_co, H_co], frozen=True, gc=False, tag_field="family"):
    """A game: its public state, and its hidden dice.

    The two parts are separate, so that the dice cannot get into a view, a log line or a displayed column by mistake.
    """

    state: S_co
    hidden: H_co

    def __repr__(self) -> str:
        return f"{type(self).__name__}(round={self.state.round}, phase={self.state.phase}, hidden=<hidden>)"
