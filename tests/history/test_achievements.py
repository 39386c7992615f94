"""Test each achievement with a short game that earns it, and with a similar game that does not."""

from collections.abc import Callable

import pytest

from bot.history.achievements import ACHIEVEMENTS, Earned
from bot.history.game import Game, Player
from bot.history.worth import earned as brought
from bot.history.worth import worth
from engine.core.events import Left
from tests.history.short_games import HANDS, NAMES, PEOPLE, ShortGame, evening

ALL_FACES = ("11223", "34455", "66123")
"""Dice with at least two of each face."""


def one(variant: str, *moves: str, players: int = 3, hands: tuple[str, ...] = HANDS) -> ShortGame:
    """Play a game of one round."""
    return ShortGame(variant, players, rounds="1").round(*moves, hands=hands)


def two_left(*moves: str, hold: int = 5) -> ShortGame:
    """Play a round of bar between ann, who has one die, and bob. The loser loses the difference in dice."""
    game = ShortGame("bar", 2, holds=(1, hold), loss="difference")
    return game.round(*moves, hands=("6", "12345"))


def faces(*named: int) -> ShortGame:
    """Play a game with a round for each of these faces.

    In each round ann makes a true bid on the face, and cid later bids too much.
    """
    game = ShortGame("common", opens="loser", rounds=str(len(named)))
    for at, face in enumerate(named):
        opening = ("cid bid 1x1",) if at else ()
        game.round(*opening, f"ann bid 2x{face}", "bob bid 12x6", "cid bid 13x6", "ann liar", hands=ALL_FACES)
    return game


def once_wrong() -> ShortGame:
    """Play a game in which ann makes four right calls and then a wrong one."""
    return evening(4, length=5).round("cid bid 1x6", "ann liar")


def scratched() -> ShortGame:
    """Play a game in which ann loses a die before bob loses his last die."""
    return ShortGame("bar", 2, holds=(5, 1)).round("ann bid 5x6", "bob liar").round("ann bid 1x6", "bob liar")


def pot(players: int) -> ShortGame:
    game = ShortGame("bar", players, holds=(5, *[4] * (players - 1)), rounds="1", ante="1")
    return game.round("ann bid 2x6", "bob liar")


def dishes(rounds: int) -> ShortGame:
    """Play a game of bads in which only cid gets bads, one in each round."""
    game = ShortGame("firehouse", rounds=str(rounds))
    for _ in range(rounds):
        game.round("ann bid 1x6", "bob bid 2x6", "cid bid 12x6", "ann bang")
    return game


def at_the_sink(bads: int) -> ShortGame:
    """Play a game of bads in which ann begins with `bads` bads, gets one more, and then works some off. Cid loses."""
    game = ShortGame("firehouse", scores=(-bads, 0, -2), rounds="3")
    game.round("ann bid 12x6", "bob bang").round("bob bid 12x6", "ann bang")
    return game.round("ann bid 1x6", "bob bid 2x6", "cid bid 12x6", "ann bang")


def palifico(bid: str) -> ShortGame:
    game = ShortGame("perudo", holds=(2, 5, 5), rounds="2", dice="5")
    game.round("ann bid 12x6", "bob liar")
    return game.round(f"ann bid {bid}", "bob liar")


def bent(bid: str) -> ShortGame:
    game = ShortGame("dudo", rounds="1", crooked="0.5")
    return game.round(f"ann bid {bid}", "bob liar", hands=("66234", "23455", "23455"), crooked="ann")


FIVE_SIXES, FOUR_SIXES = ("66666",) * 3, ("66661",) * 3

