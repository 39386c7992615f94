"""Tests of the computer players' remarks. Each player has a dozen short lines, which do not depend on hidden hands."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.tables import computer_comments
from bot.tables.model import Setup
from bot.tables.table import Table
from bot.words.talk import line, spoken
from engine.bids.events import Revealed
from engine.core.characters import CHARACTERS
from engine.core.dice import Hand
from tests.tables.house import House, Sitting, person, place


def test_every_computer_player_has_a_dozen_lines_of_at_most_eight_words() -> None:
    lines = spoken("en")
    assert set(lines) == set(CHARACTERS)
    for said in lines.values():
        assert {how: len(some) for how, some in said.items()} == {"won": 4, "lost": 4, "watched": 4}
        assert len({each for some in said.values() for each in some}) == 12
        assert all(len(each.split()) <= 8 for some in said.values() for each in some)


def test_equal_random_numbers_give_equal_lines_and_unknown_players_have_none() -> None:
    assert line("Ghost", "won", 7) == line("Ghost", "won", 3)
    assert line("Lucky", "won", 7) == ""


async def test_remarks_do_not_depend_on_hidden_hands(sqlite_house: House) -> None:
    """If the hidden dice are different, the same computer player makes the same remark."""
    sitting = await sqlite_house.game("dudo", "ann", computers=3)
    spoke = 0
    for number in range(1, 12):
        said = []
        for hand in ((1, 2, 3, 4, 5), (6, 6, 6, 6, 6)):
            table = await loaded(sqlite_house, sitting.id)
            game = table.running()
            table.game = replace(game, state=replace(game.state, round=number), hidden=(hand,) * 4)
            table.events.append(shown(hand))
            computer_comments.speak(table)
            said.append(table.annotations.remark)
        assert said[0] == said[1]
        spoke += said[0] is not None
    assert 0 < spoke < 11


@pytest.mark.parametrize("talks", [True, False])
async def test_at_a_quiet_table_computer_players_make_no_remarks(sqlite_house: House, talks: bool) -> None:
    house = sqlite_house
    setup = Setup("common", {"rounds": "12"}, quiet=not talks)
    table = await house.tables.lobbies.open(place(), person("ann"), setup, house.key())
    for _ in range(3):
        await house.tables.lobbies.add_computer(table.id, person("ann"), house.key())
    await house.start(table.id, person("ann"))
    sitting, remarks = Sitting(house, table.id), set()
    while (await sitting.info()).status == "playing":
        await sitting.play_on(Random(1), 1)
        remarks.add((await sitting.info()).annotations.remark)
    assert (len(remarks) > 2) is talks


def shown(hand: Hand) -> Revealed:
    return Revealed(0, 3, 4, 1, True, False, (), (hand,) * 4, 1, 3, True)


async def loaded(house: House, table: int) -> Table:
    changes = house.tables.changes
    return await house.store.read(lambda connection: changes.loader.load(connection, table))
