"""A poll as its players see it: the answers so far, and minds made up before one is asked, which nobody else sees."""

from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, CastVote
from bot.tables.pace import Pace
from engine.core.state import POLL
from tests.bot.answers import Answer
from tests.bot.plays import in_dm, told
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
    assert f"then {second}: vote ahead" in stage.text()
    await stage.press(first, CastVote, believes=False)
    assert f"👎 {first}" in stage.text()
    assert f"{second}, do you believe it?" in stage.text().replace("*", "")


async def test_who_is_asked_later_decides_ahead_and_nobody_else_sees_it(stage: Stage) -> None:
    stage.time_stands()  # otherwise a slow machine shows a later end of the poll, and the two texts differ in that
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    before = stage.text()
    answer = await stage.press(second, CastVote, believes=True)
    assert "I believe it" in answer.words
    assert "change your mind" in answer.words
    assert stage.text() == before
    assert str((await stage.table()).annotations).count("True") == 0, "what everybody may know has nothing of it"
    assert "I doubt it" in (await stage.press(second, CastVote, believes=False)).words
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
        assert "You’ve voted. Now it’s" in answer.words
        assert asked[0] in answer.words


async def test_a_vote_is_typed_as_well(stage: Stage) -> None:
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    assert "I doubt it" in (await stage.slash(second, "doubt")).words
    await stage.slash(first, "believe")
    over = "\n".join(stage.text(message) for message in stage.public())
    assert f"👍 {first} · 👎 {second}" in over


async def test_from_the_dm_one_decides_ahead_and_thinks_better_of_it(stage: Stage) -> None:
    """C4: by the buttons below one's own dice, and by typing."""
    first, second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    (mine,) = (await in_dm(stage, second, "dice")).ephemerals
    believe = next(press for press in stage.presses(mine) if isinstance(press, CastVote) and press.believes)
    before = stage.text()
    pressed = Answer(await stage.people[second].user.click(mine, custom_id=encode(believe)))
    assert "I believe it" in pressed.words
    assert "I doubt it" in (await in_dm(stage, second, "doubt")).words
    assert stage.text() == before
    await in_dm(stage, first, "believe")
    assert f"👍 {first} · 👎 {second}" in told(stage), "played when their turn came"


async def test_twenty_voters_take_as_long_as_the_first_of_them(english_stage: Stage) -> None:
    """C4: all have decided, the last first; the first one's answer brings all others, and one edit shows them."""
    stage = english_stage
    stage.time_stands()
    crowd = ["Ann", *(f"Voter {number}" for number in range(1, 20))]
    for name in crowd[1:]:
        stage.people[name] = stage.guild.add_member(stage.env.create_user(name, global_name=name))
        stage.private[name] = []
    first, *later = await doubted(stage, *crowd)
    assert len(later) == 17
    before_all = stage.text()
    for number, name in enumerate(reversed(later)):
        assert "You can still change" in (await stage.press(name, CastVote, believes=number % 2 == 0)).words
    assert stage.text() == before_all, "nobody else has seen anything"
    before = len(stage.env.http_requests)
    await stage.press(first, CastVote, believes=True)
    assert "A lie!" in told(stage) or "It’s true!" in told(stage)
    since = stage.env.http_requests[before:]
    shown = [sent for sent in since if sent.path.endswith(("/callback", f"/messages/{stage.public()[1].id}"))]
    assert len(shown) <= 3, "not one for each voter"
    assert "👍 10 · 👎 8" in told(stage)


async def test_a_vote_of_another_round_is_not_cast(stage: Stage) -> None:
    first, _second = await doubted(stage, "Ann", "Ben", "Cleo", "Dan")
    table = await stage.table()
    answer = await stage.forge(first, CastVote(table.id, 7, believes=True))
    assert answer.words
    assert (await stage.table()).version == table.version


async def test_outside_of_a_poll_there_is_nothing_to_say(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="joker")
    assert "There’s no vote right now." in (await stage.slash("Ann", "believe")).words


async def test_computers_answer_within_half_a_second_each_whatever_the_pace(stage: Stage) -> None:
    """A move takes them a minute here; but when somebody has called a lie, only people are waited for."""
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
