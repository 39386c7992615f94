"""Test the headlines of showdowns: a great moment comes first, above the verdict, at most once in a round."""

import pytest
from msgspec.structs import replace

from bot.presses.game import CallLie
from bot.screens.elements.cards import Box, Part, Text, Tone
from bot.screens.elements.cast import Cast
from bot.screens.elements.widths import height
from bot.screens.families.asides import asides
from bot.screens.families.bids.showdown import fresh as bids
from bot.screens.families.bids.showdown import record
from bot.screens.families.headlines import last_two
from bot.screens.families.narration import LINES, Narrator, narrate
from bot.screens.families.poker_cup.showdown import fresh as cup
from bot.tables.annotations import Quip
from bot.tables.computer_comments import CATCHES, DOUBTS, ROW
from bot.tables.model import Seat
from bot.words.dice import MARK, in_text
from bot.words.language import speaking
from engine import games
from engine.bids.events import BidMade, DiceLeft, Done, Revealed
from engine.core.dice import Hand
from engine.core.events import (
    Cause,
    ChipsMoved,
    Event,
    ForfeitOwed,
    LivesLeft,
    Opens,
    Out,
    PlayedFor,
    RoundBegan,
    WasAbsent,
)
from engine.core.state import BIDDING, PASSING
from engine.poker_cup.claims import claim_from_words
from engine.poker_cup.events import Claimed, CupLifted, Looked, Shook
from engine.poker_cup.ranking import poker
from engine.poker_cup.two_dice import TWO_DICE
from tests.bot.answers import words
from tests.bot.games.test_mia import claim
from tests.bot.random_games import table_of
from tests.bot.stage import Stage

SIXES = ((6, 6, 2), (6, 3), (6, 6))
"""Hands with five sixes."""


NONE_OF_ANN = ((4, 2), (6, 6), (6, 6))
"""Hands with four sixes, none of them Ann's."""


def lines(parts: tuple[Part, ...]) -> list[str]:
    """Return the lines of a showdown."""
    (box,) = parts
    assert isinstance(box, Box)
    return [line for part in box.parts if isinstance(part, Text) for line in part.words.split("\n")]


def revealed(quantity: int, *, holds: bool, exact: bool = False, hands: tuple[Hand, ...] = SIXES) -> Revealed:
    """Return a showdown of Ann's bid of sixes, which Ben calls."""
    count = sum(hand.count(6) for hand in hands)
    return Revealed(0, quantity, 6, 1, True, exact, (), hands, 0, count, holds)


def told(shown: Revealed, *price: Event, game: str = "dudo", again: Quip | None = None) -> list[str]:
    """Return the lines of a showdown among Ann, Ben and Cleo in a game of bids, below its answer."""
    table = table_of(3, game, computers=False)
    table = replace(table, annotations=replace(table.annotations, again=again))
    answer, *others = lines(bids(table, (RoundBegan(4, 0, 7), BidMade(0, shown.quantity, 6), shown, *price)))
    assert answer.startswith(f"# Bid {shown.quantity}, found {shown.count}")
    return others


@pytest.mark.parametrize(
    ("shown", "price", "game", "headline"),
    [
        (revealed(5, holds=True), [], "dudo", "### 😮 Exactly 5, not one to spare!"),
        (revealed(5, holds=True, exact=True), [], "perudo", "### 🎯 Bull’s-eye: exactly 5!"),
        (revealed(4, holds=True, hands=NONE_OF_ANN), [], "dudo", "### 🤯 Ann had none, and it’s true!"),
        (revealed(6, holds=False, hands=NONE_OF_ANN), [], "dudo", "### 🫢 Ann had none at all!"),
        (revealed(6, holds=False), [], "dudo", "### 😬 One short!"),
        (revealed(8, holds=False), [], "dudo", "### 🤥 Not even close: 3 short!"),
        (revealed(2, holds=True), [], "dudo", "### 😎 True, with 3 to spare!"),
        (revealed(6, holds=False), [Out(0)], "dudo", "### 💀 **Ann** is out of dice."),
        (revealed(6, holds=False), [Done(1, 1)], "joker", "### 🎉 **Ben** has shed every die!"),
        (
            revealed(2, holds=True, hands=((6,), (6, 3), (6, 6))),
            [DiceLeft(1, 1, -1, Cause.CHALLENGE)],
            "bar",
            "### 😅 One die left, and Ann hangs on!",
        ),
    ],
)
def test_a_great_moment_is_the_headline_and_the_verdict_follows(
    shown: Revealed, price: list[Event], game: str, headline: str
) -> None:
    first, second, *others = told(shown, *price, game=game)
    assert first == headline
    assert second.startswith("Ann said **")
    assert headline.removeprefix("### ") not in others, "it is not said twice"


