"""Tests of the pause after a showdown.

They test its length, its early end, players who hold it, and forfeits during it (P1).
"""

from datetime import timedelta
from typing import Any

import pytest

from bot.tables.duties import Deal, ForfeitTime, ShowIt
from bot.tables.model import Deck, TableView
from bot.tables.pace import PACES, PaceName
from bot.tables.trouble import Code, Trouble
from bot.words.chips import as_text
from engine.bids.view import View
from engine.core.state import Phase
from engine.poker_cup.actions import GiveUp, MakeClaim
from engine.poker_cup.two_dice import TWO_DICE
from tests.tables.house import NAMES, House, Sitting, person

GUILD = 1_100_000_000_000_000_001


@pytest.fixture
def living(house: House) -> House:
    """Return a house in which each table plays at its own pace."""
    house.tables.changes.pace = None
    return house


async def a_showdown(house: House, *names: str, **more: Any) -> tuple[Sitting, str, str]:
    """Play until a showdown has been shown. Return the table and the names of the liar and the caller."""
    sitting = await house.game("common", *names, **more)
    return (sitting, *await sitting.a_lie())


async def next_round(sitting: Sitting, name: str, version: int | None = None) -> TableView:
    table = await sitting.info()
    house = sitting.house
    await house.tables.moves.next_round(sitting.id, person(name).id, house.key(), version or table.version)
    return await house.follow(sitting.id)


async def hold_on(sitting: Sitting, name: str) -> TableView:
    table, house = await sitting.info(), sitting.house
    await house.tables.moves.hold_on(sitting.id, person(name).id, house.key(), table.version)
    return await house.follow(sitting.id)


async def ends(sitting: Sitting) -> timedelta:
    """Return the time until the pause ends."""
    due = await sitting.house.tables.timers.next(sitting.id)
    assert due is not None
    assert due.duty == Deal()
    return due.at - sitting.house.now


@pytest.mark.parametrize(("players", "seconds"), [(3, 10), (6, 13), (8, 15), (12, 15)])
@pytest.mark.parametrize(("dice", "share"), [("1", 1.0), ("2", 0.5)])
async def test_a_showdown_lasts_longer_with_more_hands_and_half_as_long_if_it_decides_little(
    living: House, players: int, seconds: int, dice: str, share: float
) -> None:
    """With one die each, somebody's last die is at stake. The table has played before, so nobody is new to it."""
    sitting = await living.game("dudo", *NAMES[:players], dice=dice, palifico="off")
    await living.tables.changes.change_marks(sitting.id, lambda _, draft: draft.annotate(evening=(1,)))
    await sitting.a_lie()
    assert await ends(sitting) == timedelta(seconds=seconds * share)


async def test_the_first_showdown_of_newcomers_stays_readable_for_ten_seconds(living: House) -> None:
    sitting = await living.game("dudo", "ann", "bob")
    await sitting.a_lie()
    assert await ends(sitting) == timedelta(seconds=10)
    await living.next_duty(sitting.id)
    await sitting.a_lie()
    assert await ends(sitting) == timedelta(seconds=4.5)


@pytest.mark.parametrize("pace", PaceName)
async def test_a_showdown_lasts_at_most_fifteen_seconds_at_any_pace(living: House, pace: PaceName) -> None:
    sitting, liar, _ = await a_showdown(living, *NAMES[:20], pace=pace)
    await sitting.settle(liar, liar, "paid")
    longest = max(PACES[pace].light * PACES[pace].longest, PACES[pace].opening)
    assert await ends(sitting) == timedelta(seconds=longest) <= timedelta(seconds=15)


