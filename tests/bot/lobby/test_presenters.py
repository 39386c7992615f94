"""Test that every family of games has a presenter, and that the presenter narrates every event of the family."""

from typing import get_args

import pytest

from bot.outbox.render import layout
from bot.presses.lobby import Start
from bot.screens.elements.cards import Text
from bot.screens.families import presenters
from bot.screens.families.bids.narrator import LINES
from bot.screens.families.variants import offered
from bot.tables.model import Setup
from engine import games
from engine.core.events import Event
from engine.options import rules_for
from tests.bot.stage import Stage


@pytest.mark.parametrize("name", presenters.PRESENTERS)
def test_every_event_of_the_family_is_narrated(name: str) -> None:
    family = next(each for each in games.FAMILIES if each.name == name)
    happens: set[type[Event]] = set(get_args(family.event))
    assert presenters.PRESENTERS[name].narrated == happens


def test_every_event_with_a_line_of_its_own_is_narrated() -> None:
    assert set(LINES) <= presenters.PRESENTERS["common-hand"].narrated


def test_every_game_that_is_offered_has_a_presenter() -> None:
    assert all(presenters.presenter(rules_for(name)) is not None for name in offered())


async def test_a_game_without_a_presenter_does_not_start(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.sit("Ann", "Ben")
    monkeypatch.delitem(presenters.PRESENTERS, "single-cup")
    house, table = stage.bot.services, await stage.table()
    await house.tables.lobbies.change(table.id, table.host, Setup("cup"), "test:cup")
    answer = await stage.press("Ann", Start)
    assert "That game can’t be played here yet. Pick" in answer.words
    assert (await stage.table()).game is None


def test_a_number_and_its_percent_sign_stay_on_one_line() -> None:
    (said,) = layout((Text("🎲 Most often sixes: **17.6 %** of them; 16.7 % is usual."),)).to_components()
    assert said["content"] == "🎲 Most often sixes: **17.6\u00a0%** of them; 16.7\u00a0% is usual."
