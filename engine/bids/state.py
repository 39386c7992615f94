"""The state of a game where everyone has a cup: the public state, and the hands apart from it."""

import msgspec

from engine.bids.counting import Counting, counting
from engine.bids.events import Revealed
from engine.bids.rules import Rules, Wild
from engine.core import state
from engine.core.dice import AnyBid, Hand


class MadeBid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A bid, and its bidder."""

    quantity: int
    face: int
    bidder: int


class Player(state.Player, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state of one seat."""

    dice: int
    score: int = 0
    was_single: bool = False  # has been down to one die (C6)
    shed_in: int = 0  # the round of the last die shed (P4), 0 while dice are held
    told: int = 0  # the number of rounds with a showdown in which they had bid
    held: int = 0  # the number of those in which they had more dice than average for a face they bid


class State(state.State, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state. `rules` are the table's, `round_rules` those of this round (C6, E4).

    The parts of a single round (bids, votes, the red die, palifico, the pool) are dropped when it is over.
    """

    rules: Rules
    round_rules: Rules
    players: tuple[Player, ...]
    bids: tuple[MadeBid, ...] = ()  # of this round, in order
    pool: int = 0  # dice in play this round, leavers' included (L1)
    red: int = 0  # the red die (T3)
    palifico: bool = False  # this round is one (C6)
    palifico_next: tuple[int, ...] = ()  # the seats that have come down to one die and may open a palifico round (C6)
    challenge_in_turn: bool = True
    votes: tuple[tuple[int, bool], ...] = ()
    playing_off: tuple[int, ...] = ()  # the two at three bads (E4)
    showdown: Revealed | None = None  # the last, until the next round begins

    @property
    def standing(self) -> MadeBid | None:
        """Return the bid to beat; None before the opening one and between rounds."""
        return self.bids[-1] if self.bids else None

    def is_played_out(self) -> bool:
        """Return whether computer players left alone (L3) play on: dice decide, and nobody has shed the last one."""
        if self.playing_off:
            return True
        return self.rules.counts_dice() and not any(player.shed_in for player in self.players)

    def looks_on(self, seat: int) -> bool:
        """Return whether two others play off (E4), and `seat`, who was still there when they began, has finished.

        These are the seats without dice; players who had left before keep theirs.
        """
        return bool(self.playing_off) and not self.players[seat].dice

    def dice_held(self) -> int:
        """Return how many dice the players still in hold together: the pool of a round that begins now."""
        players, held = self.players, 0
        for seat in self.circle:
            held += players[seat].dice
        return held

    def counting(self, bid: AnyBid) -> Counting:
        """Return which dice count for a bid in this round, by the present rules (C2)."""
        return counting(bid, self.wild())

    def wild(self) -> int:
        """Return this round's wild number, 0 if nothing is wild."""
        return _WILD_NUMBER.get(self.round_rules.wild, self.red)


_WILD_NUMBER = {Wild.NONE: 0, Wild.ONES: 1, Wild.ONES_UNTIL_BID: 1}


Hands = tuple[Hand, ...]
"""The dice of this round by seat, in the order in which they fell."""


class Game(state.Game[State, Hands], frozen=True, tag="common-hand"):
    """A game of bids; the hidden part is the hands."""
