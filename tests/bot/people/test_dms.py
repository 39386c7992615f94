"""Test that closed DMs never delay a game, and that the bot mentions them only once."""

import pytest

from bot.people.preferences import DmStyle
from bot.presses.game import ShowDice
from bot.presses.poker_cup import LookUnder
from tests.bot.answers import walk
from tests.bot.games.test_whole_games import play_on
from tests.bot.plays import play_round
from tests.bot.stage import Stage


async def test_a_closed_dm_is_mentioned_once_and_points_to_the_button_for_the_dice(stage: Stage) -> None:
    stage.close_dm("Ben")
    await stage.start("Ann", "Ben", rounds="3")
    await play_on(stage, 3)
    said = [stage.text(message) for message in stage.public() if "My dice" in stage.text(message)]
    assert len(said) == 1
    assert f"<@{stage.people['Ben'].id}>" in said[0]
    assert stage.direct_messages("Ben") == []
    assert len(stage.direct_messages("Ann")) == 3


@pytest.mark.parametrize("code", [50278, 10013])
async def test_people_who_left_the_server_are_not_pinged_for_a_closed_dm(stage: Stage, code: int) -> None:
    """With code 50278 the bot shares no server with the person. With code 10013 the account no longer exists."""
    stage.close_dm("Ben", code)
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    assert not any("I can’t DM you" in stage.text(message) for message in stage.public())
    assert len(stage.direct_messages("Ann")) == 2


async def test_a_player_with_closed_dms_still_plays(stage: Stage) -> None:
    stage.close_dm("Ben")
    await stage.start("Ann", "Ben")
    dice = " ".join(str(face) for face in sorted(await stage.dice("Ben")))
    assert dice in (await stage.press("Ben", ShowDice)).words
    await stage.raise_once()


async def test_each_round_brings_a_fresh_dm(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    first, second = stage.direct_messages("Ann")
    assert "Round 1" in first
    assert "Round 2" in second


@pytest.mark.parametrize(("game", "said"), [("common", "Only for this round"), ("cup", "A shake changes them")])
async def test_a_dm_says_how_long_its_dice_are_true(english_stage: Stage, game: str, said: str) -> None:
    """Between two rounds the DM still shows the dice of the last round."""
    stage = english_stage
    await stage.start("Ann", "Ben", game=game, rounds="3")
    name = await stage.to_move()
    if game == "cup":
        await stage.press(name, LookUnder)
        assert "You saw **" in stage.direct_messages(name)[-1]
        (newest,) = stage.messages(stage.people[name].user.dm_channel)[-1:]
        assert "My cup" in [part.get("label") for part in walk(newest.components)], "its button shows the cup"
    await play_round(stage)
    assert said in stage.text(stage.messages(stage.people[name].user.dm_channel)[-1])


async def test_a_game_goes_on_without_dms_if_discord_holds_them_back(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.close_dm("Ann", 40003)
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    assert "holds DMs back" in caplog.text
    assert not any("My dice" in stage.text(message) for message in stage.public())


async def test_the_dm_links_to_the_table(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    (direct_message,) = stage.messages(stage.people["Ann"].user.dm_channel)
    (link,) = [part["url"] for row in direct_message.components for part in row["components"] if "url" in part]
    assert link == f"https://discord.com/channels/{stage.guild.id}/{stage.channel.id}/{stage.panel().id}"


async def test_the_dice_command_in_a_dm_shows_the_hand_at_ones_only_table(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    result = await stage.people["Ann"].user.slash("dice")
    dice = " ".join(str(face) for face in sorted(await stage.dice("Ann")))
    assert result.response is not None
    assert dice in stage.text(result.response)


def direct_messages_there(stage: Stage, name: str) -> list[int]:
    """Return the ids of this person's DMs that exist now."""
    return [message.id for message in stage.messages(stage.people[name].user.dm_channel)]


async def test_only_the_newest_dm_stays(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="3")
    await play_on(stage, 3)
    assert len(stage.direct_messages("Ann")) == 3
    assert "Round 3" in stage.direct_messages("Ann")[-1]
    assert len(direct_messages_there(stage, "Ann")) == 1


async def test_a_player_who_wants_only_one_dm_gets_one_that_is_edited(stage: Stage) -> None:
    await stage.bot.services.preferences.change(stage.people["Ann"].id, dms=DmStyle.ONE)
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="3")
    (first,) = direct_messages_there(stage, "Ann")
    await play_round(stage)
    assert direct_messages_there(stage, "Ann") == [first]
    (there,) = stage.messages(stage.people["Ann"].user.dm_channel)
    assert "Round 2" in stage.text(there)
    assert len(stage.direct_messages("Ann")) == 1


async def test_a_dm_that_its_reader_deleted_is_sent_again(stage: Stage) -> None:
    await stage.bot.services.preferences.change(stage.people["Ann"].id, dms=DmStyle.ONE)
    await stage.start("Ann", "Ben", rounds="2")
    dm = stage.people["Ann"].user.dm_channel
    stage.env.backend.messages[dm.id].clear()
    await play_on(stage, 3)
    assert len(direct_messages_there(stage, "Ann")) == 1


async def test_a_player_who_wants_no_dms_gets_none(stage: Stage) -> None:
    await stage.bot.services.preferences.change(stage.people["Ann"].id, dms=DmStyle.NONE)
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    assert stage.direct_messages("Ann") == []
    assert len(stage.direct_messages("Ben")) == 2


async def test_after_a_restart_the_previous_dm_is_still_deleted(both: Stage) -> None:
    await both.start("Ann", "Ben", rounds="2")
    await both.restart()
    await play_on(both, 3)
    assert len(direct_messages_there(both, "Ann")) == 1
