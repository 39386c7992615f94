"""Tests of latecomers, who take over a computer player's seat between two rounds or join the next game."""

import io
from random import Random

import pytest

from bot.history import export
from bot.storage import preferences
from bot.tables.model import MOST_SEATS
from bot.tables.trouble import Code, Trouble
from engine.record import verified
from tests.databases import counted
from tests.tables.house import House, Sitting, person

EVE = person("eve")


async def computer_at(sitting: Sitting) -> int:
    """Return the seat of a computer player who is still in the game."""
    seats, state = (await sitting.info()).seats, (await sitting.view()).state
    return next(number for number, seat in enumerate(seats) if seat.user is None and state.is_in(number))


async def test_a_latecomer_takes_over_a_seat_with_its_dice_between_rounds(house: House) -> None:
    sitting = await house.game("bar", "ann", "bob", computers=1)
    seat = await computer_at(sitting)
    before = await sitting.info()
    table = await house.tables.latecomers.take(sitting.id, EVE, seat)
    assert [(each.who.name, each.seat) for each in table.waiting] == [("eve", seat)]
    assert table.seats == before.seats, "the round that runs is played to its end"
    assert table.version == before.version, "it makes no press stale"
    number = (await sitting.view()).state.round
    while (await sitting.view()).state.round == number:
        await sitting.play_on(Random(3), 1)
    table, view = await sitting.info(), await sitting.view("eve")
    eve = table.seats[seat]
    assert (eve.user, eve.name, eve.since, eve.instead_of) == (EVE.id, "eve", number + 1, before.seats[seat].name)
    assert (eve.salt, eve.brought) == (before.seats[seat].salt, before.seats[seat].brought)
    assert len(view.mine) == view.state.players[seat].dice
    assert table.waiting == ()
    assert [found.id for found in await house.tables.queries.of(EVE.id)] == [sitting.id]
    with pytest.raises(Trouble, match="already seated"):
        await house.tables.latecomers.wait(sitting.id, EVE)


async def test_a_latecomer_plays_with_their_own_look_of_dice(sqlite_house: House) -> None:
    house = sqlite_house
    row = {"dms": "one", "pings": True, "hints": "off", "lucky": "", "dice": "ebony"}
    await house.store.write(lambda c: preferences.choose(c, preferences.PEOPLE, EVE.id, row, row))
    sitting = await house.game("bar", "ann", "bob", computers=1)
    seat = await computer_at(sitting)
    await house.tables.latecomers.take(sitting.id, EVE, seat)
    await sitting.play_on(Random(4))
    assert {each.name: each.look for each in (await sitting.info()).seats} == {"ann": "", "bob": "", "eve": "ebony"}


async def test_a_latecomer_is_seated_after_a_restart_and_the_record_is_valid(house: House) -> None:
    """FAIRNESS.md: the salt belongs to the seat. The record shows in which round another person took the seat."""
    sitting = await house.game("bar", "ann", "bob", computers=1)
    seat = await computer_at(sitting)
    await house.tables.latecomers.take(sitting.id, EVE, seat)
    await house.reopen()
    table = await sitting.play_on(Random(4))
    assert table.status == "over"
    assert table.seats[seat].name == "eve"
    text = await house.store.read(lambda c: export.game(c, sitting.id, names=True))
    assert text is not None
    verified(io.BytesIO(text.encode()))
    assert '# eve is "eve", since round 2 in a computer player\'s place' in text


async def test_the_game_counts_for_the_player_who_has_the_seat_at_the_end(house: House) -> None:
    sitting = await house.game("bar", "ann", "bob", computers=1)
    await house.tables.latecomers.take(sitting.id, EVE, await computer_at(sitting))
    await sitting.play_on(Random(4))
    figures = [row for row in await house.store.read(counted) if "user" in row and row.get("name") == "wins"]
    games_played = {row["user"]: row["beside"] for row in figures}
    assert games_played == {person(name).id: 1 for name in ("ann", "bob", "eve")}


async def test_a_game_that_began_as_practice_stays_practice(house: House) -> None:
    """L4: otherwise a friend who joins the last round could make a game count when it is almost won."""
    sitting = await house.game("bar", "ann", computers=2)
    await house.tables.latecomers.take(sitting.id, EVE, await computer_at(sitting))
    table = await sitting.play_on(Random(4))
    assert "eve" in [seat.name for seat in table.seats]
    found = await house.store.read(counted)
    assert [row for row in found if "rating" not in row or row["rating"] is not None] == []


