"""Test the links to the operator's support page. They are shown only if the operator has set SUPPORT_URL."""

from copy import deepcopy
from typing import Any

import pytest
import simcord.interactions
from simcord import ResponseMessage

from bot.presses.bids import PlaceBid
from bot.settings import Pages, Settings
from bot.storage import schema as db
from tests.bot.answers import walk
from tests.bot.requests.test_failures_after_saving import it_counts, patch
from tests.bot.stage import Stage

HELP = "https://example.org/help(me)?why=<dice>"
IN_A_LINK = "](https://example.org/help%28me%29?why=%3Cdice%3E)"


@pytest.fixture(params=[HELP, ""], ids=["with a support page", "without one"])
def support(stage: Stage, request: pytest.FixtureRequest) -> str:
    address = str(request.param)
    stage.bot.services.pages = Pages(support=address)
    return address


def links(message: ResponseMessage) -> list[str]:
    """Return the addresses that a message's buttons open."""
    return [part["url"] for part in walk(message.components) if part.get("url")]


@pytest.mark.parametrize("command", ["help", "privacy"])
async def test_two_pages_link_to_the_support_page(stage: Stage, support: str, command: str) -> None:
    await stage.start("Ann", "Ben")
    (shown,) = (await stage.slash("Ann", command)).ephemerals
    assert links(shown) == ([support] if support else [])


def assert_linked(words: str, support: str) -> None:
    """Assert that the text has a reference, and after it the link to the support page."""
    _, reference, after = words.split("`")
    assert len(reference) == 6
    assert (IN_A_LINK in after) == bool(support)
    assert ("http" in after) == bool(support)


async def test_the_reference_of_a_failed_press_is_followed_by_the_link(
    stage: Stage, trap: list[str], support: str
) -> None:
    trap.append("Fault")
    await stage.start("Ann", "Ben")
    await patch(stage, db.tables, setup=b"{", writes=999)
    answer = await stage.press("Ann", PlaceBid)
    assert not it_counts(answer.words)
    assert_linked(answer.words, support)


async def test_the_reference_of_a_move_that_is_not_shown_is_followed_by_the_link(
    stage: Stage, trap: list[str], support: str
) -> None:
    trap += ["Fault", "could not be carried out"]
    await stage.start("Ann", "Ben")
    await patch(stage, db.events, body=b"{")
    await patch(stage, db.tables, writes=999)
    answer = await stage.press(await stage.to_move(), PlaceBid)
    assert it_counts(answer.words)
    assert_linked(answer.words, support)


async def test_the_reference_of_an_unreadable_press_is_followed_by_the_link(stage: Stage, support: str) -> None:
    await stage.sit("Ann", "Ben")
    _, payload = simcord.interactions.base_payload(
        stage.env.backend,
        type=3,
        channel_id=stage.channel.id,
        guild_id=stage.guild.id,
        user_id=stage.people["Cleo"].id,
        data={"custom_id": "x"},
    )
    data: dict[str, Any] = deepcopy(dict(payload))
    with stage.env._bot_scope():
        stage.bot._connection.parsers["INTERACTION_CREATE"](data)
    await stage.env.settle()
    (sent,) = [each.json for each in stage.env.http_requests if each.path.endswith(f"/{data['token']}/callback")]
    assert sent is not None
    assert_linked(sent["data"]["content"], support)


def test_each_page_of_the_operator_has_a_setting() -> None:
    """An address that is not set, or is blank, is "". Blanks around an address are dropped."""
    pages = {"PRIVACY_URL": "https://example.org/privacy", "TERMS_URL": " ", "SUPPORT_URL": f" {HELP}\n"}
    assert Settings.from_environment(pages).pages == Pages("https://example.org/privacy", "", HELP)
