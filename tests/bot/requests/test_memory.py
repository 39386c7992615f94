"""Test that finished games do not stay in the memory of the process."""

import gc
from asyncio import AbstractEventLoop as Loop
from asyncio import Task, TimerHandle
from contextvars import Context
from types import FunctionType, ModuleType

import discord
import pytest
from aiohttp import ClientSession

from bot.outbox.answer import Answer
from bot.outbox.answer_states import First, Noted, State
from bot.outbox.client import Interaction
from bot.outbox.internals import Components
from bot.presses.base import BackToForm
from bot.presses.lobby import Join, OpenOptions, Rematch, Start
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


def kept(stage: Stage) -> dict[str, int]:
    """Return how many objects of each kind the bot keeps in memory."""
    bot = stage.bot
    return {
        "duties": len(bot.driver._known),
        "timers": len(bot.driver._timers),
        "tables": len(bot.services.tables.changes.loader._kept),
        "channels with messages of ours": len(bot.buried._ours),
        "channels with messages of others": len(bot.buried._others),
        "locks": len(bot.services.tables.changes._locks),
    }


async def test_many_games_keep_no_more_in_memory_than_a_few(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    told = []
    for game in range(1, 6):
        await stage.time_passes(minutes=11 * game)
        await stage.press("Ann", Rematch)
        await stage.press("Ben", Join)
        await stage.press("Ann", Start)
        await play_on(stage, 3)
        told.append(kept(stage))
    assert told[4] == told[1], told
    assert told[4]["tables"] <= 2


HEAVY = (
    discord.Interaction,
    discord.Message,
    discord.ui.View,
    discord.ui.LayoutView,
    discord.ui.Item,
    Components,
    Task,
    TimerHandle,
    Context,
)
"""The types of objects that are needed only until a press is answered."""


def beneath(answer: Answer) -> list[object]:
    """Return all objects that an answer refers to, directly or indirectly.

    Leave out the objects that all answers share: the client, its state and the clock.
    """
    shared = [answer.client, answer.client._connection, answer.client.arrivals, answer.client.http]
    found, left = list[object](), [answer]
    seen = {id(each) for each in shared}
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, type | ModuleType | FunctionType | ClientSession | Loop):
            continue
        seen.add(id(each))
        found.append(each)
        left.extend(gc.get_referents(each))
    return found


async def test_a_finished_answer_keeps_no_timer_and_no_object_of_its_press(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    known = [each for some in stage.bot.services.announcer.messages._tokens._known.values() for each in some]
    assert known
    for answer in known:
        assert answer.state is State.ANSWERED
        assert answer.noted == Noted()
        assert [type(each).__name__ for each in beneath(answer) if isinstance(each, HEAVY)] == []


PAYLOAD = {"custom_id", "components", "member", "options", "data", "resolved"}
"""Keys in the data of an interaction from Discord."""


def heavy(answer: Answer) -> list[str]:
    """Return the types of objects that a finished answer no longer needs but still refers to."""
    found = beneath(answer)
    payloads = [f"payload {each.keys()}" for each in found if isinstance(each, dict) and PAYLOAD & each.keys()]
    return [type(each).__name__ for each in found if isinstance(each, HEAVY)] + payloads


async def test_no_kind_of_answer_keeps_the_data_of_its_interaction(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test checks the answers to commands, presses and forms. It also checks refusals and windows."""
    answers = list[Answer]()
    begin = Answer.__init__

    def followed(answer: Answer, interaction: Interaction) -> None:
        begin(answer, interaction)
        answers.append(answer)

    monkeypatch.setattr(Answer, "__init__", followed)
    await stage.sit("Ann", "Ben")
    form = await stage.press("Ann", OpenOptions)
    refused = await stage.fill("Ann", form, rounds="a few", clock=["600"])
    again = await stage.press("Ann", BackToForm, refused.ephemerals[0])
    await stage.fill("Ann", again, rounds="3", clock=["600"])
    await stage.slash("Ann", "me")
    await stage.slash("Cleo", "table leave")  # the bot refuses this command
    await stage.press("Ann", Start)
    await stage.raise_once()
    await stage.dice("Ann")
    await stage.env.settle()
    assert {answer.kind for answer in answers} == {
        discord.InteractionType.application_command,
        discord.InteractionType.component,
        discord.InteractionType.modal_submit,
    }
    assert {answer.first for answer in answers} == set(First)
    assert {answer.state for answer in answers} == {State.ANSWERED}
    assert {answer: heavy(answer) for answer in answers if heavy(answer)} == {}
