"""Want and done: nothing is shown that is not saved, nothing saved is lost or shown twice."""

from random import Random

from bot.tables.model import PanelRef
from engine.common_hand import events as b
from engine.core import events as e
from tests.tables.house import House, Sitting, person


async def show(sitting: Sitting, message: int = 1) -> tuple[e.Event, ...]:
    """What an announcer does: show all there is, mark it as shown."""
    tables = sitting.house.tables
    pending = await tables.showing.pending(sitting.id)
    version = pending.table.version
    await tables.showing.shown(sitting.id, pending.upto, PanelRef(7, message, version), version)
    for number in {roll.round for roll in pending.rolls}:
        await tables.showing.rolls_sent(
            sitting.id, number, [roll.seat for roll in pending.rolls if roll.round == number]
        )
    return pending.news


async def test_a_table_is_wanted_until_it_is_shown_and_again_after_a_move(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    assert await house.tables.showing.to_show() == (sitting.id,)
    news = await show(sitting)
    assert [type(event) for event in news if not isinstance(event, e.RollOff)] == [e.Ordered, e.RoundBegan]
    assert await house.tables.showing.to_show() == ()
    pending = await house.tables.showing.pending(sitting.id)
    assert (pending.news, pending.rolls, pending.panel_stale) == ((), (), False)
    assert pending.panel is not None
    assert (pending.panel.channel, pending.panel.message) == (7, 1)
    await sitting.bid(1, 2)
    pending = await house.tables.showing.pending(sitting.id)
    assert [type(event) for event in pending.news] == [b.BidMade]
    assert [type(event) for event in pending.earlier] == [e.RoundBegan]
    assert pending.panel_stale


async def test_all_the_news_together_are_all_public_events_once(house: House) -> None:
    sitting = await house.game("firehouse", "ann", "bob", computers=2)
    told: list[e.Event] = []
    luck = Random(5)
    while (await sitting.info()).status == "playing":
        await sitting.play_on(luck, luck.randint(1, 4))
        told += await show(sitting)
    assert await show(sitting) == ()
    assert sum(isinstance(event, e.RoundBegan) for event in told) == (await sitting.view()).state.round
    assert isinstance(next(event for event in reversed(told) if not isinstance(event, e.ForfeitOwed)), e.GameOver)
    assert await house.tables.showing.to_show() == ()


async def test_what_happened_between_showing_and_marking_stays_wanted(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    pending = await house.tables.showing.pending(sitting.id)
    await sitting.bid(1, 2)
    await house.tables.showing.shown(
        sitting.id, pending.upto, PanelRef(7, 1, pending.table.version), pending.table.version
    )
    assert await house.tables.showing.to_show() == (sitting.id,)
    assert [type(event) for event in (await house.tables.showing.pending(sitting.id)).news] == [b.BidMade]


async def test_a_mark_that_comes_late_takes_nothing_back(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    early = await house.tables.showing.pending(sitting.id)
    await sitting.bid(1, 2)
    await show(sitting, message=2)
    await house.tables.showing.shown(sitting.id, early.upto, None, early.table.version)
    pending = await house.tables.showing.pending(sitting.id)
    assert pending.news == ()
    assert not pending.panel_stale


async def test_rolls_are_told_once_each_and_the_next_rounds_again(house: House) -> None:
    sitting = await house.game("firehouse", "ann", "bob")
    rolls = (await house.tables.showing.pending(sitting.id)).rolls
    assert {roll.user for roll in rolls} == {person("ann").id, person("bob").id}
    await house.tables.showing.rolls_sent(sitting.id, 1, [0])
    assert [roll.seat for roll in (await house.tables.showing.pending(sitting.id)).rolls] == [1]
    await house.tables.showing.rolls_sent(sitting.id, 1, [1])
    await sitting.a_lie()
    rolls = (await house.tables.showing.pending(sitting.id)).rolls
    assert [(roll.seat, roll.round) for roll in rolls] == [(0, 2), (1, 2)]
    await house.tables.showing.rolls_sent(sitting.id, 1, [0, 1])  # late news of round 1 says nothing of round 2
    assert len((await house.tables.showing.pending(sitting.id)).rolls) == 2


async def test_rolls_of_a_game_that_is_over_are_not_told_any_more(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    assert (await house.tables.showing.pending(sitting.id)).rolls == ()
    await show(sitting)
    assert await house.tables.showing.to_show() == ()


async def test_a_closed_dm_is_remembered_and_told_once(house: House) -> None:
    ann = person("ann").id
    assert not await house.people.is_dm_closed(ann)
    assert await house.people.closed_dm(ann)
    assert not await house.people.closed_dm(ann)
    await house.reopen()
    assert await house.people.is_dm_closed(ann)
    await house.people.dm_open(ann)
    assert not await house.people.is_dm_closed(ann)
    assert await house.people.closed_dm(ann)


async def test_pruning_forgets_old_keys_and_old_stories_but_no_running_game(house: House) -> None:
    over = await house.game("common", "ann", "bob", rounds=1)
    await over.a_lie()
    running = await house.game("common", "ann", "bob", channel=1, clock=None)
    name = await running.turn()
    house.wait(days=91)
    await house.tables.time.prune()
    assert (await over.info()).seed is not None
    assert (await house.tables.showing.pending(over.id)).news == ()
    assert len((await house.tables.showing.pending(running.id)).news) > 1
    assert name in await running.awaited()
    lines = await house.people.forfeits(over_guild := (await over.info()).place.guild, person("ann").id)
    assert over_guild
    assert len(lines) == 1
