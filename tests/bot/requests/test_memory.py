"""What the process has in memory does not grow with the games that are over."""

from bot.presses.lobby import Join, Rematch, Start
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


def kept(stage: Stage) -> dict[str, int]:
    """How many of each kind of thing are kept, read where they are kept."""
    bot = stage.bot
    return {
        "duties": len(bot.driver._known),
        "timers": len(bot.driver._timers),
        "tables": len(bot.services.tables.changes.loader._kept),
        "channels with messages of ours": len(bot.buried._ours),
        "channels with messages of others": len(bot.buried._others),
        "locks": len(bot.services.tables.changes._locks),
    }


async def test_an_evening_of_many_games_keeps_no_more_than_one_of_few(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    told = []
    for game in range(1, 6):
        await stage.time_passes(minutes=11 * game)
        await stage.press("Ann", Rematch)
        await stage.press("Ben", Join)
        await stage.press("Ann", Start)
        await play_on(stage, 3)
        told.append(kept(stage))
    assert told[4] == told[1], told
    assert told[4]["tables"] <= 2


async def test_a_press_that_is_over_keeps_no_timer(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    known = [each for _, each in stage.bot.services.announcer.messages._tokens._known.values()]
    assert known
    assert not [each for each in known if "timer" in each.extras]