@pytest.mark.parametrize(
    ("shown", "headline"),
    [
        (revealed(7, holds=False), "😬 Two short!"),
        (revealed(5, holds=False, hands=((4,), (6, 2), (6, 6))), "😬 Two short!"),
        (revealed(2, holds=False, hands=((6,), (4, 2), (2, 3))), "😬 One short!"),
        (revealed(2, holds=False, hands=((4,), (4, 2), (2, 3))), "👻 Not a single one!"),
        (revealed(4, holds=True), "🙌 Everybody had at least one!"),
        (revealed(2, holds=True, hands=((6, 1), (6, 3), (2, 1))), "😮 Exactly 2, not one to spare!"),
        (revealed(3, holds=True, hands=((6, 4), (3, 3), (6, 6))), "😮 Exactly 3, not one to spare!"),
        (revealed(3, holds=True, hands=((6, 2), (6, 6, 6), (2, 2))), "🙈 Ben had 3 of them, and doubted it!"),
        (revealed(2, holds=True, hands=((6, 6, 6), (4, 5), (2, 2))), "💪 Ann had all 3 alone!"),
        (revealed(3, holds=True, hands=((6, 2), (5, 5, 3), (6, 6, 6))), "🎁 Cleo had 3 of them all along!"),
        (revealed(5, holds=False, hands=((6, 6, 6), (4, 5), (2, 2))), "🙃 Ann had all 3, and wanted more!"),
        (revealed(5, holds=False, hands=((4, 5), (6, 6, 6), (2, 2))), "🫢 Ann had none at all!"),
        (revealed(3, holds=False, hands=((4, 5), (6, 6), (2, 2))), "😬 One short!"),
        (revealed(4, holds=False, hands=((1, 6), (6, 6), (2, 2))), "😬 One short!"),
        (revealed(3, holds=True, exact=True, hands=((6,), (6, 3), (6, 6))), "🎯 Bull’s-eye: exactly 4!"),
        (revealed(3, holds=False, exact=True), "🎯 Missed by 2!"),
    ],
)
def test_an_ordinary_showdown_has_a_headline_of_its_own(shown: Revealed, headline: str) -> None:
    """Nothing great happened, so the headline is about whose dice they were, or by how many the bid was right."""
    first, second, *_others = told(shown, game="perudo")
    assert first == f"### {headline}"
    assert second.startswith("Ann said **")


@pytest.mark.parametrize(
    ("shown", "answer"),
    [
        (revealed(5, holds=True), "# Bid 5, found 5: true"),
        (revealed(7, holds=False), "# Bid 7, found 5: a lie"),
        (revealed(5, holds=True, exact=True), "# Bid 5, found 5"),
        (revealed(4, holds=False, exact=True), "# Bid 4, found 5"),
    ],
)
def test_the_largest_line_of_a_showdown_is_its_answer(shown: Revealed, answer: str) -> None:
    table = table_of(3, "perudo", computers=False)
    said = lines(bids(table, (RoundBegan(4, 0, 7), BidMade(0, shown.quantity, 6), shown)))
    assert [line for line in said if line.startswith("# ")] == [answer]
    assert said[0] == answer
    hands = [line for line in said if MARK.search(line) and not line.startswith("-#")]
    assert len(hands) == 3, "each cup takes one line"


