"""Random games of the cup in which the players try legal and illegal moves of every kind."""

from collections.abc import Iterator
from random import Random

from engine.core.dice import Hand
from engine.core.events import Event
from engine.core.refusals import Refused
from engine.core.state import Phase
from engine.poker_cup import actions as a
from engine.poker_cup.family import POKER_CUP
from engine.poker_cup.legal import CupLegal, legal
from engine.poker_cup.ranking import Claim, Kind, Ranking
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import CupGame

Step = tuple[CupGame, int | None, a.Action, tuple[Event, ...], CupGame]


class Dice:
    """Throws dice that depend only on the seed and on the number of the throw."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _at(self, what: str, at: int) -> Random:
        return Random(f"{self.seed}:{what}:{at}")

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        return self.roll(at, 0, len(seats))

    def red(self, at: int) -> int:
        raise AssertionError("the cup has no red die")

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        raise AssertionError("the cup has no crooked dice")

    def roll(self, at: int, seat: int, count: int) -> Hand:
        return tuple(self._at("roll", at).choices(range(1, 7), k=count))

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        random = self._at("slip", at)
        return (random.randrange(len(under)), random.randint(1, 6)) if random.random() < chance else None


def some_claims(random: Random, least: Claim | None, ranking: Ranking) -> list[Claim]:
    """Return claims to try: the lowest possible claim, the highest, some valid claims, and some that may be invalid."""
    claims = random.sample(ranking.claims, 4)
    claims += [least] if least else []
    wild = Claim(
        random.choice(list(Kind)),
        tuple(random.choices(range(8), k=random.randint(0, 2))),
        tuple(random.choices(range(1, 7), k=random.randint(0, 4))),
    )
    return [*claims, wild, ranking.top, Claim(Kind.QUINTS, (6,)), Claim(Kind.TWO_DICE, (2, 1))]


def some_moves(random: Random, game: CupGame, legal: CupLegal) -> list[a.Action]:
    """Return moves of every kind. The game refuses most of them."""
    dice = tuple(random.choices(range(1, 7), k=random.randint(0, 2)))
    shown = tuple(random.sample(legal.show, random.randint(0, len(legal.show))))
    moves: list[a.Action] = [
        a.Challenge(),
        a.Peek(),
        a.Shake(),
        a.Look(),
        a.Show(dice),
        a.Cover(dice),
        a.Show(shown),
        a.Cover(legal.cover[: random.randint(0, 5)]),
        a.Throw(random.randint(1, 6)),
        a.GiveUp(),
        a.Protest(),
        a.Gift(random.randrange(len(game.state.players))),
    ]
    moves += [a.Throw(face) for face in legal.throw[:1]]
    for claim in some_claims(random, legal.least, game.state.rules.ranking):
        moves += [a.MakeClaim(claim), a.PassBlind(claim)]
    moves += [a.Settle(seat, how) for seat in range(len(game.state.players)) for how in a.How]
    return moves


RARE = (a.Leave(), a.Quit(), a.Absent(), a.TimeUp(), a.Stop())


def walk(rules: CupRules, players: int, seed: int, steps: int = 150) -> Iterator[Step]:
    """Play a random game.

    Yield each step: the game before the move, the seat, the move, its events, and the game after it.
    """
    random, dice = Random(seed), Dice(seed)
    _, game = POKER_CUP.start(rules, players, dice)
    for _ in range(steps):
        if game.state.phase is Phase.OVER:
            return
        before = game
        seat, action, events, game = _some_step(random, dice, game)
        yield before, seat, action, events, game


def _some_step(random: Random, dice: Dice, game: CupGame) -> tuple[int | None, a.Action, tuple[Event, ...], CupGame]:
    while True:
        state = game.state
        seat: int | None = random.randrange(len(state.players))
        action: a.Action
        if state.phase is Phase.PASSING and random.random() < 0.9:
            seat = state.turn
        if state.phase is Phase.BETWEEN and not state.debtors:
            seat, action = None, a.Deal()
        elif random.random() < 0.02:
            action = random.choice(RARE)
            seat = None if isinstance(action, a.TimeUp | a.Stop) else seat
        else:
            assert seat is not None
            action = random.choice(some_moves(random, game, legal(game, seat)))
        try:
            events, after = POKER_CUP.play(game, seat, action, dice)
        except Refused:
            continue
        return seat, action, events, after
