"""Test that a record holds a whole game. A game that is written and read back has the same events."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import games
from engine.bids import actions as bids
from engine.bids.legal import Legal
from engine.bids.rules import Rules
from engine.core.actions import Action
from engine.core.events import Event
from engine.core.refusals import Refused
from engine.fairness import FairDice, Seed
from engine.games import AnyGame, AnyRules
from engine.options import different, rules_for
from engine.poker_cup import actions as cup
from engine.poker_cup.rules import CupRules
from engine.record import Header, replay, write
from engine.record.header import RULINGS, oldest_rulings
from engine.variants import VARIANTS
from tests.engine.playing import played, tables
from tests.engine.poker_cup.playing import Dice, walk
from tests.engine.poker_cup.test_properties import RULES
from tests.engine.test_properties import modest

SIZES = [*range(2, 9), 20]
"""The numbers of players that are tested."""


def comes_back(
    rules: AnyRules,
    players: int,
    events: Iterable[Event],
    game: AnyGame,
    holds: Sequence[int] = (),
    scores: Sequence[int] = (),
) -> None:
    """Write a game as a record, replay the record, and check that all events are the same."""
    name, options = in_words(rules)
    names = tuple(f"p{seat}" for seat in range(players))
    header = Header(name, names, options, holds=dict(enumerate(holds)), scores=dict(enumerate(scores)), rulings=RULINGS)
    happened = tuple(events)
    text = write(header, happened)
    done = replay(BytesIO(text.encode()))
    for came, went in zip(done.events, happened, strict=True):
        assert came == went, text
    assert done.game == game, text
    assert done.header.rules() == rules
    assert write(done.header, done.events) == text


def in_words(rules: AnyRules) -> tuple[str, dict[str, str]]:
    """Return the name of a preset, and the options that turn its rules into `rules`."""
    for name, preset in VARIANTS.items():
        if isinstance(rules, CupRules) != isinstance(preset.rules, CupRules):
            continue
        options = different(rules, preset.rules)
        try:
            if rules_for(name, options) == rules:
                return name, options
        except Refused:
            continue
    raise AssertionError(f"no table is played by {rules}")


@modest
@given(tables(SIZES))
def test_a_game_of_bids_is_read_back_from_its_record(table: tuple[Rules, int, FairDice, Random]) -> None:
    rules, players, dice, _ = table
    begun, game = games.start(rules, players, dice)
    events = [*begun]
    for _, _, _, more, after in played(table):
        events += more
        game = after
    comes_back(rules, players, events, game)


@modest
@given(tables(SIZES), st.data())
def test_a_game_from_a_position_is_read_back_from_its_record(
    table: tuple[Rules, int, FairDice, Random], data: st.DataObject
) -> None:
    """A start with few dice and many bads leads to palifico rounds, playoffs and all kinds of endings."""
    rules, players, dice, _ = table
    full = rules.dice_for(players)
    holds = data.draw(st.lists(st.integers(1, full), min_size=players, max_size=players))
    scores = data.draw(st.lists(st.integers(-4, 3), min_size=players, max_size=players))
    begun, game = games.start(rules, players, dice, holds, scores)
    events = [*begun]
    for _, _, _, more, after in played(table, 400, holds, scores):
        events += more
        game = after
    comes_back(rules, players, events, game, holds, scores)


@modest
@given(RULES, st.sampled_from(SIZES), st.integers(0, 2**32))
def test_a_game_of_the_cup_is_read_back_from_its_record(rules: CupRules, players: int, seed: int) -> None:
    begun, game = games.start(rules, players, Dice(seed))
    events = [*begun]
    for _, _, _, more, after in walk(rules, players, seed):
        events += more
        game = after
    comes_back(rules, players, events, game)


def settled_at_random(name: str, options: dict[str, str], seed: int) -> tuple[list[Event], AnyGame, AnyRules]:
    """Play a game in which everybody challenges at once, and players settle their forfeits in random ways."""
    rules, dice, random = (
        rules_for(name, {"seating": "joined", **options}),
        FairDice(Seed(b"%d" % seed), {}),
        Random(seed),
    )
    begun, game = games.start(rules, 4, dice)
    events = [*begun]
    for _ in range(60):
        if games.view(game).state.result is not None:
            break
        seat, action = about_forfeits(game, random)
        more, game = games.play(game, seat, action, dice)
        events += more
    return events, game, rules


def about_forfeits(game: AnyGame, random: Random) -> tuple[int | None, Action]:
    """Return a seat and a random action of that seat. The action settles a forfeit or leads to the next forfeit."""
    ways: list[tuple[int | None, Action]] = []
    for seat in games.view(game).state.seats_in():
        legal = games.legal(game, seat)
        ways += [(seat, bids.Settle(debtor, bids.How(how))) for debtor, how in legal.settle]
        ways += [(seat, bids.Gift(to)) for to in legal.gift]
        if legal.settle or legal.gift:
            ways += [(seat, bids.Leave())] if random.random() < 0.05 else []
            ways += [(seat, cup.Protest())] if getattr(legal, "protest", False) else []
    for seat in games.awaited(game):
        ways += [(seat, bids.Absent())]
        legal = games.legal(game, seat)
        ways += [(seat, bids.Challenge())] * 4 if legal.challenge else []
        ways += [(seat, bids.CallExact())] * 2 if isinstance(legal, Legal) and legal.exact else []
    return random.choice(ways) if ways else (None, bids.Deal())


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("common", {"gift": "on"}),
        ("cup", {"gift": "on", "slippery": "0.3"}),
        ("common", {"gift": "on", "absence": "sit-out", "exact": "on", "exact-pays": "others", "exact-by": "anyone"}),
    ],
)
def test_all_ways_to_settle_a_forfeit_are_read_back_from_a_record(
    name: str, options: dict[str, str], seed: int
) -> None:
    """P1, P5, K15, L1, L2: a record shows whether the winner, the debtor or the clock put a forfeit on the tab."""
    events, game, rules = settled_at_random(name, options, seed)
    comes_back(rules, 4, events, game)


@pytest.mark.parametrize(
    ("game", "option", "oldest"),
    [
        ("dudo", "exact=on", 3),
        ("cup", "straights=on", 3),
        ("cup", "price=lives", 4),  # P7
        ("cup", "equal=on", 4),  # K20
        ("cup", "cup-wild=ones", 4),  # K19
        ("bar", "price=lives", 4),
        ("mia", "opens=winner", 4),  # K16
    ],
)
def test_a_record_states_the_oldest_version_that_plays_its_game(game: str, option: str, oldest: int) -> None:
    word, _, value = option.partition("=")
    assert oldest_rulings(rules_for(game, {word: value})) == oldest