@pytest.mark.parametrize(
    ("quantity", "said"),
    [
        (5, ["😮 Exactly 5, not one to spare!", "😮 5 on the dot!", "😮 5, and not a single one more!"]),
        (6, ["😬 One short!", "😬 Just one missing!", "😬 Off by a single die!"]),
        (7, ["😬 Two short!", "😬 Two dice too many!", "😬 Off by two!"]),
        (9, ["🤥 Not even close: 4 short!", "🤥 Wishful thinking: 4 short!", "🤥 4 short. Nice try!"]),
    ],
)
def test_a_headline_sounds_different_in_the_next_round(quantity: int, said: list[str]) -> None:
    table, shown = table_of(3, "perudo", computers=False), revealed(quantity, holds=quantity <= 5)
    for number, headline in enumerate((*said, said[0]), 4):
        _answer, *others = lines(bids(table, (RoundBegan(number, 0, 7), BidMade(0, quantity, 6), shown)))
        assert others[0] == f"### {headline}"


@pytest.mark.parametrize(
    ("again", "headline"),
    [
        (Quip(4, 1, ROW, 0, 0, 3), "### 🔥 Ben catches 3 lies in a row!"),
        (Quip(4, 1, CATCHES, 0, 0, 3), "### 🔁 Ann, caught by Ben: 3rd time!"),
        (Quip(4, 1, CATCHES, 0, 0, 2), ""),
        (Quip(3, 1, ROW, 0, 0, 3), ""),
    ],
)
def test_the_nth_catch_is_a_headline_in_the_round_in_which_it_happens(again: Quip, headline: str) -> None:
    assert told(revealed(7, holds=False), again=again)[0] == (headline or "### 😬 Two short!")


@pytest.mark.parametrize(
    ("again", "said"),
    [
        (Quip(4, 1, CATCHES, 0, 0, 2), ["-# 🔁 That’s the 2nd time tonight Ben has caught Ann."]),
        (Quip(4, 1, DOUBTS, 0, 0, 5), ["-# 🔁 That’s the 5th time tonight Ben has wrongly doubted Ann."]),
        (Quip(4, 1, CATCHES, 0, 0, 3), []),
    ],
)
def test_what_is_no_headline_is_remembered_in_a_small_line(again: Quip, said: list[str]) -> None:
    table = table_of(3, "dudo", computers=False)
    assert asides(replace(table, annotations=replace(table.annotations, again=again)), 4) == said


def test_a_computers_remark_follows_the_verdict_above_the_dice() -> None:
    table = table_of(3, "dudo", computers=False)
    seats = (table.seats[0], Seat(None, "Marlowe"), table.seats[2])
    table = replace(table, seats=seats, annotations=replace(table.annotations, quip=Quip(4, 1, "caught", 0, 0, 1)))
    for parts in (bids, record):
        said = lines(parts(table, (RoundBegan(4, 0, 7), revealed(6, holds=False))))
        (at,) = [number for number, line in enumerate(said) if "Marlowe: *" in line]
        assert at < next(number for number, line in enumerate(said) if MARK.search(line))


def test_a_computer_pays_its_forfeit_with_a_bow() -> None:
    table = table_of(3, "common", computers=False)
    setup = replace(table.setup, forfeit="")
    table = replace(table, seats=(Seat(None, "Marlowe"), *table.seats[1:]), setup=setup)
    said = lines(bids(table, (RoundBegan(4, 0, 7), revealed(7, holds=False), ForfeitOwed(0, 1, Cause.CHALLENGE))))
    assert "🙇 **🕵️ Marlowe** bows to **Ben**." in said


@pytest.mark.parametrize(("quantity", "holds", "tone"), [(5, True, Tone.FELT), (6, False, Tone.RED)])
def test_the_edge_of_a_showdown_is_red_only_if_the_bid_was_a_lie(quantity: int, holds: bool, tone: Tone) -> None:
    table = table_of(3, "dudo", computers=False)
    (box,) = bids(table, (RoundBegan(4, 0, 7), BidMade(0, quantity, 6), revealed(quantity, holds=holds)))
    assert isinstance(box, Box)
    assert box.tone is tone


