"""Test the pauses between rounds with Next and Wait, presses that come late, dozing players, and pings."""

from typing import Any

from msgspec.structs import replace

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, HoldOn, NextRound, OpenGifts, OpenMore, ShowDice, WakeUp
from bot.tables.pace import AT_ONCE
from bot.tables.table import Table
from tests.bot.pseudo import without_brackets
from tests.bot.stage import Stage


async def a_showdown(stage: Stage, *names: str, **options: Any) -> tuple[str, str]:
    """Start a game, make a bid and call it. Return the bidder's and the caller's names."""
    await stage.start(*names, **options)
    bidder = await stage.raise_once()
    caller = await stage.to_move()
    await stage.press(caller, CallLie)
    return bidder, caller


async def test_the_next_button_counts_votes_and_the_last_one_starts_the_round(both: Stage) -> None:
    """Nobody has to settle the forfeit first. It goes on the tab."""
    await a_showdown(both, "Ann", "Ben", "Cleo", rounds="3")
    version, before = (await both.table()).version, len(both.public())
    for number, name in enumerate(("Cleo", "Ann"), 1):
        since = both.requests()
        await both.press(name, NextRound)
        assert f"Next ({number}/3)" in labels(both)
        assert both.calls_since(since) == [], "the press's own answer shows it"
        assert (await both.table()).version == version
    await both.press("Ben", NextRound)
    assert (await both.view()).state.round == 2
    assert len(both.public()) == before + 1


async def test_a_pause_that_ends_by_itself_can_be_held_by_a_button_that_everybody_sees(both: Stage) -> None:
    await a_showdown(both, "Ann", "Ben", rounds="3")
    assert "Hold on" in labels(both)
    (more,) = (await both.press("Ann", OpenMore)).ephemerals
    assert HoldOn not in both.kinds(more), "one button is enough"
    await both.press("Ann", HoldOn, both.panel())
    assert "Paused for a closer look, until <t:" in both.text()


async def test_the_wait_button_shows_until_when_the_game_pauses(both: Stage) -> None:
    await a_showdown(both, "Ann", "Ben", rounds="3")
    await both.press("Ann", NextRound)
    await both.press("Ann", HoldOn)
    assert "Paused for a closer look, until <t:" in both.text()
    assert "Next (0/2)" in labels(both), "Wait takes back one's own Next"
    for _ in range(2):
        await both.press("Ann", HoldOn)
    assert "On we go" in (await both.press("Ann", HoldOn)).words


async def test_opening_the_gift_pauses_the_showdown(stage: Stage) -> None:
    await a_showdown(stage, "Ann", "Ben", "Cleo", rounds="5", switches=["gift=on"])
    table, view = await stage.table(), await stage.view()
    winner = table.seats[view.state.creditor].name
    await stage.press(winner, OpenGifts)
    assert "Paused for a closer look, until <t:" in stage.text()


async def test_a_bang_that_was_overtaken_by_a_raise_needs_a_second_tap(both: Stage) -> None:
    """The bang counts against the new bid only if the player confirms it (C1)."""
    await both.start("Ann", "Ben", "Cleo", game="firehouse")
    bidder, old = await both.raise_once(), await both.table()
    raiser = await both.raise_once()
    (late,) = await both.others(bidder, raiser)
    answer = await both.forge(late, CallLie(old.id, old.version))
    assert f"{raiser}** just bid" in answer.words
    assert (await both.view()).state.showdown is None
    await both.press(late, CallLie, answer.ephemerals[0])
    assert (await both.view()).state.standing is None, "the round is over"


