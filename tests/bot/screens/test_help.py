"""Test that the help is true.

It names every command and follows the table's options, and the engine can play its example.
"""

import re
from typing import Any

import pytest
from discord import app_commands
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.inbox.tree import COMMANDS
from bot.presses.game import ShowDice
from bot.presses.learning import HowTo, ShowCommands, ShowRules
from bot.presses.lobby import OpenOptions
from bot.screens.elements.cards import Box, Menu, Text
from bot.screens.elements.widths import height
from bot.screens.families.bids.sample_round import SAMPLE, SAMPLE_HANDS
from bot.screens.families.presenters import example_round
from bot.screens.families.teaching import OTHERS, PLAYERS, players, sample
from bot.screens.families.variants import offered
from bot.screens.pages import guide
from bot.tables.model import MOST_SEATS
from bot.words.dice import times, whole
from engine.bids.actions import Bid
from engine.bids.events import BidMade
from engine.bids.rules import Raising, Rules, Wild
from engine.core.policies import Price
from engine.core.refusals import Refused
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.bot.pseudo import heard
from tests.bot.stage import Stage
from tests.effort import examples

PHONE = 15
"""The number of lines of text that a phone shows above four rows of buttons."""
OF_BIDS = [name for name in VARIANTS if isinstance(rules_for(name), Rules)]


def of_bids(variant: str, **options: str) -> Rules:
    rules = rules_for(variant, {word.replace("_", "-"): value for word, value in options.items()})
    assert isinstance(rules, Rules)
    return rules


def all_commands() -> set[str]:
    return {
        command.qualified_name
        for each in COMMANDS
        for command in (each.walk_commands() if isinstance(each, app_commands.Group) else [each])
    }


def test_help_names_every_command_and_no_other() -> None:
    (box,) = guide.commands_card().parts
    assert isinstance(box, Box)
    named = re.findall(r"`/(\w+)`", "".join(part.words for part in box.parts if isinstance(part, Text)))
    assert len(named) == len(set(named)) <= 21
    assert set(named) == {name.partition(" ")[0] for name in all_commands()}


async def test_help_says_how_to_begin_and_leads_to_each_game(stage: Stage) -> None:
    answer = await stage.slash("Ann", "help")
    assert "`/play` opens a table" in answer.words
    shown = answer.ephemerals[0]
    for game in offered():
        told = stage.text((await stage.pick("Ann", shown, HowTo, variant=game)).ephemerals[-1])
        assert "A sample round" in told
        assert told == stage.text((await stage.slash("Ann", "help", game=game)).ephemerals[0])
    assert "That game can’t be played here yet. Pick" in (await stage.forge("Ann", HowTo("whist"), message=shown)).words


def test_help_and_how_to_play_list_all_games_in_one_menu_and_fit_a_phone() -> None:
    for shown in (guide.help_card(None, 1, ""), guide.the_game("joker")):
        (menu,) = [part for part in shown.parts if isinstance(part, Menu)]
        assert [choice.value for choice in menu.choices] == [HowTo(name) for name in VARIANTS]
    box = guide.help_card(None, 1, "").parts[0]
    assert isinstance(box, Box)
    assert sum(height(part.words) for part in box.parts if isinstance(part, Text)) <= PHONE


async def test_the_list_of_commands_is_behind_a_button(stage: Stage) -> None:
    (card,) = (await stage.slash("Ann", "help")).ephemerals
    assert "/table invite" not in stage.text(card)
    told = (await stage.press("Ann", ShowCommands, card)).words
    assert all(f"/{name.partition(' ')[0]}" in told for name in all_commands())


