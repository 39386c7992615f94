"""A poll as its players see it: the answers so far, and minds made up before one is asked, which nobody else sees."""

from bot.presses.game import CallLie, CastVote, PlaceBid
from bot.tables.pace import Pace
from engine.core.state import POLL
from tests.bot.stage import Stage


async def doubted(stage: Stage, *names: str, computers: int = 0) -> list[str]:
    """A poll in a game of jokers; who is asked, in that order."""
    await stage.start(*names, game="joker", computers=computers)
    await stage.press(await stage.to_move(), PlaceBid)
    await stage.press(await stage.to_move(), CallLie)
    table, view = await stage.table(), await stage.view()
    return [table.seats[seat].name for seat in (*view.awaited, *view.asked_later())]


async def test_who_is_asked_says_it_with_one_tap_and_everybody_sees_it(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    assert f"{first}, do you believe it?" in stage.text().replace("*", "")
    assert f"then {second}: decide ahead" in stage.text()
    await stage.press(first, CastVote, believes=False)
    assert f"👎 {first}" in stage.text()
    assert f"{second}, do you believe it?" in stage.text().replace("*", "")


async def test_who_is_asked_later_decides_ahead_and_nobody_else_sees_it(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    before = stage.text()
    answer = await stage.press(second, CastVote, believes=True)
    assert "you believe it" in answer.words
    assert "change your mind" in answer.words
    assert stage.text() == before
    assert str((await stage.table()).meanwhile).count("True") == 0, "what everybody may know has nothing of it"
    assert "you doubt it" in (await stage.press(second, CastVote, believes=False)).words
    await stage.press(first, CastVote, believes=True)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over, "the last word counts, and the round goes on at once"


async def test_what_was_decided_ahead_outlives_a_restart(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    await stage.press(second, CastVote, believes=False)
    await stage.restart()
    await stage.press(first, CastVote, believes=True)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over


async def test_whoever_leaves_has_no_vote_whatever_they_decided(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    await stage.press(second, CastVote, believes=False)
    await stage.surely(second, await stage.slash(second, "table leave"))
    await stage.press(first, CastVote, believes=True)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👎 {second}" not in over


async def test_bidder_and_challenger_have_had_their_say(stage: Stage) -> None:
    asked = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    for name in {"Ann", "Ben", "Cleo", "Dan"} - set(asked):
        answer = await stage.press(name, CastVote, believes=True)
        assert "You have had your say" in answer.words
        assert asked[0] in answer.words


async def test_a_vote_is_typed_as_well_and_from_the_dm(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    assert "you doubt it" in (await stage.slash(second, "doubt")).words
    await stage.slash(first, "believe")
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over


async def test_a_vote_of_another_round_is_not_cast(stage: Stage) -> None:
    first, _second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    table = await stage.table()
    answer = await stage.forge(first, CastVote(table.id, 7, believes=True))
    assert answer.words
    assert (await stage.table()).version == table.version


async def test_outside_of_a_poll_there_is_nothing_to_say(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="joker")
    assert "No vote is on" in (await stage.slash("Ann", "believe")).words


async def test_computers_answer_within_half_a_second_each_whatever_the_pace(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="joker", computers=3)
    stage.bot.services.tables.changes.pace = Pace(quickest=60, slowest=60, run=600)
    passed = 0
    while (await stage.view()).state.phase is not POLL:
        if (await stage.view()).awaited and (name := await stage.to_move()) in ("Ann", "Ben"):
            stands = (await stage.view()).state.standing is not None
            await stage.press(name, CallLie if stands else PlaceBid)
        else:
            passed += 100
            await stage.time_passes(seconds=passed)
    asked = (*(await stage.view()).awaited, *(await stage.view()).asked_later())
    computers = [seat for seat in asked if (await stage.table()).seats[seat].user is None]
    begun = passed
    while (await stage.view()).state.phase is POLL:
        if (await stage.to_move()) in ("Ann", "Ben"):
            await stage.press(await stage.to_move(), CastVote, believes=True)
        else:
            passed += 1
            await stage.time_passes(seconds=passed)
    assert computers
    assert passed - begun <= len(computers)
