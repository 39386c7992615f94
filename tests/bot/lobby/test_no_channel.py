"""Test interactions in which Discord leaves out the channel, or sends only its id."""

from typing import Any

import pytest
import simcord.interactions

from bot.presses.lobby import Join, Rematch
from tests.bot.stage import Stage


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return an empty set of names of fields.

    Discord leaves the fields that a test adds to it out of every interaction.
    """
    names: set[str] = set()
    payload = simcord.interactions.base_payload

    def without(backend: Any, **facts: Any) -> Any:
        record, made = payload(backend, **facts)
        return record, {name: value for name, value in made.items() if name not in names}

    monkeypatch.setattr(simcord.interactions, "base_payload", without)
    return names


async def test_no_table_opens_if_discord_sends_no_channel(stage: Stage, left_out: set[str]) -> None:
    left_out |= {"channel", "channel_id"}
    answer = await stage.slash("Ann", "play")
    assert "which channel" in answer.words
    assert await stage.newest(0) is None
    for here in (("leaderboard", {"board": "wins", "here": True}), ("history", {"here": True})):
        assert "which channel" in (await stage.slash("Ann", here[0], **here[1])).words


async def test_no_rematch_opens_if_discord_sends_no_channel(stage: Stage, left_out: set[str]) -> None:
    await stage.sit("Ann", "Ben")
    left_out |= {"channel", "channel_id"}
    answer = await stage.forge("Ann", Rematch((await stage.table()).id))
    assert "which channel" in answer.words


async def test_a_channel_is_found_if_discord_sends_only_its_id(stage: Stage, left_out: set[str]) -> None:
    left_out |= {"channel"}
    await stage.slash("Ann", "play")
    await stage.press("Ben", Join)
    table = await stage.table()
    assert (table.place.channel, table.place.channel_name) == (stage.channel.id, "dice")
    assert len(table.seats) == 2
