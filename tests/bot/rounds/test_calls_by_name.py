"""Test calls that are typed: a call that names a bid never challenges the bid that came meanwhile (C1)."""

from typing import Any

import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie
from tests.bot.cups import cup
from tests.bot.stage import Stage


async def offered(stage: Stage, name: str, command: str = "liar", typed: str = "") -> list[dict[str, Any]]:
    """Return the suggestions for the bid that somebody may call."""
    return [*await stage.people[name].autocomplete(stage.channel, command, "bid", typed)]


@pytest.mark.parametrize("how", ["chosen", "typed"])
async def test_a_call_for_a_bid_that_is_gone_calls_nothing_and_asks_about_the_bid_now(stage: Stage, how: str) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    bidder, between = await stage.raise_once(), await stage.to_move()
    (caller,) = await stage.others(bidder, between)
    (choice,) = await offered(stage, caller, "bang")
    assert choice["name"].endswith(f" · {bidder}")
    bid = choice["value"] if how == "chosen" else choice["name"].partition(" · ")[0]
    await stage.raise_once()
    now = (await stage.view()).state.standing
    answer = await stage.slash(caller, "bang", bid=bid)
    assert f"{between} just bid" in answer.words.replace("*", "")
    assert (await stage.view()).state.standing == now
    assert (await stage.view()).state.showdown is None
    assert CallLie in stage.kinds(answer.ephemerals[0])


async def test_a_call_that_names_the_bid_that_stands_is_made(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    bidder, caller = await stage.raise_once(), await stage.to_move()
    (choice,) = await offered(stage, caller)
    assert await offered(stage, caller, typed="99") == []
    assert await offered(stage, bidder) == [], "nobody calls their own bid"
    await stage.slash(caller, "liar", bid=choice["name"].partition(" ")[0])
    assert (await stage.view()).state.showdown is not None


async def test_a_call_without_the_name_of_a_bid_is_about_the_bid_that_stands(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    assert await offered(stage, await stage.to_move()) == []
    assert "Nobody has bid" in (await stage.slash(await stage.to_move(), "liar", bid="4 fives")).words
    await stage.press(await stage.to_move(), PlaceBid)
    await stage.slash(await stage.to_move(), "liar")
    assert (await stage.view()).state.showdown is not None


async def test_the_claim_that_may_be_called_is_named(english_stage: Stage) -> None:
    await english_stage.start("Ann", "Ben", game="cup")
    passer = await english_stage.to_move()
    await english_stage.slash(passer, "claim", what="pair of fours")
    (choice,) = await offered(english_stage, await english_stage.to_move())
    assert choice["name"] == f"a pair of fours · {passer}"
    await english_stage.slash(await english_stage.to_move(), "liar", bid=choice["value"])
    assert (await cup(english_stage)).state.showdown is not None
