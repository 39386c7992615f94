"""Test the words of a showdown: the dice that decide it, and what the loser pays."""

import re

import pytest

from bot.screens.elements.cards import Box, Part, Text
from bot.screens.elements.cast import Cast
from bot.screens.families.bids.hands import CELL
from bot.screens.families.bids.showdown import beats
from bot.screens.families.bids.showdown import fresh as bids
from bot.screens.families.poker_cup.showdown import fresh as cup
from bot.screens.families.poker_cup.showdown import told
from bot.tables.model import TableView
from bot.tables.pace import PaceName
from bot.words.dice import in_text
from engine import games
from engine.bids.events import DiceLeft, Revealed, Scored
from engine.bids.rules import Alike, Different
from engine.bids.view import View
from engine.core.dice import Hand
from engine.core.events import Cause, Event, RoundBegan
from engine.core.highlights import Best, Feat
from engine.poker_cup.claims import claim_from_words
from engine.poker_cup.events import CupLifted
from engine.poker_cup.ranking import poker
from engine.poker_cup.rules import CupRules
from engine.poker_cup.two_dice import TWO_DICE
from tests.bot.screens.test_limits import CHANCE, table_of


def shown(table: TableView, *events: Event) -> str:
    """Return the text of the showdown in these events."""
    told = bids if isinstance(events[1], Revealed) else cup
    return texts(told(table, events))


def texts(parts: tuple[Part, ...]) -> str:
    """Return the texts of a box, without pictures."""
    (box,) = parts
    assert isinstance(box, Box)
    return in_text("\n".join(part.words for part in box.parts if isinstance(part, Text)))


@pytest.mark.parametrize(
    ("claim", "headline"),
    [
        ("pair 5", " claimed **a pair of fives or better**. It was **a pair of twos**. Caught by "),
        ("high 6", " claimed **six-high or better**. It’s **a pair of twos**. "),
        (
            "pair 2 5",
            " claimed **a pair of twos with a five or better**. It’s **a pair of twos with a six,",
        ),
        (
            "pair 2 6 5",
            " claimed **a pair of twos with a six and a five or better**. It was **a pair of twos with a six,",
        ),
        ("pair 5 6", " claimed **a pair of fives or better**. It was **a pair of twos**. Caught by "),
    ],
)
def test_the_other_dice_of_a_claimed_hand_are_named_if_they_decide(claim: str, headline: str) -> None:
    """The full hand decides (K12), but the headline has to be short and leaves out dice that do not matter."""
    dice, said = (1, 2, 2, 4, 6), claim_from_words(claim.split())
    holds = claim in ("high 6", "pair 2 5")
    lifted = CupLifted(0, said, 1, dice, (), poker(straights=False).hand(dice), holds)
    _headline, said_so, *_others = shown(table_of(3, "cup"), RoundBegan(1, 0, 5), lifted).splitlines()
    assert headline in re.sub("[\u00a0\u2060⚀-⚅]", "", said_so)


@pytest.mark.parametrize(
    ("dice", "marked"), [((3, 1), ["die3", "die1"]), ((3, 3), ["counting3", "counting3"])], ids=["31", "33"]
)
def test_one_die_of_a_throw_does_not_count_on_the_picture_of_mia(dice: Hand, marked: list[str]) -> None:
    """A throw of two dice is claimed as a whole (K16): 31 has no half of double threes."""
    claim, hand = claim_from_words(["33"]), TWO_DICE.hand(dice)
    lifted = CupLifted(0, claim, 1, dice, (), hand, TWO_DICE.reaches(hand, claim))
    table = table_of(3, "mia")
    assert isinstance(table.rules, CupRules)
    _claim, truth = told(Cast(table.seats), table.rules, Best(Feat.CAUGHT, 1, 1, 0, 0.2, lifted)).cups
    assert list(truth.dice) == marked


def exact(*price: Event) -> str:
    """Return the text of a showdown in which an exact call of two fives is right.

    `price` are the events that follow.
    """
    revealed = Revealed(0, 2, 5, 1, True, True, (), ((5, 6), (5, 6), (2,)), 1, 2, True)
    return shown(table_of(3, "perudo"), RoundBegan(1, 0, 5), revealed, *price)


def test_a_correct_exact_call_by_a_player_with_all_dice_wins_none_back() -> None:
    """Nobody can have more dice than at the start (C5)."""
    assert "already has all their dice: none to win back" in exact()
    assert "none to win back" not in exact(DiceLeft(1, 3, 1, Cause.EXACT))
    assert "wins a die back" in exact(DiceLeft(1, 3, 1, Cause.EXACT))


