"""Test removing a person from a game: the vote of the table, its message, and what everybody reads."""

import pytest
from simcord import ResponseMessage

from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import LeaveTable, OpenMore
from bot.presses.lobby import AgreeToPutOut, AskForSeat, AskToPutOut, PutOut, Start, TakeOut, WaitForNext
from bot.tables.model import Status
from tests.bot.answers import Answer
from tests.bot.places import closed
from tests.bot.plays import agreed
from tests.bot.requests.test_restart import killed_after
from tests.bot.rounds.test_pauses import doze
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage
from tests.storage.failing import Failing


async def ask(stage: Stage, by: str, about: str) -> Answer:
    """Choose a person under More, and confirm the question."""
    return await stage.surely(by, await stage.press(by, PutOut, await panel(stage), who=stage.people[about].id))


async def panel(stage: Stage) -> ResponseMessage:
    """Return the live panel, below which the table may be asked about somebody."""
    pending = await stage.bot.services.tables.showing.pending((await stage.table()).id)
    assert pending.panel is not None
    return next(each for each in stage.public() if each.id == pending.panel.message)


def votes(stage: Stage) -> list[ResponseMessage]:
    """Return the messages in the channel that ask the table."""
    return [each for each in stage.public() if AgreeToPutOut in stage.kinds(each)]


async def is_in(stage: Stage, name: str) -> bool:
    seat = (await stage.table()).seat_of(stage.people[name].id)
    assert seat is not None
    return (await stage.seen()).state.is_in(seat)


async def test_the_table_removes_a_person_and_they_read_who_asked(both: Stage) -> None:
    stage = both
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    asked = await stage.press("Ann", PutOut, who=stage.people["Ben"].id)
    assert "at least half" in asked.words
    assert not votes(stage)
    assert "asked the table" in (await stage.surely("Ann", asked)).words
    (vote,) = votes(stage)
    assert "Ann asks: remove **Ben** from the game? 0 of 1 agree." in stage.text(vote)
    for name in ("Ann", "Ben"):
        assert "don’t have a vote" in (await stage.press(name, AgreeToPutOut, vote)).words
    assert "Ben** has to leave" in (await stage.press("Cleo", AgreeToPutOut, vote)).words
    assert not votes(stage)
    assert not await is_in(stage, "Ben")
    assert "**Ben** is out: Ann asked, and the table agreed." in stage.text()
    assert "Ann asked to remove you, and the table agreed." in (await stage.slash("Ben", "bid", what="3x3")).words
    assert "Ann asked" not in (await stage.slash("Ben", "table show")).words
    (more,) = (await stage.press("Ben", OpenMore)).ephemerals
    assert LeaveTable not in stage.kinds(more)


async def test_the_message_has_the_count_alone(english_stage: Stage) -> None:
    stage = english_stage
    stage.private["Eve"] = []
    stage.people["Eve"] = stage.guild.add_member(stage.env.create_user("Eve", global_name="Eve"))
    await stage.start("Ann", "Ben", "Cleo", "Dan", "Eve")
    await ask(stage, "Ann", "Ben")
    (vote,) = votes(stage)
    await stage.press("Dan", AgreeToPutOut, vote)
    (vote,) = votes(stage)
    assert "1 of 2 agree." in stage.text(vote)
    assert "Dan" not in stage.text(vote)
    assert "already agreed" in (await stage.press("Dan", AgreeToPutOut, vote)).words
    await stage.press("Eve", AgreeToPutOut, vote)
    assert not await is_in(stage, "Ben")


