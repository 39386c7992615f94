"""Boards: pages, places, games, times, a picture to share, and seasons that open and close."""

from typing import get_args

import discord
from simcord import ResponseMessage

from bot.history.boards import BoardName
from bot.history.counting import Where, count
from bot.presses.game import CallLie
from bot.presses.history import ShareBoard, ShowBoard
from bot.storage import Connection, personal
from bot.storage.tallies import Tally
from bot.words.cleaning import plain_person
from tests.bot.stage import Stage


async def figures(stage: Stage, many: int, variant: str = "common", name: str = "wins") -> None:
    """So many people have won, each more than the one before; Ann is the first of them."""
    guild = stage.guild.id
    where = Where(guild, stage.channel.id, variant, stage.bot.now())

    def work(connection: Connection) -> None:
        for number in range(many):
            user = stage.people["Ann"].id if number == 0 else 1000 + number
            name_of = "Ann" if number == 0 else f"Guest {number} مرحبا 🎲 of the long name"
            stage.typed.add(plain_person(name_of))
            personal.remember_name(connection, guild, user, name_of)
            count(connection, [(where, Tally(user, name, number + 1, 50))])

    await stage.bot.services.tables.changes.store.write(work)


def now(stage: Stage, message: ResponseMessage) -> ResponseMessage:
    """A message as it is by now."""
    return next(each for each in stage.public() if each.id == message.id)


async def test_one_jumps_to_ones_own_place_and_through_games_and_times(both: Stage) -> None:
    await both.sit("Ann")
    await figures(both, 45, "dudo")
    await both.slash("Ann", "leaderboard", board="wins")
    assert both.text(both.public()[-1]).count("50") == 11, "ten places, and one's own"
    await both.press("Ann", ShowBoard, both.public()[-1], page=5)
    assert "Ann" in both.text(both.public()[-1])
    await both.pick("Ann", both.public()[-1], ShowBoard, game="bar")
    assert "Ann" not in both.text(both.public()[-1])
    await both.pick("Ann", both.public()[-1], ShowBoard, game="dudo")
    await both.press("Ann", ShowBoard, both.public()[-1], place=both.channel.id)
    assert "🥇" in both.text(both.public()[-1])


async def test_every_board_can_be_chosen_and_shared(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann")
    for name in get_args(BoardName):
        if name not in ("goods", "net", "paid", "win_rate"):  # these follow from others
            await figures(stage, 12, "dudo", name)
    await stage.slash("Ann", "leaderboard", board="wins")
    board = stage.public()[-1]
    for name in get_args(BoardName):
        await stage.pick("Ann", now(stage, board), ShowBoard, board=name)
        assert "🥇" in stage.text(now(stage, board)), name
        await stage.press("Ann", ShareBoard, now(stage, board))
        (file,) = stage.public()[-1].attachments
        assert file.filename == f"{name}.png"


async def test_a_season_opens_and_closes_with_its_podium(both: Stage) -> None:
    """What ends while it is open counts for it; there is one at a time."""
    manager = "Dan"
    keeper = both.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    both.people[manager] = both.guild.add_member(both.env.create_user("dan2", global_name=manager), roles=[keeper])
    assert "No season is open" in (await both.slash(manager, "season close")).words
    both.typed.add("Spring *Cup*")
    await both.slash(manager, "season open", called="Spring *Cup*")
    assert "still open" in (await both.slash(manager, "season open", called="Summer")).words
    await both.start("Ann", "Ben", rounds="1", forfeit="one song")
    await both.raise_once()
    await both.press(await both.to_move(), CallLie)
    await both.slash("Ann", "leaderboard", board="wins", time="this season")
    assert "🥇" in both.text(both.public()[-1])
    await both.slash(manager, "season close")
    assert "🥇" in both.text(both.public()[-1])
    await both.press("Ben", ShowBoard, both.public()[-1])
    assert "🥇" in both.text(both.public()[-1])
