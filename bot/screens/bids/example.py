"""One round of a game of bids, played by the engine by a table's own rules, for How to play."""

from functools import lru_cache

import msgspec

from engine import games
from engine.bids import events as b
from engine.bids.actions import Bid, Vote
from engine.bids.rules import Rules
from engine.bids.view import View
from engine.core import events as e
from engine.core.actions import Challenge, Deal
from engine.core.dice import FACES, Hand, counted
from engine.core.state import POLL

PLAYERS = ("Ann", "Ben", "Cleo")
"""Who plays it, in joining order."""
HANDS = ((5, 5, 2, 6, 1), (3, 5, 3, 6, 4), (2, 4, 5, 2, 1))
"""What they throw; whoever throws more dice begins anew, so that a hand of any size is told."""
RED_DIE = 6
TRUE_BIDS = 2
"""How many bids are true before somebody goes too far."""
BIDS_AT_MOST = 40
"""More than are ever made: each is higher than the one before."""


class _Throws:
    """The dice of the example."""

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return RED_DIE

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def roll(self, _at: int, seat: int, count: int) -> Hand:
        return tuple(HANDS[seat][number % len(HANDS[seat])] for number in range(count))

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


class Round(msgspec.Struct, frozen=True):
    """The example as the engine played it."""

    hands: tuple[Hand, ...]
    events: tuple[e.Event, ...]

    def bids(self) -> tuple[b.BidMade, ...]:
        """What was bid."""
        return tuple(event for event in self.events if isinstance(event, b.BidMade))

    def shown(self) -> b.Revealed:
        """The showdown."""
        return next(event for event in self.events if isinstance(event, b.Revealed))


@lru_cache(maxsize=64)
def played(rules: Rules) -> Round:
    """A round by these rules: some bids that are true, one that goes too far, and its challenge."""
    chance = _Throws()
    told, game = games.start(rules, len(PLAYERS), chance)
    events, game = games.play(game, None, Deal(), chance)
    told = (*told, *events)
    hands = tuple(games.view(game, seat).mine for seat in range(len(PLAYERS)))
    for _step in range(BIDS_AT_MOST + len(PLAYERS)):
        if any(isinstance(event, b.Revealed) for event in told):
            break
        seen = games.view(game)
        seat = seen.awaited[0]
        mine = games.view(game, seat)
        assert isinstance(mine, View)
        events, game = games.play(game, seat, _next(mine, hands), chance)
        told = (*told, *events)
    return Round(hands, tuple(told))


def _next(seen: View, hands: tuple[Hand, ...]) -> Bid | Challenge | Vote:
    """What is done next: a poll is divided, a bid that goes too far is doubted, and else another bid is made."""
    state, standing = seen.state, seen.state.standing
    if state.phase is POLL:
        return Vote(believes=bool(len(state.votes) % 2))
    wild = state.wild()
    if standing is not None and standing.quantity > counted(hands, standing.face, wild):
        return Challenge()
    found = {face: counted(hands, face, wild) for face in FACES}
    bids = [
        (many, face) for face in FACES if seen.legal.bids[face] for many in range(seen.legal.bids[face], state.pool + 1)
    ]
    if not bids:
        return Challenge()
    true = [bid for bid in bids if bid[0] <= found[bid[1]]]
    if true and len(state.bids) < TRUE_BIDS:
        # A third of the pool or so opens; a raise is the least that is true, so that there is room above it.
        if standing is None:
            return Bid(*min(true, key=lambda bid: (abs(bid[0] - found[bid[1]] + TRUE_BIDS), -found[bid[1]])))
        return Bid(*min(true, key=lambda bid: (bid[0], -found[bid[1]])))
    false = [bid for bid in bids if bid not in true]
    return Bid(*min(false, key=lambda bid: (bid[0] - found[bid[1]], -found[bid[1]])))
