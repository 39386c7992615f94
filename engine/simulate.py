"""A whole game by computer players, as `python -m engine simulate` plays it."""

from collections.abc import Mapping
from hashlib import sha256

from msgspec.structs import replace

from engine import games
from engine.common_hand.rules import Price
from engine.core.actions import Challenge, Deal, Quit
from engine.core.events import Event
from engine.core.state import OVER
from engine.fairness import FairDice, Seed
from engine.games import AnyGame, AnyRules
from engine.options import different
from engine.record.header import MOST, Header
from engine.single_cup.rules import CupRules
from engine.variants import rules_for, variant

NAMES = (
    "ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ivy", "jan",
    "kim", "leo", "mia", "ned", "oli", "pam", "ray", "sue", "tom", "uma",
)  # fmt: skip
"""Who plays."""

ROUNDS = 10
"""How many rounds are played where nothing else would end the game."""

PATIENCE = 500
"""After so many rounds everybody calls it quits (E2)."""


def simulate(name: str, players: int, options: Mapping[str, str], seed: Seed) -> tuple[Header, tuple[Event, ...]]:
    """Play variant `name` by `players` (2 to 20) computer players, with dice from `seed`.

    Gives the record's head, the seed revealed, and all events. Raises `Refused`.
    """
    rules = _ended(rules_for(name, options))
    salts = {seat: sha256(who.encode()).hexdigest()[:16] for seat, who in enumerate(NAMES[: min(players, MOST)])}
    dice = FairDice(seed, salts)
    start, game = games.start(rules, players, dice)
    events = list(start)
    draws = 0
    while game.state.phase is not OVER:
        step, game, draws = _one_move(game, dice, draws)
        events += step
    header = Header(
        name, NAMES[:players], different(rules, variant(name).rules), commit=seed.commitment(), salts=salts,
        seed=seed.reveal(),
    )  # fmt: skip
    return header, tuple(events)


def _one_move(game: AnyGame, dice: FairDice, draws: int) -> tuple[tuple[Event, ...], AnyGame, int]:
    """The next thing that happens: a round begins, somebody bangs, or whoever is awaited moves."""
    if game.state.round > PATIENCE:
        seat = next(seat for seat in range(MOST) if games.view(game, seat).legal.quit)
        return *games.play(game, seat, Quit(), dice), draws
    awaited = games.awaited(game)
    if not awaited:
        return *games.play(game, None, Deal(), dice), draws
    for seat in game.state.seats_in():
        seen = games.view(game, seat)
        draws += 1
        if seat not in awaited and games.would_challenge(seen, dice.draw(draws)):
            return *games.play(game, seat, Challenge(), dice), draws
    draws += 1
    action = games.choose(games.view(game, awaited[0]), dice.draw(draws))
    return *games.play(game, awaited[0], action, dice), draws


def _ended(rules: AnyRules) -> AnyRules:
    """`rules` with ten rounds, where forfeits are the price and nothing else would end the game."""
    forfeits = isinstance(rules, CupRules) or rules.price is Price.FORFEIT
    return replace(rules, rounds=ROUNDS) if forfeits and rules.rounds is None else rules