async def test_without_enough_votes_the_message_goes_after_a_minute(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    await ask(stage, "Ann", "Ben")
    (vote,) = votes(stage)
    assert "The table was just asked" in (await ask(stage, "Ann", "Ben")).words
    await stage.time_passes(seconds=61)
    assert not votes(stage)
    late = AgreeToPutOut((await stage.table()).id, 1)
    assert "That vote is over" in (await stage.forge("Cleo", late)).words
    assert await is_in(stage, "Ben")
    assert vote.id not in [each.id for each in stage.public()]


async def test_a_manager_who_does_not_play_asks_too(stage: Stage) -> None:
    who = keeper(stage)
    await stage.start("Ann", "Ben", "Cleo")
    (more,) = (await stage.press(who, OpenMore)).ephemerals
    assert {each.who for each in stage.offered(more) if isinstance(each, PutOut)} == {
        stage.people[name].id for name in ("Ann", "Ben", "Cleo")
    }
    await ask(stage, who, "Ben")
    (vote,) = votes(stage)
    await stage.press("Cleo", AgreeToPutOut, vote)
    assert not await is_in(stage, "Ben")


async def test_nobody_else_asks(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", computers=1)
    (more,) = (await stage.press("Ben", OpenMore)).ephemerals
    assert not [each for each in stage.offered(more) if isinstance(each, PutOut | TakeOut)]
    table, cleo = (await stage.table()).id, stage.people["Cleo"].id
    for forged in (PutOut(table, cleo), AskToPutOut(table, cleo)):
        assert "Only Ann, the host" in (await stage.forge("Ben", forged)).words
    assert "Nobody else can agree" not in (await stage.forge("Ben", AgreeToPutOut(table, 2))).words
    assert not votes(stage)


@pytest.mark.parametrize(
    ("absence", "instead"),
    [
        ("sit-out", "You can remove players who miss two turns in a row."),
        ("leave", "Players who miss two turns in a row are out anyway."),
    ],
)
async def test_of_two_people_none_removes_the_other(stage: Stage, absence: str, instead: str) -> None:
    """They read what happens to players who miss turns, because that depends on the rules (L2)."""
    await agreed(stage, "Ann", "Ben", game="common", computers=1, absence=absence)
    await stage.press("Ann", Start)
    refused = await stage.press("Ann", PutOut, await panel(stage), who=stage.people["Ben"].id)
    assert f"Nobody else can agree. {instead}" in refused.words
    assert not votes(stage)


async def test_of_two_people_one_removes_the_other_after_two_missed_turns(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1)
    await doze(stage, "Ben")
    asked = await stage.press("Ann", PutOut, await panel(stage), who=stage.people["Ben"].id)
    assert "nobody else can vote" in asked.words
    assert await is_in(stage, "Ben")
    assert "Ben is out." in (await stage.surely("Ann", asked)).words
    assert not votes(stage)
    assert not await is_in(stage, "Ben")
    refused = await stage.slash("Ben", "bid", what="3x3")
    assert "Ann removed you after two missed turns. You can keep watching." in refused.words


async def test_a_removed_person_comes_back_only_if_invited(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await ask(stage, "Ann", "Ben")
    await stage.press("Cleo", AgreeToPutOut, votes(stage)[0])
    table = (await stage.table()).id
    assert "Ann, the host, removed you." in (await stage.forge("Ben", WaitForNext(table))).words
    await stage.slash("Cleo", "table invite", who=stage.people["Ben"])
    await stage.forge("Ben", AskForSeat(table))
    await stage.forge("Ben", WaitForNext(table))
    assert [each.who.name for each in (await stage.table()).waiting] == ["Ben"]


async def test_a_restart_in_the_middle_of_a_vote_changes_nothing(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await ask(stage, "Ann", "Ben")
    await stage.restart()
    (vote,) = votes(stage)
    await stage.press("Cleo", AgreeToPutOut, vote)
    assert not await is_in(stage, "Ben")
    assert not votes(stage)


async def test_a_kill_after_the_message_was_posted_posts_no_second_one(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    asked = await stage.press("Ann", PutOut, who=stage.people["Ben"].id)
    await killed_after(stage, "POST /channels/*/messages", stage.surely("Ann", asked))
    await stage.time_passes(seconds=5)
    (vote,) = votes(stage)
    await stage.press("Cleo", AgreeToPutOut, vote)
    assert not await is_in(stage, "Ben")
    assert not votes(stage)


async def test_a_kill_after_the_last_vote_removes_the_person_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    await ask(stage, "Ann", "Ben")
    await killed_after(stage, "DELETE /channels/*/messages/*", stage.press("Cleo", AgreeToPutOut, votes(stage)[0]))
    await stage.time_passes(seconds=5)
    assert not await is_in(stage, "Ben")
    assert (await stage.table()).annotations.put_out == (1,)
    assert not votes(stage)


@pytest.mark.parametrize("at", range(1, 14))
async def test_a_vote_counts_no_matter_which_save_fails(stage: Stage, trap: list[str], at: int) -> None:
    trap += ["Fault", "in showing saved changes", "could not", "cannot"]
    await stage.start("Ann", "Ben", "Cleo")
    await ask(stage, "Ann", "Ben")
    (vote,) = votes(stage)
    assert stage.bot._store is not None
    failing = Failing(stage.bot._store)
    failing.arm(at, "SQLITE_BUSY")
    await stage.press("Cleo", AgreeToPutOut, vote)
    failing.arm(0, "")
    await stage.time_passes(seconds=20)
    if votes(stage):
        await stage.press("Cleo", AgreeToPutOut, vote)
        await stage.time_passes(seconds=40)
    assert not await is_in(stage, "Ben")
    assert not votes(stage)


async def test_a_message_that_cannot_be_posted_or_deleted_at_first_is_tried_again(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages", status=500)
    await ask(stage, "Ann", "Ben")
    await stage.time_passes(seconds=11)
    (vote,) = votes(stage)
    stage.env.inject_error("DELETE", f"/channels/{stage.channel.id}/messages/*", status=500)
    await stage.press("Cleo", AgreeToPutOut, vote)
    assert not await is_in(stage, "Ben")
    await stage.time_passes(seconds=40)
    assert not votes(stage)


async def test_where_the_bot_may_not_post_the_host_reads_why(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo")
    closed.ALL["no Send Messages"].take(stage)
    assert "**Send Messages**" in (await ask(stage, "Ann", "Ben")).words
    assert not (await stage.table()).annotations.asking


async def test_the_game_ends_with_the_vote_if_only_one_player_is_left(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await stage.surely("Ann", await stage.press("Ann", PutOut, who=stage.people["Ben"].id))
    await stage.press("Cleo", AgreeToPutOut, votes(stage)[0])
    await stage.surely("Cleo", await stage.press("Cleo", LeaveTable, await panel(stage)))
    assert (await stage.table()).status is Status.OVER


async def at_once(stage: Stage, *presses: tuple[str, Press, ResponseMessage]) -> None:
    """Press several buttons, each on its message, before the bot has answered any of the presses."""
    settle = stage.env._settle_internal

    async def not_yet(**_: object) -> None:
        return None

    stage.env._settle_internal = not_yet  # type: ignore[method-assign] # these do not wait until the bot is idle
    try:
        for name, press, message in presses:
            await stage.people[name].click(message, custom_id=encode(press))
    finally:
        stage.env._settle_internal = settle  # type: ignore[method-assign]
    await stage.env.settle()


async def test_a_vote_and_a_bid_at_the_same_time_both_count_or_the_bid_is_late(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    while await stage.to_move() != "Ben":
        await stage.raise_once()
    await ask(stage, "Ann", "Ben")
    (vote,), here = votes(stage), await panel(stage)
    bid = next(each for each in stage.presses(here) if isinstance(each, PlaceBid))
    await at_once(stage, ("Cleo", AgreeToPutOut((await stage.table()).id, 1), vote), ("Ben", bid, here))
    assert not await is_in(stage, "Ben")
    assert await stage.to_move() != "Ben"
    assert not votes(stage)


async def test_two_votes_at_the_same_time_remove_a_person_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    await ask(stage, "Ann", "Ben")
    (vote,), yes = votes(stage), AgreeToPutOut((await stage.table()).id, 1)
    await at_once(stage, ("Cleo", yes, vote), ("Dan", yes, vote))
    assert not await is_in(stage, "Ben")
    assert stage.text().count("**Ben** is out") == 1
    assert not votes(stage)


async def test_a_person_who_leaves_during_the_vote_left_by_themselves(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", "Dan")
    leaving = await stage.press("Ben", LeaveTable)
    await ask(stage, "Ann", "Ben")
    await stage.surely("Ben", leaving)
    assert not votes(stage)
    assert "**Ben** leaves the table" in stage.text()
    again = PutOut((await stage.table()).id, stage.people["Ben"].id)
    question = await stage.forge("Ann", again)
    assert "already left" in (await stage.surely("Ann", question)).words
