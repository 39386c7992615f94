"""Random legal play of a whole game by the engine: every rule checked, immutable states, events on."""

import random
from collections.abc import Callable

from engine import games
from engine.actions import Action, Challenge, Deal, How, Settle
from engine.common_hand.actions import Bid, Vote
from engine.common_hand.legal import legal
from engine.common_hand.rules import Rules
from engine.common_hand.state import BETWEEN, OVER, Game
from engine.dice import Hand


class Rattle:
    """Chance for speed: dice straight from a random generator, whatever the address."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed).random

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """One die a seat."""
        return self.roll(at, 0, len(seats))

    def red(self, at: int) -> int:
        """The red die."""
        return int(self.draw() * 6) + 1

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Whether a throw lands crooked."""
        return self.draw() < chance

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Some dice."""
        draw = self.draw
        return tuple([int(draw() * 6) + 1 for _ in range(count)])

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """No die slips."""
        return None


def play_one(rules: Rules, players: int, seed: int, most: int = 5000) -> int:
    """Play one game of random legal moves, at most `most` of them; how many moves players made."""
    chance = Rattle(seed)
    draw = chance.draw
    _, game = games.start(rules, players, chance)
    assert isinstance(game, Game)
    moves = 0
    while game.state.phase is not OVER and moves < most:
        seat, action = _pick(game, draw)
        moves += seat is not None
        _, game = games.play(game, seat, action, chance)
        assert isinstance(game, Game)
    return moves


def _pick(game: Game, draw: Callable[[], float]) -> tuple[int | None, Action]:
    """A random legal move of whoever is asked."""
    state = game.state
    if state.phase is BETWEEN:
        return (state.debtors[0], Settle(state.debtors[0], How.TAB)) if state.debtors else (None, Deal())
    seat = state.turn
    can = legal(state, seat)
    if can.vote:
        return seat, Vote(draw() < 0.5)
    spans = [can.most - least + 1 if least else 0 for least in can.bids]
    pick = int(draw() * (sum(spans) + can.challenge))
    for face, span in enumerate(spans):
        if pick < span:
            return seat, Bid(can.bids[face] + pick, face)
        pick -= span
    return seat, Challenge()
