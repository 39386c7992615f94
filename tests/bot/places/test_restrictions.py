"""Test every restriction at every phase of a game.

No error is raised, the bot says what it cannot show and who can fix it, and the game goes on afterwards.
"""

import logging

import pytest
from msgspec.structs import replace

from bot.presses.lobby import Start
from bot.storage import table_rows
from bot.tables.duties import is_unshown
from bot.tables.model import Status
from bot.tables.pace import AT_ONCE
from tests.bot.places import cells, closed, phases
from tests.bot.places.unkind import refused_by
from tests.bot.pseudo import texts
from tests.bot.stage import Stage

STEPS = (5, 75, 150, 400, 405)
"""The times at which the bot's clock runs, in seconds after the restriction began."""

CLOCK = 180
"""The length of a turn in seconds, so that several of `STEPS` are within a turn."""

WITH_PINGS = replace(AT_ONCE, calls=True)
"""The pace of these games: they have no pauses, but the bot pings people whose turn it is."""


def heard(stage: Stage, before: int) -> list[str]:
    """Return the messages about a restriction that the bot has sent after the first `before` requests."""
    refused = refused_by(stage.env.backend)
    sent = [each for at, each in enumerate(stage.env.http_requests) if at >= before and at not in refused]
    return [text for each in sent for text in texts(each.path, each.json) if "🚧" in text]


def lost(stage: Stage, before: int) -> bool:
    """Return whether Discord refused the bot's newest post in the channel after the first `before` requests."""
    posts = f"/channels/{stage.channel.id}/messages"
    refused = refused_by(stage.env.backend)
    sent = enumerate(stage.env.http_requests)
    tried = [at for at, each in sent if at >= before and (each.method, each.path) == ("POST", posts)]
    return bool(tried) and tried[-1] in refused


async def is_waiting(stage: Stage) -> bool:
    """Return whether the newest table has a saved change that the channel does not show yet."""
    store = stage.bot._store
    assert store is not None
    table = await stage.newest(stage.channel.id)
    row = await store.read(lambda connection: table_rows.table(connection, table.id)) if table is not None else None
    return row is not None and is_unshown(row)


async def time_passes(stage: Stage, before: int, since: float, beyond_turns: bool) -> None:
    """Let time pass during a restriction, and check that the bot says at most one thing in each step.

    Stop before the current turn runs out. Go on beyond that if `beyond_turns` is set or the table has a change to
    show.
    """
    for seconds in STEPS:
        if seconds < CLOCK or beyond_turns or await is_waiting(stage):
            said = len(heard(stage, before))
            await stage.time_passes(seconds=since + seconds)
            assert len(heard(stage, before)) <= said + 1


@pytest.mark.parametrize("cell", cells.CHOSEN, ids=str)
async def test_a_restriction_is_reported_and_the_game_goes_on_after_it(
    english_stage: Stage, cell: cells.Cell, caplog: pytest.LogCaptureFixture
) -> None:
    stage, what, phase = english_stage, closed.ALL[cell.closed], phases.ALL[cell.phase]
    stage.bot.services.tables.changes.pace = WITH_PINGS
    await stage.bot.services.settings.change(stage.guild.id, clock=CLOCK)
    if what.place is not None:
        what.place(stage)
        await stage.env.settle()
    await phase.reach(stage)
    before, logged = stage.requests(), len(caplog.records)
    what.take(stage)
    await stage.env.settle()
    is_night = cell.phase == "evening"
    if not what.is_mute or is_night:
        await phase.act(stage)
    await time_passes(stage, before, phases.NIGHT if is_night else 0, what.stops_turns())
    said, newest = heard(stage, before), await stage.newest(stage.channel.id)
    is_refused = (
        cell.phase in ("play", "result") and not what.is_mute and (newest is None or newest.status is not Status.LOBBY)
    )
    is_harmed = is_refused or await is_waiting(stage) or lost(stage, before)
    assert bool(said) == (is_harmed and not what.is_ours), f"{said} {newest} {refused_by(stage.env.backend)}"
    assert all(word in text for text in said for word in what.words), said
    assert not said or what.words, said
    warned = [each.getMessage() for each in caplog.records[logged:] if each.levelno >= logging.WARNING]
    assert what.is_ours or len(warned) == (is_harmed and not is_refused), warned
    what.give(stage)
    await stage.env.settle()
    if what.ends and (what.is_mute or is_night or (await stage.table()).status is Status.CLOSED):
        assert not await is_waiting(stage)
        return
    if what.is_quiet and (cell.phase == "evening" or await is_waiting(stage)):
        await stage.time_passes(hours=8)
    await _goes_on(stage, cell)


async def _goes_on(stage: Stage, cell: cells.Cell) -> None:
    """Check that after a restriction everything is shown, nobody has missed a turn, and buttons work."""
    assert not await is_waiting(stage)
    if await stage.newest(stage.channel.id) is None:
        await stage.slash("Ann", "play")
    table = await stage.table()
    assert table.annotations.missed == ()
    if cell.phase == "evening":
        assert any("Good night!" in stage.text(each) for each in stage.messages())
    elif cell.phase == "lobby" and table.status is Status.LOBBY:
        await stage.press("Ann", Start)
        assert (await stage.table()).status is Status.PLAYING
        await phases.goes_on(stage)
    elif table.status is Status.PLAYING:
        await phases.goes_on(stage)
    assert stage.public()