@pytest.mark.parametrize(("said", "tone"), [("41", Tone.FELT), ("65", Tone.RED)])
def test_the_edge_of_a_lifted_cup_is_red_only_if_the_claim_was_a_lie(said: str, tone: Tone) -> None:
    claimed = claim_from_words(said.split())
    lifted = CupLifted(0, claimed, 1, (5, 4), (), TWO_DICE.hand((5, 4)), tone is Tone.FELT)
    table = table_of(3, "mia", computers=False)
    (box,) = cup(table, (RoundBegan(4, 0, 2), Shook(0, 2), Claimed(0, claimed), lifted))
    assert isinstance(box, Box)
    assert box.tone is tone


def mia(said: str, dice: Hand, *price: Event, looked: bool = False, clock: bool = False) -> list[str]:
    """Return the lines of a showdown of Mia, in which Ann makes this claim and Ben doubts it."""
    stated, hand = claim_from_words(said.split()), TWO_DICE.hand(dice)
    holds = TWO_DICE.reaches(hand, stated)
    turn = [Shook(0, 2), *([Looked(0)] if looked else []), Claimed(0, stated, looked=looked)]
    played = [WasAbsent(1), PlayedFor(1, "liar")] if clock else []
    lifted = CupLifted(0, stated, 1, dice, (), hand, holds)
    return lines(cup(table_of(3, "mia", computers=False), (RoundBegan(4, 0, 2), *turn, *played, lifted, *price)))


@pytest.mark.parametrize(
    ("said", "dice", "looked", "headline"),
    [
        ("65", (2, 1), False, "### 🙈 Ann didn’t look, and it was true!"),
        ("65", (2, 1), True, "### 👑 It was Mia all along!"),
        ("41", (6, 5), False, "### 😎 Even better: 65!"),  # likely anyway
        ("65", (6, 5), True, "### 😇 Word for word: 65!"),
        ("65", (4, 3), False, "### 🙈 Ann never even looked!"),
        ("65", (4, 3), True, "### 🤥 So much for 65!"),
        ("65", (6, 4), True, "### 😬 So close: 64!"),
        ("65", (3, 1), True, "### 🪹 Only 31, the lowest there is!"),
        ("31", (4, 3), False, "### 🤦 31 can never be a lie, Ben!"),
        ("21", (2, 1), True, "### 👑 It really was Mia!"),
    ],
)
def test_the_great_moments_of_mia(said: str, dice: Hand, looked: bool, headline: str) -> None:
    first, second, *_others = mia(said, dice, looked=looked)
    assert first == headline
    assert second.startswith("Ann claimed **")


def test_an_unseen_truth_that_puts_somebody_out_says_so_once() -> None:
    first, second, *others = mia("65", (2, 1), Out(1))
    assert first == "### 🙈 Ann didn’t look, and Ben is out!"
    assert in_text(second).startswith("Ann claimed **65")
    assert "It’s **Mia**" in second
    assert others[0] == "💀 **Ben** is out of lives."
    assert mia("65", (4, 3), Out(0))[0] == "### 💀 **Ann** is out of lives."


def test_a_call_that_the_clock_made_is_nobodys_moment() -> None:
    """The clock calls where nothing higher can be claimed (L2), so nobody has made a blunder."""
    assert mia("31", (4, 3), LivesLeft(1, 2, -1, Cause.CHALLENGE), clock=True)[0] == "### 😎 Even better: 43!"


def test_dice_of_a_claim_are_pictured_and_a_straight_that_does_not_count_is_explained() -> None:
    table, stated = table_of(3, "cup", computers=False), claim_from_words(["pair", "5"])
    dice = (1, 2, 3, 4, 5)
    lifted = CupLifted(0, stated, 1, dice, (), poker(straights=False).hand(dice), holds=False)
    said = [in_text(line) for line in lines(cup(table, (RoundBegan(1, 0, 5), Claimed(0, stated), lifted)))]
    claimed = "Ann claimed **a pair of fives\u00a0⚄\u2060⚄ or better**."
    assert said[1] == f"{claimed} It was **five-high**. Caught by Ben!"
    assert "-# 🃏 Straights don’t count at this table." in said


