"""Test the way from a page that More opened back to More, and the last choice of a menu, which opens a form."""

import pytest

from bot.presses.base import Press
from bot.presses.game import CallQuits, OpenMore, ShowSeal
from bot.presses.learning import ShowRules
from bot.presses.lobby import OpenComputers, OpenDoor, OpenHouseRule, OpenHouseRules, OpenLuckyWords, OpenStakes
from tests.bot.stage import Stage


@pytest.mark.parametrize("page", [ShowRules, ShowSeal])
async def test_a_page_behind_more_leads_back_to_more(stage: Stage, page: type[ShowRules] | type[ShowSeal]) -> None:
    """Without it, a reader of the rules would look in vain for the buttons that were there before."""
    await stage.start("Ann", "Ben")
    (opened,) = (await stage.press("Ann", OpenMore)).ephemerals
    await stage.press("Ann", page, opened)
    assert CallQuits not in stage.kinds(opened)
    answer = await stage.press("Ann", OpenMore, opened)
    assert {each.id for each in answer.ephemerals} <= {opened.id}, "it is the same message"
    assert CallQuits in stage.kinds(opened)
    await stage.press("Ann", page, opened)
    assert OpenMore in stage.kinds(opened), "and there again"


@pytest.mark.parametrize("page", [OpenHouseRules, OpenStakes, OpenComputers, OpenDoor])
async def test_a_page_of_the_menu_in_the_lobby_leads_back_to_more(stage: Stage, page: type[Press]) -> None:
    """Otherwise a host who has looked at the rules finds no way to leave or to invite somebody."""
    await stage.sit("Ann", "Ben")
    (opened,) = (await stage.press("Ann", OpenMore)).ephemerals
    await stage.pick("Ann", opened, page)
    assert OpenLuckyWords not in stage.kinds(opened)
    await stage.pick("Ann", opened, OpenMore)
    assert OpenLuckyWords in stage.kinds(opened)


async def test_the_last_choice_of_a_house_rule_takes_a_value_that_is_typed(english_stage: Stage) -> None:
    """The bot explains a wrong value. The next good value takes the explanation away."""
    stage = english_stage
    await stage.sit("Ann", "Ben")
    (page,) = (await stage.press("Ann", OpenHouseRules)).ephemerals
    form = await stage.pick("Ann", page, OpenHouseRule, option="crooked")
    refused = await stage.fill("Ann", form, crooked="3")
    assert "“3” won’t work for Cocked dice: use a chance from 0 to 1" in refused.words
    form = await stage.forge("Ann", OpenHouseRule((await stage.table()).id, "crooked"), message=page)
    await stage.fill("Ann", form, crooked="1 in 40")
    assert stage.text(page).startswith("✔️ Saved.")
    assert "1 in 40" in stage.text()
    there = {message.id for message in stage.messages() if message.ephemeral}
    assert not there & {each.id for each in refused.ephemerals}