async def test_help_at_a_table_leads_to_its_rules_and_ones_own_dice(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mine, theirs = await stage.slash("Ann", "help"), await stage.slash("Dan", "help")
    assert ShowDice in stage.kinds(mine.ephemerals[0])
    assert ShowDice not in stage.kinds(theirs.ephemerals[0])
    assert "this table" in (await stage.press("Dan", ShowRules, theirs.ephemerals[0])).words


async def test_help_works_in_a_dm(stage: Stage) -> None:
    asked = await stage.people["Ann"].user.slash("help")
    assert asked.response is not None
    assert "`/play`" in stage.text(asked.response)


async def test_how_to_play_follows_the_options_of_the_table(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", forfeit="sing a song")
    told = (await stage.press("Dan", ShowRules)).words
    assert "same face or higher" in told
    assert "must: **sing a song**" in told
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, clock=["none"], switches=["raising=quantity", "challenge=anyone"])
    told = (await stage.press("Dan", ShowRules)).words
    assert "any face" in told
    assert "**Bang!**" in told


@pytest.mark.parametrize("name", OF_BIDS)
def test_the_engine_plays_the_example_which_ends_with_a_lie(name: str) -> None:
    rules = of_bids(name)
    story = sample(SAMPLE, rules)
    shown = story.seen.state.showdown
    assert not shown.holds
    assert len([event for event in story.happened if isinstance(event, BidMade)]) == 3
    assert shown.count == shown.counting().all(shown.hands)
    kept = [seat for seat in range(3) if not (shown.open and shown.open[seat])]  # who shows dice throws others (B6)
    assert [shown.hands[seat][: len(SAMPLE_HANDS[0])] for seat in kept] == [
        SAMPLE_HANDS[seat][: len(shown.hands[seat])] for seat in kept
    ]


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("name", OF_BIDS)
def test_the_example_has_five_steps(name: str) -> None:
    steps = [heard(step, *PLAYERS, "dance") for step in example_round(of_bids(name), "dance")]
    assert [step[2:4] for step in steps] == ["1.", "2.", "3.", "4.", "5."]
    assert all("—" not in step for step in steps)
    wild, is_pure = of_bids(name).wild, of_bids(name).raising is Raising.PURE
    assert ("with the wild dice." in steps[3]) == (wild is not Wild.NONE and not is_pure)
    assert ("nothing wild" in steps[3]) == is_pure
    assert ("red die" in steps[0]) == (wild is Wild.RED)
    assert ("must: **dance**" in steps[4]) == (of_bids(name).price is Price.FORFEIT)


@pytest.mark.usefixtures("any_language")
def test_without_stakes_nobody_owes_anything_in_the_example() -> None:
    price = heard(example_round(of_bids("common"), None)[4], *PLAYERS)
    assert "**Cleo**: a forfeit, for the score." in price
    assert "owes" not in price


OPTIONS: dict[str, list[str]] = {
    "dice": [str(number) for number in range(1, 11)],
    "raising": [raising.value for raising in Raising],
    "wild": [wild.value for wild in Wild],
    "challenge": ["next", "anyone"],
    "exact": ["on", "off"],
    "palifico": ["on", "off", "always"],
    "loss": ["one", "difference"],
    "direction": ["clockwise", "counterclockwise"],
    "rounds": ["1", "10"],
}


@settings(max_examples=examples(150), deadline=None)
@given(
    st.sampled_from(OF_BIDS), st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in OPTIONS.items()})
)
def test_every_combination_of_options_has_an_example(variant: str, options: dict[str, Any]) -> None:
    try:
        rules = rules_for(variant, options)
    except Refused:
        return
    assert isinstance(rules, Rules)
    shown = sample(SAMPLE, rules).seen.state.showdown
    assert not shown.holds, "the example is a lie that is caught"
    assert not any(believes for _seat, believes in shown.votes)
    assert len(example_round(rules, "")) == 5


def test_a_count_and_its_die_stay_on_one_line() -> None:
    assert times(Bid(5, 6)).endswith("\u2060×5")
    assert " " not in whole(f"{times(Bid(5, 6))} 84%")


def test_the_sample_round_uses_no_name_of_a_person_at_the_table() -> None:
    """Otherwise a player named Ann could take "Ann has 1 2 5 5 6" for her own dice."""
    assert players(()) == PLAYERS
    assert players(["ANN", "Ben Smith", "Marlowe"]) == ("Cleo", "Dora", "Emil")
    crowd = ["Ann", "Ben", "Cleo", *OTHERS[: MOST_SEATS - 3]]
    assert not {*players(crowd)} & {*crowd}
    assert len({*players(crowd)}) == len(PLAYERS)


async def test_the_sample_round_at_a_table_is_played_by_other_people(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo")
    sample = (await stage.press("Ann", ShowRules)).words.split("A sample round")[1]
    assert not [name for name in PLAYERS if name in sample]
    assert OTHERS[0] in sample