@pytest.mark.parametrize(
    ("claims", "dice", "headline"),
    [
        (["twopair 6 5", "twopair 6 5 4"], (1, 2, 2, 3, 4), "🤥 So much for two pair, sixes and fives, with a four!"),
        (["twopair 6 5 4"], (1, 5, 5, 6, 6), "🤥 So much for two pair, sixes and fives, with a four!"),
        (["pair 6 5", "twopair 6 5 4"], (1, 2, 2, 3, 4), "🤥 So much for two pair, sixes and fives!"),
        (["twopair 6 5 4"], (3, 5, 5, 6, 6), "😬 So close: two pair, sixes and fives, with a three!"),
        (["twopair 6 5 2"], (3, 5, 5, 6, 6), "😎 Even better: two pair, sixes and fives, with a three!"),
        (["twopair 6 5 3"], (3, 5, 5, 6, 6), "😇 Word for word: two pair, sixes and fives, with a three!"),
        (["twopair 6 5"], (3, 5, 5, 6, 6), "😇 Word for word: two pair, sixes and fives!"),
    ],
)
def test_the_headline_names_the_other_dice_of_a_claim_if_they_decide(
    claims: list[str], dice: Hand, headline: str
) -> None:
    """Each player has looked, and the last claim beat a claim, or missed a hand, perhaps by another die alone."""
    made = [claim_from_words(said.split()) for said in claims]
    turns = [event for at, said in enumerate(made) for event in (Looked(at), Claimed(at, said, looked=True))]
    ranking, last = poker(straights=False), len(made) - 1
    hand = ranking.hand(dice)
    lifted = CupLifted(last, made[-1], last + 1, dice, (), hand, ranking.reaches(hand, made[-1]))
    first, verdict, *_others = lines(
        cup(table_of(3, "cup", computers=False), (RoundBegan(4, 0, 5), Shook(0, 5), *turns, lifted))
    )
    assert first == f"### {headline}"
    assert (" with a " in verdict.partition("or better")[0]) is (" with a " in headline)


@pytest.mark.parametrize(
    ("claims", "story"),
    [
        (["65", "11"], "Ann made it up. Ben passed it on unseen and got caught with it."),
        (["65", "11", "22"], "Ann made it up, Ben passed it on unseen, and Cleo got caught with it."),
        (["65", "11", "22", "33"], "Ann made it up, Ben and Cleo passed it on unseen, and Ann got caught with it."),
        (["54", "65"], "It was true when Ann passed it on. Ben raised it unseen and got caught."),
        (["53", "54", "65"], "It was true when Ann passed it on. Cleo raised it unseen and got caught."),
        (["54", "65", "11"], "It was true when Ann passed it on. Ben raised it unseen, and Cleo got caught."),
        (["65"], ""),
    ],
)
def test_a_lie_that_was_passed_on_unseen_has_its_story(claims: list[str], story: str) -> None:
    """Ann has looked at 54. The others pass the cup on blind (K3), until the next player calls."""
    made = [claim_from_words([said]) for said in claims]
    turns = [Claimed(at % 3, said, blind=at > 0, looked=not at) for at, said in enumerate(made)]
    passer, caller = (len(made) - 1) % 3, len(made) % 3
    lifted = CupLifted(passer, made[-1], caller, (5, 4), (), TWO_DICE.hand((5, 4)), holds=False)
    events = (RoundBegan(4, 0, 2), Shook(0, 2), Looked(0), *turns, lifted)
    told = [line for line in lines(cup(table_of(3, "mia", computers=False), events)) if line.startswith("-# 🙈")]
    assert told == ([f"-# 🙈 {story}"] if story else [])


@pytest.mark.parametrize(
    ("said", "dice", "verdict"),
    [
        ("54", (6, 3), "Ann claimed **54\u00a0⚄\u2060⚃ or better**. It’s **63**. Ben pays for doubting."),
        ("54", (5, 3), "Ann claimed **54\u00a0⚄\u2060⚃ or better**. It was **53**. Caught by Ben!"),
        ("21", (5, 3), "Ann claimed **Mia\u00a0⚁\u2060⚀**. It was **53**. Caught by Ben!"),
    ],
)
def test_a_claim_says_itself_that_a_better_hand_is_no_lie(said: str, dice: Hand, verdict: str) -> None:
    """A better throw than claimed is no lie (K12), and nothing is better than Mia."""
    assert verdict in [in_text(line).removeprefix("### ") for line in mia(said, dice, looked=True)]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("game", ["dudo", "firehouse", "joker"])
