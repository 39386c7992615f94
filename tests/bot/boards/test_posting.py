"""Posts from people's own pages are limited: one a minute, and ten a minute in a channel."""

from datetime import timedelta
from math import ceil

import pytest

from bot.inbox import posting
from bot.presses.base import Press
from bot.presses.history import PostProfile, PostRivals, ShareBoard, ShareTab, ShowStep
from tests.bot.boards.test_words_of_private_places import owed_in
from tests.bot.stage import Stage

KINDS: tuple[Press, ...] = (ShareBoard("wins", 1), ShareTab(), ShowStep(1, 1), PostProfile(0), PostRivals(0))


async def posted(stage: Stage, name: str, press: Press) -> bool:
    """Whether somebody who presses this posts a message."""
    before = len(stage.public())
    await stage.forge(name, press)
    return len(stage.public()) > before


@pytest.mark.parametrize("press", KINDS, ids=lambda press: type(press).__name__)
async def test_one_person_posts_once_a_minute_whatever_it_is(english_stage: Stage, press: Press) -> None:
    stage = english_stage
    await owed_in(stage, stage.channel)
    stage.time_stands()
    assert await posted(stage, "Ann", press)
    moment = stage.bot.now() + posting.WITHIN
    for each in KINDS:
        answer = await stage.forge("Ann", each)
        assert f"You can post again <t:{ceil(moment.timestamp())}:R>" in answer.words
    assert await posted(stage, "Ben", press), "each for themselves"
    stage.bot.now = lambda: moment
    assert await posted(stage, "Ann", press)


async def test_in_one_channel_ten_are_posted_a_minute(english_stage: Stage) -> None:
    stage = english_stage
    await owed_in(stage, stage.channel)
    stage.time_stands()
    names = [f"Guest {number}" for number in range(posting.IN_ONE_CHANNEL + 1)]
    stage.come(*names)
    for name in names[:-1]:
        assert await posted(stage, name, ShareTab())
    assert "Plenty was posted here" in (await stage.forge(names[-1], ShareTab())).words
    moment = stage.bot.now() + timedelta(minutes=1)
    stage.bot.now = lambda: moment
    assert await posted(stage, names[-1], ShareTab())


async def test_what_is_refused_costs_nobody_their_turn(english_stage: Stage) -> None:
    stage = english_stage
    await owed_in(stage, stage.channel)
    stage.time_stands()
    assert "no record of that game" in (await stage.forge("Ann", ShowStep(77, 1))).words
    assert await posted(stage, "Ann", ShareTab())