async def test_the_second_latecomer_for_a_seat_is_refused_and_may_wait(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", computers=1, rounds=1)
    seat = await computer_at(sitting)
    await house.tables.latecomers.take(sitting.id, EVE, seat)
    with pytest.raises(Trouble) as trouble:
        await house.tables.latecomers.take(sitting.id, person("fay"), seat)
    assert trouble.value.code is Code.NO_FREE_SEAT
    await house.tables.latecomers.wait(sitting.id, person("fay"))
    await sitting.play_on(Random(1))
    over = await sitting.info()
    assert [each.who.name for each in over.waiting] == ["eve", "fay"], "the game was over before the next deal"
    rematch = await house.tables.lobbies.rematch(sitting.id, person("fay"), house.key())
    assert [seat.name for seat in rematch.seats][-2:] == ["eve", "fay"]
    assert rematch.host == person("fay")


async def test_if_the_wanted_seat_is_out_a_latecomer_gets_another(sqlite_house: House) -> None:
    """Everybody has one die, so a player who loses one is out.

    Sometimes that is the computer player whose seat the latecomer wanted.
    """
    house, gave_way = sqlite_house, 0
    for channel in range(12):
        sitting = await house.game("bar", "ann", "bob", computers=2, dice=1, channel=channel)
        wished = await computer_at(sitting)
        await house.tables.latecomers.take(sitting.id, EVE, wished)
        began = (await sitting.view()).state.round  # computer players may have finished a round already
        while (view := await sitting.view()).state.round == began and view.state.result is None:
            await sitting.play_on(Random(channel), 1)
        if view.state.result is not None:
            continue
        table = await sitting.info()
        seat = table.seat_of(EVE.id)
        if seat is None:  # no computer player is left
            assert not any(table.seats[each].user is None for each in view.state.seats_in())
            continue
        assert (seat == wished) == (wished in view.state.seats_in())
        assert table.waiting == ()
        gave_way += seat != wished
    assert gave_way


async def test_a_player_who_left_can_only_return_in_the_next_game(house: House) -> None:
    """L1: a player who leaves cannot return to the same game."""
    sitting = await house.game("common", "ann", "bob", "cid", computers=1, rounds=2)
    await sitting.leave("cid")
    with pytest.raises(Trouble, match="no free seat"):
        await house.tables.latecomers.take(sitting.id, person("cid"), await computer_at(sitting))
    await house.tables.latecomers.wait(sitting.id, person("cid"))
    await sitting.play_on(Random(1))
    rematch = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    assert [seat.name for seat in rematch.seats if seat.user is not None].count("cid") == 1


async def test_latecomers_cannot_wait_at_a_lobby_or_a_finished_table(house: House) -> None:
    lobby = await house.lobby("common", "ann", computers=1)
    with pytest.raises(Trouble, match="not started"):
        await house.tables.latecomers.wait(lobby.id, EVE)
    await house.tables.lobbies.cancel(lobby.id, person("ann"), house.key())
    with pytest.raises(Trouble, match="gone"):
        await house.tables.latecomers.wait(lobby.id, EVE)
    with pytest.raises(Trouble, match="not waiting"):
        await house.tables.latecomers.give_up(lobby.id, EVE)
    with pytest.raises(Trouble, match="unknown table"):
        await house.tables.latecomers.take(999, EVE, 0)


async def test_a_latecomer_who_gives_up_is_not_seated(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", computers=1, rounds=3)
    await house.tables.latecomers.take(sitting.id, EVE, await computer_at(sitting))
    table = await house.tables.latecomers.give_up(sitting.id, EVE)
    assert table.waiting == ()
    await sitting.play_on(Random(1))
    assert "eve" not in [seat.name for seat in (await sitting.info()).seats]


async def test_the_next_game_has_room_for_latecomers_who_waited(sqlite_house: House) -> None:
    """If all twenty seats are taken, computer players make room."""
    house = sqlite_house
    sitting = await house.game("common", "ann", "bob", computers=MOST_SEATS - 2, rounds=1)
    for number in range(3):
        await house.tables.latecomers.wait(sitting.id, person(f"guest{number}"))
    await sitting.a_lie()
    rematch = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    assert len(rematch.seats) == MOST_SEATS
    assert [seat.name for seat in rematch.seats][-3:] == ["guest0", "guest1", "guest2"]
