"""Test the buttons below a result and on the tab, ninety days after the game, when the row of its table is gone."""

from datetime import timedelta

from bot.presses.game import CallLie, ShowFairness
from bot.presses.history import OpenReplay, ShareMoment
from bot.presses.lobby import Rematch
from bot.storage import table_rows
from bot.tables.old_tables import OldTables
from tests.bot.answers import descriptions
from tests.bot.games.test_evening import a_bold_lie_is_caught
from tests.bot.stage import Stage


async def ninety_days_pass(stage: Stage) -> int:
    """Delete the row of the table in the channel, and return its id. Another table must have been opened since."""
    table, store = (await stage.table()).id, stage.bot._store
    assert store is not None
    other = stage.channel
    stage.channel = stage.guild.create_text_channel("elsewhere")
    await stage.sit("Cleo")
    stage.channel = other
    await OldTables(store).go_on(stage.bot.now() + timedelta(days=91))
    assert await store.read(lambda connection: table_rows.table(connection, table)) is None
    return table


async def test_the_buttons_below_a_result_work_after_the_row_is_gone(english_stage: Stage) -> None:
    stage = english_stage
    liar, caller = await a_bold_lie_is_caught(stage)
    result = stage.panel()
    table = await ninety_days_pass(stage)
    fair = await stage.forge("Ann", ShowFairness(table))
    assert "Seal" in fair.words
    assert "The dice were sealed by" in fair.words
    assert "Ann" in (await stage.forge("Ann", OpenReplay(table))).words
    answer = await stage.press("Ben", ShareMoment, result)
    assert f"{liar} said 10 sixes." in descriptions(stage.public()[-1])
    assert f"Caught by {caller}!" in descriptions(stage.public()[-1])
    assert "shared" not in answer.words
    assert "been shared already" in (await stage.forge("Ann", ShareMoment(table))).words
    assert "That table is gone" in (await stage.press("Ann", Rematch, result)).words


async def test_a_moment_that_was_shared_before_the_row_went_is_not_shared_again(english_stage: Stage) -> None:
    stage = english_stage
    await a_bold_lie_is_caught(stage)
    await stage.press("Ben", ShareMoment)
    table = await ninety_days_pass(stage)
    assert "been shared already" in (await stage.forge("Ann", ShareMoment(table))).words


async def test_a_debt_still_links_to_the_result_of_its_game(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", rounds="1", forfeit="sing")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    result = stage.panel()
    before = (await stage.slash("Ann", "forfeits mine")).words
    assert f"/{stage.channel.id}/{result.id}" in before
    await ninety_days_pass(stage)
    assert (await stage.slash("Ann", "forfeits mine")).words == before
