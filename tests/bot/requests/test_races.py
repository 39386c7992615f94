"""Test what happens if several people press at once, or if Discord is slow or refuses a request.

Everybody gets an answer, and no press counts twice.
"""

import asyncio
from collections.abc import Awaitable, Callable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, ResponseMessage

from bot.outbox import messages, reply
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, OpenMore, SurelyQuit
from bot.presses.lobby import Join, Start
from tests.bot.answers import words
from tests.bot.stage import Stage


async def pressed_at_once(stage: Stage, presses: list[tuple[str, str]], message: ResponseMessage | None = None) -> None:
    """Press several buttons before the bot has answered any of the presses.

    For each press, `presses` has the person's name and the button's id. By default the buttons are on the panel.
    """
    panel, env = message or stage.panel(), stage.env
    settle = env._settle_internal

    async def not_yet(**_: object) -> None:
        return None

    env._settle_internal = not_yet  # type: ignore[method-assign] # these do not wait until the bot is idle
    try:
        for name, custom_id in presses:
            await stage.people[name].click(panel, custom_id=custom_id)
    finally:
        env._settle_internal = settle  # type: ignore[method-assign]
    await env.settle()


def ephemerals(stage: Stage) -> list[str]:
    """Return the texts of all private messages."""
    return [words(message) for message in stage.messages() if message.ephemeral]


async def test_a_double_press_before_the_answer_counts_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name, before = await stage.to_move(), await stage.table()
    custom_id, joined = encode(stage.presses()[0]), len(ephemerals(stage))
    await pressed_at_once(stage, [(name, custom_id), (name, custom_id)])
    assert (await stage.table()).version == before.version + 1
    said = ephemerals(stage)[joined:]
    assert len(said) == 1
    assert "You bid" in said[0]


async def test_only_one_of_two_simultaneous_bangs_counts(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", game="firehouse", rounds="3")
    bidder = await both.raise_once()
    one = await both.to_move()
    (two,) = await both.others(bidder, one)
    await both.press(two, CallLie)  # the bot asks each person once whether to call out of turn
    custom_id = next(encode(made) for made in both.presses() if isinstance(made, CallLie))
    await pressed_at_once(both, [(one, custom_id), (two, custom_id)])
    everything = "\n".join(both.text(message) for message in both.public())
    assert everything.count("💥 Bang!") == 1
    assert (await both.view()).state.round == 2
    assert sum(PlaceBid in both.kinds(message) for message in both.public()) == 1, "one live panel"


async def test_several_people_can_join_at_the_same_time(stage: Stage) -> None:
    await stage.sit("Ann")
    join = next(encode(made) for made in stage.presses() if isinstance(made, Join))
    await pressed_at_once(stage, [("Ben", join), ("Cleo", join), ("Dan", join)])
    assert {seat.name for seat in (await stage.table()).seats} == {"Ann", "Ben", "Cleo", "Dan"}
    assert all(name in stage.text() for name in ("Ann", "Ben", "Cleo", "Dan"))


Act = Callable[..., Awaitable[object]]


def slowly(act: Act) -> Act:
    async def slow(*args: object, **more: object) -> object:
        await asyncio.sleep(0.2)
        return await act(*args, **more)

    return slow


@pytest.mark.parametrize("by_command", [False, True])
async def test_a_slow_answer_is_deferred_and_then_given(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, by_command: bool
) -> None:
    await stage.start("Ann", "Ben")
    monkeypatch.setattr(reply, "TIMEOUT", 0.05)
    monkeypatch.setattr(stage.bot.services.tables.moves, "act", slowly(stage.bot.services.tables.moves.act))
    name = await stage.to_move()
    if by_command:
        answer = await stage.slash(name, "bid", what="2x5")
    else:
        answer = await stage.press(name, PlaceBid, quantity=1, face=5)
    assert answer.result.deferred or by_command
    assert "fives" in stage.text() or "five" in stage.text()
    await stage.raise_once()


@pytest.mark.parametrize("by_command", [False, True])
async def test_a_slow_refusal_is_still_private(stage: Stage, monkeypatch: pytest.MonkeyPatch, by_command: bool) -> None:
    await stage.start("Ann", "Ben")
    monkeypatch.setattr(reply, "TIMEOUT", 0.05)
    monkeypatch.setattr(stage.bot.services.tables.moves, "act", slowly(stage.bot.services.tables.moves.act))
    (other,) = await stage.others(await stage.to_move())
    before = len(stage.public())
    if by_command:
        answer = await stage.slash(other, "bid", what="2x5")
    else:
        answer = await stage.press(other, PlaceBid)
    assert "Not yet: it’s" in answer.words
    assert len(stage.public()) == before


@pytest.mark.parametrize("by_command", [False, True])
async def test_a_refusal_whose_words_are_slow_is_deferred_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, by_command: bool
) -> None:
    """The bot refuses quickly, but the words of the refusal need facts from a database that is slow."""
    await stage.start("Ann", "Ben")
    monkeypatch.setattr(reply, "TIMEOUT", 0.05)
    queries = stage.bot.services.tables.queries
    (other,) = await stage.others(await stage.to_move())
    defer, deferred = discord.InteractionResponse.defer, list[object]()

    async def deferring(response: Any, **how: Any) -> Any:
        deferred.append(how)
        return await defer(response, **how)

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferring)
    for slow in ("see", "at"):
        monkeypatch.setattr(queries, slow, slowly(getattr(queries, slow)))
    if by_command:
        answer = await stage.slash(other, "bid", what="2x5")
    else:
        answer = await stage.press(other, PlaceBid)
    assert deferred == [{"ephemeral": by_command}]
    assert "Not yet: it’s" in answer.words


