"""Tests of how long computer players take for a move.

A move takes one to three seconds, but people never wait long for several moves in a row.
"""

from datetime import timedelta

import pytest

from bot.tables.duties import MoveComputer, PlayForDozer, SendDms, ShowIt
from bot.tables.pace import PACES, PaceName
from bot.tables.pending import PanelRef
from engine import games
from engine.core.state import Phase
from tests.tables.house import House, Sitting, person

TEN, FIFTEEN = timedelta(seconds=10), timedelta(seconds=15)
A_WHILE = timedelta(milliseconds=1)


@pytest.fixture
def living(sqlite_house: House) -> House:
    """Return a house in which each table plays at its own pace."""
    sqlite_house.tables.changes.pace = None
    return sqlite_house


async def computers_play(sitting: Sitting, rounds: int) -> list[list[timedelta]]:
    """Return how long computer players took for their moves.

    There is a list for each series of moves between two turns of Ann, who moves at once, or between two rounds.
    """
    house, runs = sitting.house, list[list[timedelta]]([[]])
    while (table := await sitting.info()).status == "playing":
        view = await sitting.view()
        if view.state.round > rounds:
            break
        if await sitting.awaited() == ["ann"]:
            mine = await sitting.view("ann")
            await house.tables.moves.act(sitting.id, person("ann").id, games.choose(mine, 0.5), house.key())
            await house.follow(sitting.id)
            runs.append([])
            continue
        before, showdown = house.now, view.state.phase is Phase.BETWEEN
        due = await house.next_duty(sitting.id)
        await house.follow(sitting.id)
        assert due is not None
        if showdown:
            runs.append([])
        elif isinstance(due.duty, MoveComputer) and (await sitting.info()).version > table.version:
            runs[-1].append(house.now - before)
    return [run for run in runs if run]


@pytest.mark.parametrize("computers", [1, 2, 3, 4, 7, 8, 12, 18])
@pytest.mark.parametrize(("variant", "most"), [("common", TEN), ("firehouse", FIFTEEN)])
async def test_the_time_of_computer_players_between_peoples_turns_is_limited(
    living: House, variant: str, most: timedelta, computers: int
) -> None:
    """The limit does not depend on the number of computer players."""
    sitting = await living.game(variant, "ann", computers=computers, clock=None)
    runs = await computers_play(sitting, 4)
    assert runs
    assert max(sum(run, timedelta()) for run in runs) <= most + A_WHILE
    assert all(move > timedelta() for run in runs for move in run)


@pytest.mark.parametrize(("computers", "least"), [(2, 1), (3, 1), (8, 1)])
async def test_a_move_takes_one_to_three_seconds(living: House, computers: int, least: int) -> None:
    """The test runs with two, three and eight computer players."""
    sitting = await living.game("common", "ann", computers=computers, clock=None)
    moves = [move for run in await computers_play(sitting, 5) for move in run]
    assert timedelta(seconds=least) <= min(moves)
    assert max(moves) < timedelta(seconds=3)
    assert len(set(moves)) > len(moves) / 3, "they are no metronomes"


@pytest.mark.parametrize("pace", PaceName)
@pytest.mark.parametrize("computers", [2, 7])
async def test_in_firehouse_a_bid_leaves_two_seconds_for_a_bang(living: House, computers: int, pace: PaceName) -> None:
    """This is so for up to seven computer players in a row.

    With more players, the limit of fifteen seconds comes first.
    """
    sitting = await living.game("firehouse", "ann", computers=computers, clock=None, pace=pace)
    living.tables.changes.pace = None
    stood = []
    for _ in range(60):
        view = await sitting.view()
        if (await sitting.info()).status != "playing" or view.state.round > 6:
            break
        if await sitting.awaited() == ["ann"]:
            mine = await sitting.view("ann")
            await sitting.act("ann", games.choose(mine, 0.5))
            continue
        since = living.now
        await living.next_duty(sitting.id)
        await living.show(sitting.id)
        if view.state.standing is not None and view.state.standing != (await sitting.view()).state.standing:
            stood.append(living.now - since)
    assert stood
    assert min(stood) >= timedelta(seconds=2)


@pytest.mark.parametrize(
    ("variant", "most", "computers", "slow"),
    [
        ("common", TEN, 3, 3.0),
        ("common", TEN, 12, 0.8),
        ("firehouse", FIFTEEN, 8, 3.0),
        ("joker", TEN, 12, 0.8),
    ],
)
async def test_a_slow_channel_does_not_make_people_wait_longer(
    living: House, variant: str, most: timedelta, computers: int, slow: float
) -> None:
    """The time that Discord takes is subtracted from the thinking time.

    If that is not enough, several moves are shown together.
    """
    sitting = await living.game(variant, "ann", computers=computers, clock=None, rounds=100)
    living.shows, began, longest, edits, moves = False, living.now, timedelta(), 0, 0
    for _ in range(80):
        view, due = await sitting.view(), await living.tables.timers.next(sitting.id)
        if view.state.phase is Phase.OVER:
            break
        if due is not None and isinstance(due.duty, ShowIt):
            living.wait(seconds=slow)
            await living.show(sitting.id)
            edits += 1
        elif await sitting.awaited() == ["ann"]:
            longest = max(longest, living.now - began)
            await sitting.act("ann", games.choose(await sitting.view("ann"), 0.5))
            await living.show(sitting.id)  # the answer to her press shows the table at once
            began = living.now
        else:
            await living.next_duty(sitting.id)
            moves += 1
            if view.state.phase is Phase.BETWEEN:
                await living.show(sitting.id)
                began = living.now
    assert timedelta() < longest <= most + A_WHILE
    assert computers == 3 or edits < moves, "some were shown together"


