"""What one seat may know: everything public, its own dice, and what it may do. The one door for secrets."""

from engine.bids import raising
from engine.bids.challenge import asked_later
from engine.bids.legal import NOTHING, Legal, least_bids, legal, most_dice
from engine.bids.raising import Least
from engine.bids.state import Game, State
from engine.core import view as core
from engine.core.dice import AnyBid
from engine.core.state import BIDDING, POLL


class View(core.View[State, Legal], frozen=True):
    """A game of bids as a seat sees it; `mine` are its own dice of this round, none where it holds none."""

    def bids_in_turn(self) -> Least:
        """The least bids on each face of whoever's turn it is."""
        return least_bids(self.state, self.state.turn) if self.state.phase is BIDDING else ()

    def most_in_turn(self) -> int:
        """The most dice that whoever's turn it is may bid."""
        return most_dice(self.state)

    def worth(self, bid: AnyBid) -> int:
        """How many of another face a bid beats in this round: ones may weigh double (B4)."""
        return bid.quantity if self.state.palifico else raising.weight(self.state.round_rules.raising, bid)

    def asked_later(self) -> tuple[int, ...]:
        """Whom a poll asks after the one whose turn it is, in that order (C4)."""
        return asked_later(self.state) if self.state.phase is POLL else ()


def view(game: Game, seat: int | None = None) -> View:
    """Everything that `seat` may know and nothing more; an onlooker (None) sees what is public."""
    state = game.state
    if seat is None:
        return View(None, (), NOTHING, state.awaited(), state)
    return View(seat, game.hidden[seat], legal(game, seat), state.awaited(), state)
