"""Test that people can choose the same option of a menu again.

Discord sends nothing about the second choice unless the menu has a new id by then.
"""

import pytest

from bot.people.preferences import ASKS
from bot.presses.base import Press
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.codec import encode
from bot.presses.game import OpenMore
from bot.presses.lobby import ChooseVariant, InviteChosen, OpenHouseRule, OpenHouseRules
from bot.presses.preferences import WearDice
from tests.bot.answers import Answer
from tests.bot.stage import Stage


async def test_a_refused_bid_can_be_chosen_again_on_the_panel(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    (other,) = await stage.others(await stage.to_move())
    before, version = stage.requests(), (await stage.table()).version
    for _ in range(2):
        assert (await stage.pick(other, stage.panel(), PlaceBid, quantity=1)).private
    assert (await stage.table()).version == version
    assert stage.calls_since(before) == [], "the press itself edits the panel"
    await stage.raise_once()


async def test_a_refused_game_can_be_chosen_again_in_the_lobby(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    before = stage.requests()
    for _ in range(2):
        assert "Ann" in (await stage.pick("Ben", stage.panel(), ChooseVariant, variant="perudo")).words
    assert stage.calls_since(before) == []
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="perudo")
    assert (await stage.table()).setup.variant == "perudo"


async def test_a_refused_choice_on_the_panel_does_not_bring_back_an_old_state(stage: Stage) -> None:
    """The panel shows the newest state, not the state at the time of the refused press."""
    await stage.start("Ann", "Ben")
    (other,) = await stage.others(name := await stage.to_move())
    panel = stage.panel()
    await stage.pick(other, panel, PlaceBid, quantity=1)
    await stage.press(name, PlaceBid, quantity=1)
    assert stage.text(panel) == stage.text()
    assert (await stage.view()).state.standing is not None


@pytest.mark.parametrize("restarts", [False, True])
async def test_refused_dice_can_be_chosen_again_on_a_private_page(stage: Stage, restarts: bool) -> None:
    (page,) = (await stage.slash("Ann", "me")).ephemerals
    if restarts:
        await stage.restart()
    for _ in range(2):
        answer = await stage.pick("Ann", page, WearDice, look="brass")
        assert f"need {ASKS['brass']} achievements" in answer.words


@pytest.mark.parametrize("restarts", [False, True])
async def test_the_same_person_can_be_invited_again_from_the_same_page(stage: Stage, restarts: bool) -> None:
    await stage.sit("Ann", "Ben")
    (more,) = (await stage.press("Ann", OpenMore)).ephemerals
    if restarts:
        await stage.restart()
    press = InviteChosen((await stage.table()).id)
    for _ in range(2):
        assert "They’re already here." in (await stage.pick_from("Ann", more, press, stage.people["Ben"])).words


async def test_a_closed_form_opens_again_from_a_private_page_after_a_restart(stage: Stage) -> None:
    """The bot must edit the page to give its menu a new id.

    After a restart only an answer without a form can do that.
    """
    await stage.sit("Ann", "Ben")
    (page,) = (await stage.press("Ann", OpenHouseRules)).ephemerals
    option = next(press.option for press in stage.offered(page) if isinstance(press, OpenHouseRule))
    await stage.restart()
    offer = await stage.pick("Ann", page, OpenHouseRule, option=option)
    assert offer.result.modal is None
    assert _is_form(await stage.press("Ann", OpenHouseRule, offer.ephemerals[-1], option=option))
    for _ in range(2):
        assert _is_form(await stage.pick("Ann", page, OpenHouseRule, option=option))


async def test_a_closed_form_opens_again_from_the_panel_after_a_restart(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    await stage.restart()
    for _ in range(2):
        assert _is_form(await stage.pick(name, stage.panel(), OpenBidForm))


async def test_a_page_that_was_edited_has_menus_with_new_ids(stage: Stage) -> None:
    """Otherwise Discord may show an earlier choice in a menu that appears again."""
    await stage.sit("Ann", "Ben")
    (page,) = (await stage.press("Ann", OpenHouseRules)).ephemerals
    before = set(stage.menus(page))
    kind: type[Press] = OpenHouseRules
    there = [press for press in stage.offered(page) if isinstance(press, kind)]
    assert there, "the pages are leafed in a menu"
    await stage.pick("Ann", page, OpenHouseRules, page=1)
    assert before.isdisjoint(stage.menus(page))


def _is_form(answer: Answer) -> bool:
    return answer.result.modal is not None


async def test_a_forged_choice_on_a_dm_does_not_edit_the_dm(stage: Stage) -> None:
    """A DM consists of words, so it has no menu to renew. Discord refuses components of another kind in it."""
    await stage.start("Ann", "Ben")
    (other,) = await stage.others(await stage.to_move())
    (direct_message,) = stage.messages(stage.people[other].user.dm_channel)
    before, bid = len(stage.env.http_requests), PlaceBid((await stage.table()).id, 0, 1, 2)
    await stage.forge(other, "menu:bids", encode(bid), message=direct_message)
    assert [each.path for each in stage.env.http_requests[before:] if each.method == "PATCH"] == []
