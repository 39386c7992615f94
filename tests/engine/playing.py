"""Random games for the property tests, with any preset, any allowed combination of options, and any legal moves."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from engine.bids import actions as a
from engine.bids.legal import Legal
from engine.bids.rules import (
    Alike,
    Challengers,
    Different,
    ExactBy,
    ExactPays,
    Loss,
    Met,
    Palifico,
    PalificoFace,
    Raising,
    Rules,
    Verdict,
    Wild,
)
from engine.bids.state import Game
from engine.core.events import Event
from engine.core.policies import Absence, Direction, Opener, Price, Seating
from engine.core.refusals import Refused
from engine.core.state import Phase
from engine.fairness import FairDice, Seed
from tests.engine import bids as games
from tests.engine.bids import rules_for

PRESETS = ("common", "dudo", "firehouse", "bar", "joker", "perudo")

CHOICES = {
    "dice": ("1", "2", "3", "6", "10", "auto"),
    "wild": tuple(Wild),
    "raising": tuple(Raising),
    "challenge": tuple(Challengers),
    "price": tuple(Price),
    "verdict": tuple(Verdict),
    "lives": ("1", "2", "10"),
    "opens": tuple(Opener),
    "loss": tuple(Loss),
    "seating": tuple(Seating),
    "direction": tuple(Direction),
    "exact": ("on", "off"),
    "exact-pays": tuple(ExactPays),
    "exact-by": tuple(ExactBy),
    "palifico": tuple(Palifico),
    "palifico-face": tuple(PalificoFace),
    "palifico-two": ("on", "off"),
    "least-opening": ("1", "3", "players"),
    "show": ("on", "off"),
    "met": tuple(Met),
    "different": tuple(Different),
    "alike": tuple(Alike),
    "crooked": ("0", "0.3"),
    "rounds": ("1", "4", "none"),
    "bads": ("3", "5"),
    "pair-bads": ("1", "3"),
    "playoff": ("on", "off"),
    "gift": ("on", "off"),
    "absence": tuple(Absence),
    "ante": ("0", "7"),
    "stake": ("polish my boots",),
}
"""The options that the tests vary. If an option depends on another option, the other option comes first."""


@st.composite
def tables(draw: st.DrawFn, sizes: Sequence[int] = range(2, 7)) -> tuple[Rules, int, FairDice, Random]:
    """Draw rules, a number of players from `sizes`, dice, and a random source for the moves."""
    preset = draw(st.sampled_from(PRESETS))
    words = draw(st.lists(st.sampled_from(list(CHOICES)), unique=True, max_size=8))
    options: dict[str, str] = {}
    for word in sorted(words, key=list(CHOICES).index):
        tried = {**options, word: draw(st.sampled_from(CHOICES[word]))}
        try:
            rules_for(preset, tried)
        except Refused:
            continue
        options = tried
    players = draw(st.sampled_from(sizes))
    seed = draw(st.integers(0, 2**32))
    return rules_for(preset, options), players, FairDice(Seed(seed.to_bytes(8, "big")), {}), Random(seed)


def moves(legal: Legal, random: Random) -> Iterator[a.Action]:
    """Yield moves of every kind that `legal` allows. Bids are random."""
    for least in legal.bids:
        yield least
        yield a.Bid(random.randint(least.quantity, legal.most_on(least)), least.face, least.called)
        if len(legal.show) > 1 and least.face in legal.show:
            yield replace(least, show=(least.face,))
    if legal.challenge:
        yield a.Challenge()
    if legal.exact:
        yield a.CallExact()
    if legal.vote:
        yield from (a.Vote(believes=True), a.Vote(believes=False))
    yield from (a.Settle(debtor, a.How(how)) for debtor, how in legal.settle)
    yield from (a.Gift(to) for to in legal.gift)


def step(game: Game, dice: FairDice, random: Random) -> tuple[int | None, a.Action]:
    """Return a seat and a random action that this seat may take now.

    Leaving, quitting, absence and the end of a table are much rarer than moves.
    """
    everybody = range(len(game.state.players))
    rare = random.random()
    if rare < 0.02:
        seat = random.choice(everybody)
        legal = games.view(game, seat).legal
        if legal.leave or legal.quit:
            return seat, a.Leave() if rare < 0.01 or not legal.quit else a.Quit()
    awaited = games.awaited(game)
    if awaited and rare < 0.08:
        return random.choice(awaited), a.Absent()
    if rare > 0.998:
        return None, a.Stop() if game.state.time_up or rare > 0.9995 else a.TimeUp()
    if not awaited:
        return None, a.Deal()
    seats = [seat for seat in everybody if any(True for _ in moves(games.view(game, seat).legal, random))]
    seat = random.choice(seats)
    return seat, random.choice(list(moves(games.view(game, seat).legal, random)))


Step = tuple[Game, int | None, a.Action, tuple[Event, ...], Game]


def played(
    table: tuple[Rules, int, FairDice, Random], most: int = 400, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> Iterator[Step]:
    """Yield the steps of a random game, at most `most`.

    Each step has the game before, the seat and its action, the events, and the game after. If `holds` and `scores` are
    given, the players begin with these numbers of dice and these scores.
    """
    rules, players, dice, random = table
    _, game = games.start(rules, players, dice, holds, scores)
    for _ in range(most):
        if game.state.phase is Phase.OVER:
            return
        seat, action = step(game, dice, random)
        events, after = games.play(game, seat, action, dice)
        yield game, seat, action, events, after
        game = after
