"""Test fair dice. The dice are sealed before players contribute anything, and everything is revealed at the end."""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

from bot.tables.model import Brought, TableView
from bot.tables.trouble import Trouble
from engine.fairness import salt, share
from engine.record import Line, verified
from tests.engine.sealing import CHECKER
from tests.tables.house import House, Sitting, person


def digits(key: str) -> str:
    return key.removeprefix("i:")


async def started(house: House) -> tuple[Sitting, str, int]:
    """Start a table with Ann, Bob and a computer player. Bob has brought lucky words.

    Return the table, the id of Bob's press of Join, and the id of the message that seals the dice.
    """
    sitting = await house.lobby("common", "ann", computers=1, rounds=2)
    join = house.key()
    await house.tables.lobbies.join(sitting.id, person("bob"), join)
    await house.tables.lobbies.bring_luck(sitting.id, person("bob"), "four-leaf clover 🍀", house.key())
    table = await house.start(sitting.id, person("ann"))
    return sitting, digits(join), line_of(table)


def line_of(table: TableView) -> int:
    sealing = table.annotations.sealing
    assert sealing is not None
    assert sealing.line is not None
    return sealing.line


async def test_seats_get_their_salts_only_after_start(house: House) -> None:
    """The seal is shown from the first message on.

    The salts of the host and of the computer player depend only on the id of the sealing message.
    """
    sitting = await house.lobby("common", "ann", "bob", computers=1)
    lobby = await sitting.info()
    assert lobby.commitment
    assert [seat.salt for seat in lobby.seats] == ["", "", ""]
    await house.tables.lobbies.start(sitting.id, person("ann"), house.key())
    closed = await sitting.info()
    assert [seat.salt for seat in closed.seats] == ["", "", ""], "the line comes first"
    assert closed.game is None
    await house.follow(sitting.id)
    game = await sitting.info()
    assert game.commitment == lobby.commitment
    ann, bob, computer = game.seats
    assert ann.brought == computer.brought == Brought()
    assert ann.salt == salt(share("", ""), str(line_of(game)))
    assert bob.brought.join
    assert bob.salt == salt(share(bob.brought.join, ""), str(line_of(game))) != ann.salt


async def test_a_players_lucky_words_are_stored_and_change_the_salt(house: House) -> None:
    sitting, join, line = await started(house)
    bob = (await sitting.info()).seats[2]
    assert bob.brought == Brought(join, "four-leaf clover 🍀")
    assert bob.share == share(join, "four-leaf clover 🍀")
    assert bob.salt == salt(bob.share, str(line))


async def test_a_different_sealing_message_gives_different_dice(sqlite_house: House) -> None:
    """The seed and the seal are the same.

    Only the message's id is different, and nobody can know it before it is posted.
    """
    house = sqlite_house
    house._seeds = repeat(0)  # every table gets the same seed
    thrown, seals = set(), set()
    for channel in range(3):
        sitting = await house.game("common", "ann", channel=channel, dice=6, computers=1)
        thrown.add(await sitting.dice("ann"))
        seals.add((await sitting.info()).commitment)
    assert len(seals) == 1
    assert len(thrown) == 3


