"""What there is to know about a game of the cup; all of it public but the cup itself."""

from enum import StrEnum

import msgspec

from engine.dice import NOBODY, Hand
from engine.seating import following
from engine.single_cup.cup import Cup
from engine.single_cup.hands import Claim
from engine.single_cup.rules import CupRules
from engine.standings import Result


class Phase(StrEnum):
    """Where a game is."""

    BETWEEN = "between"  # before a round; forfeits of the last one may wait (P1)
    PASSING = "passing"  # the cup goes round
    OVER = "over"


class Step(StrEnum):
    """Where the turn of the one with the cup is (K2-K9)."""

    RECEIVED = "received"  # K2: challenge, peek, or pass on blind
    ARRANGING = "arranging"  # K4 done: K5, K6 or K7
    THROWING = "throwing"  # a table die was rolled (K6): nothing is moved any more
    SHAKEN = "shaken"  # K7 done (or K1): look, or claim
    LOOKED = "looked"  # K8: show, or claim


class StandingClaim(msgspec.Struct, frozen=True):
    """The claim to beat, whose it is, and what everybody saw them do before it."""

    claim: Claim
    passer: int
    blind: bool = False  # K3
    looked: bool = False  # K8


class Showdown(msgspec.Struct, frozen=True):
    """The last lifting of the cup: what everybody saw then."""

    claim: Claim
    passer: int
    challenger: int
    under: Hand
    table: Hand
    hand: Claim | None = None  # the real one
    holds: bool = False


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's public standing."""

    forfeits: int = 0
    chips: int = 0
    left: bool = False
    left_in: int = 0  # L1: the round in which, or after which, they left
    quits: bool = False  # E2
    absences: int = 0  # L2: turns in a row that ran out of time


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything public."""

    rules: CupRules
    players: tuple[Player, ...]
    phase: Phase = Phase.BETWEEN
    step: Step = Step.RECEIVED
    order: tuple[int, ...] = ()  # turn order; the first opened the game
    round: int = 0
    opener: int = NOBODY  # of this round, or of the next while between
    turn: int = NOBODY  # who has the cup
    under: int = 0  # how many dice are under the cup
    table: Hand = ()  # K: the public dice not rolled there this turn
    thrown: Hand = ()  # K6: those rolled on the table this turn
    standing: StandingClaim | None = None
    challenger: int = NOBODY
    debtors: tuple[int, ...] = ()  # P1: whose forfeit of the last round waits
    creditor: int = NOBODY  # the winner of the last challenge
    gift_open: bool = False  # P5
    protested: bool = False  # K15
    played_for: int = NOBODY  # L2: whose next act is not their own
    time_up: bool = False
    throws: int = 0  # the address of the next throw
    showdown: Showdown | None = None
    result: Result | None = None

    def is_in(self, seat: int) -> bool:
        """Whether a seat is still in the game."""
        return not self.players[seat].left

    def seats_in(self) -> tuple[int, ...]:
        """The seats still in, in joining order."""
        return tuple(seat for seat in range(len(self.players)) if self.is_in(seat))

    def next_in(self, seat: int) -> int:
        """The next seat after `seat` in turn order that is still in; `NOBODY` where there is none."""
        return next(filter(self.is_in, following(self.order, seat)), NOBODY)

    def or_next(self, seat: int) -> int:
        """`seat` itself where it is in, else the next one in turn order who is (O3)."""
        return seat if self.is_in(seat) else self.next_in(seat)

    def claim(self) -> Claim | None:
        """The claim to beat; none before the opening one."""
        return self.standing.claim if self.standing else None

    def with_player(self, seat: int, player: Player) -> "State":
        """This state with one seat's standing replaced."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return msgspec.structs.replace(self, players=players)


class CupGame(msgspec.Struct, frozen=True, tag_field="family", tag="single-cup"):
    """A game: what is public, and the cup, which is not and is kept apart for that."""

    state: State
    cup: Cup = Cup()

    def __repr__(self) -> str:
        return f"CupGame(round={self.state.round}, phase={self.state.phase}, cup=<hidden>)"
