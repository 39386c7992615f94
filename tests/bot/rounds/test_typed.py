"""Test bids, claims and calls that players type.

The bot asks what an unclear text means, and says what is wrong with an invalid one.
"""

import pytest

from bot.presses.bids import OpenBidForm, PlaceBid, SendBid
from bot.presses.lobby import Start
from bot.presses.poker_cup import MakeClaim
from engine.bids.actions import Bid
from tests.bot.cups import cup
from tests.bot.plays import agree
from tests.bot.stage import Stage


async def bid_typed(stage: Stage, what: str) -> str:
    """Type a bid for the player whose turn it is. Return the private answer."""
    return (await stage.slash(await stage.to_move(), "bid", what=what)).words


async def last_bid(stage: Stage) -> Bid | None:
    standing = (await stage.view()).state.standing
    return Bid.of(standing) if standing is not None else None


@pytest.mark.parametrize(
    ("typed", "bid"),
    [
        *(
            ("5d3", Bid(5, 3)),
            ("5 of a 3", Bid(5, 3)),
            ("we have 5 threes", Bid(5, 3)),
            ("raise to 4 fives", Bid(4, 5)),
        ),
        *(("make it 5 treys", Bid(5, 3)), ("five fives please", Bid(5, 5)), ("3 5 times", Bid(5, 3))),
    ],
)
async def test_a_bid_can_be_typed_in_every_usual_way(stage: Stage, typed: str, bid: Bid) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await bid_typed(stage, typed)
    assert await last_bid(stage) == bid


async def test_a_minus_sign_is_refused_with_what_would_be_right(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    assert "Just a plain number, please" in await bid_typed(stage, "-2x3")
    table = await stage.table()
    form = SendBid(table.id, table.version)
    answer = await stage.forge_form(await stage.to_move(), form, quantity="-2", face=["3"])
    assert "Just a plain number, please" in answer.words
    assert await last_bid(stage) is None


async def test_the_refusal_of_a_huge_quantity_names_the_number_of_dice(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    assert "There are only 15 dice in play." in await bid_typed(stage, "99999999999999 sixes")


@pytest.mark.parametrize("call", ["You’re a liar!", "Bullshit!", "i call bullshit", "no way"])
async def test_a_call_can_be_typed_instead_of_a_bid(stage: Stage, call: str) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await stage.raise_once()
    await bid_typed(stage, call)
    assert (await stage.view()).state.showdown is not None


async def test_a_call_can_be_typed_into_the_form_for_a_bid(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await stage.raise_once()
    name = await stage.to_move()
    form = await stage.press(name, OpenBidForm)
    await stage.fill(name, form, quantity="You're a liar!", face=["3"])
    assert (await stage.view()).state.showdown is not None


async def test_a_stake_that_reads_like_a_call_is_not_a_call(stage: Stage) -> None:
    await stage.start("Ann", "Ben", forfeit="Bullshit!")
    await stage.raise_once()
    assert (await stage.view()).state.showdown is None
    assert (await stage.table()).setup.forfeit == "Bullshit!"


async def test_wilds_in_a_typed_bid_mean_the_face_that_is_wild(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="joker")
    await bid_typed(stage, "5 wilds")
    assert await last_bid(stage) == Bid(5, 1)


async def test_a_bid_of_wilds_is_refused_if_nothing_is_wild(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    assert "Nothing’s wild right now" in await bid_typed(stage, "5 wilds")
    assert await last_bid(stage) is None


@pytest.mark.usefixtures("as_translated")
async def test_the_bot_asks_in_private_about_a_typed_bid_with_two_meanings(tongues: Stage) -> None:
    await tongues.start("Ann", "Ben", "Cleo")
    name = await tongues.to_move()
    tongues.reads("pt-BR", name)
    answer = await tongues.slash(name, "bid", what="quadra 5")
    assert "5 quatros" in answer.words
    assert "4 cincos" in answer.words
    assert await last_bid(tongues) is None
    await tongues.press(name, PlaceBid, answer.ephemerals[0], quantity=4, face=5)
    assert await last_bid(tongues) == Bid(4, 5)


@pytest.mark.usefixtures("as_translated")
async def test_the_bot_asks_in_private_about_a_typed_claim_with_two_meanings(tongues: Stage) -> None:
    await tongues.start("Ann", "Ben", "Cleo", game="cup")
    name = await tongues.to_move()
    tongues.reads("pt-BR", name)
    answer = await tongues.slash(name, "claim", what="quina 5")
    assert "quina de cincos" in answer.words
    assert "par de cincos" in answer.words
    assert not (await cup(tongues)).state.claims
    await tongues.press(name, MakeClaim, answer.ephemerals[0], said="quints-5")
    assert (await cup(tongues)).state.claims[-1].claim.kind == "quints"


async def test_bullshit_typed_instead_of_a_claim_is_a_call(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    await stage.slash(await stage.to_move(), "claim", what="I have five sixes please")
    await stage.slash(await stage.to_move(), "claim", what="Bullshit!")
    assert (await cup(stage)).state.showdown is not None


@pytest.mark.usefixtures("as_translated")
async def test_a_call_for_double_is_refused_because_no_table_plays_it(tongues: Stage) -> None:
    await tongues.start("Ann", "Ben", "Cleo")
    await tongues.raise_once()
    bid, name = await last_bid(tongues), await tongues.to_move()
    assert "Nobody can double the price at this table." in await bid_typed(tongues, "Double or nothing!")
    tongues.reads("zh-TW", name)
    assert "這桌不玩「劈」" in await bid_typed(tongues, "劈")
    form = await tongues.press(name, OpenBidForm)
    assert "這桌不玩「劈」" in (await tongues.fill(name, form, quantity="我劈！", face=["3"])).words
    assert (await last_bid(tongues), await tongues.to_move()) == (bid, name)


@pytest.mark.usefixtures("as_translated")
async def test_a_call_for_double_is_refused_in_the_cup_as_well(tongues: Stage) -> None:
    await tongues.start("Ann", "Ben", game="cup")
    await tongues.slash(await tongues.to_move(), "claim", what="five sixes")
    name = await tongues.to_move()
    tongues.reads("zh-TW", name)
    assert "這桌不玩「劈」" in (await tongues.slash(name, "claim", what="反劈")).words
    assert (await cup(tongues)).state.showdown is None


async def test_the_first_bid_of_a_round_may_have_to_be_higher(english_stage: Stage) -> None:
    """The table opens with more dice than there are players (B5), and a raise changes one component (B4)."""
    stage = english_stage
    await stage.sit("Ann", "Ben")
    await agree(stage, **{"least-opening": "players", "raising": "one-component"})
    await stage.press("Ann", Start)
    first = await stage.to_move()
    assert "Open with at least **3 fives**" in (await stage.slash(first, "bid", what="2 fives")).words
    await stage.slash(first, "bid", what="3 fours")
    second = await stage.to_move()
    asked = str((await stage.pick(second, stage.panel(), OpenBidForm)).result.modal)
    assert "at least 4" in asked  # fours
    assert "at least 3" not in asked, "of fives and sixes exactly three can be bid"
    answer = await stage.slash(second, "bid", what="4 fives")
    assert "Raise **3 fours** by number or by face, not both." in answer.words
    await stage.slash(second, "bid", what="3 fives")
    assert (await stage.view()).state.standing is not None
    assert await stage.to_move() == first
