"""Test the tension of showdowns, which decides how long a table shows them, and when visible dice decide them."""

import pytest
from msgspec.structs import replace

from engine import games
from engine.bids.events import Revealed
from engine.bids.play import initial
from engine.bids.rules import Alike, Different
from engine.bids.tension import is_decided
from engine.core.dice import Hand
from engine.core.tension import Tension
from engine.poker_cup.claims import claim_from_words
from engine.poker_cup.events import CupLifted
from engine.poker_cup.ranking import poker
from engine.poker_cup.tension import is_decided as is_decided_in_cup
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


FOURS = Revealed(0, 4, 6, 1, True, False, (), ((6, 6, 2), (6, 3, 3), (5, 5, 5)), 0, 3, False, open=(2, 0, 0))
"""Ann bid four sixes and shows two of them (B6). There are three."""


@pytest.mark.parametrize(
    ("changes", "lifted", "found"),
    [
        ({}, (), False),
        ({"quantity": 2}, (), True),
        ({"quantity": 9}, (), False),
        ({"quantity": 9, "open": (3, 0, 0)}, (), True),
        ({}, (1,), False),
        ({}, (1, 2), False),
        ({}, (1, 0), False),
        ({"quantity": 3}, (1,), True),
        ({"quantity": 7}, (2,), True),
        ({"exact": True, "quantity": 2}, (), False),
        ({"exact": True, "quantity": 1}, (), True),
        ({"exact": True, "quantity": 9, "open": (3, 0, 0)}, (), True),
        ({"exact": True}, (0, 1, 2), True),
    ],
)
def test_visible_dice_decide_a_bid_as_soon_as_no_covered_die_can_change_it(
    changes: dict[str, object], lifted: tuple[int, ...], found: bool
) -> None:
    """C3, C5. The covered dice decide nothing: the answer stays the same if they change."""
    shown = replace(FOURS, **changes)
    assert is_decided(shown, lifted) is found
    covered = [at for at in range(3) if at not in lifted]
    others = [
        (*shown.open_of(at), *(1,) * (3 - len(shown.open_of(at)))) if at in covered else shown.hands[at]
        for at in range(3)
    ]
    assert is_decided(replace(shown, hands=tuple(others)), lifted) is found


def test_all_dice_that_count_have_to_be_certain_if_their_number_matters() -> None:
    """P2, P8: the difference between the bid and the count is the price."""
    shown = replace(FOURS, quantity=2)
    assert is_decided(shown)
    assert not is_decided(shown, (1, 2), exactly=True)
    assert is_decided(shown, (0, 1, 2), exactly=True)


def test_rules_about_five_dice_can_still_change_what_the_open_dice_count() -> None:
    """C7: five different dice may count nothing, and five that all count may count as seven."""
    shown = Revealed(0, 1, 6, 1, True, False, (), ((6, 5, 4, 3, 2), (2, 2, 2, 2, 2)), 0, 1, True, open=(1, 0))
    assert is_decided(shown)
    assert not is_decided(replace(shown, different=Different.ZERO))
    assert is_decided(replace(shown, different=Different.ZERO), (0, 1))
    far = replace(shown, quantity=10, open=(5, 4))
    assert is_decided(far, (0,))
    all_but_one = replace(far, quantity=6, hands=((6, 5, 4, 3, 2), (6, 6, 6, 6, 6)), open=(5, 4))
    assert not is_decided(replace(all_but_one, quantity=7, alike=Alike.ONE))
    assert is_decided(replace(all_but_one, quantity=9, alike=Alike.ONE))


@pytest.mark.parametrize(
    ("claim", "under", "lifted", "found"),
    [("31", (2, 1), 0, True), ("32", (2, 1), 0, False), ("65", (6, 4), 1, False), ("21", (4, 3), 1, True)],
)
def test_visible_dice_decide_a_claim_of_mia(claim: str, under: Hand, lifted: int, found: bool) -> None:
    """Every throw reaches 31, the lowest claim (K12)."""
    shown = CupLifted(0, claim_from_words([claim]), 1, under, (), TWO_DICE.hand(under), holds=False)
    assert is_decided_in_cup(shown, TWO_DICE, lifted) is found


@pytest.mark.parametrize(
    ("claim", "table", "lifted", "found"),
    [
        ("trips 6", (6, 6, 6), 0, True),
        ("quads 6", (6, 6, 6), 0, False),
        ("quints 6", (6, 5), 0, True),
        ("quints 6", (), 1, True),
        ("pair 6", (), 0, False),
    ],
)
def test_dice_on_the_table_may_decide_a_claim_of_the_cup(claim: str, table: Hand, lifted: int, found: bool) -> None:
    under = (2, 3, 4, 5, 1)[: 5 - len(table)]
    ranking = poker(straights=False)
    shown = CupLifted(0, claim_from_words(claim.split()), 1, under, table, ranking.hand((*under, *table)), holds=False)
    assert is_decided_in_cup(shown, ranking, lifted) is found
