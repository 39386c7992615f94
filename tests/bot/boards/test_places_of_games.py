"""Test which people can see a game. They are its players, and people who can see its channel now.

This applies to lists, steps of replays, records, proofs and posts.
"""

from typing import Any

import discord
import pytest
from simcord import ChannelHandle
from sqlalchemy import update

from bot.presses.history import OpenReplay, SaveRecord, ShowProof, ShowStep, TurnReplay
from bot.storage import Connection, schema
from tests.bot.answers import Answer
from tests.bot.boards.test_replays import game_of_bids
from tests.bot.stage import Stage

NOT_YOURS = "wasn’t played where you can see it"
SEES, BLIND = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)


def secret(stage: Stage, *names: str) -> ChannelHandle:
    """Create a channel that only these people and the bot can see."""
    me = stage.guild.me
    assert me is not None
    overwrites: dict[Any, discord.PermissionOverwrite] = {stage.people[name]: SEES for name in names}
    return stage.guild.create_text_channel(
        "den", overwrites={stage.guild.roles["@everyone"]: BLIND, me: SEES, **overwrites}
    )


async def played_in(stage: Stage, channel: ChannelHandle) -> int:
    """Play a game of Ann, Ben and Cleo in another channel, and return the game's id.

    Afterwards the stage uses its usual channel again.
    """
    usual, stage.channel = stage.channel, channel
    game = (await game_of_bids(stage)).game.id
    stage.channel = usual
    return game


async def asked(stage: Stage, name: str) -> list[str]:
    """Ask for game 1 as this person, with every command and press that shows a game, and return the answers."""
    answers: list[Answer] = [
        await stage.slash(name, "history", show="replay", number=1),
        await stage.slash(name, "history", show="verify", number=1),
        await stage.forge(name, OpenReplay(1)),
        await stage.forge(name, TurnReplay(1, 2)),
        await stage.forge(name, ShowStep(1, 2)),
        await stage.forge(name, SaveRecord(1)),
        await stage.forge(name, ShowProof(1)),
    ]
    return [answer.words for answer in answers]


async def listed(stage: Stage, name: str) -> bool:
    """Return whether /history lists game 1 for this person."""
    (shown,) = (await stage.slash(name, "history")).ephemerals
    return "`1.`" in stage.text(shown)


async def test_only_players_and_people_in_the_channel_see_a_game_of_a_private_channel(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await played_in(stage, secret(stage, "Ann", "Ben", "Cleo", "Dan"))
    await stage.slash("Dan", "play")  # forged presses need a message of the bot
    assert [words for words in await asked(stage, "Eve") if NOT_YOURS not in words] == []
    assert not await listed(stage, "Eve")
    for name in ("Ann", "Dan"):
        assert await listed(stage, name)
        assert "Game 1 ·" in (await stage.slash(name, "history", show="replay", number=1)).words
        assert (await stage.slash(name, "history", show="verify", number=1)).ephemerals


async def test_a_step_of_a_private_game_is_not_posted_where_others_read_it(english_stage: Stage) -> None:
    stage = english_stage
    await played_in(stage, secret(stage, "Ann", "Ben", "Cleo"))
    (mine,) = (await stage.slash("Ann", "history", show="replay", number=1)).ephemerals
    before = len(stage.public())
    assert "Not everyone here can see" in (await stage.press("Ann", ShowStep, mine)).words
    assert len(stage.public()) == before


async def test_a_page_lists_older_games_if_the_newest_are_hidden(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await played_in(stage, stage.channel)
    await played_in(stage, secret(stage, "Ann", "Ben", "Cleo"))
    (shown,) = (await stage.slash("Eve", "history")).ephemerals
    assert "`1.`" in stage.text(shown)
    assert "`2.`" not in stage.text(shown)
    assert "Game 1 ·" in (await stage.slash("Eve", "history", show="replay")).words, "the newest game that Eve may see"


@pytest.mark.parametrize(
    ("place", "who_sees_it"),
    [
        ({"parent": "dice", "private": None}, {"Eve", "Mod", "Boss"}),
        ({"parent": "den", "private": None}, set()),
        ({"parent": "dice", "private": True}, {"Mod"}),
        ({"parent": "den", "private": True}, set()),
        ({"parent": "gone", "private": None}, {"Boss"}),
        ({"parent": None, "private": None}, {"Boss"}),
    ],
)
async def test_archived_threads_stay_private_and_managers_see_deleted_ones(
    english_stage: Stage, place: dict[str, object], who_sees_it: set[str]
) -> None:
    """The thread of the game is archived or deleted. Mod may manage threads, and Boss may manage the server."""
    stage = english_stage
    stage.come("Eve")
    for name, right in (("Mod", "manage_threads"), ("Boss", "manage_guild")):
        role = stage.guild.create_role(name, permissions=discord.Permissions(**{right: True}))
        stage.people[name] = stage.guild.add_member(stage.env.create_user(name.lower(), global_name=name), roles=[role])
        stage.private[name] = []
    ids = {"dice": stage.channel.id, "den": secret(stage, "Ann").id, "gone": 4_000_000_000_000_000_004}
    game = await played_in(stage, stage.channel)
    parent = ids.get(str(place["parent"]))

    def work(connection: Connection) -> None:
        moved = update(schema.games).where(schema.games.c.id == game)
        connection.execute(moved.values(channel=4_000_000_000_000_000_001, parent=parent, private=place["private"]))

    assert stage.bot._store is not None
    await stage.bot._store.write(work)
    asked_by = {
        name: await stage.slash(name, "history", show="replay", number=1) for name in ("Eve", "Mod", "Boss", "Cleo")
    }
    assert {name for name, answer in asked_by.items() if "Game 1 ·" in answer.words} == {"Cleo", *who_sees_it}
    assert {name for name in asked_by if await listed(stage, name)} == {"Cleo", *who_sees_it}


async def test_a_table_in_a_thread_stores_the_parent_channel(english_stage: Stage) -> None:
    stage = english_stage
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    await stage.slash("Ann", "play")
    (thread,) = stage.channel.threads
    place = (await stage.table(thread)).place
    assert (place.parent, place.is_private) == (stage.channel.id, False)
