"""Tests of dozing (L2, `sit-out`). A player who misses two turns in a row dozes, and any press wakes them up."""

from datetime import timedelta
from typing import Any

from bot.tables.duties import Deal, PlayForDozer, TableIdle, TurnRanOut
from engine.core.actions import Quit
from engine.core.state import Phase
from tests.tables.house import House, Sitting, person

CLOCK = timedelta(seconds=60)


async def game(house: House, *names: str, **more: Any) -> Sitting:
    return await house.game("common", *names, clock=60, absence="sit-out", rounds=100, **more)


async def miss_a_turn(sitting: Sitting, name: str) -> None:
    """Let the game go on until it is this person's turn, and let that turn time out."""
    house = sitting.house
    await until_the_turn_of(sitting, name)
    for _ in range(3):
        due = await house.next_duty(sitting.id)
        if due is not None and isinstance(due.duty, TurnRanOut):
            await house.follow(sitting.id)
            return
    raise AssertionError("no turn ran out")


async def until_the_turn_of(sitting: Sitting, name: str) -> None:
    while await sitting.awaited() != [name] or (await sitting.view()).state.phase is Phase.BETWEEN:
        assert (await sitting.info()).status == "playing"
        await play(sitting)


async def play(sitting: Sitting) -> None:
    """Make a move for the player whose turn it is. If this player dozes, or nobody has to move, carry out a duty."""
    awaited, house = await sitting.awaited(), sitting.house
    table, view = await sitting.info(), await sitting.view()
    asleep = [table.seats[seat].name for seat in table.annotations.dozing]
    if view.state.phase is Phase.BETWEEN or not awaited or awaited[0] in asleep:
        await house.next_duty(sitting.id)
        await house.follow(sitting.id)
    else:
        standing = view.state.standing
        await (sitting.bid(standing.quantity + 1, 6) if standing and standing.quantity < 5 else first_or_last(sitting))


async def first_or_last(sitting: Sitting) -> None:
    """Open the round with one six, or challenge the bid."""
    view = await sitting.view()
    await (sitting.bid(1, 6) if view.state.standing is None else sitting.liar())


async def dozing(sitting: Sitting) -> list[str]:
    table = await sitting.info()
    return [table.seats[seat].name for seat in table.annotations.dozing]


async def test_a_player_dozes_after_two_missed_turns_and_does_not_leave(house: House) -> None:
    sitting = await game(house, "ann", "bob", "cid")
    await miss_a_turn(sitting, "ann")
    assert await dozing(sitting) == []
    await miss_a_turn(sitting, "ann")
    assert await dozing(sitting) == ["ann"]
    for _ in range(30):
        await play(sitting)
    view = await sitting.view()
    assert not any(player.left for player in view.state.players)
    assert (await sitting.info()).status == "playing"


async def test_a_dozing_players_turn_is_played_at_once(house: House) -> None:
    sitting = await game(house, "ann", "bob", "cid")
    await miss_a_turn(sitting, "ann")
    await miss_a_turn(sitting, "ann")
    await until_the_turn_of(sitting, "ann")
    before = house.now
    due = await house.next_duty(sitting.id)
    assert due is not None
    assert due.duty == PlayForDozer(0)
    assert house.now == before


async def test_any_move_or_press_restarts_the_count_of_missed_turns(house: House) -> None:
    """L2: only two missed turns in a row count."""
    sitting = await game(house, "ann", "bob")
    await miss_a_turn(sitting, "ann")
    assert await house.tables.moves.wake_up(
        sitting.id, person("ann").id, house.key()
    )  # for example, by pressing My dice
    await house.follow(sitting.id)
    await miss_a_turn(sitting, "ann")
    assert await dozing(sitting) == []
    await sitting.act("ann", Quit())
    await miss_a_turn(sitting, "ann")
    assert await dozing(sitting) == []
    await miss_a_turn(sitting, "ann")
    assert await dozing(sitting) == ["ann"]


