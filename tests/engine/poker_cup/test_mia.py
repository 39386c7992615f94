"""Test the ranking of two dice, the options of mia, and the exact worths of its turns (K16-K18)."""

from itertools import product

import pytest
from msgspec.structs import replace

from engine import games
from engine.core.actions import Action, Challenge
from engine.core.characters import GOOD, PLAIN, REFERENCE, STRONG, Choice, Level
from engine.core.refusals import OptionsClash, Refused
from engine.options import different, rules_for
from engine.poker_cup.actions import PassBlind
from engine.poker_cup.claims import claim_from_words, claim_in_words
from engine.poker_cup.move_values import weigh
from engine.poker_cup.rules import CupRules
from engine.poker_cup.thrown_again import turn
from engine.poker_cup.two_dice import TWO_DICE
from engine.poker_cup.view import CupView
from engine.variants import MIA
from tests.arena.match import some
from tests.arena.opponents import ours, todays
from tests.engine.rules.scenes import scene

LOW_TO_HIGH = (
    *("31", "32", "41", "42", "43", "51", "52", "53", "54", "61", "62", "63", "64", "65"),
    *("11", "22", "33", "44", "55", "66", "21"),
)
"""The claims of two dice, as K16 lists them."""


def test_k16_the_21_throws_are_in_the_order_of_the_rules() -> None:
    assert [claim_in_words(claim) for claim in TWO_DICE.claims] == [*LOW_TO_HIGH]
    assert claim_in_words(TWO_DICE.top) == "21"


def test_k16_each_throw_of_two_dice_is_one_of_the_claims() -> None:
    for dice in product(range(1, 7), repeat=2):
        hand = TWO_DICE.hand(dice)
        assert claim_in_words(hand) in LOW_TO_HIGH
        assert TWO_DICE.height(tuple(sorted(dice))) == TWO_DICE.place(hand)
        assert claim_from_words([claim_in_words(hand)]) == hand


def test_the_options_of_mia_are_read_and_written_back() -> None:
    options = {"opens": "winner", "lives": "6", "slippery": "0.25", "equal": "on", "mia": "double", "give-up": "off"}
    rules = rules_for("mia", options)
    assert isinstance(rules, CupRules)
    assert different(rules, MIA.rules) == options


@pytest.mark.parametrize(
    ("word", "value"),
    [("dice", "2"), ("straights", "off"), ("cup-wild", "none"), ("wild", "none"), ("bads", "5"), ("gift", "off")],
)
def test_p6_other_games_options_are_accepted_at_their_usual_values(word: str, value: str) -> None:
    assert rules_for("mia", {word: value}) == MIA.rules


@pytest.mark.parametrize(
    ("variant", "word", "value"),
    [
        ("mia", "dice", "5"),
        ("mia", "straights", "on"),
        ("mia", "cup-wild", "ones"),
        ("mia", "raising", "quantity"),
        ("mia", "price", "die"),
        ("mia", "price", "bads"),
        ("mia", "opens", "next"),
        ("mia", "exact", "on"),
        ("cup", "dice", "2"),
        ("cup", "mia", "real"),
        ("cup", "give-up", "on"),
        ("bar", "mia", "double"),
        ("bar", "give-up", "on"),
    ],
)
def test_p6_other_games_options_are_refused_at_other_values(variant: str, word: str, value: str) -> None:
    with pytest.raises(Refused) as refused:
        rules_for(variant, {word: value})
    assert refused.value.reason == OptionsClash(word, "variant")


@pytest.mark.parametrize(("variant", "word", "value"), [("cup", "mia", "single"), ("dudo", "give-up", "off")])
def test_p6_options_of_mia_are_accepted_elsewhere_at_their_usual_values(variant: str, word: str, value: str) -> None:
    assert rules_for(variant, {word: value}) == rules_for(variant)


def test_a_turn_that_needs_a_mia_is_worth_what_its_throws_are_worth() -> None:
    """K18: two of 36 throws are a Mia, whose challenger pays two. All others are lies, and are challenged."""
    last = turn(rules_for_mia(), 20)
    assert last.calls[20] == 1
    assert last.worth == pytest.approx((2 * 2 - 34) / 36)


def test_each_turn_is_worth_less_than_one_with_a_lower_claim_to_beat() -> None:
    worths = [turn(rules_for_mia(), least).worth for least in range(21)]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > 0 > worths[-1]


def test_nobody_gains_by_another_lie_or_by_always_challenging() -> None:
    """In an opening, the best lies are worth the same, and a challenge of each of them gains nothing."""
    now = turn(rules_for_mia(), 0)
    lies = [at for at, share in enumerate(now.lies) if share]
    worths = [now.calls[at] * now.stakes[at].false + (1 - now.calls[at]) * now.stakes[at].believed for at in range(21)]
    assert all(worths[at] == pytest.approx(max(worths)) for at in lies)
    assert sum(now.lies) == pytest.approx(1)
    assert all(now.calls[at] == 0 for at in range(lies[0]))


def answer(played: str, action: type[Action]) -> Choice:
    """Return what this answer of the receiver, Bob, is worth to a player who goes by the odds alone.

    Ann has thrown 65 and looked at it, and `played` is what she does then.
    """
    text = f"round 1\n  roll ann 5 6\n  ann look\n  {played}"
    view = games.view(scene("mia", "ann bob", text).game, 1)
    assert isinstance(view, CupView)
    return next(each for each in weigh(view, BY_THE_ODDS) if isinstance(each.action, action))


@pytest.mark.parametrize("claim", ["31", "54", "65", "44", "66"])
def test_a_blind_pass_to_a_player_who_knows_the_dice_has_its_exact_worth(claim: str) -> None:
    """Ann knows the dice. If the next claim is false, she challenges it; if not, she does what is better for her."""
    now = turn(rules_for_mia(), LOW_TO_HIGH.index(claim) + 1)
    claimed = range(now.least, len(LOW_TO_HIGH))
    true = [sum(1 for dice in THROWS if TWO_DICE.height(dice) >= at) / len(THROWS) for at in claimed]
    kept = [min(now.stakes[at].true, now.stakes[at].believed) for at in claimed]
    best = max(likely * mine - (1 - likely) for likely, mine in zip(true, kept, strict=True))
    assert answer(f"ann claim {claim}", PassBlind).worth == pytest.approx(0.5 + best / 2)


def test_the_same_loss_is_worth_the_same_in_every_answer() -> None:
    """Nearly all throws beat 31, and next to none reaches 66: either answer that costs a life nearly surely is bad."""
    challenge, blind = answer("ann claim 31", Challenge), answer("ann claim 66", PassBlind)
    assert challenge.worth == pytest.approx(0)
    assert blind.worth == pytest.approx(1 / 18 * 1.5, abs=0.03)
    assert answer("ann claim 66", Challenge).worth > 0.85


THROWS = [tuple(sorted(dice)) for dice in product(range(1, 7), repeat=2)]
BY_THE_ODDS = replace(REFERENCE, reading=0.0)


def rules_for_mia() -> CupRules:
    assert isinstance(MIA.rules, CupRules)
    return MIA.rules


@pytest.mark.parametrize(("level", "least"), [(STRONG, 0.6), (GOOD, 0.5)])
def test_computer_players_beat_a_player_that_goes_by_the_odds(level: Level, least: float) -> None:
    """The strong player wins about 76 % of games between two, and the good player about 58 %."""
    won = some("mia", [ours(PLAIN[level]), todays()], range(120))
    assert won[0] / 120 > least