SCENES: dict[str, tuple[str, Callable[[], ShortGame], Callable[[], ShortGame]]] = {
    "caught": (
        "bob",
        lambda: one("common", "ann bid 4x6", "bob liar"),
        lambda: one("common", "ann bid 2x6", "bob liar"),
    ),
    "duck-hunter": (
        "bob",
        lambda: one("common", "ann bid 4x2", "bob liar"),
        lambda: one("common", "ann bid 4x3", "bob liar"),
    ),
    "poker-face": ("bob", lambda: evening(3), lambda: evening(2)),
    "cool-head": ("ann", lambda: evening(4), once_wrong),
    "bloodhound": ("ann", lambda: evening(3), lambda: evening(2)),
    "long-shot": (
        "ann",
        lambda: one(
            "common",
            "ann bid 1x1",
            "bob bid 2x6",
            "cid bid 3x6",
            "dan bid 5x6",
            "ann liar",
            players=4,
            hands=("66661", "12345", "12345", "12345"),
        ),
        lambda: one(
            "common",
            "ann bid 1x1",
            "bob bid 2x6",
            "cid bid 5x6",
            "ann liar",
            hands=("66661", "12345", "12345"),
        ),
    ),
    "tall-tale": (
        "bob",
        lambda: one("common", "ann bid 2x6", "bob bid 12x6", "cid bid 13x6", "ann liar"),
        lambda: one("common", "ann bid 2x6", "bob bid 3x6", "cid bid 13x6", "ann liar"),
    ),
    "honest": ("ann", lambda: evening(6), lambda: evening(5)),
    "menagerie": ("ann", lambda: faces(1, 2, 3, 4, 5, 6), lambda: faces(1, 2, 3, 4, 5, 5)),
    "nothing-owed": ("ann bob", lambda: evening(6), lambda: evening(5)),
    "unscathed": (
        "ann",
        lambda: ShortGame("bar", 2, holds=(5, 1)).round("ann bid 1x6", "bob liar"),
        scratched,
    ),
    "down-to-one": (
        "ann",
        lambda: two_left("ann bid 1x6", "bob bid 6x6", "ann liar"),
        lambda: two_left("ann bid 1x6", "bob bid 5x6", "ann liar", hold=4),
    ),
    "crooked": ("ann", lambda: bent("2x6"), lambda: bent("3x6")),
    "pieces-of-eight": ("ann", lambda: pot(8), lambda: pot(7)),
    "blind-luck": (
        "bob",
        lambda: one("cup", "ann claim pair 2", "bob blind quads 6", "cid liar", hands=FOUR_SIXES),
        lambda: one("cup", "ann claim pair 2", "bob blind quints 6", "cid liar", hands=FOUR_SIXES),
    ),
    "all-five": (
        "ann",
        lambda: one("cup", "ann claim quints 6", "bob liar", hands=FIVE_SIXES),
        lambda: one("cup", "ann claim quads 6", "bob liar", hands=FIVE_SIXES),
    ),
    "empty-threat": (
        "ann",
        lambda: one("mia", "ann claim 21", "bob fold", hands=("13", "13", "13")),
        lambda: one("mia", "ann claim 21", "bob fold", hands=("12", "13", "13")),
    ),
    "fire-bell": (
        "cid",
        lambda: one("firehouse", "ann bid 12x6", "cid bang"),
        lambda: one("firehouse", "ann bid 12x6", "bob bang"),
    ),
    "clean-apron": ("ann bob", lambda: dishes(4), lambda: dishes(3)),
    "one-plate-short": ("ann", lambda: at_the_sink(3), lambda: at_the_sink(2)),
    "last-orders": (
        "ann",
        lambda: two_left("ann bid 1x6", "bob bid 6x6", "ann liar"),
        lambda: ShortGame("bar", 2, holds=(5, 1)).round("ann bid 1x6", "bob liar"),
    ),
    "empty-cup": (
        "ann",
        lambda: ShortGame("joker", holds=(1, 5, 1), rounds="1").round(
            "ann bid 1x6", "bob liar", "cid doubt", hands=("6", "22222", "2")
        ),
        lambda: ShortGame("joker", holds=(1, 5, 1), rounds="1").round(
            "ann bid 1x6", "bob liar", "cid believe", hands=("6", "22222", "2")
        ),
    ),
    "lone-voice": (
        "cid",
        lambda: one("joker", "ann bid 2x6", "bob liar", "cid believe", "dan doubt", "eve doubt", players=5),
        lambda: one("joker", "ann bid 2x6", "bob liar", "cid believe", "dan believe", "eve doubt", players=5),
    ),
    "calza": (
        "bob",
        lambda: one("perudo", "ann bid 2x5", "bob exact", hands=("55234", "22346", "22346")),
        lambda: one("perudo", "ann bid 2x5", "bob exact", hands=("55234", "22345", "22346")),
    ),
    "palifico": ("ann", lambda: palifico("1x6"), lambda: palifico("5x6")),
}


