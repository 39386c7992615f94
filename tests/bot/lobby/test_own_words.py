"""Test the words that a host writes for what losers owe, and the line that says that a form was saved."""

from typing import Any

import pytest

from bot.presses.lobby import OpenComputers, OpenHouseRule, OpenHouseRules, OpenOptions, OpenStakes, UseWords
from bot.presses.preferences import OpenKeptWords
from bot.tables.model import Deck
from tests.bot.answers import SELECT, Answer, walk
from tests.bot.plays import EVERY_GAME
from tests.bot.stage import Stage


def field(form: Answer) -> dict[str, Any]:
    """Return the only field of an open form."""
    assert form.result.modal is not None
    (only,) = [part["component"] for part in form.result.modal["components"] if "component" in part]
    return dict(only)


@pytest.mark.parametrize("game", EVERY_GAME)
async def test_the_hosts_own_words_for_the_stake_are_typed_into_a_form(english_stage: Stage, game: str) -> None:
    """Until then losers draw a gentle dare, and the field is empty.

    In games that are played only for dice, the form asks what the players who do not win must do (E6). There the bot
    proposes nothing.
    """
    stage = english_stage
    await stage.sit("Ann", "Ben", game=game)
    table = await stage.table()
    owes = table.rules.owes_forfeits()
    assert (table.setup.deck is Deck.GENTLE) == owes
    page = (await stage.press("Ann", OpenStakes)).ephemerals[0]
    form = await stage.pick("Ann", page, UseWords)
    asked = field(form)
    assert asked["custom_id"] == ("forfeit" if owes else "stake")
    assert not asked.get("value")
    await stage.fill("Ann", form, **{asked["custom_id"]: "hum a tune"})
    setup = (await stage.table()).setup
    assert "hum a tune" in (setup.forfeit, setup.options.get("stake"))
    assert stage.text(page).startswith("✔️ Saved.")
    assert "hum a tune" in stage.text(), "the lobby shows it"
    again = field(await stage.press("Ann", UseWords, page))
    assert again["value"] == "hum a tune"


async def test_a_page_says_that_its_form_was_saved_until_the_next_press(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    rules = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    await stage.fill("Ann", await stage.press("Ann", OpenOptions, rules), rounds="3", clock=["180"])
    assert stage.text(rules).startswith("✔️ Saved.")
    table = (await stage.table()).id
    await stage.forge("Ann", OpenHouseRules(table, 0), message=rules)
    assert "Saved" not in stage.text(rules)
    await stage.fill("Ann", await stage.forge("Ann", OpenHouseRule(table, "rounds"), message=rules), rounds="5")
    assert stage.text(rules).startswith("✔️ Saved.")
    mine = (await stage.slash("Ann", "me")).ephemerals[0]
    await stage.fill("Ann", await stage.press("Ann", OpenKeptWords, mine), words="")
    assert stage.text(mine).startswith("✔️ Saved.")


async def test_a_form_that_opens_from_the_panel_is_confirmed_in_private(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    form = await stage.forge("Ann", OpenOptions((await stage.table()).id), message=stage.panel())
    answer = await stage.fill("Ann", form, rounds="3", clock=["180"])
    assert answer.words == "✔️ Saved."
    await stage.press("Ann", OpenStakes)
    assert not [each for each in stage.messages() if each.ephemeral and stage.text(each) == answer.words]


async def test_sending_an_empty_form_replaces_the_hosts_words_with_dares(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenStakes)).ephemerals[0]
    await stage.fill("Ann", await stage.press("Ann", UseWords, page), forfeit="hum a tune")
    await stage.fill("Ann", await stage.press("Ann", UseWords, page), forfeit="")
    setup = (await stage.table()).setup
    assert (setup.forfeit, setup.deck) == ("", Deck.GENTLE)


async def test_the_placeholder_of_a_menu_says_what_the_menu_chooses(english_stage: Stage) -> None:
    """Screen readers read the placeholder of a menu aloud."""
    stage = english_stage
    await stage.sit("Ann", "Ben")
    for press, said in ((OpenStakes, "What losers owe"), (OpenComputers, "Level: Medium")):
        page = (await stage.forge("Ann", press((await stage.table()).id))).ephemerals[0]
        hints = [str(part.get("placeholder")) for part in walk(page.components) if part["type"] == SELECT]
        assert said in hints, hints
    rules = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    hints = [str(part.get("placeholder")) for part in walk(rules.components) if part["type"] == SELECT]
    assert all(": " in hint for hint in hints[:-1]), "each names its rule and its value"
