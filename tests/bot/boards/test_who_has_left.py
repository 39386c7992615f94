"""Test that boards and debts leave out people who have left the server, and how the bot finds out that they have."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args

import discord
import pytest

from bot.history.boards import BoardName
from bot.history.boards import Scope as OfFigures
from bot.history.counting import Where, count
from bot.outbox import members
from bot.outbox.members import MOST
from bot.presses.history import LetGo, ShareBoard, ShareTab, ShowBoard, ShowTab
from bot.storage import Connection, ledger, personal
from bot.storage import members as stored
from bot.storage.tallies import Tally
from tests.bot.boards.gateway import Gateway
from tests.bot.boards.test_boards import now
from tests.bot.games.test_names_in_lists import owe
from tests.bot.plays import in_dm
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage
from tests.databases import counted
from tests.rebuilt import rebuild

T = TypeVar("T")

USUAL = members.WAITS
"""The seconds that the bot waits. Each test replaces this number."""


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot wait for a moment only, for a scene in which no answer comes."""
    monkeypatch.setattr(members, "WAITS", 0.01)


def leave(stage: Stage, *names: str) -> None:
    for name in names:
        stage.guild.remove_member(stage.people[name])


def come_back(stage: Stage, name: str) -> None:
    stage.people[name] = stage.guild.add_member(stage.people[name].user)


async def board(stage: Stage, reader: str = "Dan") -> str:
    """Return the board of open forfeits as this person reads it."""
    return (await stage.slash(reader, "leaderboard", board="forfeits")).words


async def tab(stage: Stage, reader: str = "Dan") -> str:
    """Return the server's tab as this person reads it."""
    return (await stage.slash(reader, "forfeits server")).words


async def gone(stage: Stage) -> set[str]:
    """Return the names of the people who are marked as gone."""
    ids = {actor.id: name for name, actor in stage.people.items()}
    found = await read(stage, lambda connection: stored.those_who_left(connection, stage.guild.id))
    return {ids[each] for each in found}


async def read(stage: Stage, work: Callable[[Connection], T]) -> T:
    store = stage.bot._store
    assert store is not None
    return await store.read(work)


async def mine(stage: Stage, name: str, **asked: Any) -> str:
    """Return a person's own list, or the tab that they asked for, without backslashes."""
    command = "forfeits server" if asked else "forfeits mine"
    return (await stage.slash(name, command, **asked)).words.replace("\\", "")


async def test_boards_and_debts_leave_out_people_who_have_left(both: Stage) -> None:
    stage = both
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"), ("Ben", "Cleo"))
    for there in (await board(stage), await tab(stage)):
        assert all(name in there for name in ("Ann", "Ben", "Cleo"))
    leave(stage, "Ben")
    await stage.time_passes(days=1, seconds=1)
    shown = await board(stage)
    assert "Ben" not in shown
    assert "Ann" in shown
    assert "Cleo" in shown
    debts = await tab(stage)
    assert "Ben" not in debts
    assert "Cleo owes Ann" in debts.replace("*", "")
    assert "Ben" not in (await stage.slash("Dan", "leaderboard")).words
    other = (await stage.slash("Dan", "forfeits server", who=stage.people["Ann"])).words
    assert "What Ann owes (0)" in other
    assert "Ben" not in other


async def test_what_is_posted_leaves_them_out_too(english_stage: Stage) -> None:
    stage = english_stage
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"))
    leave(stage, "Ben", "Cleo")
    (page,) = (await stage.slash("Dan", "forfeits server")).ephemerals
    await stage.press("Dan", ShareTab, page)
    assert "Cleo" not in stage.text(stage.public()[-1])
    await stage.time_passes(minutes=2)
    (page,) = (await stage.slash("Dan", "leaderboard", board="forfeits")).ephemerals
    await stage.press("Dan", ShareBoard, page)
    (picture,) = stage.public()[-1].attachments
    assert "Ann" in str(picture.description)
    assert "Cleo" not in str(picture.description)


async def test_figures_ratings_and_a_rebuild_do_not_depend_on_the_mark(stage: Stage) -> None:
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"))
    before = await read(stage, counted)
    leave(stage, "Ann")
    await board(stage)
    assert await gone(stage) == {"Ann"}
    assert await read(stage, counted) == before
    store = stage.bot._store
    assert store is not None
    await store.write(rebuild)
    assert await read(stage, counted) == before
    assert await gone(stage) == {"Ann"}
    assert "Ann" not in await board(stage)


