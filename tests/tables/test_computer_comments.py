"""Test what is said after a showdown. It follows from public events alone, and nothing is said twice in an evening."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from bot.screens.elements.widths import height
from bot.tables import computer_comments
from bot.tables.annotations import Quip
from bot.tables.computer_comments import CATCHES, DOUBTS, MOST_EARLIER, ROW, remember
from bot.tables.model import Setup
from bot.tables.table import Table
from bot.words.language import NAMES
from bot.words.talk import AT_NIGHT, MANY, SITUATIONS, line, spoken
from engine.bids.events import BidMade, Revealed
from engine.core.characters import CHARACTERS
from engine.core.dice import Hand
from engine.core.events import Out
from tests.tables.house import House, Sitting, person, place

ALWAYS = ("caught", "caught_me", "again", "bold", "watched")
"""The situations that come up most, as counted in evenings of five games."""

KNOWN = {"climbed": {"{n}"}, "bold": {"{n}"}, "again": {"{n}", "{name}"}}
"""The placeholders that a line may have. In the other situations it may have the name only."""


def test_every_computer_player_has_most_lines_for_the_situations_that_come_up_most() -> None:
    """No two players share a line, and a line has at most eight words."""
    assert all(MANY[situation] >= (8 if situation in ALWAYS else 4) for situation in SITUATIONS)
    lines = spoken("en")
    everything = [each for said in lines.values() for some in said.values() for each in some]
    assert len(set(everything)) == len(everything) == len(CHARACTERS) * sum(MANY.values())
    assert all(len(each.split()) <= 8 for each in everything)


@pytest.mark.parametrize("language", NAMES)
def test_a_third_of_the_lines_have_a_name_or_a_number_of_this_evening(language: str) -> None:
    """In each language each player has all its lines, none twice, and none too long for two lines on a phone."""
    lines, english = spoken(language), spoken("en")
    assert set(lines) == set(CHARACTERS)
    for name, said in lines.items():
        assert {how: len(some) for how, some in said.items()} == dict(MANY)
        assert len({each for some in said.values() for each in some}) == sum(MANY.values())
        for situation, some in said.items():
            placed = [fields(each) for each in some]
            assert sum(map(bool, placed)) * 3 >= len(some)
            known = KNOWN.get(situation, {"{name}"})
            assert situation == AT_NIGHT or all(each <= known for each in placed)
            shown = [f"{CHARACTERS[name].emoji} {name}: {each.format(name='Cleo', n=12)}" for each in some]
            assert all("%" not in each and height(each) <= 2 for each in shown)
        assert [fields(each) for each in said[AT_NIGHT]] == [fields(each) for each in english[name][AT_NIGHT]]


def test_an_unknown_computer_player_has_no_lines_and_every_language_has_some() -> None:
    assert line("Lucky", "caught", 0) == ""
    assert line("Ghost", "again", 2).format(name="Ben", n=3) == "Haunting number 3, Ben. Sleep well."


def fields(said: str) -> set[str]:
    """Return the placeholders of a line."""
    return set(re.findall(r"\{\w*\}", said))


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
    for number in range(1, 800):
        game = table.running()
        table.game = replace(game, state=replace(game.state, round=number))
        table.annotate(quip=None)
        table.events[:] = [calls[number % 4]]
        computer_comments.speak(table)
        said += [quip] if (quip := table.annotations.quip) is not None else []
    lines = [(each.seat, each.about, each.which) for each in said]
    assert len(set(lines)) == len(lines) == len(table.annotations.said) > 90
    assert {each.about for each in said} == set(SITUATIONS) - {"climbed", "out", "out_me"}
    assert table.annotations.quip is None


@pytest.mark.parametrize(("out", "situation"), [(0, "out"), (1, "out_me")])
async def test_computer_players_speak_about_somebody_who_is_out(sqlite_house: House, out: int, situation: str) -> None:
    """A computer player that is out has the last word itself. About a person, one of the computer players speaks."""
    sitting = await sqlite_house.game("dudo", "ann", computers=3)
    for number in range(1, 12):
        table = await loaded(sqlite_house, sitting.id)
        game = table.running()
        table.game = replace(game, state=replace(game.state, round=number))
        table.events[:] = [shown((1, 2, 3, 4, 5)), Out(out)]
        computer_comments.speak(table)
        quip = table.annotations.quip
        assert quip is not None
        assert (quip.about, quip.seat == out, quip.other == out) == (situation, out == 1, out == 0)


async def test_lines_of_an_earlier_evening_in_this_channel_come_last(sqlite_house: House) -> None:
    """Two people play with the same computer players again on the next day."""
    house = sqlite_house
    first = await house.game("common", "ann", "bob", computers=2, rounds="10")
    await first.play_on(Random(1))
    heard = set((await first.info()).annotations.said)
    assert len(heard) > 5
    house.wait(days=1)
    second = await house.game("common", "ann", "bob", computers=2, rounds="10")
    assert {each.removeprefix("earlier:") for each in (await second.info()).annotations.said} >= heard
    table, said = await loaded(house, second.id), list[str]()
    for number in range(1, 400):
        game = table.running()
        table.game = replace(game, state=replace(game.state, round=number))
        table.events[:] = [replace(shown((1, 2, 3, 4, 5)), challenger=2, holds=False)]
        computer_comments.speak(table)
        said = [each for each in table.annotations.said if not each.startswith("earlier:")]
    again = [each in heard for each in said]
    assert again == sorted(again)
    assert {*again} == {True, False}


def test_a_table_forgets_the_oldest_lines_of_earlier_evenings_first() -> None:
    said = ("earlier:Ghost:out:1", "earlier:Ghost:out:2", "Ghost:out:1")
    assert remember(said) == ("earlier:Ghost:out:2", "earlier:Ghost:out:1")
    assert remember(tuple(map(str, range(1000)))) == tuple(
        f"earlier:{each}" for each in range(1000 - MOST_EARLIER, 1000)
    )


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
        (1, [None, None, None, (CATCHES, 3), None, None, (CATCHES, 5), (ROW, 3)]),
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