def earned(game: Game) -> tuple[Earned, ...]:
    """Return the achievements that a game brings, and the players who earn them."""
    return brought(game, worth(game))


def who(game: Game, name: str) -> set[str]:
    """Return the names of the players who earn the achievement `name` in a game."""
    return {NAMES[user - PEOPLE["ann"]] for user, each in earned(game) if each == name}


def test_every_achievement_has_scenes_in_this_file_and_a_short_name() -> None:
    assert SCENES.keys() == ACHIEVEMENTS.keys()
    assert max(map(len, ACHIEVEMENTS)) <= 20, "as long as the column is"


@pytest.mark.parametrize("name", SCENES)
def test_one_game_earns_the_achievement_and_a_similar_one_does_not(name: str) -> None:
    earners, hit, miss = SCENES[name]
    assert who(hit().kept(), name) == set(earners.split())
    assert who(miss().kept(), name) == set()


def test_the_achievements_are_earned_in_games_of_every_preset() -> None:
    """The games of this file include all presets."""
    played = {hit().variant for _, hit, _ in SCENES.values()}
    assert played == {"common", "dudo", "cup", "firehouse", "bar", "joker", "perudo", "mia"}


CAUGHT = one("common", "ann bid 4x6", "bob liar")


@pytest.mark.parametrize(
    "players",
    [
        {"bob": Player(None, "Bosun", computer=True)},
        {"ann": Player(None, "Bosun", computer=True), "cid": Player(None, "Ghost", computer=True)},
        {"bob": Player(PEOPLE["bob"], "bob", since=2)},
        {"bob": Player(-1, "somebody")},
    ],
    ids=["a computer player", "in practice", "who came late", "who was forgotten"],
)
def test_some_kinds_of_players_earn_no_achievements(players: dict[str, Player]) -> None:
    assert who(CAUGHT.kept(), "caught") == {"bob"}
    assert earned(CAUGHT.kept(players)) == ()


def test_leaving_earns_nothing() -> None:
    """Players who leave earn nothing.

    Nobody earns anything in a game that has not ended, or that ends because players leave (L3).
    """
    left = ShortGame("common", rounds="2").round("ann bid 4x6", "bob liar")
    left.round("bob bid 1x6", "bob leave", "cid bid 2x6", "ann liar")
    assert any(isinstance(event, Left) for event in left.events)
    assert PEOPLE["bob"] not in {user for user, _ in earned(left.kept())}
    deserted = ShortGame("common", 2, rounds="2").round("ann bid 4x6", "bob liar", "ann leave")
    assert deserted.kept().over() is not None
    assert earned(deserted.kept()) == ()
    assert earned(ShortGame("common", rounds="2").round("ann bid 4x6", "bob liar").kept()) == ()


def test_moves_by_the_clock_earn_nothing() -> None:
    """L2: the clock challenges for bob and is right."""
    assert earned(one("common", "ann bid 4x6", "bob absent").kept()) == ()


def test_last_orders_may_be_called_for_a_last_life() -> None:
    """P7: lives decide a game as dice do."""
    over = ShortGame("bar", 2, price="lives", lives="1").round("ann bid 10x6", "bob liar")
    assert who(over.kept(), "last-orders") == {"bob"}
    assert who(over.kept(), "unscathed") == set()


def test_a_game_that_ends_before_its_first_round_earns_nothing() -> None:
    """E1: the time limit runs out at once."""
    over = ShortGame("common", rounds="2")
    over.ends_at_once()
    kept = over.kept()
    assert kept.over() is not None
    assert earned(kept) == ()


def test_a_claim_by_the_clock_earns_no_achievement() -> None:
    """L2: the clock claims for ann. Her own claim was an earlier one."""
    moves = ("ann claim quads 5", "bob blind quads 6 5", "ann peek", "ann absent", "bob liar")
    assert "all-five" not in {name for _, name in earned(one("cup", *moves, players=2, hands=FIVE_SIXES).kept())}
