"""Test that the game is legal after any presses at any time, and that the table waits for a duty or a person."""

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.tables.duties import TableIdle, TurnRanOut
from bot.tables.pace import PaceName
from bot.tables.trouble import Trouble
from engine import games
from engine.core.actions import Action, Challenge, Leave, Quit
from engine.core.refusals import Refused
from tests.effort import examples
from tests.tables.house import House, Sitting, person

PEOPLE = ("ann", "bob", "eve")
"""Two players, and a person who does not play."""

Press = Callable[[Sitting, str, Random], Awaitable[object]]


async def _move(sitting: Sitting, name: str, luck: Random) -> None:
    view = (await sitting.see(name)).view
    if view is not None and view.seat in view.awaited:
        await sitting.act(name, games.choose(view, luck.random()))


def _act(action: Action) -> Press:
    return lambda sitting, name, luck: sitting.act(name, action, version=luck.choice((None, 1, 7)))


async def _next(sitting: Sitting, name: str, luck: Random) -> None:
    moves, version = sitting.house.tables.moves, (await sitting.info()).version
    await moves.next_round(sitting.id, person(name).id, sitting.house.key(), version - luck.randrange(2))


async def _hold(sitting: Sitting, name: str, luck: Random) -> None:
    moves, version = sitting.house.tables.moves, (await sitting.info()).version
    await moves.hold_on(sitting.id, person(name).id, sitting.house.key(), version - luck.randrange(2))


async def _gift(sitting: Sitting, name: str, luck: Random) -> None:
    view = (await sitting.see(name)).view
    await sitting.house.tables.moves.look_at_gifts(sitting.id, person(name).id, sitting.house.key())
    if view is not None and view.legal.gift and luck.random() < 0.5:
        await sitting.act(name, games.choose(view, 0.5))


async def _settle(sitting: Sitting, name: str, luck: Random) -> None:
    view = (await sitting.see(name)).view
    if view is not None and view.legal.settle:
        debtor, how = luck.choice(view.legal.settle)
        await sitting.settle(name, (await sitting.info()).seats[debtor].name, how)


async def _look(sitting: Sitting, name: str, luck: Random) -> None:
    house = sitting.house
    house.tables.presence.pressed(sitting.id, person(name).id)
    await house.tables.moves.wake_up(sitting.id, person(name).id, house.key())


async def _time(sitting: Sitting, name: str, luck: Random) -> None:
    for _ in range(luck.randrange(1, 6)):
        await sitting.house.next_duty(sitting.id)


PRESSES: dict[str, Press] = {
    "move": _move,
    "liar": _act(Challenge()),
    "quit": _act(Quit()),
    "leave": _act(Leave()),
    "next": _next,
    "hold": _hold,
    "gift": _gift,
    "settle": _settle,
    "look": _look,
    "time": _time,
}
OFTEN = ("move", "time", "time", "next", "hold", "look", "settle", "gift", "liar")
some_press = st.sampled_from((*OFTEN * 3, "quit", "leave"))


@settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    presses=st.lists(st.tuples(some_press, st.sampled_from(PEOPLE)), min_size=10, max_size=60),
    variant=st.sampled_from(("common", "firehouse", "dudo", "cup", "joker")),
    pace=st.sampled_from(PaceName),
    computers=st.integers(0, 3),
    clock=st.sampled_from((None, 30, 3600)),
    absence=st.sampled_from(("leave", "sit-out")),
    wait_settled=st.booleans(),
    seed=st.integers(0, 2**16),
)
async def test_after_any_sequence_of_presses_the_game_is_legal_and_goes_on(
    presses: list[tuple[str, str]],
    variant: str,
    pace: PaceName,
    computers: int,
    clock: int | None,
    absence: str,
    wait_settled: bool,
    seed: int,
) -> None:
    with TemporaryDirectory() as folder:
        house = await House(f"sqlite:///{Path(folder) / 'house.sqlite'}", luck=str(seed)).open()
        house.tables.changes.pace = None
        more = {"gift": "on"} if variant in ("common", "cup") else {}
        sitting = await house.game(
            variant,
            "ann",
            "bob",
            computers=computers,
            clock=clock,
            pace=pace,
            absence=absence,
            wait_settled=wait_settled,
            **more,
        )
        luck = Random(seed)
        for press, name in presses:
            with contextlib.suppress(Refused, Trouble):
                await PRESSES[press](sitting, name, luck)
            await _is_well(sitting)
        await house.close()


async def _is_well(sitting: Sitting) -> None:
    table, due = await sitting.info(), await sitting.house.tables.timers.next(sitting.id)
    view = (await sitting.see()).view
    assert view is not None
    assert (table.status == "playing") is (view.state.result is None)
    if table.status != "playing":
        return
    assert due is not None
    meanwhile, people = table.annotations, [seat for seat in view.state.seats_in() if table.seats[seat].user]
    awake = [seat for seat in people if seat not in meanwhile.dozing]
    if isinstance(due.duty, TableIdle):
        assert not awake or set(view.awaited) & set(awake)
    if isinstance(due.duty, TurnRanOut):
        assert set(view.awaited) <= set(awake)
