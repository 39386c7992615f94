"""Test what is said after a showdown. It follows from public events alone, and nothing is said twice in an evening."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.tables import computer_comments
from bot.tables.annotations import Quip
from bot.tables.computer_comments import CATCHES, DOUBTS, ROW
from bot.tables.model import Setup
from bot.tables.table import Table
from bot.words.language import NAMES
from bot.words.talk import AT_NIGHT, EACH, SITUATIONS, line, spoken
from engine.bids.events import BidMade, Revealed
from engine.core.characters import CHARACTERS
from engine.core.dice import Hand
from tests.tables.house import House, Sitting, person, place


def test_every_computer_player_has_three_lines_of_at_most_eight_words_for_each_situation() -> None:
    """The last line for each situation has the name or the number of this evening. The last situation ends it."""
    lines = spoken("en")
    assert set(lines) == set(CHARACTERS)
    everything = [each for said in lines.values() for some in said.values() for each in some]
    assert len(set(everything)) == len(everything) == len(CHARACTERS) * (len(SITUATIONS) + 1) * EACH
    for said in lines.values():
        assert {how: len(some) for how, some in said.items()} == dict.fromkeys((*SITUATIONS, AT_NIGHT), EACH)
        for some in said.values():
            assert "{name}" in some[-1] or "{n}" in some[-1]
            assert all(len(each.split()) <= 8 for each in some)
            assert all("%" not in each for each in some)


def test_an_unknown_computer_player_has_no_lines_and_every_language_has_some() -> None:
    assert line("Lucky", "caught", 0) == ""
    assert line("Ghost", "again", 2).format(name="Ben", n=3) == "Haunting number 3, Ben. Sleep well."


@pytest.mark.parametrize("language", [each for each in NAMES if each != "en"])
def test_computer_players_say_good_night_in_every_language(language: str) -> None:
    """The last line has the name or the number that the English line has, and the first two fit every evening."""
    lines, english = spoken(language), spoken("en")
    assert set(lines) == set(CHARACTERS)
    for name, said in lines.items():
        assert len(set(said[AT_NIGHT])) == EACH
        for each, model in zip(said[AT_NIGHT], english[name][AT_NIGHT], strict=True):
            assert fields(each) == fields(model)
            assert "%" not in each


def fields(said: str) -> set[str]:
    return {each for each in ("{n}", "{name}") if each in said}


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
            said.append((table.annotations.quip, table.annotations.said, table.annotations.tonight))
        assert said[0] == said[1]
        spoke += said[0][0] is not None
    assert spoke == 11


async def test_no_line_is_said_twice_in_an_evening(sqlite_house: House) -> None:
    """Four showdowns come up again and again. In the end there is nothing left to say about them."""
    sitting = await sqlite_house.game("dudo", "ann", computers=3)
    table, said = await loaded(sqlite_house, sitting.id), list[Quip]()
    plain = shown((1, 2, 3, 4, 5))
    calls = (
        *(plain, replace(plain, quantity=9)),
        *(replace(plain, holds=False), replace(plain, holds=False, bidder=1, challenger=2)),
    )
    for number in range(1, 400):
        game = table.running()
        table.game = replace(game, state=replace(game.state, round=number))
        table.annotate(quip=None)
        table.events[:] = [calls[number % 4]]
        computer_comments.speak(table)
        said += [quip] if (quip := table.annotations.quip) is not None else []
    lines = [(each.seat, each.about, each.which) for each in said]
    assert len(set(lines)) == len(lines) == len(table.annotations.said) > 20
    assert {each.about for each in said} == set(SITUATIONS) - {"climbed"}
    assert table.annotations.quip is None


BIDS = (1, 2, 3, 4, 5, 6, 7)


async def test_computer_players_speak_about_a_bid_that_climbed(sqlite_house: House) -> None:
    """Three people raise seven times before somebody calls. Ghost and the others count these bids."""
    said = set()
    for number in range(1, 12):
        sitting = await sqlite_house.game("dudo", "ann", "bob", "cid", computers=2, channel=number)
        table = await loaded(sqlite_house, sitting.id)
        game = table.running()
        table.game = replace(game, state=replace(game.state, round=number, bids=tuple(BidMade(0, n, 4) for n in BIDS)))
        table.begin(table.now)
        table.events[:] = [shown((1, 2, 3, 4, 5))]
        computer_comments.speak(table)
        quip = table.annotations.quip
        if quip is not None:
            said.add((quip.about, quip.times if quip.about == "climbed" else 0))
    assert said == {("climbed", len(BIDS)), ("watched", 0)} or said == {("climbed", len(BIDS))}


@pytest.mark.parametrize(
    ("computers", "told"),
    [
        (0, [None, (CATCHES, 2), None, (CATCHES, 3), (DOUBTS, 2), (CATCHES, 4), (CATCHES, 5), (ROW, 3)]),
        (1, [None, None, None, (CATCHES, 3), None, (CATCHES, 4), (CATCHES, 5), (ROW, 3)]),
    ],
)
async def test_the_table_remembers_who_caught_whom_and_how_often_in_a_row(
    sqlite_house: House, computers: int, told: list[tuple[str, int] | None]
) -> None:
    """Where computer players talk, only what is a headline is remembered."""
    sitting = await sqlite_house.game("dudo", "ann", "bob", computers=computers)
    table, found = await loaded(sqlite_house, sitting.id), list[tuple[str, int] | None]()
    for holds in (False, False, True, False, True, False, False, False):
        table.annotate(again=None)
        table.events[:] = [replace(shown((1, 2, 3, 4, 5)), bidder=0, challenger=1, holds=holds)]
        computer_comments.speak(table)
        again = table.annotations.again
        found.append((again.about, again.times) if again is not None else None)
    assert found == told


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
        remarks.add((await sitting.info()).annotations.quip)
    assert (len(remarks) > 2) is talks


def shown(hand: Hand) -> Revealed:
    return Revealed(0, 3, 4, 1, True, False, (), (hand,) * 4, 1, 3, True)


async def loaded(house: House, table: int) -> Table:
    changes = house.tables.changes
    return await house.store.read(lambda connection: changes.loader.load(connection, table))
