"""Test how often people can post their own pages.

The limits are once a minute for each person and ten times a minute in a channel.
"""

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
    """Send a press as this person, and return whether the bot posted a message."""
    before = len(stage.public())
    await stage.forge(name, press)
    return len(stage.public()) > before


@pytest.mark.parametrize("press", KINDS, ids=lambda press: type(press).__name__)
async def test_one_person_posts_once_a_minute_with_any_button(english_stage: Stage, press: Press) -> None:
    stage = english_stage
    await owed_in(stage, stage.channel)
    stage.freeze_time()
    assert await posted(stage, "Ann", press)
    moment = stage.bot.now() + posting.WITHIN
    for each in KINDS:
        answer = await stage.forge("Ann", each)
        assert f"You can post again <t:{ceil(moment.timestamp())}:R>" in answer.words
    assert await posted(stage, "Ben", press), "the limit is each person's own"
    stage.bot.now = lambda: moment
    assert await posted(stage, "Ann", press)


async def test_ten_posts_a_minute_are_allowed_in_a_channel(english_stage: Stage) -> None:
    stage = english_stage
    await owed_in(stage, stage.channel)
    stage.freeze_time()
    names = [f"Guest {number}" for number in range(posting.IN_ONE_CHANNEL + 1)]
    stage.come(*names)
    for name in names[:-1]:
        assert await posted(stage, name, ShareTab())
    assert "A lot was just posted here" in (await stage.forge(names[-1], ShareTab())).words
    moment = stage.bot.now() + timedelta(minutes=1)
    stage.bot.now = lambda: moment
    assert await posted(stage, names[-1], ShareTab())


async def test_a_refused_post_does_not_count_towards_the_limit(english_stage: Stage) -> None:
    stage = english_stage
    await owed_in(stage, stage.channel)
    stage.freeze_time()
    assert "no record of that game" in (await stage.forge("Ann", ShowStep(77, 1))).words
    assert await posted(stage, "Ann", ShareTab())