async def test_people_who_are_found_again_are_shown_again(stage: Stage) -> None:
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"), ("Cleo", "Ben"))
    leave(stage, "Ann")
    assert "Ann" not in await board(stage)
    assert "Ann" not in await tab(stage)
    come_back(stage, "Ann")
    assert "Ann" not in await board(stage), "nobody was asked about for a day"
    await stage.time_passes(days=1, seconds=1)
    assert "Ann" in await board(stage)
    assert "Ann" in await tab(stage)


async def test_people_are_found_again_even_if_a_page_was_empty_without_them(stage: Stage) -> None:
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann", "Ben")
    assert "Ann" not in await board(stage)
    assert "All square" in await tab(stage)
    for name in ("Ann", "Ben"):
        come_back(stage, name)
    await stage.time_passes(days=1, seconds=1)
    assert "Ann owes Ben" in (await tab(stage)).replace("*", "")


@pytest.mark.parametrize("command", ["help", "leaderboard", "profile"])
async def test_any_press_of_theirs_takes_the_mark_off(stage: Stage, command: str) -> None:
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"))
    leave(stage, "Ann")
    assert "Ann" not in await board(stage)
    come_back(stage, "Ann")
    await stage.slash("Ann", command)
    assert await gone(stage) == set()
    assert "Ann" in await board(stage)


async def test_a_press_on_a_button_takes_the_mark_off_and_a_press_elsewhere_does_not(english_stage: Stage) -> None:
    stage = english_stage
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"))
    (card,) = (await stage.slash("Ann", "leaderboard")).ephemerals
    leave(stage, "Ann")
    await stage.time_passes(days=1, seconds=1)
    await board(stage)
    assert await gone(stage) == {"Ann"}
    await in_dm(stage, "Ann", "forfeits mine")
    assert await gone(stage) == {"Ann"}, "a DM says nothing about a server"
    come_back(stage, "Ann")
    await stage.press("Ann", ShowBoard, card)
    assert await gone(stage) == set()


async def test_discord_is_asked_once_a_day_about_a_page_and_the_next_fifty_rows(english_stage: Stage) -> None:
    stage = english_stage
    gateway = Gateway(stage)
    guests = await crowd(stage, 90)
    dan = stage.people["Dan"].id
    (page,) = (await stage.slash("Dan", "leaderboard", board="wins")).ephemerals
    assert gateway.asked == [[dan, *guests[:60]]]
    assert gateway.limits == {100}
    await stage.slash("Dan", "leaderboard", board="wins")
    await stage.press("Dan", ShowBoard, page, page=2)
    assert len(gateway.asked) == 1, "about nobody on these pages was Discord not asked"
    await stage.forge("Dan", ShowBoard("wins", 7), message=page)
    assert gateway.asked[1:] == [[dan, *guests[60:]]]
    await stage.time_passes(days=1, seconds=1)
    await stage.slash("Dan", "leaderboard", board="wins")
    assert gateway.asked[2:] == [[dan, *guests[:60]]]


async def test_a_page_is_filled_from_the_next_rows_and_ranks_count_only_those_who_are_there(
    english_stage: Stage,
) -> None:
    stage = english_stage
    guests = await crowd(stage, 30, members_from=5)
    shown = (await stage.slash("Dan", "leaderboard", board="wins")).words
    assert [f"Guest {number:02}" in shown for number in range(20)] == [4 < number < 15 for number in range(20)]
    assert "🥇" in shown.split("Guest 05")[0]
    page = await stage.bot.services.boards.page(OfFigures(stage.guild.id), "wins", 3, guests[-1])
    assert (page.page, page.pages, len(page.rows)) == (3, 3, 5)
    assert page.own is not None
    assert page.own.rank == 25


async def test_one_request_names_a_hundred_people_at_most(english_stage: Stage) -> None:
    stage = english_stage
    gateway = Gateway(stage)
    names = [f"Guest {number}" for number in range(70)]
    stage.come(*names)
    stage.typed |= {*names}
    await owe(stage, *(pair for at in range(0, 70, 2) for pair in [(names[at], names[at + 1])]))
    await owe(stage, *(pair for at in range(1, 69, 2) for pair in [(names[at], names[at + 1])]))
    await tab(stage)
    await stage.slash("Dan", "leaderboard")
    assert all(len(each) <= 100 for each in gateway.asked)
    assert gateway.asked
    assert all(each[0] == stage.people["Dan"].id for each in gateway.asked), "the reader is among them"


