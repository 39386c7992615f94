"""Test data that a newer version of the bot has stored.

A press that concerns such a table, game or settings is answered with one sentence, and no error is raised.
"""

from typing import Any

import pytest
from sqlalchemy import Connection, Table, update

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, ShowDice
from bot.presses.history import OpenReplay, ShowProof
from bot.presses.lobby import Rematch
from bot.presses.preferences import AboutMe, ServerDefaults, SwitchForServer
from bot.storage import schema
from tests.bot.server_settings import card, keeper
from tests.bot.stage import Stage

SENTENCE = "A newer version of me is moving in here"
NEWER = 2
"""What makes the lowest form of a table or of a game one that this version cannot read."""


async def raised(stage: Stage, table: Table, by: int) -> None:
    """Add `by` to the column `form` in all rows of a database table, as if a newer version had written them."""

    def work(connection: Connection) -> None:
        connection.execute(update(table).values(form=table.c.form + by))

    assert stage.bot._store is not None
    await stage.bot._store.write(work)


async def test_a_press_at_a_newer_versions_table_gets_one_sentence_and_changes_nothing(
    english_stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    before, who = await stage.table(), await stage.to_move()
    public = [message.content for message in stage.public()]
    await raised(stage, schema.tables, NEWER)
    answers: list[Any] = [await stage.press(who, kind) for kind in (PlaceBid, CallLie, ShowDice)]
    answers += [await stage.slash("Ann", "table show"), await stage.slash("Cleo", "play")]
    answers += [await stage.slash("Ann", "table leave")]
    assert len([each for each in caplog.messages if "stored by a newer version" in each]) == 1
    await stage.time_passes(days=8)
    with stage.env._bot_scope():
        stage.bot.driver.look_at(before.id)  # as if the bot still had a timer for the table
    await stage.env.settle()
    assert all(SENTENCE in answer.words for answer in answers[:4]), [answer.words for answer in answers]
    assert "/table show" in answers[4].words
    assert SENTENCE in answers[5].words
    assert [message.content for message in stage.public()] == public
    assert len([each for each in caplog.messages if "stored by a newer version" in each]) == 2, "one an hour"
    stage.bot.now = lambda: before.deadline or stage.bot.now()
    await raised(stage, schema.tables, -NEWER)
    await stage.press(who, CallLie)
    assert (await stage.table()).version > before.version


async def test_settings_of_a_newer_version_are_not_shown_or_changed_and_open_no_table(
    english_stage: Stage,
) -> None:
    stage = english_stage
    who = keeper(stage)
    await stage.press(who, SwitchForServer, await card(stage, who), switch="stakes")
    await raised(stage, schema.server_settings, 1)
    await stage.restart()
    for answer in (
        await stage.slash(who, "settings tables"),
        await stage.forge(who, SwitchForServer("hints", on=False), message=stage.messages()[-1]),
        await stage.forge(who, ServerDefaults(), message=stage.messages()[-1]),
        await stage.slash("Ann", "play"),
    ):
        assert SENTENCE in answer.words
    await raised(stage, schema.server_settings, -1)
    await stage.restart()
    assert not (await stage.bot.services.settings.of(stage.guild.id)).stakes
    assert (await stage.bot.services.settings.of(stage.guild.id)).hints


async def test_a_game_of_a_newer_version_is_not_replayed(english_stage: Stage) -> None:
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    (shown,) = (await stage.slash("Ann", "privacy")).ephemerals
    await raised(stage, schema.games, NEWER)
    for answer in (
        await stage.forge("Ann", OpenReplay(1)),
        await stage.forge("Ann", ShowProof(1)),
        await stage.slash("Ann", "history", show="replay"),
        await stage.press("Ann", AboutMe, shown),
    ):
        assert SENTENCE in answer.words
    assert Rematch in stage.kinds(stage.panel())
    assert (await stage.slash("Ann", "history")).words
    await stage.press("Ann", Rematch)