async def test_lucky_words_can_be_changed_and_removed_and_are_cleaned(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")

    async def brought(words: str) -> str:
        table = await house.tables.lobbies.bring_luck(sitting.id, person("ann"), words, house.key())
        return table.seats[0].brought.lucky

    assert await brought("abra") == "abra"
    assert await brought("abra\ncadabra <@123>\u202e") == "abra cadabra"
    assert await brought("cafe\u0301") == "caf\u00e9", "one spelling, however it was typed"
    assert len(await brought("x" * 99)) == 40
    assert await brought("  ") == ""
    with pytest.raises(Trouble, match="not seated"):
        await house.tables.lobbies.bring_luck(sitting.id, person("eve"), "mine", house.key())
    await house.start(sitting.id, person("ann"))
    with pytest.raises(Trouble, match="game running"):
        await house.tables.lobbies.bring_luck(sitting.id, person("ann"), "too late", house.key())


async def test_a_player_who_sits_down_again_has_no_lucky_words(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    await house.tables.lobbies.bring_luck(sitting.id, person("bob"), "abra", house.key())
    before = (await sitting.info()).seats[1].brought
    await house.tables.lobbies.stand_up(sitting.id, person("bob"), house.key())
    table = await house.tables.lobbies.join(sitting.id, person("bob"), house.key())
    assert table.seats[1].brought.join not in ("", before.join)
    assert table.seats[1].brought.lucky == ""


async def test_a_rematch_has_a_new_seal_and_no_lucky_words(house: House) -> None:
    """If the salts stayed the same, an operator who knows them could draw seeds until one gives the wanted dice."""
    first, _, line = await started(house)
    await first.play_on(Random(1))
    before = await first.info()
    table = await house.tables.lobbies.rematch(first.id, person("bob"), house.key())
    assert table.commitment != before.commitment
    assert {(seat.salt, seat.brought) for seat in table.seats} == {("", Brought())}
    table = await house.start(table.id, person("bob"))
    assert line_of(table) > line
    assert {seat.salt for seat in table.seats} == {salt(share("", ""), str(line_of(table)))}


@pytest.mark.parametrize("variant", ["common", "firehouse", "dudo", "joker", "cup"])
async def test_the_record_of_a_game_can_be_verified_and_has_the_salts(house: House, variant: str) -> None:
    sitting = await house.game(variant, "ann", "bob", "cid", computers=1)
    await house.tables.lobbies.leave(sitting.id, person("cid").id, house.key())
    await sitting.play_on(Random(3), 60)
    table = await sitting.info()
    if table.status == "playing":
        table = await house.tables.lobbies.end(sitting.id, person("ann"), house.key(), manager=True)
    text = await house.tables.queries.record(sitting.id)
    assert text is not None
    done, throws, *_ = verified(io.BytesIO(text.encode()))
    assert throws > 0
    assert done.over(), "closed or won (L5)"
    for number, seat in enumerate(table.seats, 1):
        assert f"@salt p{number} {seat.salt}" in text
        assert f'# p{number} is "{seat.name}"' in text


async def test_the_record_has_the_lucky_words_exactly_as_they_were_typed(house: House, tmp_path: Path) -> None:
    sitting, join, line = await started(house)
    await sitting.play_on(Random(2))
    text = await house.tables.queries.record(sitting.id)
    assert text is not None
    assert f'# brought ["p3","{join}","four-leaf clover 🍀"]\n' in text
    assert f"# line {line}\n" in text
    sealing = (await sitting.info()).annotations.sealing
    assert sealing is not None
    verified(io.BytesIO(text.encode()), Line(line, sealing.digits))
    game, checker = tmp_path / "game.dice", tmp_path / "checker.py"
    game.write_text(text, "utf-8")
    checker.write_text(CHECKER, "utf-8")
    stranger = await asyncio.create_subprocess_exec(
        sys.executable, checker, game, str(line), sealing.digits, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await stranger.communicate()
    assert stranger.returncode == 0
    assert told.decode().splitlines()[0].endswith("throws follow from the seed and 3 salts.")


@pytest.mark.parametrize("how", ["the host", "a manager", "the clock", "the last one leaves"])
async def test_a_cancelled_lobby_reveals_its_seed(house: House, how: str) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    sealed = await sitting.info()
    assert sealed.seed is None
    if how == "the clock":
        house.wait(hours=1)
        await house.clock_strikes()
    elif how == "the last one leaves":
        await sitting.leave("ann")
        await sitting.leave("bob")
    else:
        who = person("ann" if how == "the host" else "eve")
        await house.tables.lobbies.cancel(sitting.id, who, house.key(), manager=how == "a manager")
    await opened(sitting, sealed.commitment)
    assert await house.tables.queries.record(sitting.id) is None


@pytest.mark.parametrize("how", ["the host", "a manager", "nobody moves"])
async def test_a_game_without_a_result_reveals_its_seed_and_has_a_record(house: House, how: str) -> None:
    sitting = await house.game("common", "ann", "bob", computers=1, rounds=5, clock=None)
    await sitting.play_on(Random(1), 1)
    sealed = await sitting.info()
    assert sealed.seed is None
    with pytest.raises(Trouble, match="sealed"):
        await house.tables.queries.record(sitting.id)
    if how == "nobody moves":
        house.wait(days=8)
        await house.clock_strikes()
    else:
        who = person("ann" if how == "the host" else "eve")
        if how == "the host":  # L5: the host can end a game only if no other person plays
            await house.tables.lobbies.leave(sitting.id, person("bob").id, house.key())
        await house.tables.lobbies.end(sitting.id, who, house.key(), manager=how == "a manager")
    await opened(sitting, sealed.commitment)
    text = await house.tables.queries.record(sitting.id)
    assert text is not None
    verified(io.BytesIO(text.encode()))


async def opened(sitting: Sitting, seal: str) -> None:
    table = await sitting.info()
    assert table.status == "closed"
    assert table.seed is not None
    assert sha256(bytes.fromhex(table.seed)).hexdigest() == table.commitment == seal


async def test_while_dice_are_sealed_the_table_cannot_be_changed_but_can_be_ended(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob", computers=1)
    lobbies, ann, bob = house.tables.lobbies, person("ann"), person("bob")
    await lobbies.start(sitting.id, ann, house.key())
    await house.show(sitting.id)
    closed = await sitting.info()
    assert closed.is_being_sealed()
    changes: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: lobbies.join(sitting.id, person("eve"), house.key()),
        lambda: lobbies.stand_up(sitting.id, bob, house.key()),
        lambda: house.tables.lobbies.leave(sitting.id, bob.id, house.key()),
        lambda: lobbies.add_computer(sitting.id, ann, house.key()),
        lambda: lobbies.remove_computer(sitting.id, ann, house.key()),
        lambda: lobbies.change(sitting.id, ann, closed.setup, house.key()),
        lambda: lobbies.bring_luck(sitting.id, bob, "abra", house.key()),
        lambda: lobbies.pass_on(sitting.id, ann, bob.id, house.key()),
        lambda: lobbies.start(sitting.id, ann, house.key()),
    )
    for change in changes:
        with pytest.raises(Trouble, match="being sealed"):
            await change()
    assert await sitting.info() == closed
    await house.tables.lobbies.end(sitting.id, ann, house.key())
    await opened(sitting, closed.commitment)
