"""Play whole games with random legal moves in our engine.

The engine checks every rule, and its states and events are immutable.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random

from engine import games
from engine.bids.actions import Bid, Vote
from engine.bids.legal import Legal
from engine.bids.legal import legal as legal_bids
from engine.bids.raising import Least
from engine.core.actions import Action, Challenge, Deal, How, Settle
from engine.core.dice import FACES, Hand
from engine.poker_cup import actions as cup
from engine.poker_cup.legal import legal as legal_cup
from engine.poker_cup.state import CupGame

Draw = Callable[[], float]
DEAL, CHALLENGE = Deal(), Challenge()


WAYS = tuple(tuple(product(FACES, repeat=count)) for count in range(7))
"""All possible throws of 0 to 6 dice, by the number of dice."""


class Rattle:
    """Throws dice with a random generator. The dice do not depend on the number of the throw, so this is fast."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        return tuple([self.red(at) for _ in seats])

    def red(self, at: int) -> int:
        return int(self.draw() * 6) + 1

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        return self.draw() < chance

    def roll(self, at: int, seat: int, count: int) -> Hand:
        ways = WAYS[count]
        return ways[int(self.draw() * len(ways))]

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        return None


def play_one(rules: games.AnyRules, players: int, seed: int, most: int = 3000, seen: bool = False) -> int:
    """Play one game of at most `most` random legal moves. Return the number of moves that players made.

    With `seen`, each player looks at their view of the game before a move.
    """
    draw = Random(seed).random
    chance = Rattle(draw)
    game = games.start(rules, players, chance)[1]
    moves = 0
    while moves < most and game.state.result is None:
        seat, action = next_move(game, draw)
        if seat is not None:
            moves += 1
            if seen:
                games.view(game, seat)
        _, game = games.play(game, seat, action, chance)
    return moves


def next_move(game: games.AnyGame, draw: Draw) -> tuple[int | None, Action]:
    """Return a random legal move, and the seat that makes it.

    If a forfeit is owed, the debtor puts it on the tab. If a round has to be dealt, the seat is None.
    """
    state = game.state
    seat = state.turn
    if seat < 0:
        return (state.debtors[0], Settle(state.debtors[0], How.TAB)) if state.debtors else (None, DEAL)
    if isinstance(game, CupGame):
        return seat, _with_the_cup(game, seat, draw)
    can: Legal = legal_bids(game, seat)
    if can.vote:
        return seat, Vote(draw() < 0.5)
    bids = every_bid(can.bids, can.most)
    pick = int(draw() * (len(bids) + can.challenge))
    return seat, bids[pick] if pick < len(bids) else CHALLENGE


@cache
def every_bid(least: Least, most: int) -> tuple[Bid, ...]:
    """Return all bids from the least bid on each face up to the quantity `most`."""
    return Legal(bids=least, most=most).every_bid()


def _with_the_cup(game: CupGame, seat: int, draw: Draw) -> Action:
    can = legal_cup(game, seat)
    ways: list[Action] = []
    if can.challenge:
        ways.append(Challenge())
    if can.peek:
        ways.append(cup.Peek())
    if can.shake:
        ways.append(cup.Shake())
    if can.look:
        ways.append(cup.Look())
    if can.least is not None and can.blind:
        ways.append(cup.PassBlind(can.least))
    if can.least is not None and can.claim:
        ways.append(cup.MakeClaim(can.least))
    if can.throw:
        ways.append(cup.Throw(can.throw[0]))
    return ways[int(draw() * len(ways))]
