"""What there is to know about a game where everyone has a cup; all of it public but the hands."""

from enum import StrEnum

import msgspec

from engine.common_hand.rules import Rules
from engine.dice import Hand
from engine.seating import NOBODY as NOBODY
from engine.seating import following
from engine.standings import Result


class Phase(StrEnum):
    """Where a game is."""

    BETWEEN = "between"  # before a round; forfeits of the last one may wait (P1)
    BIDDING = "bidding"
    POLL = "poll"  # C4
    OVER = "over"


BETWEEN, BIDDING, POLL, OVER = Phase
"""The phases by their names alone: an enum's attribute takes Python 3.11 longer than all of `is_in`."""


class StandingBid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The bid to beat, and whose it is."""

    quantity: int
    face: int
    bidder: int


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The last lifting of the cups: what everybody saw then."""

    bid: StandingBid
    challenger: int
    hands: tuple[Hand, ...]
    wild: int  # the wild number of that round, 0 for none
    count: int = 0
    holds: bool = False  # the bid held; after an exact call: the call was right
    exact: bool = False  # an exact call (C5)
    in_turn: bool = True


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat's public standing."""

    dice: int
    score: int = 0
    forfeits: int = 0
    chips: int = 0
    left: bool = False
    left_in: int = 0  # L1: the round in which, or after which, they left
    quits: bool = False  # E2
    absences: int = 0  # L2: turns in a row that ran out of time
    was_single: bool = False  # C6: has been down to one die
    shed_in: int = 0  # P4: the round of the last die shed, 0 while dice are held


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything public. `rules` are the table's, `round_rules` those of this round (C6, E4)."""

    rules: Rules
    round_rules: Rules
    players: tuple[Player, ...]
    phase: Phase = Phase.BETWEEN
    order: tuple[int, ...] = ()  # turn order; the first opened the game
    round: int = 0
    opener: int = NOBODY  # of this round, or of the next while between
    turn: int = NOBODY  # whose move it is while bidding or in a poll
    pool: int = 0  # dice in play this round, leavers' included (L1)
    red: int = 0  # T3
    palifico: bool = False  # C6: this round
    palifico_next: int = NOBODY  # C6: who has the chance to open one
    standing: StandingBid | None = None
    challenger: int = NOBODY
    challenge_in_turn: bool = True
    votes: tuple[tuple[int, bool], ...] = ()
    debtors: tuple[int, ...] = ()  # P1: whose forfeit of the last round waits
    creditor: int = NOBODY  # the winner of the last challenge
    gift_open: bool = False  # P5
    playing_off: tuple[int, ...] = ()  # E4
    played_for: int = NOBODY  # L2: whose next act is not their own
    time_up: bool = False
    throws: int = 0  # the address of the next throw
    showdown: Showdown | None = None
    result: Result | None = None

    def is_in(self, seat: int) -> bool:
        """Whether a seat is still in the game: not left, and holding dice (where dice do not decide all do)."""
        player = self.players[seat]
        return player.dice > 0 and not player.left

    def seats_in(self) -> tuple[int, ...]:
        """The seats still in, in joining order."""
        return tuple([seat for seat, player in enumerate(self.players) if player.dice > 0 and not player.left])

    def next_in(self, seat: int) -> int:
        """The next seat after `seat` in turn order that is still in; `NOBODY` where there is none."""
        for other in following(self.order, seat):
            if self.is_in(other):
                return other
        return NOBODY

    def or_next(self, seat: int) -> int:
        """`seat` itself where it is in, else the next one in turn order who is (O3)."""
        return seat if self.is_in(seat) else self.next_in(seat)

    def wild(self) -> int:
        """This round's wild number, 0 where nothing is wild (T3, C2, C6)."""
        return WILD_NUMBER.get(self.round_rules.wild, self.red)

    def with_player(self, seat: int, player: Player) -> "State":
        """This state with one seat's standing replaced."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return msgspec.structs.replace(self, players=players)


WILD_NUMBER = {"none": 0, "ones": 1}


class Game(msgspec.Struct, frozen=True, gc=False, tag_field="family", tag="common-hand"):
    """A game: what is public, and the hands that are not.

    The hands are kept apart so that no view, log line or column for display can hold them by mistake.
    """

    state: State
    hands: tuple[Hand, ...]

    def __repr__(self) -> str:
        return f"Game(round={self.state.round}, phase={self.state.phase}, hands=<hidden>)"
