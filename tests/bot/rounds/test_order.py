"""Test that the result of a game is always shown above the lobby of the channel's next table."""

from bot.presses.lobby import Join, Rematch
from bot.tables.model import Status
from tests.bot.rounds.test_beats import unsettled
from tests.bot.stage import Stage


def order(stage: Stage) -> list[type]:
    """Return the order of the lobbies and results in the channel, oldest first.

    A lobby appears in the list as the class `Join`, and a result as the class `Rematch`.
    """
    shown = [stage.kinds(each) for each in stage.public()]
    return [kind for kinds in shown for kind in (Join, Rematch) if kind in kinds]


async def ended(stage: Stage) -> int:
    """End the game of Ann and Ben in the database without showing the result. Return the table's id."""
    table = await stage.table()
    over = await stage.bot.services.tables.lobbies.leave(table.id, stage.people["Ben"].id, "i:4")
    assert over.status is Status.OVER
    assert order(stage) == []
    return table.id


async def test_a_lobby_waits_for_a_saved_result_that_is_not_shown_yet(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await ended(stage)
    await stage.slash("Cleo", "play")
    assert order(stage) == [Rematch, Join]
    await stage.time_passes(seconds=10)
    assert order(stage) == [Rematch, Join]


async def test_a_lobby_waits_for_a_result_that_is_under_way(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    table = await ended(stage)
    held = stage.transit.hold(f"POST /channels/{stage.channel.id}/messages", is_carried_out=False)
    showing = stage.bot.loop.create_task(stage.bot.services.announcer.show(table))
    await held.arrived.wait()
    await unsettled(stage, stage.people["Cleo"].slash(stage.channel, "play"))
    assert order(stage) == []
    held.let_go()
    await showing
    await stage.env.settle()
    assert order(stage) == [Rematch, Join]


async def test_a_result_that_discord_refuses_does_not_block_the_next_lobby(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await ended(stage)
    where = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", where, status=400, code=50035, message="Invalid Form Body", times=1)
    await stage.slash("Cleo", "play")
    assert Join in order(stage)
