"""Test polls. Everybody sees the votes so far, but only its voter sees a vote that was cast ahead."""

from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, CastVote
from bot.tables.pace import Pace
from engine.core.state import POLL
from tests.bot.answers import Answer
from tests.bot.plays import in_dm, told
from tests.bot.stage import Stage


async def doubted(stage: Stage, *names: str, computers: int = 0) -> list[str]:
    """Start a game of joker and doubt the first bid, which starts a poll. Return the voters' names in order."""
    await stage.start(*names, game="joker", computers=computers)
    await stage.press(await stage.to_move(), PlaceBid)
    await stage.press(await stage.to_move(), CallLie)
    table, view = await stage.table(), await stage.view()
    return [table.seats[seat].name for seat in (*view.awaited, *view.asked_later())]


async def test_a_voter_answers_with_one_tap_that_everybody_sees(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    assert f"{first}, do you believe it?" in stage.text().replace("*", "")
    assert f"then {second}: you can vote early" in stage.text()
    await stage.press(first, CastVote, believes=False)
    assert f"👎 {first}" in stage.text()
    assert f"{second}, do you believe it?" in stage.text().replace("*", "")


async def test_a_later_voter_can_vote_ahead_unseen(stage: Stage) -> None:
    stage.freeze_time()  # otherwise the poll's end may differ between the two texts
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    before, public = stage.text(), (await stage.table()).annotations
    answer = await stage.press(second, CastVote, believes=True)
    assert "I believe it" in answer.words
    assert "change your mind" in answer.words
    assert stage.text() == before
    assert (await stage.table()).annotations == public, "the table's public state has no trace of it"
    assert "I doubt it" in (await stage.press(second, CastVote, believes=False)).words
    await stage.press(first, CastVote, believes=True)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over, "the last choice counts, and the vote is cast at once"


async def test_a_vote_cast_ahead_survives_a_restart(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    await stage.press(second, CastVote, believes=False)
    await stage.restart()
    await stage.press(first, CastVote, believes=True)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over


async def test_a_player_who_leaves_loses_their_vote_cast_ahead(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    await stage.press(second, CastVote, believes=False)
    await stage.surely(second, await stage.slash(second, "table leave"))
    await stage.press(first, CastVote, believes=True)
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👎 {second}" not in over


async def test_the_bidder_and_the_challenger_have_no_vote(stage: Stage) -> None:
    asked = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    table, state = await stage.table(), (await stage.view()).state
    bidder, challenger = table.seats[state.bids[-1].bidder].name, table.seats[state.challenger].name
    assert {bidder, challenger} == {"Ann", "Ben", "Cleo", "Dan"} - set(asked)
    for name, said in ((bidder, "Your bid is your vote."), (challenger, "Your call is your vote.")):
        answer = await stage.press(name, CastVote, believes=True)
        assert said in answer.words
        assert f"{asked[0]}**, do you believe it?" in stage.text(), "the panel says whose vote it is"


async def test_a_vote_can_be_typed(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    assert "I doubt it" in (await stage.slash(second, "doubt")).words
    await stage.slash(first, "believe")
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over


async def test_a_vote_cast_ahead_in_a_dm_can_be_changed(stage: Stage) -> None:
    """The player votes with the buttons below their dice and changes the vote with a command (C4)."""
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    (mine,) = (await in_dm(stage, second, "dice")).ephemerals
    believe = next(press for press in stage.presses(mine) if isinstance(press, CastVote) and press.believes)
    before = stage.text()
    pressed = Answer(await stage.people[second].user.click(mine, custom_id=encode(believe)))
    assert "I believe it" in pressed.words
    assert "I doubt it" in (await in_dm(stage, second, "doubt")).words
    assert stage.text() == before
    await in_dm(stage, first, "believe")
    assert f"👍 {first} · 👎 {second}" in told(stage), "the vote was cast when their turn came"


async def test_all_votes_cast_ahead_count_once_the_first_voter_answers(english_stage: Stage) -> None:
    """When the first voter answers, all votes that were cast ahead count at once, and a few edits show them (C4)."""
    stage = english_stage
    stage.freeze_time()
    crowd = ["Ann", *(f"Voter {number}" for number in range(1, 20))]
    for name in crowd[1:]:
        stage.people[name] = stage.guild.add_member(stage.env.create_user(name, global_name=name))
        stage.private[name] = []
    first, *later = await doubted(stage, *crowd)
    assert len(later) == 17
    before_all = stage.text()
    for number, name in enumerate(reversed(later)):
        assert "You can still change" in (await stage.press(name, CastVote, believes=number % 2 == 0)).words
    assert stage.text() == before_all, "nobody sees the votes cast ahead"
    before = len(stage.env.http_requests)
    await stage.press(first, CastVote, believes=True)
    assert "Caught by" in told(stage) or "was wrong to doubt it." in told(stage)
    since = stage.env.http_requests[before:]
    shown = [sent for sent in since if sent.path.endswith(("/callback", f"/messages/{stage.public()[1].id}"))]
    assert len(shown) <= 3, "there is not one edit for each voter"
    assert "👍 10 · 👎 8" in told(stage)


async def test_a_vote_for_another_round_is_refused(stage: Stage) -> None:
    first, _second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    table = await stage.table()
    answer = await stage.forge(first, CastVote(table.id, 7, believes=True))
    assert answer.words
    assert (await stage.table()).version == table.version


async def test_a_vote_without_a_poll_is_refused(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="joker")
    assert "There’s no vote right now." in (await stage.slash("Ann", "believe")).words


async def test_computers_vote_at_once_at_any_pace(stage: Stage) -> None:
    """Here the computers take a minute for each move, but they do not delay a poll."""
    await stage.start("Ann", "Ben", game="joker", computers=3)
    stage.bot.services.tables.changes.pace = Pace(quickest=60, slowest=60, run=600)
    passed = called = 0
    while called < 2:
        view = await stage.view()
        asked = await stage.to_move() if view.awaited else ""
        if view.state.phase is POLL:
            assert asked in ("Ann", "Ben")
            await stage.press(asked, CastVote, believes=True)
        elif asked in ("Ann", "Ben"):
            called += view.state.standing is not None
            await stage.press(asked, CallLie if view.state.standing is not None else PlaceBid)
        else:
            passed += 60
            await stage.time_passes(seconds=passed)
    if (await stage.view()).state.phase is POLL:
        assert (await stage.to_move()) in ("Ann", "Ben")
