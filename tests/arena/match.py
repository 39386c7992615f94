"""Play games between computer players, and collect the results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from engine import games
from engine.core.actions import Action, Challenge, Deal
from engine.core.dice import Hand
from engine.core.events import Event
from engine.core.state import OVER
from engine.games import AnyGame, AnyRules
from engine.options import rules_for
from tests.arena.opponents import Opponent


class Fall:
    """Throws random dice. The dice come from no seed, so nobody can verify them."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(self._random.randint(1, 6) for _ in seats)

    def red(self, at: int) -> int:
        return self._random.randint(1, 6)

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        return self._random.random() < chance

    def roll(self, at: int, seat: int, count: int) -> Hand:
        return tuple(self._random.choices(range(1, 7), k=count))

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        if self._random.random() >= chance or not under:
            return None
        return self._random.randrange(len(under)), self._random.randint(1, 6)


PATIENCE = 300


def play(
    rules: AnyRules, seats: Sequence[Opponent], random: Random, heard: Callable[[AnyGame, Event], None] | None = None
) -> AnyGame:
    """Play a whole game between these opponents, seated in joining order.

    `heard` is called with the game before each event, and with the event.
    """
    fall = Fall(random)
    _, game = games.start(rules, len(seats), fall)
    while game.state.phase is not OVER and game.state.round < PATIENCE:
        seat, action = _next(game, seats, random)
        before = game
        events, game = games.play(game, seat, action, fall)
        if heard is not None:
            for event in events:
                heard(before, event)
    return game


def _next(game: AnyGame, seats: Sequence[Opponent], random: Random) -> tuple[int | None, Action]:
    awaited = games.awaited(game)
    if not awaited:
        return None, Deal()
    if games.may_cry(game):
        for seat in game.state.seats_in():
            if seat not in awaited and seats[seat].cries(games.view(game, seat), random.random()):
                return seat, Challenge()
    return awaited[0], seats[awaited[0]].choose(games.view(game, awaited[0]), random.random())


def shares(game: AnyGame) -> list[float]:
    """Return each seat's share of the win.

    A game of bads has losers instead of winners. Then all seats that did not lose share the win.
    """
    players, result = len(game.state.players), game.state.result
    if result is not None and result.losers:
        stayed = [seat for seat in range(players) if seat not in result.losers] or list(range(players))
        return [1 / len(stayed) if seat in stayed else 0.0 for seat in range(players)]
    winners = result.winners if result is not None and result.winners else tuple(range(players))
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


@dataclass(frozen=True)
class Score:
    """Holds a player's share of won games, the number of games, and half the width of the 95 % confidence interval."""

    won: float
    games: int

    @property
    def give(self) -> float:
        return 1.96 * sqrt(max(self.won * (1 - self.won), 1e-9) / self.games)

    def __str__(self) -> str:
        return f"{100 * self.won:.1f}±{100 * self.give:.1f}"


def rules(preset: str) -> AnyRules:
    limited = {"rounds": "10"} if preset in ("common", "cup", "dahua") else {}
    return rules_for(preset, limited)


def some(preset: str, players: Sequence[Opponent], seeds: Sequence[int]) -> list[float]:
    """Play one game for each seed, and return how many games each player won.

    A shared win counts as a fraction. Players change seats from game to game.
    """
    won, law = [0.0] * len(players), rules(preset)
    for seed in seeds:
        random = Random(seed)
        order = random.sample(range(len(players)), len(players))
        for seat, share in enumerate(shares(play(law, [players[each] for each in order], random))):
            won[order[seat]] += share
    return won
