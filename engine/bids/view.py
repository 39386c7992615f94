"""A bidding game as one seat may know it: the public state, its own dice and its legal moves."""

from engine.bids import raising
from engine.bids.challenge import asked_later
from engine.bids.legal import NOTHING, Legal, climbs, least_bids, legal, most_dice
from engine.bids.raising import Least
from engine.bids.rules import Raising
from engine.bids.state import Game, State
from engine.core import view as core
from engine.core.dice import AnyBid, CalledBid
from engine.core.state import BIDDING, POLL


class View(core.View[State, Legal], frozen=True):
    """A bidding game as a seat sees it.

    `mine` holds the seat's own dice of this round. It is empty between rounds.
    """

    def bids_in_turn(self) -> Least:
        """Return the least bid on each face for the player to move, or () if no bid can be made."""
        return least_bids(self.state, self.state.turn) if self.state.phase is BIDDING else ()

    def most_in_turn(self, least: CalledBid | None = None) -> int:
        """Return the greatest quantity that the player to move may bid, or may bid on the face of a `least` bid."""
        fixed = least is not None and climbs(self.state) not in (0, least.face)
        return least.quantity if fixed and least is not None else most_dice(self.state)

    def worth(self, bid: AnyBid) -> int:
        """Return the greatest quantity of dice of another face that a bid beats in this round.

        It is the quantity, unless ones count double or the bid is on the stars of a track (B4).
        """
        way = self.state.round_rules.raising
        if way is Raising.TRACK and not self.state.palifico and bid.face == self.state.wild():
            return 2 * bid.quantity - 1
        return bid.quantity if self.state.palifico else raising.weight(way, bid)

    def asked_later(self) -> tuple[int, ...]:
        """Return the players whom a running poll asks after the present voter, in order (C4)."""
        return asked_later(self.state) if self.state.phase is POLL else ()


def view(game: Game, seat: int | None = None) -> View:
    """Return everything that `seat` may know, and nothing more. An onlooker (None) sees the public state."""
    state = game.state
    if seat is None:
        return View(None, (), NOTHING, state.awaited(), state)
    return View(seat, game.hidden[seat], legal(game, seat), state.awaited(), state)
