"""Test the winner's gift (P5) in the two games that are played for forfeits."""

import pytest

from bot.presses.game import GiveGift, OpenGifts, SettleForfeit
from bot.presses.lobby import Start
from engine.core.actions import How
from tests.bot.at_random.evening import choices
from tests.bot.plays import agreed, names, play_round, told
from tests.bot.stage import Stage

WITH_FORFEITS = ("common", "cup")


async def won(stage: Stage, game: str) -> tuple[str, str, list[str]]:
    """Play a round with gifts. Return the names of the winner, of the loser, and of the two others."""
    await agreed(stage, "Ann", "Ben", "Cleo", "Dan", game=game, gift="on", rounds="3")
    assert "Winner’s gift" in stage.text()
    await stage.press("Ann", Start)
    await play_round(stage)
    state = (await stage.seen()).state
    winner, loser = await names(stage, (state.creditor, state.debtors[0]))
    return winner, loser, await stage.others(winner, loser)


@pytest.mark.parametrize("game", WITH_FORFEITS)
async def test_the_winner_of_a_round_can_name_another_player_who_pays_too(stage: Stage, game: str) -> None:
    winner, loser, (third, fourth) = await won(stage, game)
    for name in (loser, third):
        assert f"Only {winner} can give a gift, and only until" in (await stage.press(name, OpenGifts)).words
    stage.come("Eve")
    assert "This game is full. Join the next one!" in (await stage.press("Eve", OpenGifts)).words
    (ephemeral,) = (await stage.press(winner, OpenGifts)).ephemerals
    offered = [press.to for press in choices(ephemeral) if isinstance(press, GiveGift)]
    assert sorted(await names(stage, offered)) == sorted([third, fourth]), "the loser, who pays already, is not offered"
    seat = [seat.name for seat in (await stage.table()).seats].index(third)
    await stage.pick(winner, ephemeral, GiveGift, to=seat)
    assert f"🎁 Done: **{third}** gets a forfeit too." in stage.text(ephemeral), "the message shows nothing else"
    assert f"{winner} gives {third} a forfeit too" in told(stage)
    assert OpenGifts not in stage.kinds(), "one gift a round"
    await stage.press(third, SettleForfeit, debtor=seat, how=How.TAB)
    await stage.press(loser, SettleForfeit, how=How.PAID)
    assert "You must:" in (await stage.slash(third, "forfeits mine")).words
    assert "You must:" not in (await stage.slash(loser, "forfeits mine")).words
    held = [each.forfeits for each in (await stage.seen()).state.players]
    assert sum(held) == 2
    assert held[seat] == 1


@pytest.mark.parametrize("game", WITH_FORFEITS)
async def test_a_late_gift_is_refused_and_costs_nobody_anything(english_stage: Stage, game: str) -> None:
    stage = english_stage
    winner, loser, _ = await won(stage, game)
    (ephemeral,) = (await stage.press(winner, OpenGifts)).ephemerals
    await stage.press(loser, SettleForfeit, how=How.PAID)
    answer = await stage.pick(winner, ephemeral, GiveGift)
    assert "no gift to give right now" in answer.words or "moved on" in answer.words
    assert sum(each.forfeits for each in (await stage.seen()).state.players) == 1


@pytest.mark.parametrize("game", WITH_FORFEITS)
async def test_there_is_no_gift_between_two_players(stage: Stage, game: str) -> None:
    await agreed(stage, "Ann", "Ben", game=game, gift="on", rounds="3")
    await stage.press("Ann", Start)
    await play_round(stage)
    assert SettleForfeit in stage.kinds()
    assert OpenGifts not in stage.kinds()
