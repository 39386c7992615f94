"""Test the boards for all games, channels and periods. Also test seasons, which open and close."""

from typing import get_args

from simcord import ResponseMessage

from bot.history.boards import BoardName
from bot.history.counting import Where, count
from bot.presses.game import CallLie
from bot.presses.history import MoreBoards, ShareBoard, ShowBoard
from bot.presses.preferences import KeepSeason, SurelyCloseSeason
from bot.storage import Connection, members, personal
from bot.storage.tallies import Tally
from bot.words.cleaning import plain_person
from tests.bot.pseudo import without_brackets
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage


async def figures(stage: Stage, many: int, variant: str = "common", name: str = "wins") -> None:
    """Set a figure of the boards to 1 for Ann, to 2 for the next person, and so on for `many` people."""
    guild = stage.guild.id
    where = Where(guild, stage.channel.id, variant, stage.bot.now())

    def work(connection: Connection) -> None:
        for number in range(many):
            user = stage.people["Ann"].id if number == 0 else 1000 + number
            name_of = "Ann" if number == 0 else f"Guest {number} مرحبا 🎲 of the long name"
            stage.typed.add(plain_person(name_of))
            personal.remember_name(connection, guild, user, name_of)
            count(connection, [(where, Tally(user, name, number + 1, 50))])
            members.note(connection, guild, [user], [], stage.bot.now())  # Discord does not know the guests

    await stage.bot.services.tables.changes.store.write(work)


def now(stage: Stage, message: ResponseMessage) -> ResponseMessage:
    """Return a message in its current state."""
    return next(each for each in stage.messages() if each.id == message.id)


async def test_a_leaderboard_leads_to_ones_own_place_and_to_other_games_and_channels(both: Stage) -> None:
    await both.sit("Ann")
    await figures(both, 45, "dudo")
    (board,) = (await both.slash("Ann", "leaderboard", board="wins")).ephemerals
    assert both.text(board).count("50") == 11, "ten places and one's own"
    await both.press("Ann", ShowBoard, board, page=5)
    assert "Ann" in both.text(now(both, board))
    await both.pick("Ann", now(both, board), ShowBoard, game="bar")
    assert "Ann" not in both.text(now(both, board))
    await both.pick("Ann", now(both, board), ShowBoard, game="dudo")
    await both.press("Ann", ShowBoard, now(both, board), place=both.channel.id)
    assert "🥇" in both.text(now(both, board))
    assert len(both.public()) == 1, "until it is shared, only one person sees it"


async def test_every_board_can_be_chosen_and_shared(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann")
    for name in get_args(BoardName):
        if name not in ("goods", "net", "paid", "win_rate"):  # computed from other figures
            await figures(stage, 12, "dudo", name)
    (board,) = (await stage.slash("Ann", "leaderboard", board="wins")).ephemerals
    for minute, name in enumerate(get_args(BoardName)):
        await stage.time_passes(minutes=minute)  # each person may post one board a minute
        await stage.press("Ann", MoreBoards, now(stage, board))
        await stage.pick("Ann", now(stage, board), ShowBoard, board=name)
        is_of_debts = name in ("forfeits", "bads")
        assert ("🥇" in stage.text(now(stage, board))) is not is_of_debts, "nobody wins a medal for debts"
        await stage.press("Ann", ShareBoard, now(stage, board))
        (file,) = stage.public()[-1].attachments
        assert file.filename == f"{name}.png"


async def test_a_channels_leaderboard_is_shared_and_leads_to_the_servers_leaderboard(both: Stage) -> None:
    await both.sit("Ann")
    await figures(both, 3, "dudo")
    (board,) = (await both.slash("Ann", "leaderboard", board="wins")).ephemerals
    await both.press("Ann", ShowBoard, board, place=both.channel.id)
    await both.press("Ann", ShareBoard, now(both, board))
    (picture,) = both.public()[-1].attachments
    assert "this channel" in without_brackets(str(picture.description))
    await both.forge("Ann", ShowBoard("wins", 1, 0, "dudo", "s999"), message=now(both, board))
    assert "a season" in both.text(now(both, board)), "of a server that is known no longer"
    await both.press("Ann", ShowBoard, now(both, board), place=0)
    assert f"<#{both.channel.id}>" not in both.text(now(both, board))


async def test_a_season_needs_a_visible_name_and_can_end_without_games(both: Stage) -> None:
    manager = keeper(both)
    assert "Keep it to" in (await both.slash(manager, "settings season open", called="\u2066")).words
    both.typed.add("Summer")
    await both.slash(manager, "settings season open", called="Summer")
    asked = await both.slash(manager, "settings season close")
    assert "End **Summer** for good?" in asked.words
    await both.press(manager, KeepSeason, asked.ephemerals[0])
    assert "Summer is over" not in both.text(both.public()[-1])
    await both.surely(manager, await both.slash(manager, "settings season close"))
    assert "There’s no season right now" in (await both.forge(manager, SurelyCloseSeason(1))).words
    assert "Summer is over" in both.text(both.public()[-1])
    assert "Nobody finished a game. Better luck next season!" in both.text(both.public()[-1])


async def test_a_season_opens_and_closes_with_its_podium(both: Stage) -> None:
    """A game counts for the season that is open when it ends. Only one season can be open at a time."""
    manager = keeper(both)
    assert (
        "There’s no season right now. Start one: `/settings"
        in (await both.slash(manager, "settings season close")).words
    )
    both.typed.add("Spring *Cup*")
    await both.slash(manager, "settings season open", called="Spring *Cup*")
    assert "is still on" in (await both.slash(manager, "settings season open", called="Summer")).words
    await both.start("Ann", "Ben", rounds="1", forfeit="one song")
    await both.raise_once()
    await both.press(await both.to_move(), CallLie)
    assert "🥇" in (await both.slash("Ann", "leaderboard", board="wins", time="this season")).words
    await both.surely(manager, await both.slash(manager, "settings season close"))
    assert "🥇" in both.text(both.public()[-1])
    assert "🥇" in (await both.press("Ben", ShowBoard, both.public()[-1])).words
