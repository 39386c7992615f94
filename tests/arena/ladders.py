"""Count the bids of a round in which people press the buttons of the panel: `python -m tests.arena.ladders`.

A person of this bench calls a bid that is less than 50 % likely by the person's own dice. Otherwise the person presses
the button of a random face. The bench prints the mean number of bids in a first round, in which everybody holds all
dice, and the length of whole games.
"""

import sys
from random import Random
from statistics import fmean

from bot.screens.families.bids.inputs import offered_bids
from engine.bids import actions as a
from engine.bids.events import BidMade, Revealed
from engine.bids.odds import holds
from engine.bids.view import View
from engine.core.events import Event
from engine.core.state import BETWEEN, POLL
from engine.games import AnyGame, AnyView
from engine.options import rules_for
from tests.arena.match import play
from tests.arena.opponents import Opponent

GAMES = ("common", "dudo", "firehouse", "bar", "joker", "perudo")
PEOPLE = (3, 4, 5)
ROUNDS = 1000
LIMITED = {"common": {"rounds": "10"}}
"""The options of games that otherwise never end."""

EVEN = 0.5
"""A person of this bench calls a bid that is less likely than this, and believes it otherwise."""


def presses_a_face(view: AnyView, draw: float) -> a.Action:
    """Return the move of a person who calls an unlikely bid, and otherwise presses the button of a random face."""
    assert isinstance(view, View)
    state = view.state
    if state.phase is BETWEEN:
        assert view.seat is not None
        return a.Settle(view.seat, a.How.PAID)
    likely = 1.0 if state.standing is None else holds(view, state.standing)
    if state.phase is POLL:
        return a.Vote(likely >= EVEN)
    buttons = offered_bids(view)
    if likely < EVEN or not buttons:
        return a.Challenge()
    return buttons[int(draw * len(buttons))]


def bids(preset: str, people: int, games: int, **options: str) -> list[int]:
    """Return the number of bids in each round of `games` games.

    `options` are options that differ from the game's own. With the option rounds="1" everybody holds all dice.
    """
    found: list[int] = []
    made = 0

    def heard(_: AnyGame, event: Event) -> None:
        nonlocal made
        if isinstance(event, BidMade):
            made += 1
        elif isinstance(event, Revealed):
            found.append(made)
            made = 0

    person = Opponent("presses a face", presses_a_face)
    for seed in range(games):
        made = 0
        play(rules_for(preset, options), [person] * people, Random(seed), heard)
    return found


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for game in GAMES:
        for people in PEOPLE:
            first, rest = bids(game, people, many, rounds="1"), bids(game, people, many // 10, **LIMITED.get(game, {}))
            said = f"{fmean(first):.2f} bids in a first round, {10 * len(rest) / many:.1f} rounds in a game"
            print(f"{game:10} {people} people: {said}, {10 * sum(rest) / many:.1f} bids in a game", flush=True)