async def test_any_press_wakes_a_player_who_gets_the_whole_time_of_a_turn(house: House) -> None:
    """The panel shows that the player is back, and the table's version does not change.

    A press by a player who is awake writes nothing.
    """
    sitting = await game(house, "ann", "bob", "cid")
    await miss_a_turn(sitting, "ann")
    await miss_a_turn(sitting, "ann")
    await until_the_turn_of(sitting, "ann")
    before = await sitting.info()
    assert not await house.tables.moves.wake_up(sitting.id, person("bob").id, house.key())
    house.wait(minutes=5)
    assert await house.tables.moves.wake_up(sitting.id, person("ann").id, house.key())
    assert (await house.tables.showing.pending(sitting.id)).panel_stale
    table = await house.follow(sitting.id)
    assert (table.annotations.dozing, table.version, table.deadline) == ((), before.version, house.now + CLOCK)
    assert not await house.tables.moves.wake_up(sitting.id, person("ann").id, house.key())
    due = await house.after_all_calls(sitting.id)
    assert due is not None
    assert (due.duty, due.at) == (TurnRanOut(), house.now + CLOCK)


async def test_waking_up_does_not_change_another_players_deadline(house: House) -> None:
    sitting = await game(house, "ann", "bob", "cid")
    await miss_a_turn(sitting, "ann")
    await miss_a_turn(sitting, "ann")
    await until_the_turn_of(sitting, "bob")
    before = await sitting.info()
    house.wait(seconds=20)
    await house.tables.moves.wake_up(sitting.id, person("ann").id, house.key())
    assert (await house.follow(sitting.id)).deadline == before.deadline


async def test_if_everybody_dozes_the_game_pauses_until_somebody_is_back(house: House) -> None:
    """Nothing happens by itself for seven days (L5), even after a restart."""
    sitting = await game(house, "ann", "bob")
    await house.tables.changes.change_marks(sitting.id, lambda _, draft: draft.annotate(missed=(0, 1)))
    for name in ("ann", "bob"):
        await miss_a_turn(sitting, name)
    assert sorted(await dozing(sitting)) == ["ann", "bob"]
    await house.reopen()
    before = await sitting.info()
    due = await house.tables.timers.next(sitting.id)
    assert due is not None
    assert due.duty == TableIdle()
    assert due.at - house.now > timedelta(days=6)
    assert before.deadline is None
    house.wait(days=2)
    assert await house.clock_strikes() == []
    assert (await sitting.info()).version == before.version
    await house.tables.moves.wake_up(sitting.id, person("bob").id, house.key())
    await house.follow(sitting.id)
    for _ in range(40):
        await play(sitting)
    assert (await sitting.info()).version > before.version
    assert await dozing(sitting) == ["ann"]


async def test_a_single_person_among_computer_players_may_doze(house: House) -> None:
    """Computer players do not play on alone."""
    sitting = await game(house, "ann", computers=2)
    await miss_a_turn(sitting, "ann")
    await miss_a_turn(sitting, "ann")
    before = await sitting.info()
    house.wait(hours=5)
    assert await house.clock_strikes() == []
    assert (await sitting.info()).version == before.version
    await house.tables.moves.wake_up(sitting.id, person("ann").id, house.key())
    await house.follow(sitting.id)
    assert (await sitting.info()).version >= before.version
    assert not (await sitting.info()).annotations.dozing


async def test_only_players_who_are_awake_need_to_press_next(house: House) -> None:
    sitting = await game(house, "ann", "bob", "cid")
    await miss_a_turn(sitting, "ann")
    await miss_a_turn(sitting, "ann")
    while (await sitting.view()).state.phase is not Phase.BETWEEN:
        await play(sitting)
    number = (await sitting.view()).state.round
    for name in ("bob", "cid"):
        due = await house.tables.timers.next(sitting.id)
        assert due is not None
        assert due.duty == Deal()
        assert due.at > house.now
        version = (await sitting.info()).version
        await house.tables.moves.next_round(sitting.id, person(name).id, house.key(), version)
        await house.follow(sitting.id)
    assert (await sitting.view()).state.round == number + 1


async def test_with_absence_leave_a_player_leaves_after_two_missed_turns(house: House) -> None:
    """L2: this is so with the option `absence=leave`."""
    sitting = await house.game("common", "ann", "bob", "cid", clock=60, absence="leave", rounds=100)
    await miss_a_turn(sitting, "ann")
    await miss_a_turn(sitting, "ann")
    assert (await sitting.view()).state.players[0].left
    assert await dozing(sitting) == []
