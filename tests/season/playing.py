"""Play one game of the season with random rules, the computer players' choices, and random events."""

from collections.abc import Iterator
from random import Random

import msgspec

from engine import games
from engine.core.actions import Absent, Action, Challenge, Deal, Gift, How, Leave, Quit, Settle, Stop, TimeUp
from engine.core.events import Event
from engine.core.refusals import Refused
from engine.core.state import OVER
from engine.fairness import FairDice, Seed
from engine.games import AnyGame, AnyRules
from engine.options import rules_for
from engine.poker_cup.actions import Protest
from engine.poker_cup.legal import CupLegal

CHOICES: dict[str, tuple[str, ...]] = {
    "dice": ("1", "2", "3", "4"),
    "wild": ("none", "ones", "fives", "red", "ones-until-bid"),
    "raising": ("quantity", "quantity-or-face", "rising-face", "face-first", "one-component"),
    "challenge": ("next", "anyone"),
    "price": ("die", "forfeit", "bads", "lives"),
    "lives": ("1", "2", "5"),
    "loss": ("one", "difference"),
    "opens": ("winner", "loser", "challenger", "next"),
    "direction": ("counterclockwise",),
    "exact": ("on",),
    "exact-pays": ("others", "bidder"),
    "exact-by": ("anyone",),
    "palifico": ("on", "always"),
    "palifico-two": ("on",),
    "least-opening": ("3", "players"),
    "met": ("others",),
    "show": ("on", "off"),
    "crooked": ("0.2",),
    "rounds": ("1", "3"),
    "bads": ("2", "3"),
    "playoff": ("on", "off"),
    "gift": ("on",),
    "absence": ("sit-out",),
    "straights": ("on",),
    "slippery": ("0.4",),
    "mia": ("double", "single"),
    "give-up": ("off",),
    "ante": ("7",),
    "stake": ("polish my boots",),
}
"""The house rules and their values. If a rule depends on another rule, the other rule comes first."""

ROUNDS = ("2", "3", "4", "7")
"""The numbers of rounds from which one is chosen if players pay with forfeits."""
RASH = 0.04
"""The chance that a player calls no matter how likely the bid is."""
PATIENCE = 40
"""After this many rounds everybody votes to stop (E2)."""


class Habits(msgspec.Struct, frozen=True):
    """The chances of random events at each step of a game."""

    leave: float
    absent: float
    quit: float
    stop: float
    time_up: float


def habits(luck: Random) -> Habits:
    """Draw the chances of random events for one game.

    Departures, timeouts, votes to stop, a manager's end, and the end of the game's time can each happen only in some
    games.
    """
    share = {"leave": (0.25, 0.015), "absent": (0.3, 0.06), "quit": (0.12, 0.03), "stop": (0.06, 0.02)}
    chances = {what: often if luck.random() < games_of else 0.0 for what, (games_of, often) in share.items()}
    return Habits(**chances, time_up=0.02 if luck.random() < 0.06 else 0.0)


def house_rules(variant: str, luck: Random) -> AnyRules:
    """Return the rules of a preset with up to five house rules that fit together."""
    words = sorted(luck.sample(list(CHOICES), luck.choice((0, 1, 3, 5))), key=list(CHOICES).index)
    options: dict[str, str] = {}
    for word in words:
        options = _with(variant, options, word, luck.choice(CHOICES[word]))
    rules = rules_for(variant, options)
    if rules.counts_forfeits() and rules.rounds is None:
        return rules_for(variant, {**options, "rounds": luck.choice(ROUNDS)})
    return rules


def played(rules: AnyRules, seats: int, seed: Seed, luck: Random) -> tuple[Event, ...]:
    """Play a whole game by these rules, and return all its events."""
    dice, usual = FairDice(seed, {}), habits(luck)
    start, game = games.start(rules, seats, dice)
    events = list(start)
    while game.state.phase is not OVER:
        seat, action = _next(game, usual, luck)
        more, game = games.play(game, seat, action, dice)
        events += more
    return tuple(events)


def _with(variant: str, options: dict[str, str], word: str, value: str) -> dict[str, str]:
    """Return the house rules with one more rule, or the same rules if it does not fit."""
    more = {**options, word: value}
    try:
        rules_for(variant, more)
    except Refused:
        return options
    return more


def _next(game: AnyGame, usual: Habits, luck: Random) -> tuple[int | None, Action]:
    """Return the next action and the seat that takes it. The seat is None for an action of the table."""
    if (found := _befalls(game, usual, luck)) is not None:
        return found
    if debts := list(_about_debts(game)):
        return luck.choice(debts)
    awaited = games.awaited(game)
    if not awaited:
        return None, Deal()
    if games.may_cry(game):
        for seat in game.state.seats_in():
            if seat not in awaited and games.would_challenge(games.view(game, seat), luck.random()):
                return seat, Challenge()
    view = games.view(game, awaited[0])
    if view.legal.challenge and luck.random() < RASH:
        return awaited[0], Challenge()
    return awaited[0], games.choose(view, luck.random())


def _befalls(game: AnyGame, usual: Habits, luck: Random) -> tuple[int | None, Action] | None:
    """Return a random event, such as a departure, and the seat that it happens to. Return None if nothing happens now.

    After `PATIENCE` rounds the event is always a vote to stop.
    """
    seat = luck.randrange(len(game.state.players))
    legal, awaited = games.legal(game, seat), games.awaited(game)
    if game.state.round > PATIENCE:
        return next((each, Quit()) for each in game.state.seats_in() if games.legal(game, each).quit)
    if luck.random() < usual.stop:
        return None, Stop()
    if luck.random() < usual.time_up and not game.state.time_up:
        return None, TimeUp()
    if luck.random() < usual.leave and legal.leave:
        return seat, Leave()
    if luck.random() < usual.quit and legal.quit:
        return seat, Quit()
    if luck.random() < usual.absent and awaited:
        return luck.choice(awaited), Absent()
    return None


def _about_debts(game: AnyGame) -> Iterator[tuple[int, Action]]:
    """Yield every settlement, gift and protest that is allowed now (P1, P5, K15)."""
    for seat in range(len(game.state.players)):
        legal = games.legal(game, seat)
        yield from ((seat, Settle(debtor, How(how))) for debtor, how in legal.settle)
        yield from ((seat, Gift(to)) for to in legal.gift)
        if isinstance(legal, CupLegal) and legal.protest:
            yield seat, Protest()