def test_a_whole_showdown_fits_on_a_phone(players: int, game: str) -> None:
    """A phone has room for about eighteen lines of text above the buttons."""
    table = table_of(players, game, computers=False)
    made = [BidMade(seat % players, seat + 1, 6) for seat in range(9)]
    hands = ((1, 2, 3, 4, 6),) * players
    shown = Revealed(0, 9, 6, 1, True, False, (), hands, 1, 2 * players, False)
    quip = Quip(1, 1, "caught", 0, 0, 1)
    table = replace(table, annotations=replace(table.annotations, quip=quip, late=((1, players - 1),)))
    price = (DiceLeft(0, 4, -1, Cause.CHALLENGE), Opens(0))
    said = lines(bids(table, (RoundBegan(1, 0, 5 * players), *made, shown, *price)))
    assert sum(map(height, said)) <= 12 + players
    assert any("said **9 sixes**" in line for line in said[:3])


async def test_the_call_on_31_is_the_headline_at_the_table(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    first = await claim(stage, "31")
    other = await stage.to_move()
    await stage.press(other, CallLie)
    shown = [words(each) for each in stage.public() if "pays for doubting" in words(each)][-1]
    assert f"🤦 31 can never be a lie, {other}!" in shown.splitlines()[0]
    assert f"{first} claimed" in shown.splitlines()[1]


async def test_three_catches_in_a_row_are_the_headline_of_the_third(english_stage: Stage) -> None:
    """The opener lies in each round, and is caught each time. The loser opens again."""
    stage, found = english_stage, list[str]()
    await stage.start("Ann", "Ben", game="dudo")
    liar = await stage.to_move()
    (catcher,) = {"Ann", "Ben"} - {liar}
    for number in range(1, 4):
        await stage.slash(liar, "bid", what=f"{(await stage.view()).state.pool} sixes")
        await stage.press(catcher, CallLie)
        found += [line for each in stage.public() for line in words(each).splitlines() if "lies in a row" in line]
        assert bool(found) is (number == 3)
    assert found[0] == f"### 🔥 3 lies in a row: {catcher} is on fire!"


@pytest.mark.parametrize(("game", "players"), [("dudo", 3), ("dudo", 2), ("mia", 3), ("common", 3)])
def test_the_panel_announces_the_last_two_of_a_game_that_runs_out(game: str, players: int) -> None:
    """Two players who began alone, or a game in which nobody can be out, have no such headline."""
    table = table_of(players, game, computers=False)
    view = games.view(games.initial(table.rules, players))
    state = replace(view.state, circle=(0, 1), order=tuple(range(players)), phase=BIDDING if game != "mia" else PASSING)
    by = Narrator(Cast(table.seats), table.rules, None)
    said = last_two(by, state)
    assert said == (["### ⚔️ The last two: Ann and Ben"] if players == 3 and game != "common" else [])
    assert not last_two(by, replace(state, circle=tuple(range(players)))) or players == 2
    with_inés = Narrator(
        Cast((table.seats[0], replace(table.seats[1], name="Inés"), *table.seats[2:])), table.rules, None
    )
    with speaking("es"):
        assert not said or last_two(with_inés, state) == ["### ⚔️ Quedan dos: Ann e Inés"]


def test_each_winner_of_a_pot_that_cannot_be_shared_evenly_is_named() -> None:
    """Once the result left out the one with a chip less, because it has no room for two lines about the pot."""
    table = table_of(3, "dudo", computers=False)
    by = Narrator(Cast(table.seats), table.rules, None, ())
    odd = [ChipsMoved(seat, amount) for seat, amount in enumerate((17, 17, 16))]
    even = [ChipsMoved(seat, 20) for seat in range(3)]
    assert narrate(by, odd, LINES) == [
        "🪙 Ann\N{NO-BREAK SPACE}+17 · Ben\N{NO-BREAK SPACE}+17 · Cleo\N{NO-BREAK SPACE}+16"
    ]
    assert narrate(by, even, LINES) == ["🪙 **Ann**, **Ben** and **Cleo** win 20 each from the pot."]
