"""Tests of another game at the same table (S4, S5)."""

from random import Random

import pytest

from bot.tables.trouble import Trouble
from engine.core.results import Result
from tests.tables.house import House, Sitting, person


async def rematch(sitting: Sitting, name: str) -> Sitting:
    table = await sitting.house.tables.lobbies.rematch(sitting.id, person(name), sitting.house.key())
    return Sitting(sitting.house, table.id)


async def result(sitting: Sitting) -> Result:
    over = (await sitting.view()).state.result
    assert over is not None
    return over


async def test_a_rematch_keeps_players_and_options_and_has_a_new_seed(house: House) -> None:
    """The person who asks for the rematch is its host, and it is the second game of the evening."""
    first = await house.game("common", "ann", "bob", "cid", computers=1, rounds=1, forfeit="sing", clock=60)
    liar, _ = await first.a_lie()
    before = await first.info()
    second = await rematch(first, "cid")
    lobby = await second.info()
    assert (lobby.status, lobby.host, lobby.game_number) == ("lobby", person("cid"), 2)
    assert {seat.name for seat in lobby.seats} == {seat.name for seat in before.seats}
    assert (lobby.setup.options, lobby.setup.forfeit, lobby.setup.clock) == ({"rounds": "1"}, "sing", 60)
    assert lobby.seed is None
    assert lobby.commitment != before.commitment
    assert liar not in [before.seats[seat].name for seat in (await result(first)).winners]
    assert (await first.info()).seed == before.seed


@pytest.mark.parametrize("luck", range(4))
async def test_the_only_winner_opens_the_next_game(house: House, luck: int) -> None:
    """S5: if two players share the win, a roll-off decides again."""
    first = await house.game("common", "ann", "bob", "cid", rounds=3)
    await first.play_on(Random(luck))
    winners = [first.name(await first.info(), seat) for seat in (await result(first)).winners]
    second = await rematch(first, "ann")
    await house.start(second.id, person("ann"))
    news = (await house.tables.showing.pending(second.id)).news
    rolled_off = any(type(event).__name__ == "RollOff" for event in news)
    assert rolled_off == (len(winners) != 1)
    if not rolled_off:
        assert await second.turn() == winners[0]


async def test_if_the_winner_has_left_a_roll_off_decides_who_opens(house: House) -> None:
    """S5: this is so even if another player has joined."""
    first = await house.game("common", "ann", "bob", rounds=1)
    _, winner = await first.a_lie()
    loser = "ann" if winner == "bob" else "bob"
    second = await rematch(first, loser)
    await house.tables.lobbies.join(second.id, person("cid"), house.key())
    await house.tables.lobbies.stand_up(second.id, person(winner), house.key())
    await house.start(second.id, person(loser))
    news = (await house.tables.showing.pending(second.id)).news
    assert any(type(event).__name__ == "RollOff" for event in news)


async def test_in_dudo_the_order_of_play_moves_up_by_one(house: House) -> None:
    """S4: the second player becomes the first, and the first becomes the last."""
    first = await house.game("dudo", "ann", "bob", "cid", dice=1)
    seats, order = (await first.info()).seats, (await first.view()).state.order
    before = [seats[seat].name for seat in order]
    await first.play_on(Random(1))
    second = await rematch(first, "ann")
    await house.start(second.id, person("ann"))
    seats, order = (await second.info()).seats, (await second.view()).state.order
    assert [seats[seat].name for seat in order] == [*before[1:], before[0]]
    await second.play_on(Random(2))
    third = await rematch(second, "bob")
    await house.start(third.id, person("bob"))
    seats, order = (await third.info()).seats, (await third.view()).state.order
    assert [seats[seat].name for seat in order] == [*before[2:], *before[:2]]


async def order(sitting: Sitting) -> list[str]:
    """Return the players' names in the order of play, beginning with the opener."""
    seats, view = (await sitting.info()).seats, await sitting.view()
    return [seats[seat].name for seat in view.state.order]


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
async def test_in_dudo_the_order_of_play_moves_up_and_newcomers_play_last(house: House, direction: str) -> None:
    """S4: there is no new roll-off, even if the player who would open has left.

    The next player in the order opens instead.
    """
    first = await house.game("dudo", "ann", "bob", "cid", "dora", dice=1, direction=direction)
    before = await order(first)
    await first.play_on(Random(1))
    second = await rematch(first, "ann")
    await house.start(second.id, person("ann"))
    assert await order(second) == [*before[1:], before[0]]
    await second.play_on(Random(2))
    third = await rematch(second, before[0])
    for name in ("eve", "fay"):
        await house.tables.lobbies.join(third.id, person(name), house.key())
    await house.tables.lobbies.stand_up(third.id, person(before[2]), house.key())
    await house.start(third.id, (await third.info()).host)
    news = (await house.tables.showing.pending(third.id)).news
    assert not any(type(event).__name__ == "RollOff" for event in news)
    assert await order(third) == [before[3], before[0], before[1], "eve", "fay"]


async def test_players_who_left_are_not_in_the_rematch(house: House) -> None:
    first = await house.game("common", "ann", "bob", "cid", rounds=1)
    await first.leave("ann")
    await first.a_lie()
    second = await rematch(first, "bob")
    assert sorted(seat.name for seat in (await second.info()).seats) == ["bob", "cid"]
    with pytest.raises(Trouble, match="table here"):
        await rematch(first, "cid")


async def test_a_rematch_begins_only_after_the_game_and_seats_the_person_who_asks(house: House) -> None:
    first = await house.game("common", "ann", "bob", rounds=1)
    with pytest.raises(Trouble, match="still running"):
        await rematch(first, "ann")
    await first.a_lie()
    again = await rematch(first, "eve")
    assert [seat.name for seat in (await again.info()).seats][-1] == "eve"


async def test_a_rematch_pressed_twice_opens_one_lobby(house: House) -> None:
    first = await house.game("common", "ann", "bob", rounds=1)
    await first.a_lie()
    one = await house.tables.lobbies.rematch(first.id, person("ann"), "i:1")
    two = await house.tables.lobbies.rematch(first.id, person("ann"), "i:1")
    assert one == two
