"""Test dahua at a table: pure and flying bids, what counts for them, and what is refused (B4)."""

import pytest
from simcord import ResponseMessage

from bot.presses.bids import OpenBidForm, PlaceBid, TurnBids
from bot.presses.game import CallLie, ShowDice
from bot.presses.learning import ShowRules
from bot.presses.lobby import Rematch
from bot.words.dice import in_text
from engine.core.dice import FLYING, NOTHING, PURE
from tests.bot.answers import SELECT, walk
from tests.bot.plays import by_buttons, by_commands, in_dm, play_to_the_end, told
from tests.bot.stage import Stage


async def bid(stage: Stage, what: str) -> str:
    """Let the player whose turn it is type this bid. Return what the player reads."""
    name = await stage.to_move()
    return (await stage.slash(name, "bid", what=what)).words


async def standing(stage: Stage) -> str:
    """Return the current bid as records write it, with the word that says what counts."""
    bids = (await stage.view()).state.bids
    return f"{bids[-1].quantity}x{bids[-1].face} {bids[-1].called.value}".strip() if bids else ""


def plain(text: str) -> str:
    """Return a text without asterisks, and with ordinary blanks."""
    return text.replace("*", "").replace("\u00a0", " ").replace("\u2060", "")


def offered(stage: Stage, message: ResponseMessage | None = None) -> list[tuple[int, int, str]]:
    """Return the bids of a message's buttons that can be pressed, as quantity, face and word."""
    bids = [press for press in stage.presses(message or stage.panel()) if isinstance(press, PlaceBid)]
    return [(press.quantity, press.face, press.called.value) for press in bids]


@pytest.mark.parametrize("way", [by_buttons, by_commands])
async def test_a_game_of_dahua_goes_from_the_lobby_to_its_last_round(stage: Stage, way: object) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="dahua", rounds="3")
    await play_to_the_end(stage, way)  # type: ignore[arg-type]
    assert "Round" in told(stage)
    assert Rematch in stage.kinds()


