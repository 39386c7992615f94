"""Test the characters of computer players.

They make legal moves, they make equal moves if their views are equal, and higher levels win more often.
"""

from random import Random

import pytest
from msgspec.structs import replace

from engine import games
from engine.bids.actions import Bid
from engine.bids.beliefs import beliefs
from engine.bids.view import View
from engine.core.actions import Deal
from engine.core.characters import BLUNDER, CHARACTERS, EASY, GOOD, PLAIN, STRONG, Level, character, drawn
from engine.core.refusals import Refused
from engine.core.state import OVER
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.arena.match import Fall, play, some
from tests.arena.opponents import binom, ours, todays
from tests.effort import at_length

WORDS = {
    "wild": ("none", "ones", "sixes", "red", "ones-until-bid"),
    "raising": (
        *("quantity", "quantity-and-face", "quantity-or-face", "rising-face", "face-first", "jokers-double"),
        *("aces-halve", "one-component", "track", "pure"),
    ),
    "challenge": ("next", "anyone"),
    "price": ("forfeit", "die", "bads"),
    "opens": ("winner", "loser", "challenger", "next"),
    "loss": ("one", "difference"),
    "exact": ("on",),
    "exact-pays": ("back", "others", "bidder"),
    "exact-by": ("turn", "anyone"),
    "palifico": ("on", "always"),
    "palifico-face": ("single", "nobody", "opener"),
    "palifico-two": ("on",),
    "least-opening": ("4", "players"),
    "show": ("on",),
    "met": ("others",),
    "different": ("zero",),
    "alike": ("two",),
    "direction": ("counterclockwise",),
    "crooked": ("0.5",),
    "slippery": ("0.5",),
    "straights": ("on",),
    "dice": ("1", "6"),
    "playoff": ("on",),
    "gift": ("on",),
}
BELONGING = {
    "exact-pays": {"exact": "on"},
    "exact-by": {"exact": "on"},
    "palifico-face": {"palifico": "on"},
    "palifico-two": {"palifico": "on"},
}


@pytest.mark.parametrize("option", WORDS)
def test_every_character_makes_legal_moves(option: str) -> None:
    """`play` raises an error for an illegal move."""
    everybody, played = [ours(each) for each in CHARACTERS.values()], 0
    for preset in VARIANTS:
        for word in WORDS[option]:
            for seed in range(at_length(1, 20)):
                random = Random(f"{preset}{option}{word}{seed}")
                options = {option: word, "rounds": "3", **BELONGING.get(option, {})}
                try:
                    rules = rules_for(preset, options)
                except Refused:
                    continue
                play(rules, random.sample(everybody, random.randint(2, 5)), random)
                played += 1
    assert played


@pytest.mark.parametrize("preset", VARIANTS)
def test_equal_views_give_equal_moves(preset: str) -> None:
    random = Random(preset)
    fall = Fall(random)
    _, game = games.start(rules_for(preset), 3, fall)
    for _ in range(40):
        if game.state.phase is OVER:
            break
        if not (awaited := games.awaited(game)):
            _, game = games.play(game, None, Deal(), fall)
            continue
        view, who, draw = games.view(game, awaited[0]), random.choice([*CHARACTERS.values()]), random.random()
        action = games.choose(view, draw, who)
        assert games.choose(view, draw, who) == action
        _, game = games.play(game, awaited[0], action, fall)


@pytest.mark.parametrize(("stronger", "weaker"), [(STRONG, GOOD), (GOOD, EASY)])
@pytest.mark.parametrize("preset", ["common", "dudo", "joker", "perudo"])
def test_each_level_beats_the_level_below_it(preset: str, stronger: Level, weaker: Level) -> None:
    many = at_length(60, 1000)
    assert some(preset, [ours(PLAIN[stronger]), ours(PLAIN[weaker])], range(many))[0] > 0.5 * many


@pytest.mark.in_some_games
@pytest.mark.parametrize("preset", ["common", "dudo", "firehouse", "bar", "joker", "perudo"])
def test_the_strong_player_beats_its_predecessor_and_a_player_by_the_odds(preset: str) -> None:
    many, strong = at_length(60, 1000), ours(PLAIN[STRONG])
    assert some(preset, [strong, binom(0.3)], range(many))[0] > 0.53 * many
    assert some(preset, [strong, todays()], range(many))[0] > 0.5 * many


def test_a_bid_suggests_dice_but_less_so_if_its_bidder_often_lies() -> None:
    fall = Fall(Random(5))
    _, game = games.start(rules_for("bar", {"seating": "joined"}), 2, fall)
    _, game = games.play(game, None, Deal(), fall)
    _, game = games.play(game, 0, Bid(3, 4), fall)
    view = games.view(game, 1)
    assert isinstance(view, View)
    (said,) = beliefs(view, 1.0, 1.0)
    assert said.shows[4] > 1.5 / 6 > 1 / 6 > said.shows[5]
    ann, ben = view.state.players
    liar = replace(view, state=replace(view.state, players=(replace(ann, told=8, held=0), ben)))
    (caught,) = beliefs(liar, 1.0, 1.0)
    assert caught.shows[4] < said.shows[4]
    (plain,) = beliefs(liar, 1.0, 0.0)
    assert plain.shows == said.shows


def test_a_move_that_is_much_worse_than_the_best_is_never_chosen() -> None:
    worths = [0.1, 0.8, 0.75]
    assert {drawn(worths, n / 100, 0.1) for n in range(100)} == {1, 2}
    assert 0 < BLUNDER < 1


def test_characters_are_found_by_name_and_an_unknown_name_gets_a_plain_one() -> None:
    assert character("Trixie 2") is CHARACTERS["Trixie"]
    assert character("Lucky") is PLAIN[GOOD]
    assert CHARACTERS["Old Salt"].word() == "old-salt"
    assert [sum(each.level is level for each in CHARACTERS.values()) for level in Level] == [3, 3, 3]
