"""Play a whole game between computer players, for `python -m engine simulate`."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engine import games
from engine.core.actions import Challenge, Deal, Quit
from engine.core.events import Event
from engine.core.state import OVER
from engine.fairness import FairDice, Seed
from engine.games import AnyGame, AnyRules
from engine.options import different, rules_for
from engine.variants import variant

NAMES = (
    "ann",
    "bob",
    "cid",
    "dan",
    "eve",
    "fay",
    "gus",
    "hal",
    "ivy",
    "jan",
    "kim",
    "leo",
    "mia",
    "ned",
    "oli",
    "pam",
    "ray",
    "sue",
    "tom",
    "uma",
)
"""The names of the players."""

ROUNDS = 10
"""The round limit of games that nothing else would end."""

PATIENCE = 500
"""The number of rounds after which players vote to call it quits (E2), one in each move."""


class Simulated(msgspec.Struct, frozen=True):
    """A finished game between computer players, with everything that a record of it needs."""

    variant: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    seed: Seed
    salts: Mapping[int, str]
    events: tuple[Event, ...]


def simulate(
    name: str, players: int, options: Mapping[str, str], seed: Seed, salts: Mapping[int, str] | None = None
) -> Simulated:
    """Play the variant `name` with `players` (2 to 20) computer players and with dice from `seed`. Raises `Refused`.

    Without `salts`, each player's salt is made from the player's name.
    """
    rules = _ended(rules_for(name, options))
    if salts is None:
        salts = {seat: sha256(who.encode()).hexdigest()[:16] for seat, who in enumerate(NAMES[:players])}
    dice = FairDice(seed, salts)
    start, game = games.start(rules, players, dice)
    events = list(start)
    draws = 0
    while game.state.phase is not OVER:
        step, game, draws = _one_move(game, dice, draws)
        events += step
    return Simulated(name, NAMES[:players], different(rules, variant(name).rules), seed, salts, tuple(events))


def _one_move(game: AnyGame, dice: FairDice, draws: int) -> tuple[tuple[Event, ...], AnyGame, int]:
    """Make the next move, and return its events, the game after it, and the number of draws used so far.

    After `PATIENCE` rounds a player votes to quit. Otherwise a round begins, a player challenges out of turn, or the
    player whose turn it is makes a move. Each player has a numbered draw for each move, so the numbers do not depend
    on which players are asked.
    """
    state = game.state
    if state.round > PATIENCE:
        return *games.play(game, _still_silent(game), Quit(), dice), draws
    awaited = games.awaited(game)
    if not awaited:
        return *games.play(game, None, Deal(), dice), draws
    if games.may_cry(game):
        for number, seat in enumerate(state.seats_in(), draws + 1):
            if seat not in awaited and games.would_challenge(games.view(game, seat), dice.draw(number)):
                return *games.play(game, seat, Challenge(), dice), number
    draws += len(state.circle) + 1
    action = games.choose(games.view(game, awaited[0]), dice.draw(draws))
    return *games.play(game, awaited[0], action, dice), draws


def _still_silent(game: AnyGame) -> int:
    """Return the first player who has not voted to quit."""
    players = game.state.players
    return next(seat for seat in game.state.seats_in() if not players[seat].quits)


def _ended(rules: AnyRules) -> AnyRules:
    """Return `rules`, limited to `ROUNDS` rounds if nothing else would end the game.

    That is the case if forfeits decide and the rules have no round limit.
    """
    return replace(rules, rounds=ROUNDS) if rules.counts_forfeits() and rules.rounds is None else rules