async def test_one_switch_turns_the_six_buttons_to_pure_bids(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    name = await stage.to_move()
    controls = [*stage.buttons(), *stage.menus(stage.panel())]
    assert len(controls) == 11
    assert offered(stage) == [(3, 1, "kept"), *((4, face, "") for face in range(2, 7))]  # 15 dice: 5 on average
    (page,) = (await stage.press(name, TurnBids)).ephemerals
    assert offered(stage, page) == [(3, 1, "kept"), *((3, face, "pure") for face in range(2, 7))]
    assert "**Pure** bids: nothing is wild" in stage.text(page)
    (page,) = (await stage.press(name, TurnBids, page, called=NOTHING)).ephemerals
    assert offered(stage, page) == offered(stage)
    (page,) = (await stage.press(name, TurnBids, page, called=PURE)).ephemerals
    await stage.press(name, PlaceBid, page, face=4)
    assert await standing(stage) == "3x4 pure"
    assert f"{name} ⚃×3💎" in plain(stage.text())


async def test_after_a_pure_bid_all_are_pure_until_one_flies(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    assert "wild, about 5 of each" in stage.text()
    await bid(stage, "3 fours pure")
    assert "pure: ⚀ not wild · about 2 of each" in stage.text()
    assert "beat 3 fours pure, or call Liar!" in plain(stage.text())
    labels = [each["label"] for each in stage.buttons()]
    assert labels[:6] == ["⚀ ×3 💎", "⚁ ×4 💎", "⚂ ×4 💎", "⚃ ×4 💎", "⚄ ×3 💎", "⚅ ×3 💎"]
    assert "💎 pure: ⚀ not wild" in stage.text()  # says what the sign means
    assert offered(stage)[1:] == [(4, 2, "kept"), (4, 3, "kept"), (4, 4, "kept"), (3, 5, "kept"), (3, 6, "kept")]
    name = await stage.to_move()
    (page,) = (await stage.press(name, TurnBids)).ephemerals
    assert offered(stage, page) == [(6, face, "fly") for face in range(2, 7)]
    await stage.press(name, PlaceBid, page, face=2)
    assert await standing(stage) == "6x2 fly"
    assert "wild, about 5 of each" in stage.text()
    assert [each["label"] for each in stage.buttons()][1:6] == ["⚁ ×7", "⚂ ×6", "⚃ ×6", "⚄ ×6", "⚅ ×6"]
    await bid(stage, "7 ones")
    assert await standing(stage) == "7x1 kept"
    assert offered(stage)[:2] == [(8, 1, "kept"), (8, 2, "kept")]


async def test_flying_is_offered_only_where_there_are_enough_dice(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="dahua")
    await bid(stage, "5 fives pure")
    assert TurnBids in stage.kinds()
    await bid(stage, "6 fives")
    assert TurnBids not in stage.kinds()
    assert "Flying takes twice as many dice" in await bid(stage, "6 sixes flying")


@pytest.mark.parametrize(
    ("bids", "typed", "answer"),
    [
        ([], "3 fives", "Open with at least 4 fives"),
        ([], "2 fives pure", "Open with at least 3 fives pure"),
        ([], "4 fives flying", "Only a pure bid can be raised flying: bid at least 4 fives"),
        (["5 fives"], "5 fours", "doesn’t beat 5 fives: bid at least 6 fours"),
        (["5 fives"], "4 fours pure", "doesn’t beat 5 fives: bid at least 5 fours pure"),
        (["5 fives pure"], "5 fours", "doesn’t beat 5 fives pure: bid at least 6 fours pure"),
        (["5 fives pure"], "9 fours flying", "doesn’t beat 5 fives pure: bid at least 10 fours flying"),
        (["5 fives pure"], "10 ones flying", "A bid of ones is always pure: bid at least 5 ones"),
    ],
)
async def test_a_refusal_names_the_least_bid_that_is_high_enough(
    english_stage: Stage, bids: list[str], typed: str, answer: str
) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    for each in bids:
        await bid(stage, each)
    assert answer in plain(await bid(stage, typed))


async def test_other_games_know_no_pure_bids(english_stage: Stage) -> None:
    await english_stage.start("Ann", "Ben", game="dudo")
    assert "Nobody bids pure or flying at this table" in await bid(english_stage, "3 fives pure")


async def test_a_pure_bid_can_be_made_in_the_form_the_menu_and_a_dm(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    name = await stage.to_move()
    form = await stage.press(name, OpenBidForm)
    await stage.fill(name, form, quantity="3", face=["2"], called=["pure"])
    assert await standing(stage) == "3x2 pure"
    await stage.pick(await stage.to_move(), stage.panel(), PlaceBid, called=FLYING)
    assert (await standing(stage)).endswith("fly")
    name = await stage.to_move()
    await in_dm(stage, name, "bid", what="pure 9 sixes")
    assert await standing(stage) == "9x6 pure"


async def test_ones_do_not_count_at_the_showdown_of_a_pure_bid(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="dahua", rounds="3")
    hands = [*(await stage.dice("Ann")), *(await stage.dice("Ben"))]
    await bid(stage, "10 fives pure")
    await stage.press(await stage.to_move(), CallLie)
    shown = (await stage.view()).state.showdown
    assert shown is not None
    assert shown.count == hands.count(5)
    assert "said 10 fives pure." in plain(stage.text())
    assert f"Bid 10, found {shown.count}" in plain(stage.text())
    assert "★" not in in_text(stage.text()), "no die is marked as wild"


async def test_a_player_reads_the_odds_of_the_bids_that_are_shown(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    name = await stage.to_move()
    (page,) = (await stage.press(name, ShowDice)).ephemerals
    assert "×4 " in plain(stage.text(page)).split("Bids: ")[1]
    (page,) = (await stage.press(name, TurnBids)).ephemerals
    raises = plain(stage.text(page)).split("Bids: ")[1].splitlines()[0]
    assert all("×3💎 " in each for each in raises.split(" · "))


async def test_a_pure_bid_is_marked_wherever_it_is_shown(english_stage: Stage) -> None:
    """A bid that stays pure without the word says so as well: in the trail, on buttons, in the menu and the form."""
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    await bid(stage, "3 fours pure")
    await bid(stage, "3 fives")
    trail = plain(stage.text())
    assert "⚃×3💎 → " in trail
    assert "⚄×3💎" in trail
    (menu,) = [part for part in walk(stage.panel().components) if part["type"] == SELECT]
    choices = [plain(each["label"]) for each in menu["options"]]
    assert all(" pure" in each or " flying" in each for each in choices[:-1])
    await bid(stage, "8 fives")
    assert TurnBids not in stage.kinds()  # nothing can fly any more
    form = await stage.press(await stage.to_move(), OpenBidForm)
    assert "Pure: nothing is wild" in str(form.result.modal)


async def test_a_flying_bid_is_marked_in_the_trail(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    await bid(stage, "3 fours pure")
    await bid(stage, "6 fives flying")
    await bid(stage, "7 fives")
    trail = plain(stage.text())
    assert "⚄×6🕊️ → " in trail
    assert trail.count("💎") == 1


async def test_a_switch_that_comes_too_late_shows_the_players_own_dice(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    name, table = await stage.to_move(), await stage.table()
    await bid(stage, "4 fives")
    (page,) = (await stage.forge(name, TurnBids(table.id, table.version, PURE))).ephemerals
    assert offered(stage, page) == []


async def test_how_to_play_shows_a_round_with_a_pure_bid(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="dahua")
    words = (await stage.press("Ann", ShowRules)).words
    assert "Ones are wild, except for pure bids" in words
    assert "pure**" in words.split("A sample round")[1]


async def test_chinese_players_say_zhai_and_fei(tongues: Stage) -> None:
    """齋 is pure, and 飛 is flying."""
    stage = tongues
    stage.reads("zh-TW", "Ann", "Ben")
    await stage.start("Ann", "Ben", game="dahua")
    await bid(stage, "三個五齋")
    assert await standing(stage) == "3x5 pure"
    await bid(stage, "六個四飛")
    assert await standing(stage) == "6x4 fly"
