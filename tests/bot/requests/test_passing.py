"""Test that short-lived private messages are deleted when a later press of the same person is carried out.

These are refusals, receipts and questions. A new notice replaces the former one, and all of them go with their round.
"""

from itertools import count

import pytest

from bot.presses.base import BackToForm
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.game import CallLie, LeaveTable, OpenMore, ShowDice
from bot.presses.lobby import OpenHouseRules, OpenOptions
from tests.bot.stage import Stage


def private(stage: Stage) -> list[str]:
    """Return the texts of the ephemeral messages in the channel, except for those about joining a lobby."""
    left = [stage.text(message) for message in stage.messages() if message.ephemeral]
    return [said for said in left if "You’re in!" not in said]


async def other(stage: Stage) -> str:
    """Return the name of the player who has to wait in a game of Ann and Ben."""
    mover = await stage.to_move()
    return next(name for name in ("Ann", "Ben") if name != mover)


async def test_a_refusal_is_deleted_by_the_next_press_that_is_carried_out(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mover, waits = await stage.to_move(), await other(stage)
    await stage.press(waits, PlaceBid)
    await stage.press(waits, PlaceBid)
    assert ["Not yet" in said for said in private(stage)] == [True], "the second one has replaced the first"
    before = stage.requests()
    await stage.press(mover, PlaceBid)
    assert len(private(stage)) == 1, "it is somebody else's press"
    await stage.press(waits, PlaceBid)
    assert private(stage) == []
    assert [call for call in stage.calls_since(before) if call.startswith("DELETE")] == [], "by its token"


async def test_the_refusal_of_a_command_is_deleted_by_the_next_command(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    waits = await other(stage)
    await stage.slash(waits, "liar")
    assert "Nobody has bid yet" in private(stage)[0]
    answer = await stage.slash(waits, "dice")
    assert private(stage) == [answer.words]


async def test_a_refusal_stays_until_something_is_carried_out(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    waits = await other(stage)
    await stage.press(waits, PlaceBid)
    await stage.slash(waits, "liar")
    (said,) = private(stage)
    assert "Nobody has bid yet" in said, "the second one was refused as well"


async def test_the_refusal_of_a_form_stays_until_the_form_is_sent_again(stage: Stage) -> None:
    """A button of the refusal opens the form again. A person who then closes the form needs that button once more."""
    await stage.sit("Ann", "Ben")
    form = await stage.press("Ann", OpenOptions)
    refused = await stage.fill("Ann", form, rounds="a few", clock=["600"])
    again = await stage.press("Ann", BackToForm, refused.ephemerals[0])
    assert [said for said in private(stage) if "a few" in said]
    await stage.fill("Ann", again, rounds="3", clock=["600"])
    assert not [said for said in private(stage) if "a few" in said]


async def test_a_form_that_is_accepted_at_last_leaves_one_page(stage: Stage) -> None:
    """The refusal becomes the page of house rules, and the page on which the host opened the form is deleted."""
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    refused = await stage.fill("Ann", await stage.press("Ann", OpenOptions, page), rounds="a few", clock=["600"])
    again = await stage.press("Ann", BackToForm, refused.ephemerals[0])
    twice = await stage.fill("Ann", again, rounds="some", clock=["600"])
    before = stage.requests()
    last = await stage.press("Ann", BackToForm, twice.ephemerals[0])
    assert len(private(stage)) == 3
    await stage.fill("Ann", last, rounds="3", clock=["600"])
    (left,) = private(stage)
    assert "House rules" in left
    assert "Saved" in left
    assert [call for call in stage.calls_since(before) if call.startswith("DELETE")] == [], "by their tokens"


async def test_a_page_stays_if_its_form_is_given_up(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    await stage.fill("Ann", await stage.press("Ann", OpenOptions, page), rounds="a few", clock=["600"])
    await stage.press("Ann", OpenHouseRules, page)
    (left,) = private(stage)
    assert "House rules" in left
    assert "a few" not in left


async def test_the_refusal_of_a_bid_form_is_deleted_by_the_bid(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table, mover = await stage.table(), await stage.to_move()
    form = await stage.forge(mover, OpenBidForm(table.id, table.version))
    refused = await stage.fill(mover, form, quantity="lots", face=["5"])
    again = await stage.press(mover, BackToForm, refused.ephemerals[0])
    await stage.fill(mover, again, quantity="3", face=["5"])
    assert not [said for said in private(stage) if "How many dice" in said]


async def test_only_refusals_are_deleted_by_a_later_press(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mover = await stage.to_move()
    await stage.press(mover, ShowDice)
    await stage.slash(mover, "liar")
    await stage.press(mover, PlaceBid)
    assert len(private(stage)) == 1
    assert "Nobody has bid" not in private(stage)[0]


async def test_a_refusal_whose_token_has_expired_stays(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    waits = await other(stage)
    await stage.press(waits, PlaceBid)
    stage.tokens_expire()
    before = stage.requests()
    await stage.slash(waits, "dice")
    assert len(private(stage)) == 2
    assert not [entry for entry in stage.env.http_requests[before:] if entry.method == "DELETE"]


async def test_a_refusal_that_takes_longer_than_its_token_lives_is_still_shown(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start("Ann", "Ben")
    hours = count()
    monkeypatch.setattr(stage.bot.arrivals, "clock", lambda: 3600.0 * next(hours))
    answer = await stage.press(await other(stage), PlaceBid)
    assert "turn" in answer.words


async def test_a_person_who_dismissed_a_refusal_notices_nothing(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    waits = await other(stage)
    refused = (await stage.press(waits, PlaceBid)).ephemerals[0]
    stage.env.backend.messages[refused.channel_id].pop(refused.id)
    answer = await stage.slash(waits, "dice")
    assert private(stage) == [answer.words]


async def test_a_receipt_of_a_command_is_deleted_by_the_next_press(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mover, waits = await stage.to_move(), await other(stage)
    await stage.slash(mover, "bid", what="2 fives")
    assert ["Done" in said for said in private(stage)] == [True]
    await stage.press(waits, PlaceBid)
    assert len(private(stage)) == 1
    await stage.press(mover, ShowDice)
    assert not [said for said in private(stage) if "Done" in said]


async def test_private_notes_about_a_round_go_when_the_next_one_begins(stage: Stage) -> None:
    """The notes are a receipt, a refusal, a page of further actions, and a question that nobody has answered."""
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    mover = await stage.to_move()
    first, second = await stage.others(mover)
    await stage.slash(mover, "bid", what="2 fives")
    await stage.press(first if await stage.to_move() == second else second, PlaceBid)
    await stage.press("Ann", OpenMore)
    await stage.press("Cleo", LeaveTable)
    assert len(private(stage)) >= 3
    await stage.press(await stage.to_move(), CallLie)
    await stage.time_passes(minutes=11)
    assert (await stage.view()).state.round == 2
    assert [said for said in private(stage) if "House rules" not in said] == []


async def test_a_refusal_of_a_form_outlives_other_refusals(stage: Stage) -> None:
    """Its button brings back what was typed."""
    await stage.sit("Ann", "Ben")
    refused = await stage.fill("Ann", await stage.press("Ann", OpenOptions), rounds="a few", clock=["600"])
    await stage.forge("Ann", CallLie((await stage.table()).id, 1))
    await stage.forge("Ann", CallLie((await stage.table()).id, 1))
    assert len([said for said in private(stage) if "a few" in said]) == 1
    assert len([said for said in private(stage) if "hasn’t started yet" in said]) == 1
    await stage.press("Ann", BackToForm, refused.ephemerals[0])