async def test_without_an_answer_in_time_nothing_changes(stage: Stage, hasty: None) -> None:
    gateway = Gateway(stage)
    gateway.is_silent = True
    await owe(stage, ("Ann", "Ben"), ("Cleo", "Ann"))
    leave(stage, "Ann")
    assert "Ann" in await board(stage)
    assert "Ann" in await tab(stage)
    assert len(gateway.asked) == 2, "nobody was asked about, so the bot asks again"
    assert await gone(stage) == set()
    assert not stage.bot._connection._chunk_requests, "discord.py keeps no request for ever"


def test_the_bot_waits_300_ms_at_most() -> None:
    assert USUAL == 0.3


async def test_a_connection_that_breaks_while_the_bot_waits_is_no_answer(stage: Stage) -> None:
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann")

    async def breaks(*_: object, **__: object) -> None:
        stage.bot._connection.clear_chunk_requests(None)  # as discord.py does when it connects again

    stage.bot.ws.request_chunks = breaks  # type: ignore[method-assign]
    assert "Ann" in await board(stage)
    assert await gone(stage) == set()


@pytest.mark.parametrize("error", [ConnectionResetError, discord.ClientException])
async def test_a_request_that_cannot_be_sent_is_no_answer(stage: Stage, error: type[Exception]) -> None:
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann")

    async def fails(*_: object, **__: object) -> None:
        raise error

    stage.bot.ws.request_chunks = fails  # type: ignore[method-assign]
    assert "Ann" in await board(stage)
    assert await gone(stage) == set()


async def test_a_server_that_is_not_in_the_cache_is_not_asked_about(stage: Stage) -> None:
    gateway = Gateway(stage)
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann")
    servers, guild = stage.bot._connection._guilds, stage.guild.id
    theirs = servers.pop(guild)
    requests = stage.bot.services.member_requests
    assert await requests.found(guild, stage.people["Dan"].id, [stage.people["Ann"].id]) is None
    servers[guild] = theirs
    theirs.unavailable = True
    assert await requests.found(guild, stage.people["Dan"].id, [stage.people["Ann"].id]) is None
    theirs.unavailable = False
    assert gateway.asked == []
    assert "Ann" not in await board(stage)


async def test_an_answer_without_the_reader_is_no_answer(stage: Stage) -> None:
    gateway = Gateway(stage)
    gateway.leaves_out = {stage.people["Dan"].id}
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann")
    assert "Ann" in await board(stage)
    assert await gone(stage) == set()
    gateway.leaves_out = ()
    assert "Ann" not in await board(stage)


async def test_a_process_asks_at_most_sixty_times_a_minute(stage: Stage, hasty: None) -> None:
    stage.freeze_time()
    gateway = Gateway(stage)
    gateway.is_silent = True
    await owe(stage, ("Ann", "Ben"))
    requests, dan = stage.bot.services.member_requests, stage.people["Dan"].id
    for _ in range(MOST + 5):
        assert await requests.found(stage.guild.id, dan, [stage.people["Ann"].id]) is None
    assert len(gateway.asked) == MOST == 60
    assert "Ann" in await board(stage), "the page is shown all the same"
    await stage.time_passes(minutes=1, seconds=1)
    await board(stage)
    assert len(gateway.asked) == MOST + 1


async def test_one_s_own_list_keeps_people_who_have_left(english_stage: Stage) -> None:
    stage = english_stage
    await owe(stage, ("Ann", "Ben"), ("Ben", "Ann"), ("Cleo", "Ann"))
    leave(stage, "Ben")
    assert (await mine(stage, "Ann")).count("Ben (left)") == 2
    assert "Cleo (left)" not in await mine(stage, "Ann")
    (card,) = (await stage.slash("Ann", "forfeits mine")).ephemerals
    assert len(stage.offered(card)) == 3
    assert str(card.components).count("Ben (left)") == 2, "in the menu, too"
    for side in ("owes", "is owed"):
        assert "Ben (left)" in await mine(stage, "Ann", who=stage.people["Ann"], side=side)
    assert "Ben" not in await tab(stage, "Ann")
    assert "Ben (left)" in (await in_dm(stage, "Ann", "forfeits mine")).words.replace("\\", "")