async def test_only_the_first_showdown_of_an_evening_stays_longer_at_the_quick_pace(living: House) -> None:
    """Newcomers who chose the quick pace still read their first result, and find out how to hold it."""
    sitting = await living.game("dudo", "ann", "bob", pace=PaceName.QUICK)
    await sitting.a_lie()
    assert await ends(sitting) == timedelta(seconds=10)
    await living.next_duty(sitting.id)
    await sitting.a_lie()
    assert await ends(sitting) == timedelta(seconds=3)


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 15), ("easy", 30), ("ceremonious", 60)])
async def test_the_pause_is_longest_for_the_first_forfeit_of_an_evening(
    living: House, pace: str, seconds: float
) -> None:
    """The longer pause ends early when the forfeit is settled, or when all players who are awake have pressed Next."""
    sitting, liar, _ = await a_showdown(living, "ann", "bob", "cid", pace=PaceName(pace))
    assert await ends(sitting) == timedelta(seconds=seconds)
    for name in ("ann", "bob", "cid"):
        await next_round(sitting, name)
    assert (await sitting.view()).state.round == 2
    (owed,) = await living.debts.forfeits(GUILD, person(liar).id)
    assert owed.state == "owed"


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 3.5), ("easy", 12), ("ceremonious", 45)])
async def test_a_showdown_lasts_longer_while_a_later_forfeit_waits(living: House, pace: str, seconds: float) -> None:
    sitting, _, _ = await a_showdown(living, "ann", "bob", "cid", pace=PaceName(pace))
    await living.next_duty(sitting.id)
    await sitting.a_lie()
    assert await ends(sitting) == timedelta(seconds=seconds)


async def test_a_showdown_of_a_later_game_of_the_evening_lasts_no_longer_for_its_first_forfeit(living: House) -> None:
    first = await living.game("dudo", "ann", "bob", dice=1)
    await first.a_lie()
    sitting, _, _ = await a_showdown(living, "ann", "bob")
    assert await ends(sitting) == timedelta(seconds=12)


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 10), ("easy", 30)])
async def test_in_practice_the_showdown_with_the_first_forfeit_lasts_longer(
    living: House, pace: str, seconds: float
) -> None:
    """Nobody has to settle the forfeit, but a newcomer reads about a forfeit for the first time.

    People who have chosen the quick pace do not want to wait for that.
    """
    sitting = await living.game("common", "ann", computers=2, rounds=30, pace=PaceName(pace))
    while (await sitting.view()).state.phase is not Phase.BETWEEN:
        await (take_it(sitting) if await sitting.awaited() == ["ann"] else living.next_duty(sitting.id))
    assert await ends(sitting) == timedelta(seconds=seconds)


async def test_the_first_forfeit_for_giving_up_stays_as_long_as_one_of_a_showdown(living: House) -> None:
    """K18: no die is shown, but people read about a forfeit for the first time."""
    sitting = await living.game("mia", "ann", "bob", "cid", price="forfeit", rounds=30, seating="joined")
    await give_up(sitting)
    assert await ends(sitting) == timedelta(seconds=30)
    await living.next_duty(sitting.id)
    await give_up(sitting)
    assert await ends(sitting) == timedelta(seconds=12)


async def give_up(sitting: Sitting) -> None:
    """Let the opener claim Mia, and let the next player give up (K18)."""
    for action in (MakeClaim(TWO_DICE.top), GiveUp()):
        table = (await sitting.see()).view
        assert table is not None
        await sitting.act(sitting.name(await sitting.info(), table.awaited[0]), action)


async def test_the_pause_begins_when_the_showdown_has_been_shown(living: House) -> None:
    sitting = await living.game("common", "ann", "bob")
    living.shows = False
    await sitting.bid(10, 6)
    await living.show(sitting.id)
    await sitting.liar()
    living.wait(seconds=8)  # Discord shows the parts of the showdown
    due = await living.tables.timers.next(sitting.id)
    assert due is not None
    assert due.duty == ShowIt()
    await living.show(sitting.id)
    assert await ends(sitting) == timedelta(seconds=30)


async def test_without_a_press_a_forfeit_goes_on_the_tab_and_the_next_round_begins(living: House) -> None:
    """P1, L2: the forfeit goes on the tab and the next round begins in one transaction."""
    sitting, liar, _ = await a_showdown(living, "ann", "bob", "cid")
    before = await sitting.info()
    assert await living.next_duty(sitting.id) is not None
    view, table = await sitting.view(), await sitting.info()
    assert (view.state.round, view.state.phase, table.version) == (2, Phase.BIDDING, before.version + 1)
    (owed,) = await living.debts.forfeits(GUILD, person(liar).id)
    assert owed.state == "owed"
    assert view.state.players[table.seats.index(next(s for s in table.seats if s.name == liar))].absences == 0