@pytest.mark.parametrize(
    ("payers", "said"),
    [((1,), "pays for doubting."), ((1, 2), "Exactly right: everyone but")],
)
def test_the_verdict_says_who_pays_for_a_bid_that_is_exactly_right(payers: tuple[int, ...], said: str) -> None:
    """By a house rule everybody but the bidder pays. Of two players, that is the caller alone (P8)."""
    revealed = Revealed(0, 3, 5, 1, True, False, (), ((5, 6), (5, 2), (2,)), 6, 3, True)
    price = [DiceLeft(seat, 1, -1, Cause.MET) for seat in payers]
    _answer, _headline, verdict, *_others = shown(
        table_of(3, "bluff"), RoundBegan(1, 0, 5), revealed, *price
    ).splitlines()
    assert said in verdict
    assert ("pays for doubting" in verdict) is (len(payers) == 1)


def test_dice_in_the_open_are_seen_and_counted_before_their_cup_is_lifted() -> None:
    """The steps of a showdown lift cup after cup. The bidder, who has shown two dice, comes last (B6)."""
    hands = (5, 5, 2, 3), (5, 1), (2, 4)
    revealed = Revealed(0, 3, 5, 1, True, False, (), hands, 6, 3, True, open=(2, 0, 0))
    table = table_of(3, "bluff")
    view = games.view(games.start(table.rules, 3, CHANCE)[1])
    assert isinstance(view, View)
    first, *others = (texts(each.card.lasting) for each in beats(table, view, (revealed,), PaceName.EASY))
    last = others[-1]
    assert "🟫 🟫 👐 [⚄] [⚄]" in first
    assert "⚁ ⚂ 👐 [⚄] [⚄]" in last
    counts = [int(found) for each in others for found in re.findall(r"found (\d+) …", each)]
    assert counts == [3, 3, 3]


@pytest.mark.parametrize(
    ("scores", "change", "said"),
    [
        ((-1,), -1, "takes **a bad** (now 1 of 5 bads)"),
        ((-3, -3), -1, "take **a bad** each (now 3 bads)"),
        ((-3, 1), -1, "take **a bad** each (now 3 bads · 1 good)"),
        ((0,), -1, "takes **a bad** (now no bads)"),
        ((-2,), -2, "takes **2 bads** for a wrong call out of turn (now 2 of 5 bads)"),
        ((3,), 2, "earns **2 goods** (now 3 goods)"),
        ((-1,), 2, "earns **2 goods** (now 1 of 5 bads)"),
    ],
)
def test_a_score_is_a_bare_number_if_the_sentence_names_its_unit(
    scores: tuple[int, ...], change: int, said: str
) -> None:
    """A score counts goods minus bads (P3)."""
    revealed = Revealed(0, 2, 5, 1, True, False, (), ((5, 6), (5, 6), (2,)), 0, 2, True)
    price = (Scored(seat, score, change, Cause.CHALLENGE) for seat, score in enumerate(scores))
    assert said in shown(table_of(3, "firehouse"), RoundBegan(1, 0, 5), revealed, *price)


@pytest.mark.parametrize(
    ("different", "alike", "marked", "counts"),
    [
        (Different.COUNT, Alike.NONE, "[⚀★] [⚁]", (2, 5, 1)),
        (Different.ZERO, Alike.TWO, "⚀ ⚁", (0, 6, 1)),
    ],
)
def test_a_showdown_marks_only_dice_of_stashes_that_count(
    different: Different, alike: Alike, marked: str, counts: tuple[int, int, int]
) -> None:
    """Five different numbers may count nothing, and five dice that all count may be six (C7)."""
    hands = (1, 2, 3, 4, 5), (2, 2, 2, 1, 1), (2, 3, 4)
    facts = (0, 7, 2, 1, True, False, (), hands, 1, sum(counts), sum(counts) >= 7)
    said = shown(table_of(3, "common"), RoundBegan(1, 0, 13), Revealed(*facts, different=different, alike=alike))
    assert marked in in_text(said)
    added = re.findall(r"^\*\*(\d+)\*\* ", said, re.MULTILINE)
    assert [*map(int, added)] == [*counts]


@pytest.mark.parametrize("opened", [(), (0, 2, 0)])
def test_names_are_below_each_other_beside_hands_of_different_sizes(opened: tuple[int, ...]) -> None:
    """Late in a game one player has a single die and another has five. The sign before dice in the open is a cell."""
    hands = (2,), (1, 2, 3, 5, 5), (4, 6)
    revealed = Revealed(0, 3, 5, 1, True, False, (), hands, 6, 3, True, open=opened)
    table = table_of(3, "bluff")
    rows = [line for line in shown(table, RoundBegan(1, 0, 8), revealed).splitlines() if line.startswith("**")]
    names = [seat.name for seat in table.seats]
    before = [row.split(name)[0] for row, name in zip(rows, names, strict=True)]
    cells = [len(re.findall("[⚀-⚅👐]", each)) + each.count(CELL) for each in before]
    assert cells == [5 + bool(opened)] * 3