def nobody_waits() -> discord.NotFound:
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    return discord.NotFound(response, {"code": 10062})


async def test_an_answer_that_comes_too_late_is_shown_by_the_bot_itself(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start("Ann", "Ben")
    old = stage.panel()

    async def late(*_: object) -> None:
        raise nobody_waits()

    with monkeypatch.context() as patch:
        patch.setattr(reply, "change", late)
        await stage.press(await stage.to_move(), PlaceBid, quantity=1, face=5)
    assert "1 five" in stage.text()
    assert stage.panel().id == old.id
    await stage.raise_once()


async def test_a_bid_that_discord_could_not_show_is_shown_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, trap: list[str]
) -> None:
    trap.append("Fault")
    await stage.start("Ann", "Ben")

    async def down(*_: object) -> None:
        response: Any = SimpleNamespace(status=503, reason="down")
        raise discord.DiscordServerError(response, "")

    with monkeypatch.context() as patch:
        for way in (reply.change, reply.post, messages.edit_by_bot, messages.post_by_bot):
            patch.setattr(f"{way.__module__}.{way.__name__}", down)
        await stage.press(await stage.to_move(), PlaceBid, quantity=1, face=5)
        assert "1 five" not in stage.text()
    await stage.time_passes(seconds=5)
    assert "1 five" in stage.text()
    await stage.raise_once()


async def test_a_press_on_an_old_panel_with_buttons_leaves_one_panel_with_buttons(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    stored = stage.env.backend.get_message(stage.channel.id, stage.panel().id)
    buttons = deepcopy(stored.components)
    await stage.raise_once()
    stored.components[:] = buttons  # as if the bot had not removed the buttons
    forgotten = next(message for message in stage.public() if message.id == stored.id)
    await stage.forge("Ann", SurelyQuit((await stage.table()).id), message=forgotten)
    assert sum(OpenMore in stage.kinds(message) for message in stage.public()) == 1


async def test_the_answer_to_the_play_command_names_a_missing_permission(stage: Stage) -> None:
    no = discord.PermissionOverwrite(send_messages=False)
    bot_user = stage.bot.user
    assert bot_user is not None
    quiet = quiet_channel(stage, no)
    answer = await stage.slash("Ann", "play", channel=quiet)
    assert "**Send Messages**" in answer.words


def quiet_channel(stage: Stage, no: discord.PermissionOverwrite) -> ChannelHandle:
    me = stage.guild.me
    assert me is not None
    return stage.guild.create_text_channel("quiet", overwrites={me: no})


async def test_a_game_can_be_played_in_a_thread(stage: Stage) -> None:
    thread = stage.bot.get_channel(stage.channel.id)
    assert isinstance(thread, discord.TextChannel)
    made = await thread.create_thread(name="a quiet corner", type=discord.ChannelType.public_thread)
    await stage.env.settle()
    (corner,) = stage.channel.threads
    assert corner.id == made.id
    await stage.slash("Ann", "play", channel=corner)
    await stage.press("Ben", Join, channel=corner)
    await stage.press("Ann", Start, channel=corner)
    assert PlaceBid in stage.kinds(stage.panel(corner))


async def test_an_archived_thread_is_opened_again_when_the_clock_moves_the_game(stage: Stage) -> None:
    parent = stage.bot.get_channel(stage.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="a quiet corner", type=discord.ChannelType.public_thread)
    await stage.env.settle()
    (corner,) = stage.channel.threads
    await stage.slash("Ann", "play", channel=corner)
    await stage.press("Ben", Join, channel=corner)
    await stage.press("Ann", Start, channel=corner)
    former = stage.panel(corner)
    thread = stage.bot.get_channel(corner.id)
    assert isinstance(thread, discord.Thread)
    stage.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await stage.env.settle()
    for edits in (f"/channels/{corner.id}/messages/*", "/webhooks/*/*/messages/*"):
        stage.env.inject_error("PATCH", edits, status=400, code=50083, message="Archived")
    before = stage.requests()
    await stage.time_passes(minutes=4)  # the bot makes the opening bid (L2)
    opened = stage.bot.get_channel(corner.id)
    assert isinstance(opened, discord.Thread)
    assert not opened.archived
    assert f"PATCH /channels/{corner.id}" in stage.calls_since(before)
    assert stage.panel(corner).id == former.id
    assert "ran out of time, so the house played." in stage.text(former)
