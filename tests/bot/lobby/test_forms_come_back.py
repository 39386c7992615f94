"""Test that a form with a wrong value is refused in private and can be opened again.

The refusal gives the reason, and the form then contains what was typed before.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.inbox.memory import KEPT, MOST_EACH, MOST_PEOPLE, KeptForms
from bot.presses.base import BackToForm
from bot.presses.bids import OpenBidForm, SendBid
from bot.presses.game import CallLie
from bot.presses.lobby import OpenLuckyWords, OpenOptions, SendLuckyWords, SendOptions
from tests.bot.answers import Answer
from tests.bot.pseudo import without_brackets
from tests.bot.stage import Stage


def fields(form: Answer) -> dict[str, Any]:
    """Return the initial value of each field of an open form, by the field's id."""
    assert form.result.modal is not None
    inner = [part["component"] for part in form.result.modal["components"] if "component" in part]
    return {
        part["custom_id"]: [option["value"] for option in part["options"] if option.get("default")]
        if "options" in part
        else part.get("value", "")
        for part in inner
    }


async def test_a_refused_options_form_opens_again_with_what_was_typed(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    form = await stage.press("Ann", OpenOptions)
    typed = {"rounds": "a few", "clock": ["600"], "forfeit": "sing", "switches": ["exact=on"]}
    refused = await stage.fill("Ann", form, **typed)
    assert "How long is “a few”?" in refused.words
    again = await stage.press("Ann", BackToForm, refused.ephemerals[0])
    found = fields(again)
    assert {name: found[name] for name in typed} == typed
    await stage.fill("Ann", again, **(typed | {"rounds": "3"}))
    setup = (await stage.table()).setup
    assert (setup.options["rounds"], setup.options["exact"], setup.forfeit, setup.clock) == ("3", "on", "sing", 600)


async def test_a_refused_bid_form_opens_again_with_what_was_typed(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table, name = await stage.table(), await stage.to_move()
    form = await stage.forge(name, OpenBidForm(table.id, table.version))
    refused = await stage.fill(name, form, quantity="lots", face=["5"])
    assert "How many dice" in refused.words
    again = await stage.press(name, BackToForm, refused.ephemerals[0])
    assert fields(again) == {"quantity": "lots", "face": ["5"]}
    await stage.fill(name, again, quantity="3", face=["5"])
    standing = (await stage.view()).state.standing
    assert standing is not None
    assert (standing.quantity, standing.face) == (3, 5)


async def test_a_form_opened_again_after_a_restart_is_empty_and_says_why(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    form = await stage.press("Ann", OpenOptions)
    refused = await stage.fill("Ann", form, rounds="a few", clock=["600"])
    await stage.restart()
    again = await stage.press("Ann", BackToForm, refused.ephemerals[0])
    assert fields(again)["rounds"].replace("⟦", "").replace("⟧", "") == "10 rounds"
    assert again.result.modal is not None
    assert "Please type it again" in without_brackets(again.result.modal["title"])


async def test_a_refused_form_is_kept_for_a_quarter_of_an_hour(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    form = await stage.press("Ann", OpenOptions)
    refused = await stage.fill("Ann", form, rounds="a few", clock=["600"])
    await stage.time_passes(minutes=14)
    assert fields(await stage.press("Ann", BackToForm, refused.ephemerals[0]))["rounds"] == "a few"
    await stage.time_passes(minutes=16)
    assert fields(await stage.press("Ann", BackToForm, refused.ephemerals[0]))["rounds"] != "a few"


async def test_nobody_sees_what_another_person_typed_into_a_form(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    answer = await stage.forge_form("Ann", SendOptions(table.id), rounds="a few", clock=["600"])
    (back,) = stage.presses(answer.ephemerals[0])
    assert isinstance(back, BackToForm)
    assert "Ann" in (await stage.forge("Ben", back)).words
    await stage.surely("Ann", await stage.slash("Ann", "table host", who=stage.people["Ben"]))
    assert fields(await stage.forge("Ben", back))["rounds"] != "a few"


async def test_a_refused_form_that_can_no_longer_be_sent_cannot_be_opened_again(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.press("Ann", OpenLuckyWords)
    table = (await stage.table()).id
    bystander = await stage.forge_form("Dan", SendOptions(table), rounds="3", clock=["60"])
    assert stage.presses(bystander.ephemerals[0]) == []
    await stage.press("Ann", type(next(press for press in stage.presses() if type(press).__name__ == "Start")))
    late = await stage.forge_form("Ann", SendLuckyWords(table), words="clover")
    assert BackToForm not in stage.kinds(late.ephemerals[0])


async def test_opening_a_late_bid_form_again_says_whose_turn_it_is(stage: Stage) -> None:
    """The button that opens the form again first checks the turn. By then it is somebody else's turn."""
    await stage.start("Ann", "Ben", "Cleo")
    table, name = await stage.table(), await stage.to_move()
    await stage.raise_once()
    await stage.raise_once()
    late = await stage.forge_form(name, SendBid(table.id, table.version), quantity="2", face=["2"])
    assert "moved on" in late.words
    assert "Not yet: it’s" in (await stage.press(name, BackToForm, late.ephemerals[0])).words
    assert CallLie in stage.kinds()


async def test_a_forged_press_to_open_an_unknown_form_again_is_refused(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    assert "That button is too old" in (await stage.forge("Ann", BackToForm("nothing", 1, "abc"))).words


def test_the_number_of_kept_forms_is_limited() -> None:
    now = datetime(2026, 7, 1, tzinfo=UTC)
    kept = KeptForms(lambda: now)
    mine = [kept.keep(1, {"words": (str(number),)}) for number in range(MOST_EACH + 1)]
    assert kept.back(1, mine[0]) is None
    assert kept.back(1, mine[-1]) == {"words": (str(MOST_EACH),)}
    assert kept.back(2, mine[-1]) is None
    for user in range(2, MOST_PEOPLE + 3):
        kept.keep(user, {})
    assert kept.back(1, mine[-1]) is None
    assert "words" not in repr(kept)
    now += KEPT + timedelta(seconds=1)
    assert kept.back(MOST_PEOPLE + 2, kept.keep(MOST_PEOPLE + 2, {})) == {}


async def test_a_bid_form_does_not_open_in_a_game_with_the_cup(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="cup")
    table, name = await stage.table(), await stage.to_move()
    for press in (OpenBidForm(table.id, table.version), BackToForm("bidform", table.id, "58bdf56b")):
        refused = await stage.forge(name, press)
        assert refused.result.modal is None
        assert "moved on" in refused.words