async def test_a_late_challenger_reads_who_was_first(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", game="firehouse")
    bidder = await both.raise_once()
    first = await both.to_move()
    (second,) = await both.others(bidder, first)
    stage_pace(both, pause=10)
    old = await both.table()
    await both.press(first, CallLie)
    assert f"{first}** was first" in (await both.forge(second, CallLie(old.id, old.version))).words
    assert f"{first}** was first" in (await both.slash(second, "bang")).words
    assert "You were first" in (await both.forge(first, CallLie(old.id, old.version))).words


async def test_a_bid_that_was_overtaken_by_another_can_still_be_made(both: Stage) -> None:
    """It must be higher than the bid that was made meanwhile."""
    await both.start("Ann", "Ben")
    old = await both.table()
    bidder = await both.raise_once()
    name = await both.to_move()
    answer = await both.forge(name, PlaceBid(old.id, old.version, 4, 6))
    assert f"{bidder}** just bid" in answer.words
    await both.press(name, PlaceBid, answer.ephemerals[0])
    standing = (await both.view()).state.standing
    assert standing is not None
    assert (standing.quantity, standing.face) == (4, 6)


async def test_any_press_brings_a_dozing_player_back(both: Stage) -> None:
    """The panel shows who is dozing (L2)."""
    await both.start("Ann", "Ben", "Cleo", clock="60")
    name = await both.to_move()
    other = (await both.others(name))[0]
    await doze(both, name)
    assert f"{name}** is dozing" in both.text()
    assert WakeUp in both.kinds()
    await both.press(other, ShowDice)
    assert f"{name}** is dozing" in both.text()
    assert "You’re not dozing" in (await both.press(other, WakeUp)).words
    await both.press(name, ShowDice)
    assert "is dozing" not in both.text()
    await doze(both, name)
    await both.press(name, WakeUp)
    assert (await both.table()).annotations.dozing == ()
    assert WakeUp not in both.kinds()


async def test_the_game_pauses_while_everybody_is_dozing(both: Stage) -> None:
    await both.start("Ann", "Ben", clock="60")
    await doze(both, "Ann", "Ben")
    assert "Everyone’s dozing: the game pauses until" in both.text()
    before = await both.view()
    await both.time_passes(hours=3)
    assert await both.view() == before
    await both.press("Ben", WakeUp)
    assert "💤 **Ann** is dozing" in both.text()


async def test_a_slow_player_is_pinged_by_a_line_that_is_deleted_later(both: Stage) -> None:
    stage_pace(both, calls=True)
    await both.start("Ann", "Ben", clock="180")
    name = await both.to_move()
    await both.time_passes(seconds=31)
    said = both.public()[-1]
    assert str(both.people[name].id) in said.content
    assert (await both.table()).annotations.call == said.id
    await both.raise_once()
    assert said.id not in [message.id for message in both.public()]
    assert (await both.table()).annotations.call is None


async def test_a_slow_player_gets_a_dm_after_half_of_the_turns_time(both: Stage) -> None:
    """If the player's DMs are closed, the bot posts a line in the channel instead.

    A new line replaces the previous one.
    """
    stage_pace(both, calls=True)
    await both.start("Ann", "Ben", clock="180")
    name = await both.to_move()
    await both.time_passes(seconds=31)
    await both.time_passes(seconds=91)
    assert "waiting for you" in both.direct_messages(name)[-1]
    assert not any("waiting for you" in message.content for message in both.public())
    both.close_dm(await both.raise_once() and await both.to_move())
    await both.time_passes(seconds=91 + 31)
    await both.time_passes(seconds=91 + 91)
    assert len([message for message in both.public() if "waiting for you" in message.content]) == 1


def labels(stage: Stage) -> str:
    return without_brackets(str(stage.panel().components))


def stage_pace(stage: Stage, **changes: Any) -> None:
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, **changes)


async def seat(stage: Stage, name: str) -> int:
    return next(number for number, each in enumerate((await stage.table()).seats) if each.name == name)


async def doze(stage: Stage, *names: str) -> None:
    """Mark these people as dozing, as if they had missed two turns."""
    table = (await stage.table()).id
    dozing = tuple([await seat(stage, name) for name in names])

    def work(_: object, draft: Table) -> None:
        draft.annotate(dozing=dozing)
        draft.mark_stale()

    with stage.env._bot_scope():  # so that `settle` waits for the moves that the bot makes
        await stage.bot.services.tables.changes.change_marks(table, work)
        await stage.bot.services.announcer.show_again(table)
    await stage.env.settle()
