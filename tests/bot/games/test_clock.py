"""Test time limits: the bot plays for a player whose turn runs out, and closes an idle lobby."""

from bot.presses.game import CallLie, SettleForfeit, ShowFairness
from bot.words.cleaning import escaped
from bot.words.dares import decks
from tests.bot.stage import Stage


async def test_the_bot_plays_a_turn_that_runs_out(both: Stage) -> None:
    await both.start("Ann", "Ben", clock="60")
    late = await both.to_move()
    assert "<t:" in both.text()
    await both.time_passes(seconds=61)
    assert "ran out of time, so the house played." in both.text()
    assert late in both.text()
    assert await both.to_move() != late


async def test_without_a_clock_no_turn_runs_out(stage: Stage) -> None:
    await stage.start("Ann", "Ben", clock="none")
    assert "<t:" not in stage.text()
    before = await stage.table()
    await stage.time_passes(hours=20)
    after = await stage.table()
    assert (after.version, after.deadline) == (before.version, before.deadline)


async def test_an_idle_lobby_is_closed(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.time_passes(minutes=31)
    assert "so I closed" in stage.text(stage.public()[-1])
    assert stage.kinds(stage.public()[-1]) == [ShowFairness]


async def test_a_forfeit_that_nobody_settles_goes_on_the_tab(stage: Stage) -> None:
    await stage.start("Ann", "Ben", clock="none", rounds="3")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    assert SettleForfeit in stage.kinds()
    table = await stage.table()
    debtor = table.seats[(await stage.view()).state.debtors[0]].name
    await stage.time_passes(minutes=11)
    assert "On the tab" in stage.text(stage.public()[-2])
    assert "ran out of time, so the house played." not in stage.text(stage.public()[-2])
    assert "Round 2" in stage.text()
    (dare,) = await stage.bot.services.debts.forfeits(stage.guild.id, stage.people[debtor].id)
    assert dare.text in decks("en")["gentle"]
    assert f"You must: **{escaped(dare.text)}**" in (await stage.slash(debtor, "forfeits mine")).words
