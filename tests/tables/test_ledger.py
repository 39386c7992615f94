"""Tests of forfeits that are still open after their round, and of the leaderboards."""

from asyncio import gather
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.history.boards import Scope
from bot.history.counting import Where, count
from bot.storage import ledger, personal
from bot.storage.tallies import Tally
from bot.tables.model import ForfeitWord, Who
from bot.tables.trouble import Trouble
from tests.databases import counted
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House, person

ANYWHERE = Where(GUILD, None, "common", datetime(2026, 11, 22, tzinfo=UTC))


async def owed(house: House, name: str) -> list[tuple[str, str | None, str, str]]:
    """Return a person's open forfeits, each as its debtor, creditor, text and state."""
    return [
        (line.debtor.name, line.creditor.name if line.creditor else None, line.text, line.state)
        for line in await house.debts.forfeits(GUILD, person(name).id)
    ]


async def named(house: House, who: Who) -> None:
    """Store this person's name as the name under which the bot saw them last."""
    await house.store.write(lambda connection: personal.remember_name(connection, GUILD, who.id, who.name))


async def test_a_forfeit_is_paid_waived_or_goes_on_the_tab(house: House) -> None:
    """P1: only a forfeit on the tab stays open."""
    sitting = await house.game("common", "ann", "bob", forfeit="sing a song", rounds=10)
    for how in ("paid", "waived", "tab"):
        liar, caller = await sitting.a_lie()
        assert await owed(house, liar) == [(liar, caller, "sing a song", "owed")] == await owed(house, caller)
        await sitting.settle(caller if how == "waived" else liar, liar, how)
        assert len(await owed(house, liar)) == (1 if how == "tab" else 0)


async def test_a_forfeit_on_the_tab_can_be_settled_later(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=2)
    liar, caller = await sitting.a_lie()
    await sitting.settle(liar, liar, "tab")
    again, winner = await sitting.a_lie()
    assert (await sitting.info()).status == "over"
    lines = await house.debts.forfeits(GUILD, person(liar).id)
    assert len(lines) == 2
    first = next(line for line in lines if line.debtor.name == liar)
    with pytest.raises(Trouble, match="not yours"):
        await house.debts.settle_forfeit(first.id, person("eve").id, "paid", house.key())
    with pytest.raises(Trouble, match="not yours"):
        await house.debts.settle_forfeit(first.id, person(liar).id, "waived", house.key())
    settled = (await house.debts.settle_forfeit(first.id, person(liar).id, "paid", "i:8")).forfeit
    assert settled.state == "paid"
    assert (await house.debts.settle_forfeit(first.id, person(liar).id, "paid", "i:8")).forfeit.state == "paid"
    with pytest.raises(Trouble, match="already settled"):
        await house.debts.settle_forfeit(first.id, person(caller).id, "waived", house.key())
    with pytest.raises(Trouble, match="no forfeit"):
        await house.debts.settle_forfeit(999, person(liar).id, "paid", house.key())
    assert len(await owed(house, again)) == 1
    assert winner != again