async def test_if_there_is_time_each_move_is_shown_separately(living: House) -> None:
    sitting = await living.game("common", "ann", computers=8, clock=None)
    living.shows = False
    for _ in range(30):
        before = (await sitting.info()).version
        due = await living.next_duty(sitting.id)
        if due is not None and isinstance(due.duty, MoveComputer):
            assert (await sitting.info()).version == before + 1
            after = await living.tables.timers.next(sitting.id)
            assert after is not None
            assert isinstance(after.duty, ShowIt)
        if await sitting.awaited() == ["ann"]:
            await sitting.act("ann", games.choose(await sitting.view("ann"), 0.5))
        await living.show(sitting.id)


async def test_a_table_that_ends_while_moves_are_collected_is_shown_at_once(living: House) -> None:
    """The bot also shows the table if the next computer player takes too long."""
    sitting = await living.game("common", "ann", computers=12, clock=None, seating="joined")
    living.shows = False
    await sitting.bid(1, 2, "ann")
    await living.show(sitting.id)
    await living.next_duty(sitting.id)
    due = await living.tables.timers.next(sitting.id)
    assert due is not None
    assert isinstance(due.duty, MoveComputer)
    assert due.at == living.now, "twelve of them in ten seconds: two are shown together"
    now = living.now
    living.wait(seconds=3)
    due = await living.tables.timers.next(sitting.id)
    assert due is not None
    assert isinstance(due.duty, ShowIt)
    living.now = now
    await living.tables.lobbies.end(sitting.id, person("ann"), living.key())
    due = await living.tables.timers.next(sitting.id)
    assert due is not None
    assert isinstance(due.duty, ShowIt)


def test_the_quick_pace_is_faster_and_the_ceremonious_pace_is_slower() -> None:
    quick, easy, ceremonious = (PACES[name] for name in PaceName)
    for draw in (0.0, 0.5, 0.99):
        times = [pace.thinking(draw, anyone=False) for pace in (quick, easy, ceremonious)]
        assert times == sorted(set(times))
    for is_first in (False, True):
        pauses = [pace.showdown(4, owed=True, is_first=is_first) for pace in (quick, easy, ceremonious)]
        assert pauses == sorted(set(pauses))


async def test_a_computer_player_opens_only_after_people_have_their_dice(living: House) -> None:
    """A computer player does not open before the DMs with the dice were sent or have failed.

    It waits for them at most five seconds.
    """
    sitting = await _a_computer_opens(living)
    tables, now = living.tables, living.now
    pending = await tables.showing.pending(sitting.id)
    claimed = await tables.showing.shown(pending, PanelRef(7, 1, pending.table.version))
    due = await tables.timers.next(sitting.id)
    assert due is not None
    assert isinstance(due.duty, MoveComputer)
    assert due.at == now + timedelta(seconds=5)
    await tables.showing.told(sitting.id, {0: (claimed[0].upto, None)}, {})
    due = await tables.timers.next(sitting.id)
    assert due is not None
    assert now + timedelta(seconds=1) <= due.at <= now + timedelta(seconds=3)


async def test_a_dm_that_failed_does_not_delay_the_opening_bid(living: House) -> None:
    sitting = await _a_computer_opens(living)
    tables, now = living.tables, living.now
    pending = await tables.showing.pending(sitting.id)
    await tables.showing.shown(pending, PanelRef(7, 1, pending.table.version))
    await tables.showing.told(sitting.id, {}, {0: now + timedelta(seconds=4)})
    due = await tables.timers.next(sitting.id)
    assert due is not None
    assert isinstance(due.duty, MoveComputer | SendDms)
    assert due.at <= now + timedelta(seconds=3)


async def _a_computer_opens(house: House) -> Sitting:
    """Return a game in which a computer player opens. Nothing of the game has been shown yet."""
    house.shows = False
    for channel in range(40):
        sitting = await house.game("common", "ann", computers=2, clock=None, channel=channel)
        table = await sitting.info()
        if table.seats[(await sitting.view()).awaited[0]].user is None:
            return sitting
        await house.tables.lobbies.end(sitting.id, person("ann"), house.key())
    raise AssertionError("ann opened forty games in a row")


async def test_a_dozing_players_turn_is_played_after_a_computers_thinking_time(living: House) -> None:
    sitting = await living.game("common", "ann", "bob", clock=30, absence="sit-out")
    await living.tables.changes.change_marks(sitting.id, lambda _, draft: draft.annotate(dozing=(0,)))
    due = None
    for _ in range(200):
        due = await living.tables.timers.next(sitting.id)
        assert due is not None
        if isinstance(due.duty, PlayForDozer):
            break
        if await sitting.awaited() == ["bob"]:
            mine = await sitting.view("bob")
            await sitting.act("bob", games.choose(mine, 0.5))
        else:
            await living.next_duty(sitting.id)
    assert due is not None
    assert isinstance(due.duty, PlayForDozer)
    assert timedelta(seconds=1) <= due.at - living.now <= timedelta(seconds=3)
