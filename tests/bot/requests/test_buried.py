"""Test panels that are buried by chat.

The next change of such a panel posts it again at the bottom, at most once a minute. The bot's own messages do not bury
a panel.
"""

import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, ShowDice
from bot.presses.lobby import AddComputer, Join
from tests.bot import unkind
from tests.bot.optional_fields import CHANNEL, INTERACTION
from tests.bot.stage import Stage


@pytest.fixture(autouse=True)
def discord_names_the_newest_message(unkind_discord: None) -> None:
    """Make Discord always send the id of the channel's newest message.

    By this id the bot notices that a panel is buried.
    """
    unkind.keep(INTERACTION, "channel")
    unkind.keep(CHANNEL, "last_message_id")


async def test_the_next_change_of_a_buried_panel_posts_it_below_and_deletes_the_old_one(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    old = stage.panel()
    await stage.chat("Cleo")
    stage.age_panel(seconds=61)
    before = stage.requests()
    await stage.press(await stage.to_move(), PlaceBid, quantity=1, face=5)
    new = stage.public()[-1]
    assert new.id == stage.panel().id
    assert old.id not in {message.id for message in stage.public()}
    assert "⚄×1" in stage.text(new)
    where = f"/channels/{stage.channel.id}/messages"
    assert stage.calls_since(before) == [f"POST {where}", f"DELETE {where}/{old.id}"]
    assert [stage.text(message) for message in stage.public()].count("Anybody for pizza?") == 1


async def test_a_panel_is_moved_down_at_most_once_a_minute(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    old = stage.panel()
    for seconds in (20, 40, 59):
        await stage.chat("Cleo")
        stage.age_panel(seconds=seconds)
        await stage.raise_once()
        assert stage.panel().id == old.id
    stage.age_panel(seconds=60)
    await stage.raise_once()
    moved = stage.panel()
    assert moved.id != old.id
    await stage.chat("Cleo")
    stage.age_panel(seconds=59)
    await stage.raise_once()
    assert stage.panel().id == moved.id
    await stage.raise_once()
    stage.age_panel(seconds=61)
    await stage.raise_once()
    assert stage.panel().id != moved.id


async def test_chat_above_the_panel_does_not_bury_it(stage: Stage) -> None:
    await stage.chat("Cleo")
    await stage.start("Ann", "Ben")
    old = stage.panel()
    stage.age_panel(seconds=300)
    await stage.raise_once()
    await stage.raise_once()
    assert stage.panel().id == old.id


async def test_the_bots_own_messages_never_bury_a_panel(stage: Stage) -> None:
    """The bot posts a board, shows a player their dice, refuses a press, and posts a line about closed DMs."""
    stage.close_dm("Ben")
    await stage.start("Ann", "Ben")
    old = stage.panel()
    await stage.slash("Cleo", "leaderboard")
    await stage.slash("Ann", "leaderboard")
    await stage.press("Ann", ShowDice, message=old)
    await stage.slash("Ann", "bid", what="99 twos")
    stage.age_panel(seconds=300)
    await stage.press(await stage.to_move(), PlaceBid, message=old, quantity=1, face=5)
    assert [message.id for message in stage.public() if ShowDice in stage.kinds(message)] == [old.id]
    await stage.chat("Cleo")
    await stage.press("Ann", ShowDice, message=old)
    stage.age_panel(seconds=300)
    await stage.raise_once()
    assert old.id not in {message.id for message in stage.public()}


async def test_a_buried_lobby_is_moved_below_the_chat(stage: Stage) -> None:
    await stage.sit("Ann")
    old = stage.panel()
    await stage.chat("Cleo")
    stage.age_panel(seconds=61)
    await stage.press("Ben", Join)
    assert stage.public()[-1].id == stage.panel().id != old.id
    assert len([message for message in stage.public() if AddComputer in stage.kinds(message)]) == 1


async def test_a_buried_showdown_is_moved_down_and_the_next_round_comes_below_it(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="3")
    await stage.raise_once()
    await stage.chat("Cleo")
    stage.age_panel(seconds=61)
    await stage.press(await stage.to_move(), CallLie)
    chat, showdown, round_two = (stage.text(message) for message in stage.public()[-3:])
    assert "pizza" in chat
    assert "Round 1" in showdown
    assert "Round 2" in round_two
    assert [PlaceBid in stage.kinds(message) for message in stage.public()[-3:]] == [False, False, True]


async def test_the_bot_notices_chat_again_after_a_restart(both: Stage) -> None:
    await both.start("Ann", "Ben")
    old = both.panel()
    await both.chat("Cleo")
    await both.restart()
    both.age_panel(seconds=61)
    await both.raise_once()
    assert both.public()[-1].id == both.panel().id != old.id


@pytest.mark.parametrize(("of", "name"), [(INTERACTION, "channel"), (CHANNEL, "last_message_id")])
async def test_a_buried_panel_is_moved_down_once_discord_names_the_newest_message(
    stage: Stage, of: str, name: str
) -> None:
    await stage.start("Ann", "Ben")
    old = stage.panel()
    await stage.chat("Cleo")
    stage.age_panel(seconds=61)
    unkind.leave_out(of, name)
    await stage.raise_once()
    assert "pizza" in stage.text(stage.public()[-1])
    assert old.id in {message.id for message in stage.public()}
    unkind.keep(of, name)
    await stage.raise_once()
    assert stage.public()[-1].id == stage.panel().id != old.id