@pytest.mark.parametrize(("how", "state"), [("paid", "paid"), ("waived", "waived"), ("tab", "owed")])
async def test_after_a_forfeit_is_settled_the_pause_has_its_usual_length(living: House, how: str, state: str) -> None:
    sitting, liar, caller = await a_showdown(living, "ann", "bob", "cid")
    began = living.now
    living.wait(seconds=3)
    await sitting.settle(caller if how == "waived" else liar, liar, how)
    assert living.now + await ends(sitting) == began + timedelta(seconds=10)
    await living.next_duty(sitting.id)
    lines = await living.debts.forfeits(GUILD, person(liar).id)
    assert [line.state for line in lines] in ([state], [])
    assert (await sitting.view()).state.round == 2


async def test_the_pause_ends_early_once_all_players_have_pressed_next(living: House) -> None:
    """The panel shows how many players have pressed Next.

    This edit of the panel does not change the version, so all buttons stay valid.
    """
    sitting, liar, _ = await a_showdown(living, "ann", "bob", "cid")
    before = await sitting.info()
    for number, name in enumerate(("ann", "bob"), 1):
        living.shows = False
        await living.tables.moves.next_round(sitting.id, person(name).id, living.key(), before.version)
        assert (await living.tables.showing.pending(sitting.id)).panel_stale
        living.shows = True
        table = await living.follow(sitting.id)
        assert (len(table.annotations.ready), table.version) == (number, before.version)
    await sitting.settle(liar, liar, "paid")
    await next_round(sitting, "cid", before.version)
    assert ((await sitting.view()).state.round, (await sitting.info()).annotations.ready) == (2, ())


async def test_pressing_next_twice_counts_once_and_a_late_press_does_nothing(living: House) -> None:
    sitting, _, _ = await a_showdown(living, "ann", "bob")
    old = (await sitting.info()).version
    await next_round(sitting, "ann")
    assert (await next_round(sitting, "ann")).annotations.ready == (0,)
    await living.next_duty(sitting.id)
    await living.follow(sitting.id)
    after = await sitting.info()
    assert await next_round(sitting, "bob", old) == after
    await sitting.a_lie()
    with pytest.raises(Trouble, match="not seated"):
        await next_round(sitting, "eve")


async def test_wait_holds_the_pause_for_twenty_seconds_at_most_three_times(living: House) -> None:
    """Each person may press Wait three times. Pressing Next still ends the pause afterwards."""
    sitting, _, _ = await a_showdown(living, "ann", "bob")
    await next_round(sitting, "ann")
    living.wait(seconds=15)
    table = await hold_on(sitting, "ann")
    assert (table.annotations.ready, await ends(sitting)) == ((), timedelta(seconds=20))
    for _ in range(2):
        living.wait(seconds=15)
        await hold_on(sitting, "ann")
        assert await ends(sitting) == timedelta(seconds=20)
    with pytest.raises(Trouble) as trouble:
        await hold_on(sitting, "ann")
    assert (trouble.value.code, trouble.value.facts) == (Code.HELD_ENOUGH, {"most": 3})
    living.wait(seconds=10)
    await hold_on(sitting, "bob")
    assert await ends(sitting) == timedelta(seconds=20)
    await next_round(sitting, "ann")
    await next_round(sitting, "bob")
    assert (await sitting.view()).state.round == 2


async def test_wait_is_refused_once_the_next_round_has_begun(living: House) -> None:
    sitting, _, _ = await a_showdown(living, "ann", "bob")
    old = (await sitting.info()).version
    await living.next_duty(sitting.id)
    with pytest.raises(Trouble) as trouble:
        await living.tables.moves.hold_on(sitting.id, person("ann").id, living.key(), old)
    assert trouble.value.code is Code.NEXT_ROUND_IS_ON


