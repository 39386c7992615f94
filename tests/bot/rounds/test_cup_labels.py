"""Test that the cup's buttons say what they do, before anybody presses them."""

from typing import Any

from simcord import ResponseMessage

from bot.presses.base import Press
from bot.presses.codec import decode
from bot.presses.game import ShowDice
from bot.presses.poker_cup import BeginClaim, LookUnder, MakeClaim
from tests.bot.cups import caught, opened
from tests.bot.stage import Stage


def pressable(stage: Stage, message: ResponseMessage) -> list[tuple[Press, dict[str, Any]]]:
    """Return the press of each enabled button of a message, and the button itself."""
    found = [(decode(button.get("custom_id", "")), button) for button in stage.buttons(message)]
    return [(press, button) for press, button in found if press is not None and not button.get("disabled")]


async def test_the_button_to_peek_says_that_peeking_means_believing(english_stage: Stage) -> None:
    """A player who peeks accepts the claim (K4)."""
    name = await opened(english_stage, "high-1")
    assert "Peek (believe it)" in [button.get("label") for button in english_stage.buttons()]
    (ephemeral,) = (await english_stage.press(name, ShowDice)).ephemerals
    assert "Peek (believe it)" in [button.get("label") for button in english_stage.buttons(ephemeral)]


async def test_the_button_that_blames_the_pass_says_that_it_costs_a_forfeit(english_stage: Stage) -> None:
    """The excuse costs a second forfeit (K15)."""
    await caught(english_stage)
    assert "It was the pass! (+1 forfeit)" in [button.get("label") for button in english_stage.buttons()]


async def test_a_button_that_makes_a_claim_says_so(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="cup")
    name = await stage.to_move()
    (ephemeral,) = (await stage.press(name, LookUnder)).ephemerals
    labels = {type(press): button["label"] for press, button in pressable(stage, ephemeral)}
    assert labels[MakeClaim].startswith("Claim ")
    await stage.press(name, BeginClaim, ephemeral, said="quads")
    await stage.press(name, BeginClaim, ephemeral, said="quads-5")
    assert "Claim four fives" in [button["label"] for _press, button in pressable(stage, ephemeral)]


async def test_a_full_house_asks_for_its_pair_and_two_pairs_for_the_lower_one(english_stage: Stage) -> None:
    """The pair of a full house may be higher than its three equal dice, as in "twos full of sixes"."""
    stage = english_stage
    await stage.start("Ann", "Ben", game="cup")
    name = await stage.to_move()
    (ephemeral,) = (await stage.press(name, LookUnder)).ephemerals
    for hand, question in (("full", "Pair**: which face?"), ("twopair", "Lower pair?")):
        await stage.press(name, BeginClaim, ephemeral, said=hand)
        await stage.press(name, BeginClaim, ephemeral, said=f"{hand}-6")
        assert question in stage.text(ephemeral), stage.text(ephemeral)
        await stage.press(name, BeginClaim, ephemeral, said="none")
