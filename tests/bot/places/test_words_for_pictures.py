"""Test that the bot describes a picture in words if Discord refuses the file.

Discord's own pages disagree about whether a message sent with an interaction's token may have both files and
components. In these tests Discord refuses such messages. In all others it accepts them.
"""

import re
from pathlib import Path

import pytest
from simcord import ResponseMessage
from sqlalchemy import insert

from bot.presses.game import ShowFairness
from bot.presses.history import PostProfile, ShareBoard, ShareMoment
from bot.presses.lobby import Rematch, Start
from bot.presses.preferences import AboutMe
from bot.sandbox.adapter import walk_components
from bot.storage import schema
from tests.bot.answers import words
from tests.bot.boards.test_profiles import only, played
from tests.bot.games.test_evening import a_bold_lie_is_caught
from tests.bot.games.test_fair import verified
from tests.bot.games.test_whole_games import play_on
from tests.bot.places import closed
from tests.bot.stage import Stage


def refuse_files(stage: Stage) -> None:
    """Make Discord refuse (400) every later message that has both files and components."""
    setattr(stage.env.backend, "refuses_files", True)  # noqa: B010


def is_in_words(message: ResponseMessage) -> bool:
    """Return whether a message has neither a file nor a component that shows one."""
    kinds = {part["type"] for part in walk_components(message.components)}
    return not message.attachments and not kinds & {11, 12, 13}


def good_nights(stage: Stage) -> list[ResponseMessage]:
    """Return the messages with a night card."""
    return [each for each in stage.messages() if "Good night!" in words(each)]


async def test_a_profile_describes_its_chart_in_words_if_discord_refuses_files(english_stage: Stage) -> None:
    stage = english_stage
    winner, _loser = await played(stage)
    drawn = only(await stage.slash(winner, "profile"))
    (chart,) = drawn.attachments
    refuse_files(stage)
    told = only(await stage.slash(winner, "profile"))
    assert is_in_words(told)
    assert str(chart.description).splitlines()[0] in words(told)
    await stage.press(winner, PostProfile, told)
    posted = stage.public()[-1]
    assert is_in_words(posted)
    assert str(chart.description).splitlines()[0] in words(posted)


async def test_a_shared_board_lists_its_lines_in_words_if_discord_refuses_files(english_stage: Stage) -> None:
    stage = english_stage
    winner, _loser = await played(stage)
    board = only(await stage.slash(winner, "leaderboard", board="wins"))
    refuse_files(stage)
    await stage.press(winner, ShareBoard, board)
    assert is_in_words(stage.public()[-1])
    assert winner in words(stage.public()[-1])


async def test_a_shared_moment_is_described_in_words_if_discord_refuses_files(english_stage: Stage) -> None:
    stage = english_stage
    liar, caller = await a_bold_lie_is_caught(stage)
    before = len(stage.messages())
    praised = next(line for line in words(stage.public()[-1]).splitlines() if line.startswith("📸"))
    refuse_files(stage)
    await stage.press("Ben", ShareMoment)
    shown = stage.messages()[before]
    told = praised.removeprefix("📸 ").replace("**", "")
    assert told in words(shown).replace("**", ""), "the result praises the moment of the picture"
    assert is_in_words(shown)
    assert f"{liar} said 10 sixes." in words(shown).replace("**", "")
    assert f"Caught by {caller}!" in words(shown)


@pytest.mark.parametrize("by", ["a refusal", "a permission"])
async def test_the_evening_card_is_sent_once_in_words_if_discord_refuses_files(stage: Stage, by: str) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.press("Ann", Rematch)
    await stage.press("Ann", Start)
    await play_on(stage, 1)
    if by == "a refusal":
        refuse_files(stage)
    else:
        closed.ALL["no Attach Files"].take(stage)
        await stage.env.settle()
    await stage.time_passes(hours=2.1)
    (card,) = good_nights(stage)
    assert words(card).count("🏆") == 1, "the message has all words of the picture"
    assert is_in_words(card)
    await stage.time_passes(hours=4)
    assert len(good_nights(stage)) == 1


async def test_a_record_is_sent_as_text_if_discord_refuses_files(stage: Stage, tmp_path: Path) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    refuse_files(stage)
    fair = await stage.press("Ann", ShowFairness)
    assert all(map(is_in_words, fair.ephemerals))
    text = "".join(re.findall(r"```\n(.*?)\n```", fair.words, re.DOTALL))
    assert verified(text, tmp_path)


async def test_a_text_that_is_too_long_for_messages_is_offered_in_a_direct_message(english_stage: Stage) -> None:
    stage = english_stage
    (card,) = (await stage.slash("Ann", "privacy")).ephemerals
    await owe(stage, "Ann", 400)
    refuse_files(stage)
    answer = await stage.press("Ann", AboutMe, card)
    assert "I can’t attach files here. Ask me in a DM." in answer.words


async def owe(stage: Stage, name: str, many: int) -> None:
    """Add `many` open forfeits of this person, each with as many words as a forfeit may have."""
    store, debtor = stage.bot._store, stage.people[name].id
    assert store is not None
    about = {"guild": stage.guild.id, "channel": stage.channel.id, "table_id": 1, "debtor": debtor, "text": "x" * 80}
    row = {**about, "state": "owed", "variant": "common", "at": stage.bot.now()}
    await store.write(lambda connection: connection.execute(insert(schema.forfeits), [row] * many))