async def test_the_pause_is_held_for_the_player_who_may_give_a_gift(living: House) -> None:
    """P5: if another player looks at the gifts, the pause does not change."""
    sitting, liar, caller = await a_showdown(living, "ann", "bob", "cid", gift="on")
    living.wait(seconds=15)
    usual = await ends(sitting)
    await living.tables.moves.look_at_gifts(sitting.id, person(liar).id, living.key())
    assert await ends(sitting) == usual
    await living.tables.moves.look_at_gifts(sitting.id, person(caller).id, living.key())
    await living.follow(sitting.id)
    assert await ends(sitting) == timedelta(seconds=20)
    other = next(name for name in ("ann", "bob", "cid") if name not in (liar, caller))
    await sitting.gift(caller, other)
    assert len((await sitting.view()).state.debtors) == 2
    await living.next_duty(sitting.id)
    for name in (liar, other):
        (owed,) = await living.debts.forfeits(GUILD, person(name).id)
        assert owed.state == "owed"


async def test_a_table_may_wait_until_the_forfeit_is_settled(living: House) -> None:
    """The table waits for as long as a turn may take, and no longer (L2).

    Once the forfeit is settled, the pause has its usual length.
    """
    sitting, liar, _ = await a_showdown(living, "ann", "bob", wait_settled=True, clock=60)
    due = await living.after_all_calls(sitting.id)
    assert due is not None
    assert (due.duty, due.at) == (ForfeitTime(), living.now + timedelta(seconds=60))
    assert (await sitting.info()).deadline == due.at
    living.wait(seconds=2)
    await sitting.settle(liar, liar, "paid")
    assert await ends(sitting) == timedelta(seconds=8)


async def test_in_practice_no_forfeit_waits(living: House) -> None:
    """In a practice game against computer players, the table waits for no forfeit, not even for the person's own."""
    sitting = await living.game("common", "ann", computers=2, rounds=30)
    seen = 0
    while seen < 8:
        if (await sitting.view()).state.phase is Phase.BETWEEN:
            assert (await sitting.view()).state.debtors == ()
            seen += 1
        if await sitting.awaited() == ["ann"]:
            await sitting.bid(*least(await sitting.view("ann"))) if seen % 2 else await take_it(sitting)
        else:
            await living.next_duty(sitting.id)
    assert await living.debts.forfeits(GUILD, person("ann").id) == ()


async def take_it(sitting: Sitting) -> None:
    """Challenge the current bid, or open with the lowest bid if there is none."""
    view = await sitting.view("ann")
    await (sitting.liar("ann") if view.legal.challenge else sitting.bid(*least(view)))


def least(view: View) -> tuple[int, int]:
    bid = view.legal.bids[-1]
    return bid.quantity, bid.face


async def test_an_outage_during_the_pause_does_not_shorten_it(living: House) -> None:
    """When the outage begins, a player is holding the pause."""
    sitting, _, _ = await a_showdown(living, "ann", "bob")
    living.wait(seconds=15)
    await hold_on(sitting, "ann")
    living.wait(seconds=5)
    await living.tables.time.beat()
    living.wait(hours=3)
    await living.tables.time.resume()
    await living.follow(sitting.id)
    assert await ends(sitting) == timedelta(seconds=15)


@pytest.mark.parametrize(
    ("pace", "seconds", "stakes"),
    [("quick", 3, {"deck": Deck.GENTLE}), ("easy", 5, {"forfeit": "sing"}), ("easy", 0, {"forfeit": as_text(2)})],
)
async def test_a_settled_dare_stays_for_some_seconds_so_that_others_can_clap(
    living: House, pace: str, seconds: float, stakes: dict[str, Any]
) -> None:
    """The loser needs a while for the dare. The next round does not begin in the second in which they press Done."""
    sitting, liar, _ = await a_showdown(living, "ann", "bob", "cid", pace=PaceName(pace), **stakes)
    living.wait(seconds=14)
    table = await sitting.settle(liar, liar, "paid")
    if not seconds:
        assert isinstance(table.view, View)
        assert table.view.state.phase is Phase.BIDDING, "without words there is nothing to clap for"
        return
    assert await ends(sitting) == timedelta(seconds=seconds)
    for name in ("ann", "bob", "cid"):
        table = await next_round(sitting, name)
    assert isinstance(table.view, View)
    assert table.view.state.phase is Phase.BIDDING