async def test_long_names_keep_the_words_that_they_left(english_stage: Stage) -> None:
    stage = english_stage
    name = "Maximiliane von und zu Hohenfels"
    stage.come(name)
    stage.typed.add(name)
    await owe(stage, ("Ann", name))
    leave(stage, name)
    assert "… (left)" in await mine(stage, "Ann")


async def test_managers_let_go_of_debts_whose_people_have_all_left(both: Stage) -> None:
    stage = both
    manager = keeper(stage)
    await owe(stage, ("Ann", "Ben"), ("Ben", "Ann"), ("Cleo", "Ann"), ("Ben", "Cleo"))
    leave(stage, "Ann", "Ben")
    (page,) = (await stage.slash(manager, "forfeits server")).ephemerals
    await stage.press(manager, ShowTab, page, side="left")
    shown = stage.text(now(stage, page)).replace("*", "")
    assert "Forfeits of people who left (2)" in shown
    assert "Ann owes Ben" in shown
    assert "Ben owes Ann" in shown
    assert "Cleo" not in shown
    await stage.press(manager, LetGo, now(stage, page))
    assert "Let off: 2 forfeits" in stage.text(now(stage, page))
    assert ShowTab not in stage.kinds((await stage.slash(manager, "forfeits server")).ephemerals[0])
    open_ones = await read(stage, lambda connection: ledger.of_server(connection, stage.guild.id, 0, 9))
    assert [each.state for each in open_ones] == ["waived", "waived", "owed", "owed"]
    come_back(stage, "Ben")
    assert "Cleo" in (await stage.slash("Ben", "forfeits mine")).words, "what only one of them left for stays"


async def test_nobody_but_managers_sees_or_lets_go_of_these_debts(stage: Stage) -> None:
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann", "Ben")
    (page,) = (await stage.slash("Cleo", "forfeits server")).ephemerals
    assert "All square" in stage.text(page)
    assert ShowTab not in stage.kinds(page)
    for forged in (ShowTab("left"), LetGo()):
        assert "**Manage Server**" in (await stage.forge("Cleo", forged, message=page)).words
    assert "owed" in {each.state for each in await read(stage, lambda c: ledger.of_server(c, stage.guild.id, 0, 9))}


async def test_debts_of_people_who_come_back_before_the_press_are_not_let_go(stage: Stage) -> None:
    manager = keeper(stage)
    await owe(stage, ("Ann", "Ben"))
    leave(stage, "Ann", "Ben")
    (page,) = (await stage.slash(manager, "forfeits server")).ephemerals
    await stage.press(manager, ShowTab, page, side="left")
    come_back(stage, "Ann")
    await stage.slash("Ann", "help")
    await stage.press(manager, LetGo, now(stage, page))
    assert "All square" in stage.text(now(stage, page))
    assert "Ben" in (await stage.slash("Ann", "forfeits mine")).words


async def test_every_board_leaves_them_out(english_stage: Stage) -> None:
    stage = english_stage
    await crowd(stage, 3, members_from=1, names=get_args(BoardName))
    for name in get_args(BoardName):
        shown = (await stage.slash("Dan", "leaderboard", board=name)).words
        assert "Guest 00" not in shown, name
        assert "Guest 01" in shown, name


async def crowd(stage: Stage, many: int, members_from: int = 0, names: Sequence[str] = ("wins",)) -> list[int]:
    """Put guests on a board, the first one highest, and return their ids. The first `members_from` have left."""
    called = [f"Guest {number:02}" for number in range(many)]
    stage.come(*called)
    stage.typed |= {*called}
    users = [stage.people[name].id for name in called]
    where = Where(stage.guild.id, stage.channel.id, "common", stage.bot.now())

    def work(connection: Connection) -> None:
        for at, (user, name) in enumerate(zip(users, called, strict=True)):
            personal.remember_name(connection, stage.guild.id, user, name)
            count(connection, [(where, Tally(user, figure, 100 - at, 100)) for figure in names])

    await stage.bot.services.tables.changes.store.write(work)
    leave(stage, *called[:members_from])
    return users


async def test_the_overview_asks_about_both_of_its_boards(stage: Stage) -> None:
    gateway = Gateway(stage)
    await owe(stage, ("Ann", "Ben"))
    (guest,) = await crowd(stage, 1)
    await stage.slash("Dan", "leaderboard")
    (asked,) = gateway.asked
    assert {stage.people["Ann"].id, guest} <= {*asked}
