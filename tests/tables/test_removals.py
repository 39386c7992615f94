"""Tests of removing a person from a game: who may ask, who votes, when it happens, and what remains of it."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.history import export
from bot.storage import put_out
from bot.storage import schema as db
from bot.tables.door import KEPT_OUT
from bot.tables.duties import PutOut
from bot.tables.model import Status, TableView
from bot.tables.removals import AGAIN_IN, VOTE_LASTS
from bot.tables.trouble import Code, Trouble
from engine.core.state import Phase
from tests.databases import counted
from tests.rebuilt import rebuild
from tests.tables.house import House, Sitting, person
from tests.tables.test_dozing import game as slow_game
from tests.tables.test_dozing import miss_a_turn, until_the_turn_of


async def code(work: object) -> Code:
    """Return the reason why a use case was refused."""
    with pytest.raises(Trouble) as refused:
        await work  # type: ignore[misc]
    return refused.value.code


async def ask(sitting: Sitting, by: str, about: str, manages: bool = False) -> TableView:
    house = sitting.house
    await house.tables.moves.ask_to_remove(sitting.id, person(by), manages, person(about).id, house.key())
    return await house.follow(sitting.id)


async def agree(sitting: Sitting, name: str, about: str, follow: bool = True) -> TableView:
    house, seat = sitting.house, (await sitting.info()).seat_of(person(about).id)
    assert seat is not None
    table = await house.tables.moves.agree_to_remove(sitting.id, person(name).id, seat, house.key())
    return await house.follow(sitting.id) if follow else table


async def is_in(sitting: Sitting, name: str) -> bool:
    table = await sitting.see(name)
    assert table.view is not None
    assert table.seat is not None
    return table.view.state.is_in(table.seat)


async def message(sitting: Sitting) -> int | None:
    (asking,) = (await sitting.info()).annotations.asking
    return asking.message


async def test_half_of_the_others_remove_a_person(house: House) -> None:
    """L1: the person leaves, as if they had pressed Leave. The record says so too."""
    sitting = await house.game("common", "ann", "bob", "cid", "dora", "eve", rounds=1)
    await ask(sitting, "ann", "bob")
    assert await message(sitting) == 2
    await agree(sitting, "cid", "bob")
    assert await is_in(sitting, "bob")
    await agree(sitting, "dora", "bob")
    assert not await is_in(sitting, "bob")
    assert await message(sitting) is None
    await sitting.a_lie()
    assert (await sitting.info()).status is Status.OVER
    text = await house.store.read(lambda c: export.game(c, sitting.id, names=True))
    assert text is not None
    assert "bob leave" in text


async def test_the_host_the_asker_and_the_person_concerned_have_no_vote(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora", "eve")
    await ask(sitting, "cid", "bob", manages=True)
    for name in ("ann", "bob", "cid"):
        assert await code(agree(sitting, name, "bob")) is Code.NO_VOTE
    assert await code(agree(sitting, "fay", "bob")) is Code.NOT_SEATED
    await agree(sitting, "dora", "bob")
    assert not await is_in(sitting, "bob")


async def test_only_the_host_and_managers_ask(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora")
    assert await code(ask(sitting, "bob", "cid")) is Code.NOT_HOST
    assert await code(ask(sitting, "ann", "ann")) is Code.LEFT_ALREADY
    assert await code(ask(sitting, "ann", "fay")) is Code.LEFT_ALREADY
    await ask(sitting, "fay", "ann", manages=True)
    await agree(sitting, "dora", "ann")
    assert await is_in(sitting, "ann"), "at least half of three"
    await agree(sitting, "bob", "ann")
    assert (await sitting.info()).host.name == "bob"


async def test_a_vote_takes_a_minute_and_comes_once_in_ten(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora")
    await ask(sitting, "ann", "bob")
    await house.follow(sitting.id)
    assert await code(ask(sitting, "ann", "bob")) is Code.JUST_ASKED
    await ask(sitting, "ann", "dora")
    house.wait(seconds=VOTE_LASTS.total_seconds())
    assert await code(agree(sitting, "cid", "bob")) is Code.VOTE_OVER
    await house.clock_strikes()
    await house.follow(sitting.id)
    assert {each.message for each in (await sitting.info()).annotations.asking} == {None}
    house.wait(seconds=(AGAIN_IN - VOTE_LASTS).total_seconds())
    await ask(sitting, "ann", "bob")
    assert [each.since for each in (await sitting.info()).annotations.asking if each.seat == 1] == [house.now]


async def test_nobody_agrees_twice(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora", "eve")
    await ask(sitting, "ann", "bob")
    await agree(sitting, "cid", "bob")
    assert await code(agree(sitting, "cid", "bob")) is Code.AGREED_ALREADY
    assert await is_in(sitting, "bob")


async def test_what_was_agreed_in_a_showdown_happens_before_the_next_deal(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora", rounds=10)
    await ask(sitting, "ann", "dora")
    house.shows = False
    await sitting.a_lie()
    assert (await sitting.view()).state.phase is Phase.BETWEEN
    await agree(sitting, "cid", "dora")
    assert await code(ask(sitting, "ann", "bob")) is Code.NOT_NOW
    assert await is_in(sitting, "dora")
    house.shows = True
    while (await sitting.view()).state.round == 1:
        await house.next_duty(sitting.id)
        await house.follow(sitting.id)
    assert not await is_in(sitting, "dora")
    assert not (await sitting.view("dora")).mine


async def test_nobody_is_removed_during_a_poll(house: House) -> None:
    sitting = await house.game("joker", "ann", "bob", "cid", "dora", "eve")
    await ask(sitting, "ann", "eve")
    await sitting.bid(2, 3)
    if (await sitting.view()).state.phase is not Phase.POLL:
        await sitting.liar()
    assert (await sitting.view()).state.phase is Phase.POLL
    assert await code(ask(sitting, "ann", "bob")) is Code.NOT_NOW
    for name in ("cid", "dora"):
        await agree(sitting, name, "eve", follow=False)
    due = await house.tables.timers.next(sitting.id)
    assert due is None or not isinstance(due.duty, PutOut)
    assert await is_in(sitting, "eve")


async def test_where_nobody_else_plays_only_a_sleeper_is_removed(house: House) -> None:
    sitting = await slow_game(house, "ann", "bob", computers=1)
    assert await code(ask(sitting, "ann", "bob")) is Code.NOBODY_VOTES
    await miss_a_turn(sitting, "bob")
    assert await code(ask(sitting, "ann", "bob")) is Code.NOBODY_VOTES
    await miss_a_turn(sitting, "bob")
    await until_the_turn_of(sitting, "ann")
    await ask(sitting, "ann", "bob")
    assert not await is_in(sitting, "bob")
    (asking,) = (await sitting.info()).annotations.asking
    assert (asking.message, asking.agreed) == (None, ())


async def test_who_was_removed_reads_who_asked_and_sits_down_again_only_if_invited(house: House) -> None:
    sitting, bob = await house.game("common", "ann", "bob", "cid", rounds=1), person("bob")
    await ask(sitting, "ann", "bob")
    await agree(sitting, "cid", "bob")
    with pytest.raises(Trouble) as refused:
        await house.tables.lobbies.leave(sitting.id, bob.id, house.key())
    assert (refused.value.code, refused.value.facts) == (Code.REMOVED, {"by": "ann", "is_vote": True})
    place = (await sitting.info()).place
    until = await house.store.read(lambda c: put_out.until(c, place.parent or place.channel, person("ann").id, bob.id))
    assert until == house.now + KEPT_OUT
    assert await code(house.tables.latecomers.wait(sitting.id, bob)) is Code.PUT_OUT
    await sitting.a_lie()
    assert await code(house.tables.lobbies.rematch(sitting.id, bob, house.key())) is Code.PUT_OUT
    again = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    assert {seat.name for seat in again.seats} == {"ann", "cid"}
    await house.tables.lobbies.invite(again.id, bob.id, house.key())
    await house.tables.lobbies.join(again.id, bob, house.key())


async def test_the_game_does_not_change_the_rating_of_who_was_removed(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora", rounds=1)
    await ask(sitting, "ann", "bob")
    await agree(sitting, "cid", "bob")
    await sitting.a_lie()
    it = db.players.c
    query = select(it.name, it.put_out, it.rating).where(it.game == sitting.id).order_by(it.seat)
    rows = await house.store.read(lambda connection: connection.execute(query).all())
    assert [(name, out, rating is None) for name, out, rating in rows] == [
        ("ann", None, False),
        ("bob", True, True),
        ("cid", None, False),
        ("dora", None, False),
    ]
    kept = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == kept, "a recount agrees"
    assert await house.store.read(lambda connection: connection.execute(query).all()) == rows


# Races ---------------------------------------------------------------------------------------------------


async def test_two_votes_at_once_remove_once(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora")
    await ask(sitting, "ann", "bob")
    answers = await asyncio.gather(
        *(agree(sitting, name, "bob", follow=False) for name in ("cid", "dora")), return_exceptions=True
    )
    refused = [each for each in answers if isinstance(each, Trouble)]
    assert [each.code for each in refused] == [Code.VOTE_OVER]
    await house.follow(sitting.id)
    table = await sitting.info()
    assert table.annotations.put_out == (1,)
    assert not await is_in(sitting, "bob")


async def test_a_person_bids_while_they_are_removed(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora", rounds=10)
    await until(sitting, "bob")
    await ask(sitting, "ann", "bob")
    before = (await sitting.view()).state.standing
    await asyncio.gather(agree(sitting, "cid", "bob"), sitting.bid(3, 6, "bob"), return_exceptions=True)
    await house.follow(sitting.id)
    assert not await is_in(sitting, "bob")
    after = (await sitting.view()).state.standing
    assert after == before or (after is not None and after.quantity == 3), "the bid counts, or it came too late"


async def test_a_person_leaves_while_they_are_removed(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora", rounds=10)
    await ask(sitting, "ann", "bob")
    answers = await asyncio.gather(
        agree(sitting, "cid", "bob"),
        house.tables.lobbies.leave(sitting.id, person("bob").id, house.key()),
        return_exceptions=True,
    )
    refused = [each for each in answers if not isinstance(each, TableView)]
    assert all(isinstance(each, Trouble) and each.code in (Code.VOTE_OVER, Code.REMOVED) for each in refused)
    await house.follow(sitting.id)
    assert not await is_in(sitting, "bob")
    assert await message(sitting) is None


async def test_a_kill_after_the_vote_removes_the_person_once_all_the_same(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora")
    await ask(sitting, "ann", "bob")
    await agree(sitting, "cid", "bob", follow=False)
    assert await is_in(sitting, "bob")
    await house.reopen()
    await house.follow(sitting.id)
    assert not await is_in(sitting, "bob")
    assert (await sitting.info()).annotations.put_out == (1,)
    assert await message(sitting) is None


async def test_a_kill_before_the_message_was_posted_posts_it_later(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", "cid", "dora")
    moves = house.tables.moves
    await moves.ask_to_remove(sitting.id, person("ann"), False, person("bob").id, house.key())
    assert await message(sitting) == 0
    await house.reopen()
    await house.follow(sitting.id)
    assert await message(sitting) == 2
    house.wait(seconds=VOTE_LASTS.total_seconds())
    await house.reopen()
    await house.clock_strikes()
    await house.follow(sitting.id)
    assert await message(sitting) is None


async def until(sitting: Sitting, name: str) -> None:
    """Let the players bid until it is this person's turn."""
    for quantity in range(1, 5):
        if await sitting.awaited() == [name]:
            return
        await sitting.bid(quantity, 2)
    raise AssertionError(f"it is never {name}'s turn")


def test_the_times_are_as_promised() -> None:
    assert (timedelta(minutes=1), timedelta(minutes=10)) == (VOTE_LASTS, AGAIN_IN)
