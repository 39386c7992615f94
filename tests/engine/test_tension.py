"""Test the tension of showdowns, which decides how long a table shows them."""

import pytest
from msgspec.structs import replace

from engine import games
from engine.bids.events import Revealed
from engine.bids.play import initial
from engine.core.dice import Hand
from engine.core.tension import Tension
from engine.poker_cup.claims import claim_from_words
from engine.poker_cup.events import CupLifted
from engine.poker_cup.tension import tension as tension_of_cup
from engine.poker_cup.two_dice import TWO_DICE
from engine.variants import variant

TWO, ONE = (6, 6), (6,)


def bids(
    name: str, quantity: int, hands: tuple[Hand, ...], *, scores: tuple[int, ...] = (0, 0, 0), exact: bool = False
) -> Tension:
    """Return the tension after Ann's bid on sixes was called by Ben, if nobody has paid yet."""
    rules = variant(name).rules
    game = initial(rules, 3)  # type: ignore[arg-type]
    count = sum(hand.count(6) for hand in hands)
    shown = Revealed(0, quantity, 6, 1, True, exact, (), hands, 0, count, count >= quantity)
    players = tuple(replace(player, score=score) for player, score in zip(game.state.players, scores, strict=True))
    state = replace(game.state, showdown=shown, players=players, circle=(0, 1, 2), order=(0, 1, 2))
    return games.tension(replace(game, state=state))


@pytest.mark.parametrize(
    ("quantity", "hands", "found"),
    [
        (6, (TWO, TWO, TWO), Tension.CLOSE),
        (5, (TWO, TWO, TWO), Tension.CLOSE),
        (4, (TWO, TWO, TWO), Tension.FAR),
        (8, (TWO, TWO, TWO), Tension.FAR),
        (8, (ONE, TWO, TWO), Tension.GREAT),
        (8, (TWO, ONE, TWO), Tension.GREAT),
        (8, (TWO, TWO, ONE), Tension.FAR),
    ],
)
def test_a_showdown_is_great_if_a_last_die_of_its_two_players_is_at_stake(
    quantity: int, hands: tuple[Hand, ...], found: Tension
) -> None:
    assert bids("dudo", quantity, hands) is found


def test_an_exact_call_is_never_far_off() -> None:
    assert bids("perudo", 2, (TWO, TWO, TWO), exact=True) is Tension.CLOSE


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ((0, 0, 0), Tension.FAR),
        ((-4, 0, 0), Tension.GREAT),
        ((0, 0, -4), Tension.FAR),
        ((-2, 0, -3), Tension.GREAT),
        ((0, -2, -2), Tension.FAR),
    ],
)
def test_a_last_bad_is_great(scores: tuple[int, ...], found: Tension) -> None:
    """E4: the fifth bad of one player ends the game, and so do three bads of two players."""
    assert bids("firehouse", 9, (TWO, TWO, TWO), scores=scores) is found


@pytest.mark.parametrize(
    ("lives", "found"),
    [((3, 3), Tension.CLOSE), ((1, 3), Tension.CLOSE), ((3, 1), Tension.GREAT), ((0, 3), Tension.GREAT)],
)
def test_a_last_life_is_great(lives: tuple[int, int], found: Tension) -> None:
    """Ann claimed 65, and Ben caught her with 64: Ann has paid already."""
    game = games.initial(variant("mia").rules, 3)
    claim = claim_from_words(["65"])
    shown = CupLifted(0, claim, 1, (6, 4), (), TWO_DICE.hand((6, 4)), holds=False)
    players = tuple(replace(player, lives=each) for player, each in zip(game.state.players, (*lives, 3), strict=True))
    assert tension_of_cup(replace(game.state, showdown=shown, players=players)) is found  # type: ignore[arg-type]
