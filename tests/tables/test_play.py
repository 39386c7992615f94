"""Tests of games at a table: whole games, double clicks, old panels, strangers, leaving, and votes to stop."""

from random import Random

import pytest

from bot.tables.model import TableView
from bot.tables.trouble import Code, Trouble
from engine.bids.actions import Bid, Challenge
from engine.bids.refusals import TooLow
from engine.core.refusals import NoRound, NothingToChallenge, NotYoursToSettle, NotYourTurn, Refused, SaidAlready
from engine.core.results import Result
from engine.core.state import Phase
from tests.tables.house import House, Sitting, person, place


async def test_start_rolls_for_the_first_turn_deals_dice_and_asks_the_first_player(house: House) -> None:
    """S1, T1: everybody holds five dice, and the winner of the roll-off begins."""
    sitting = await house.game("common", "ann", "bob", "cid")
    view = await sitting.view()
    assert (view.state.phase, view.state.round, view.state.pool, view.state.turn) == (
        Phase.BIDDING,
        1,
        15,
        view.state.order[0],
    )
    assert view.mine == ()
    for name in ("ann", "bob", "cid"):
        assert len(await sitting.dice(name)) == 5
    seen = await sitting.see("eve")
    assert (seen.seat, seen.view) == (None, view)


@pytest.mark.parametrize("computers", [0, 3])
async def test_a_whole_game_of_common_can_be_played(house: House, computers: int) -> None:
    """E1: after ten rounds, the player with the fewest forfeits wins."""
    sitting = await house.game("common", "ann", "bob", computers=computers, rounds=10)
    table = await sitting.play_on(Random(7))
    view = await sitting.view()
    assert table.status == "over"
    assert table.deadline is None
    assert view.state.result is not None
    assert sum(player.forfeits for player in view.state.players) == view.state.round == 10
    least = min(player.forfeits for player in view.state.players)
    assert [view.state.players[seat].forfeits for seat in view.state.result.winners] == [least] * len(
        view.state.result.winners
    )
    assert await house.tables.queries.at(place().channel) in (None, table)


@pytest.mark.parametrize("computers", [0, 4])
async def test_a_whole_game_of_firehouse_can_be_played(house: House, computers: int) -> None:
    """E4: the game ends when one player has five bads, or two players have three."""
    sitting = await house.game("firehouse", "ann", "bob", computers=computers)
    assert len(await sitting.dice("ann")) == (3 if computers else 5)
    table = await sitting.play_on(Random(3))
    view = await sitting.view()
    assert table.status == "over"
    assert view.state.result is not None
    scores = [player.score for player in view.state.players]
    assert min(scores) <= -5 or sorted(scores)[1] <= -3


@pytest.mark.parametrize("variant", ["dudo", "bar", "joker", "perudo", "cup"])
@pytest.mark.parametrize("computers", [0, 2])
async def test_a_whole_game_of_every_other_preset_can_be_played(house: House, variant: str, computers: int) -> None:
    """The games are stored, and read back after a restart."""
    short = {"rounds": 3} if variant == "cup" else {"dice": 2}
    sitting = await house.game(variant, "ann", "bob", computers=computers, ante=5, **short)
    await sitting.play_on(Random(5), moves=4)
    before = await sitting.see("ann")
    await house.reopen()
    assert await sitting.see("ann") == before
    table = await sitting.play_on(Random(6))
    view = (await sitting.see()).view
    assert view is not None
    assert view.state.result is not None
    assert table.status == "over"
    computers_alone = variant not in ("cup", "joker") and len(view.state.seats_in()) > 1
    assert bool(view.state.result.winners) != computers_alone  # L3: if only computer players are left, nobody wins
    assert sum(player.chips for player in view.state.players) == 0  # E6: the winners, or all players, get the antes