async def test_a_game_goes_on_when_its_forfeit_is_settled_in_the_ledger(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    liar, caller = await sitting.a_lie()
    (line,) = await house.debts.forfeits(GUILD, person(liar).id)
    version = (await sitting.info()).version
    assert (await house.debts.settle_forfeit(line.id, person(caller).id, "waived", house.key())).in_game
    table = await house.follow(sitting.id)
    assert ((await sitting.view()).state.round, table.version) == (2, version + 2)


async def test_a_player_who_leaves_can_pay_later(house: House) -> None:
    """L1: the forfeit of a player who leaves goes on the tab."""
    sitting = await house.game("common", "ann", "bob", "cid")
    liar, caller = await sitting.a_lie()
    await sitting.leave(liar)
    assert (await sitting.view()).state.round == 2
    assert await owed(house, liar) == [(liar, caller, "", "owed")]
    (line,) = await house.debts.forfeits(GUILD, person(liar).id)
    settled = await house.debts.settle_forfeit(line.id, person(liar).id, "paid", house.key())
    assert (settled.forfeit.state, settled.in_game) == ("paid", False)


async def said(house: House, name: str, forfeit: int, word: ForfeitWord) -> str:
    """Let this person call a forfeit paid, waived or unpaid. Return its new state, or the reason for the refusal."""
    try:
        return (await house.debts.settle_forfeit(forfeit, person(name).id, word, house.key())).forfeit.state
    except Trouble as trouble:
        return trouble.code.value


async def on_the_tab(house: House, *names: str, **more: Any) -> tuple[str, str, int]:
    """Put a forfeit on the tab during a game, and return its debtor, its creditor and its id."""
    sitting = await house.game("common", *names, **more)
    liar, caller = await sitting.a_lie()
    await sitting.settle(liar, liar, "tab")
    (line,) = await house.debts.forfeits(GUILD, person(liar).id)
    return liar, caller, line.id


async def test_the_creditor_may_press_not_paid_and_every_change_is_stored(house: House) -> None:
    liar, caller, line = await on_the_tab(house, "ann", "bob")
    assert await said(house, caller, line, "unpaid") == "not settled"
    assert await said(house, liar, line, "paid") == "paid"
    assert [each.id for each in await house.debts.said_paid(GUILD, person(caller).id)] == [line]
    assert await said(house, liar, line, "unpaid") == "not yours"
    assert await said(house, "eve", line, "unpaid") == "not yours"
    assert await said(house, caller, line, "unpaid") == "owed"
    assert await house.debts.said_paid(None, person(caller).id) == ()
    page = await house.boards.page(Scope(GUILD), "forfeits", 1, person(liar).id)
    assert next(row.figures for row in page.rows if row.name == liar) == (1, 0), "owed again, and not paid"
    assert await said(house, caller, line, "waived") == "waived"
    assert await said(house, caller, line, "unpaid") == "already settled"
    changes = await house.store.read(lambda connection: ledger.changes(connection, line))
    debtor, creditor = person(liar).id, person(caller).id
    assert [(each.state, each.by) for each in changes[1:]] == [
        ("owed", debtor),
        ("paid", debtor),
        ("owed", creditor),
        ("waived", creditor),
    ]
    assert all(each.at == house.now for each in changes)


async def test_the_creditor_may_press_not_paid_for_thirty_days(house: House) -> None:
    liar, caller, line = await on_the_tab(house, "ann", "bob")
    await said(house, liar, line, "paid")
    house.wait(days=29)
    assert await said(house, caller, line, "unpaid") == "owed"
    await said(house, liar, line, "paid")
    house.wait(days=30, seconds=1)
    assert await house.debts.said_paid(GUILD, person(caller).id) == ()
    assert await said(house, caller, line, "unpaid") == "long settled"
    assert await owed(house, liar) == []


async def test_if_paid_and_waived_are_pressed_at_the_same_moment_one_counts(house: House) -> None:
    liar, caller, line = await on_the_tab(house, "ann", "bob")
    both = await gather(said(house, liar, line, "paid"), said(house, caller, line, "waived"))
    assert sorted(both) in (["already settled", "paid"], ["already settled", "waived"])
    changes = await house.store.read(lambda connection: ledger.changes(connection, line))
    assert len(changes) == 3, "owed, on the tab, and settled once"
    maintained = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == maintained


async def test_three_presses_of_not_paid_at_once_count_once(house: House) -> None:
    liar, caller, line = await on_the_tab(house, "ann", "bob")
    await said(house, liar, line, "paid")
    both = await gather(*(said(house, caller, line, "unpaid") for _ in range(3)))
    assert sorted(both) == ["not settled", "not settled", "owed"]


async def test_every_other_player_may_doubt_a_debt_to_the_table(house: House) -> None:
    """E6, L4: a stake, or a forfeit that a computer player won, is not owed to a single person."""
    sitting = await house.game("common", "ann", "bob", "cid", rounds=1, stake="polish my boots")
    liar, caller = await sitting.a_lie()
    line = next(each for each in await house.debts.forfeits(GUILD, person(liar).id) if each.creditor is None)
    assert (line.text, line.table, line.message) == ("polish my boots", sitting.id, 1)
    assert await said(house, caller, line.id, "waived") == "not yours"
    assert await said(house, liar, line.id, "paid") == "paid"
    for name in (liar, "eve"):
        assert await said(house, name, line.id, "unpaid") == "not yours"
    assert await said(house, caller, line.id, "unpaid") == "owed"


async def test_a_computer_player_cannot_be_a_creditor(house: House) -> None:
    """L4: a forfeit that a computer player won is owed to the table."""
    sitting = await house.game("common", "ann", "bob", computers=2, rounds=30, forfeit="sing a song")
    await sitting.play_on(Random(3))
    people = {person("ann").id, person("bob").id}
    lines = await house.store.read(lambda connection: ledger.of_server(connection, GUILD, 0, 100))
    assert {line.debtor for line in lines} <= people
    assert {line.creditor for line in lines} - people == {None}


async def test_the_player_who_washes_up_owes_a_forfeit(house: House) -> None:
    """E4: every loser owes the table's forfeit."""
    sitting = await house.game("firehouse", "ann", "bob", forfeit="the dishes")
    table = await sitting.play_on(Random(5))
    result = (await sitting.view()).state.result
    assert result is not None
    for seat in result.losers:
        lines = await house.debts.forfeits(GUILD, person(sitting.name(table, seat)).id)
        assert [line.text for line in lines if line.debtor.name == sitting.name(table, seat)] == ["the dishes"]


async def test_a_stake_in_words_is_owed_by_each_loser(house: House) -> None:
    """E6: the stake is owed to nobody in particular."""
    sitting = await house.game("common", "ann", "bob", "cid", rounds=1, stake="polish my boots", forfeit="sing")
    liar, caller = await sitting.a_lie()
    lines = await owed(house, liar)
    assert (liar, caller, "sing", "owed") in lines
    assert (liar, None, "polish my boots", "owed") in lines
    third = next(name for name in ("ann", "bob", "cid") if name not in (liar, caller))
    assert await owed(house, third) == []  # the third player owed nothing either, so two share the win


async def test_a_game_of_one_person_counts_for_nobody(house: House) -> None:
    """L4: the game is practice."""
    sitting = await house.game("common", "ann", computers=2, rounds=5)
    await sitting.play_on(Random(2))
    assert (await sitting.info()).status == "over"
    assert await owed(house, "ann") == []
    for board in ("forfeits", "bads", "wins"):
        page = await house.boards.page(Scope(GUILD), board, 1, person("ann").id)
        assert (page.rows, page.own, page.pages) == ((), None, 1)


async def test_leaderboards_show_the_wins_and_forfeits_of_a_game(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=3)
    liar, _ = await sitting.a_lie()
    await sitting.settle(liar, liar, "paid")
    await sitting.play_on(Random(4))
    view, table = await sitting.view(), await sitting.info()
    page = await house.boards.page(Scope(GUILD), "wins", 1, person("ann").id)
    assert view.state.result is not None
    winners = {sitting.name(table, seat) for seat in view.state.result.winners}
    assert {row.name: row.figures for row in page.rows} == {
        name: (1 if name in winners else 0, 1) for name in ("ann", "bob")
    }
    page = await house.boards.page(Scope(GUILD), "forfeits", 1, person("ann").id)
    assert sum(sum(row.figures) for row in page.rows) == 3
    assert next(row for row in page.rows if row.name == liar).figures[1] >= 1


async def test_bads_and_goods_are_counted_separately(house: House) -> None:
    """P3: a right call out of turn brings two goods. The net score alone would not show that."""
    sitting = await house.game("firehouse", "ann", "bob", "cid")
    liar = await sitting.turn()
    await sitting.bid((await sitting.view()).state.pool, (await sitting.view()).state.red % 6 + 1)
    banger = ({"ann", "bob", "cid"} - {liar, await sitting.turn()}).pop()
    await sitting.liar(banger)
    await sitting.quit("ann")
    assert (await sitting.quit("bob")).status == "over"
    page = await house.boards.page(Scope(GUILD), "bads", 1, person(liar).id)
    figures = {row.name: row.figures for row in page.rows}
    assert figures[liar] == (1, 0)
    assert figures[banger] == (0, 2)


async def test_a_leaderboard_has_pages_ranks_and_the_readers_own_place(sqlite_house: House) -> None:
    """Equal figures share a rank, and a person without figures has none.

    A page number beyond the last page shows the last page.
    """
    house = sqlite_house
    for number in range(12):
        await named(house, person(f"guest{number}"))
        wins = Tally(person(f"guest{number}").id, "wins", max(2, 12 - number), 20)
        await house.store.write(partial(count, counts=[(ANYWHERE, wins)]))
    first = await house.boards.page(Scope(GUILD), "wins", 1, person("guest11").id)
    assert (len(first.rows), first.pages) == (10, 2)
    assert [row.rank for row in first.rows] == list(range(1, 11))
    assert first.own is not None
    assert (first.own.rank, first.own.name, first.own.figures) == (11, "guest11", (2, 20))
    last = await house.boards.page(Scope(GUILD), "wins", 99, person("eve").id)
    assert (last.page, [(row.name, row.rank) for row in last.rows], last.own) == (
        2,
        [("guest11", 11), ("guest10", 11)],
        None,
    )
    elsewhere = await house.boards.page(Scope(GUILD + 1), "wins", 1, person("guest1").id)
    assert elsewhere.rows == ()


async def test_people_who_left_keep_their_last_seen_name(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=1)
    liar, _ = await sitting.a_lie()
    await named(house, Who(person(liar).id, "Old Barnacle"))
    page = await house.boards.page(Scope(GUILD), "forfeits", 1, person("ann").id)
    assert "Old Barnacle" in [row.name for row in page.rows]
    assert [line.debtor.name for line in await house.debts.forfeits(GUILD, person(liar).id)] == ["Old Barnacle"]


@pytest.mark.parametrize("seed", range(3))
async def test_a_rebuild_gives_the_same_tallies(house: House, seed: int) -> None:
    """The bot updates the tallies with each game. A rebuild must give the same tallies."""
    luck = Random(seed)
    for channel, variant in enumerate(["common", "firehouse", "common"]):
        limit = {"rounds": 6} if variant == "common" else {"bads": 3}
        sitting = await house.game(variant, "ann", "bob", "cid", computers=1, channel=channel, **limit)
        await sitting.play_on(luck, luck.choice([7, 10_000]))
    for line in (await house.debts.forfeits(GUILD, person("ann").id))[:2]:
        how, who = ("paid", line.debtor) if luck.random() < 0.5 or not line.creditor else ("waived", line.creditor)
        await house.debts.settle_forfeit(line.id, who.id, "paid" if how == "paid" else "waived", house.key())
    maintained = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == maintained
    assert maintained
