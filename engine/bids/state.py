"""The state of a bidding game: the public state, and the hidden hands kept apart from it."""

import msgspec

from engine.bids.counting import Counting, counting
from engine.bids.events import Revealed
from engine.bids.rules import WILD_NUMBER, Rules
from engine.core import state
from engine.core.dice import NOTHING, Called, CalledBid, Hand


class MadeBid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A bid with the seat of its bidder."""

    quantity: int
    face: int
    bidder: int
    called: Called = NOTHING
    show: Hand = ()  # the dice that the bidder then put into the open (B6)


class Player(state.Player, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state of one seat."""

    dice: int
    score: int = 0
    was_single: bool = False  # has been down to one die (C6)
    shed_in: int = 0  # the round of the last die shed (P4), 0 while dice are held
    told: int = 0  # the number of rounds with a showdown in which they had bid
    held: int = 0  # the number of those rounds in which they had more dice than average of the face they bid last


class State(state.State, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The public state of a bidding game.

    `rules` are the rules of the table, and `round_rules` those of this round (C6, E4). The parts of a single round
    (bids, votes, the red die, palifico, the pool) are dropped when the round is over.
    """

    rules: Rules
    round_rules: Rules
    players: tuple[Player, ...]
    bids: tuple[MadeBid, ...] = ()  # the bids of this round, in order
    pool: int = 0  # the number of dice in play this round, including those of players who left (L1)
    open: tuple[Hand, ...] = ()  # the dice in the open by seat, or () if nobody has shown any in this round (B6)
    red: int = 0  # the red die (T3)
    palifico: bool = False  # whether this is a palifico round (C6)
    palifico_next: tuple[int, ...] = ()  # the seats that have come down to one die and may open a palifico round (C6)
    challenge_in_turn: bool = True
    votes: tuple[tuple[int, bool], ...] = ()
    playing_off: tuple[int, ...] = ()  # the seats of the two players in a playoff (E4)
    showdown: Revealed | None = None  # the last showdown, until the next round begins

    @property
    def standing(self) -> MadeBid | None:
        """Return the bid to beat, or None before the opening bid and between rounds."""
        return self.bids[-1] if self.bids else None

    def is_played_out(self) -> bool:
        """Return whether computer players play on if they are left alone (L3).

        They do so in a playoff. They also do so if dice or lives decide and nobody has shed the last die yet.
        """
        if self.playing_off:
            return True
        return self.rules.runs_out() and not any(player.shed_in for player in self.players)

    def looks_on(self, seat: int) -> bool:
        """Return whether `seat` has finished and looks on while two other players play off (E4).

        Such seats have no dice. Players who had left before the playoff do not look on: they keep their number of
        dice.
        """
        return bool(self.playing_off) and not self.players[seat].dice

    def dice_held(self) -> int:
        """Return the number of dice that all players still in hold together.

        If a round begins now, this is its pool.
        """
        players, held = self.players, 0
        for seat in self.circle:
            held += players[seat].dice
        return held

    def threw(self) -> tuple[int, ...]:
        """Return the seats whose dice are in the pool, those of players included who have left in this round (L1)."""
        lives, players = self.rules.counts_lives(), self.players
        gone = [
            seat
            for seat, player in enumerate(players)
            if player.left and player.left_in == self.round and player.dice and (player.lives or not lives)
        ]
        return (*self.circle, *gone)

    def open_of(self, seat: int) -> Hand:
        """Return the dice of a seat that lie in the open (B6)."""
        return self.open[seat] if self.open else ()

    def counting(self, bid: CalledBid) -> Counting:
        """Return the `Counting` for a bid, by the rules that now apply in this round (C2, C7)."""
        return counting(bid, self.wild(), self.round_rules.hands())

    def wild(self) -> int:
        """Return the wild number of this round, or 0 if nothing is wild."""
        number = WILD_NUMBER[self.round_rules.wild]
        return self.red if number is None else number


Hands = tuple[Hand, ...]
"""The dice of this round by seat, in the order in which they fell. Dice in the open come first (B6)."""


class Game(state.Game[State, Hands], frozen=True, tag="common-hand"):
    """A bidding game. Its hidden part is the hands."""