async def test_one_person_can_play_against_computer_players(house: House) -> None:
    sitting = await house.game("common", "ann", computers=2, rounds=3)
    assert await sitting.awaited() == ["ann"]
    assert (await sitting.play_on(Random(1))).status == "over"


async def test_a_double_click_makes_one_move(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    name = await sitting.turn()
    first = await sitting.act(name, Bid(2, 3), key="i:42")
    again = await sitting.act(name, Bid(2, 3), key="i:42")
    assert again == first
    view = await sitting.view()
    assert view.state.standing is not None
    assert (view.state.standing.quantity, view.state.standing.face) == (2, 3)


async def test_a_second_move_from_an_outdated_panel_is_refused(house: House) -> None:
    """The buttons of a panel belong to one version of the table."""
    sitting = await house.game("common", "ann", "bob")
    panel = (await sitting.info()).version
    first, second = await sitting.turn(), "bob" if await sitting.turn() == "ann" else "ann"
    await sitting.act(first, Bid(1, 2), version=panel)
    with pytest.raises(Trouble) as trouble:
        await sitting.act(second, Bid(2, 2), version=panel)
    assert trouble.value.code is Code.STALE_PANEL
    await sitting.act(second, Challenge(), version=panel + 1)


async def test_moves_out_of_turn_and_low_bids_are_refused_with_the_reason(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    name = await sitting.turn()
    other = "bob" if name == "ann" else "ann"
    with pytest.raises(Refused) as refusal:
        await sitting.bid(1, 2, other)
    assert isinstance(refusal.value.reason, NotYourTurn)
    await sitting.bid(2, 5)
    before = await sitting.info()
    with pytest.raises(Refused) as refusal:
        await sitting.bid(3, 4)
    assert isinstance(refusal.value.reason, TooLow)
    assert refusal.value.reason.least == (Bid(3, 5), Bid(3, 6))
    assert await sitting.info() == before


async def test_a_refused_move_can_be_repeated_when_it_is_legal(house: House) -> None:
    """A refused move changes nothing, so the same key can be used again."""
    sitting = await house.game("common", "ann", "bob")
    name = await sitting.turn()
    other = "bob" if name == "ann" else "ann"
    with pytest.raises(Refused):
        await sitting.act(other, Bid(3, 3), key="i:9")
    await sitting.bid(2, 2)
    await sitting.act(other, Bid(3, 3), key="i:9")
    assert await sitting.turn() == name


async def test_strangers_cannot_play(house: House) -> None:
    sitting = await house.game("common", "ann", "bob")
    with pytest.raises(Trouble, match="not seated"):
        await sitting.bid(1, 2, "eve")
    with pytest.raises(Trouble, match="not seated"):
        await sitting.leave("eve")


async def test_moves_before_the_start_and_after_the_end_are_refused(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob", rounds=1)
    with pytest.raises(Trouble, match="not started"):
        await sitting.bid(1, 2, "ann")
    await house.start(sitting.id, person("ann"))
    await sitting.a_lie()
    with pytest.raises(Trouble) as raised:
        await sitting.bid(1, 2, "ann")
    assert raised.value.code is Code.GONE


async def test_a_move_at_one_table_does_not_change_another(house: House) -> None:
    one = await house.game("common", "ann", "bob")
    two = await house.game("firehouse", "ann", "bob", channel=1)
    before = await two.info(), await two.view("ann")
    await one.a_lie()
    assert (await two.info(), await two.view("ann")) == before
    assert await one.dice("ann") == ()


async def test_the_next_round_waits_for_the_forfeit(house: House) -> None:
    """P1: the round begins by itself when the forfeit is settled."""
    sitting = await house.game("common", "ann", "bob", "cid")
    liar, caller = await sitting.a_lie()
    view = await sitting.view()
    assert (view.state.phase, await sitting.awaited()) == (Phase.BETWEEN, [liar])
    with pytest.raises(Refused) as refusal:
        await sitting.settle(caller, liar, "paid")
    assert isinstance(refusal.value.reason, NotYoursToSettle)
    await sitting.settle(caller, liar, "waived")
    assert ((await sitting.view()).state.round, await sitting.turn()) == (2, caller)


async def test_a_computers_forfeit_is_settled_at_once(house: House) -> None:
    """L4: the table waits only for people."""
    sitting = await house.game("common", "ann", "bob", computers=4, rounds=20)
    for move in range(60):
        table = await sitting.play_on(Random(move), 1)
        if table.status != "playing":
            break
        assert set(await sitting.awaited()) <= {"ann", "bob"}


async def test_a_table_waits_until_a_gift_is_given_or_waived(house: House) -> None:
    """P5, L4: a computer player's forfeit stays open while a person may still name a second debtor.

    When the pause ends, the table no longer waits.
    """
    sitting = await _until_a_computer_owes_a_person(house)
    view = await sitting.view()
    assert view.state.gift_open
    house.wait(seconds=601)
    assert [each.id for each in await house.clock_strikes()] == [sitting.id]
    after = await sitting.view()
    assert (after.state.round, after.state.phase) == (view.state.round + 1, Phase.BIDDING)
    assert not any(player.left for player in after.state.players)


async def _until_a_computer_owes_a_person(house: House) -> Sitting:
    for channel in range(40):
        sitting = await house.game("common", "ann", "bob", computers=1, gift="on", rounds=50, channel=channel)
        for move in range(40):
            view, table = await sitting.view(), await sitting.info()
            if (
                view.state.debtors
                and table.seats[view.state.debtors[0]].user is None
                and table.seats[view.state.creditor].user
            ):
                return sitting
            await sitting.play_on(Random(move), 1)
    raise AssertionError("no computer was caught by a person")


async def test_if_the_host_leaves_another_player_is_host_and_a_game_of_two_ends(house: House) -> None:
    """L1, L3: a game with fewer than two players is over."""
    sitting = await house.game("common", "ann", "bob", "cid")
    table = await sitting.leave("ann")
    assert (table.status, table.host) == ("playing", person("bob"))
    assert [seat.name for seat in table.seats] == ["ann", "bob", "cid"]
    assert await house.tables.queries.of(person("ann").id) == ()
    table = await sitting.leave("cid")
    assert table.status == "over"
    assert (await sitting.view()).state.result is not None


async def test_a_game_ends_at_once_if_only_computer_players_are_left(house: House) -> None:
    """L3: the person who left has not won."""
    sitting = await house.game("common", "ann", computers=3)
    table = await sitting.leave("ann")
    view = await sitting.view()
    assert table.status == "over"
    assert view.state.result is not None
    assert 0 not in view.state.result.winners


@pytest.mark.parametrize("variant", ["dudo", "bar", "perudo", "joker"])
async def test_computer_players_alone_finish_a_game_that_dice_decide(house: House, variant: str) -> None:
    """L3: the clock carries out the computer players' moves immediately.

    A game of `joker` ends when the first player has no dice.
    """
    sitting = await house.game(variant, "ann", "bob", computers=2, ante=5)
    await sitting.leave("bob")
    began = house.now
    await sitting.leave("ann")
    for _ in range(500):
        if (await sitting.info()).status == "over":
            break
        await house.next_duty(sitting.id)
    view = await sitting.view()
    assert view.state.result is not None
    assert set(view.state.result.winners) <= {2, 3}
    assert sum(view.state.players[seat].chips for seat in (2, 3)) == 10
    assert [player.chips for player in view.state.players[:2]] == [-5, -5]
    assert (house.now - began).total_seconds() < 60


@pytest.mark.parametrize("computers", [1, 2, 4])
async def test_in_firehouse_the_last_person_who_leaves_washes_up(house: House, computers: int) -> None:
    """L3: the pot goes to the computer players, who stayed."""
    sitting = await house.game("firehouse", "ann", "bob", computers=computers, ante=5)
    await sitting.leave("ann")
    table = await sitting.leave("bob")
    view = await sitting.view()
    assert (table.status, view.state.result) == ("over", Result(losers=(1,)))
    assert sum(player.chips for player in view.state.players[2:]) == 10
    assert [player.chips for player in view.state.players[:2]] == [-5, -5]


async def test_a_majority_of_people_ends_the_game(house: House) -> None:
    """E2, L4: the computer players follow the people's majority."""
    sitting = await house.game("common", "ann", "bob", "cid", computers=4)
    assert (await sitting.quit("ann")).status == "playing"
    with pytest.raises(Refused) as refusal:
        await sitting.quit("ann")
    assert isinstance(refusal.value.reason, SaidAlready)
    assert (await sitting.quit("bob")).status == "over"


async def test_managers_end_any_game_and_hosts_one_without_other_people(house: House) -> None:
    """L5: the game ends without a result."""
    for channel, (people, name) in enumerate([(("ann", "bob"), "eve"), (("ann",), "ann")]):
        sitting = await house.game("common", *people, computers=1, channel=channel)
        table = await house.tables.lobbies.end(sitting.id, person(name), house.key(), manager=name == "eve")
        assert (table.status, table.deadline) == ("closed", None)
        with pytest.raises(Trouble):
            await sitting.bid(1, 2, "ann")


async def test_if_others_play_the_host_can_only_vote_to_end_the_game(house: House) -> None:
    """L5, E2: if several people play, the host who ends the game only casts a vote to stop.

    Two of three are a majority.
    """
    sitting = await house.game("common", "ann", "bob", "cid")
    table = await house.tables.lobbies.end(sitting.id, person("ann"), house.key())
    assert (table.status, (await sitting.view()).state.players[0].quits) == ("playing", True)
    assert (await sitting.quit("bob")).status == "over"


async def test_in_firehouse_anybody_may_call_bang_out_of_turn(house: House) -> None:
    """C1, P3: a right call out of turn brings the caller two goods, and the liar one bad."""
    sitting = await house.game("firehouse", "ann", "bob", "cid")
    table = await sitting.info()
    liar = await sitting.turn()
    await sitting.bid((await sitting.view()).state.pool, (await sitting.view()).state.red % 6 + 1)
    waiting = await sitting.turn()
    banger = next(name for name in ("ann", "bob", "cid") if name not in (liar, waiting))
    await sitting.liar(banger)
    players = (await sitting.view()).state.players
    scores = {sitting.name(table, seat): player.score for seat, player in enumerate(players)}
    assert scores == {liar: -1, banger: 2, waiting: 0}
    assert await sitting.turn() == banger


async def test_the_later_of_two_calls_of_bang_is_refused_with_a_reason(house: House) -> None:
    sitting = await house.game("firehouse", "ann", "bob", "cid")
    liar = await sitting.turn()
    await sitting.bid((await sitting.view()).state.pool, (await sitting.view()).state.red % 6 + 1)
    panel = (await sitting.info()).version
    first, second = (name for name in ("ann", "bob", "cid") if name != liar)
    await sitting.act(first, Challenge(), version=panel)
    with pytest.raises(Trouble, match="stale panel"):
        await sitting.act(second, Challenge(), version=panel)
    with pytest.raises(Refused) as refusal:
        await sitting.act(second, Challenge())
    assert isinstance(refusal.value.reason, NothingToChallenge | NoRound)


async def test_every_change_raises_the_version(house: House) -> None:
    sitting = await house.lobby("common", "ann")
    versions: list[TableView] = [await sitting.info()]
    versions.append(await house.tables.lobbies.join(sitting.id, person("bob"), house.key()))
    versions.append(await house.start(sitting.id, person("ann")))
    versions.append(await sitting.bid(1, 2))
    assert [table.version for table in versions] == [1, 2, 4, 5], "Start is one, and the throw another"
