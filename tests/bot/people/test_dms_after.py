"""Test DMs outside of a running game: a player's last hand after the game, and the answer to a message to the bot."""

import pytest
from simcord import ResponseMessage

from bot.inbox import dispatcher
from bot.people.preferences import DmStyle
from bot.presses.game import CallQuits
from bot.presses.lobby import Rematch
from bot.presses.poker_cup import LookUnder
from tests.bot.answers import words
from tests.bot.people.test_windows import look_in
from tests.bot.requests.test_held_back import promised_at_once
from tests.bot.stage import Stage


def dms(stage: Stage, name: str) -> list[ResponseMessage]:
    """Return all messages in a person's DM with the bot, oldest first."""
    return stage.messages(stage.people[name].user.dm_channel)


def edits(stage: Stage, name: str, before: int) -> int:
    """Return how many requests after the first `before` ones edit a DM of this person."""
    channel = f"/channels/{stage.people[name].user.dm_channel.id}/messages/"
    since = stage.env.http_requests[before:]
    return sum(entry.method == "PATCH" and entry.path.startswith(channel) for entry in since)


async def quit_together(stage: Stage) -> None:
    """Have Ann and Ben both vote to stop their game."""
    for name in ("Ann", "Ben"):
        await stage.surely(name, await stage.press(name, CallQuits))


@pytest.mark.parametrize("style", [DmStyle.EACH_ROUND, DmStyle.ONE])
async def test_the_last_hand_of_a_game_says_that_the_game_is_over(both: Stage, style: DmStyle) -> None:
    for name in ("Ann", "Ben"):
        await both.bot.services.preferences.change(both.people[name].id, dms=style)
    await both.start("Ann", "Ben")
    assert all(both.kinds(dms(both, name)[-1]) for name in ("Ann", "Ben"))
    before = both.requests()
    await quit_together(both)
    for name in ("Ann", "Ben"):
        (last,) = dms(both, name)
        assert words(last).startswith("🏁 The game at ")
        assert last.components == []
        assert edits(both, name, before) == 1
    before = both.requests()
    await both.press("Ann", Rematch)
    assert edits(both, "Ann", before) == 0, "it is edited once"


async def test_a_dm_in_which_somebody_has_pressed_is_edited_by_that_press(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to the press was deferred, so its token can edit the DM.

    This costs none of the bot's own requests.
    """
    await stage.start("Ann", "Ben")
    with monkeypatch.context() as slow:
        slow.setattr(dispatcher, "promise_in_time", promised_at_once)
        await look_in(stage, "Ann")
    before = stage.requests()
    await quit_together(stage)
    assert words(dms(stage, "Ann")[0]).startswith("🏁 The game at ")
    assert (edits(stage, "Ann", before), edits(stage, "Ben", before)) == (0, 1)


@pytest.mark.parametrize("game", ["cup", "joker", "firehouse"])
async def test_no_dm_shows_a_hand_after_the_end_of_any_game(stage: Stage, game: str) -> None:
    await stage.start("Ann", "Ben", game=game)
    if game == "cup":
        await stage.press(await stage.to_move(), LookUnder)
    await quit_together(stage)
    assert Rematch in stage.kinds()
    left = [dms(stage, name)[-1] for name in ("Ann", "Ben") if dms(stage, name)]
    assert left
    assert all(words(each).startswith("🏁 The game at ") for each in left)


async def test_a_table_that_is_ended_says_so_in_the_dms_too(stage: Stage) -> None:
    await stage.start("Ann", computers=1)
    await stage.surely("Ann", await stage.slash("Ann", "table end"))
    assert words(dms(stage, "Ann")[-1]).startswith("🏁 The game at ")


async def test_after_a_restart_the_last_dm_is_edited_without_asking_for_its_channel(stage: Stage) -> None:
    """The ids of the channels of DMs are stored, so discord.py's memory of them is not needed."""
    await stage.start("Ann", "Ben")
    await stage.restart()
    before = stage.requests()
    await quit_together(stage)
    assert Rematch in stage.kinds()
    assert edits(stage, "Ann", before) == 1
    assert not [call for call in stage.calls_since(before) if call == "POST /users/@me/channels"]


async def test_somebody_who_writes_to_the_bot_is_answered_once_a_day(stage: Stage) -> None:
    for said in ("/play", "hello, how do I play?"):
        await stage.people["Ann"].user.send_dm(said)
    (answer,) = stage.direct_messages("Ann")
    for command in ("/play", "/learn", "/dice", "/help"):
        assert f"`{command}`" in answer
    await stage.people["Ben"].user.send_dm("hi")
    assert len(stage.direct_messages("Ben")) == 1
    await stage.time_passes(hours=25)
    await stage.people["Ann"].user.send_dm("hello again")
    assert len(stage.direct_messages("Ann")) == 2


async def test_the_answer_to_a_dm_is_in_the_language_of_its_writer(tongues: Stage) -> None:
    tongues.reads("de", "Ann")
    await tongues.slash("Ann", "me")
    assert await tongues.bot.services.preferences.last_language(tongues.people["Ann"].id) == "de"
    assert await tongues.bot.services.preferences.last_language(tongues.people["Ben"].id) == ""
    await tongues.people["Ann"].user.send_dm("hallo")
    assert len(tongues.direct_messages("Ann")) == 1


async def test_the_bot_does_not_answer_chat_in_a_channel(stage: Stage) -> None:
    before = len(stage.public())
    await stage.chat("Ann", "/play")
    assert len(stage.public()) == before + 1
    assert not stage.direct_messages("Ann")
