"""Test the pages of house rules. Every rule can be chosen there, and the bot explains why a choice is impossible."""

import pytest

from bot.outbox.render import layout
from bot.presses.lobby import ChooseHouseRule, OpenHouseRules, OpenOptions
from bot.screens.families import presenters
from bot.screens.families.common_house_rules import CLOCK
from bot.screens.families.presenters import PRESENTERS, all_house_rules
from bot.screens.families.variants import offered
from bot.screens.table import house_rules
from bot.tables.model import Status
from engine.core.refusals import Refused
from engine.options import OPTIONS, rules_for
from engine.variants import VARIANTS
from tests.bot.answers import Answer
from tests.bot.payloads import check
from tests.bot.pseudo import heard
from tests.bot.screens.test_limits import payload, table_of
from tests.bot.stage import Stage
from tests.unoffered import offered_words

GO_ALONG = {"verdict"}
"""Options that are set together with another option (P6)."""


def test_every_option_of_a_record_is_on_a_page() -> None:
    on_pages = {rule.option for page in all_house_rules() for rule in page.rules}
    assert on_pages | GO_ALONG == {*OPTIONS, CLOCK}


@pytest.mark.parametrize("family", PRESENTERS)
def test_an_option_with_few_values_has_all_of_them_on_its_page(family: str) -> None:
    for page in PRESENTERS[family].house_rules():
        for rule in page.rules:
            values = [each.value for each in rule.values]
            assert len(values) == len(set(values))
            every = offered_words(rule.option, family) if rule.option != CLOCK else ()
            assert not every or set(values) == {*every}, rule.option


@pytest.mark.parametrize("family", PRESENTERS)
def test_the_rules_can_read_every_value_that_a_page_offers(family: str) -> None:
    """If the rules allow more values than the page offers, people can type the others."""
    for page in PRESENTERS[family].house_rules():
        for rule in (each for each in page.rules if each.option != CLOCK):
            option = OPTIONS[rule.option]
            assert [option.write(option.read(each.value)) for each in rule.values] == [e.value for e in rule.values]
            every = len(offered_words(rule.option, family))
            assert (rule.typed is None) == (every > 0 and len(rule.values) >= every - 1), rule.option


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("family", PRESENTERS)
def test_every_choice_of_a_house_rule_says_what_it_changes(family: str) -> None:
    for page in PRESENTERS[family].house_rules():
        assert heard(page.title)
        for rule in page.rules:
            assert heard(rule.name)
            assert len(rule.values) <= 25
            assert all(0 < len(heard(each.label)) <= 40 for each in rule.values)
            assert all(len(heard(each.about)) <= 80 for each in rule.values)


def test_every_choice_of_palifico_is_explained() -> None:
    """The page says when a palifico round takes place (C6)."""
    (palifico,) = (rule for page in all_house_rules() for rule in page.rules if rule.option == "palifico")
    assert [bool(each.about) for each in palifico.values] == [each.value != "off" for each in palifico.values]


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_page_of_house_rules_fits_discords_limits(variant: str) -> None:
    table = table_of(20, variant, Status.LOBBY)
    for number in range(len(presenters.house_rules(table.rules))):
        check(payload(layout(house_rules.page(table, number))))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_choice_becomes_the_tables_rule_or_is_refused(variant: str) -> None:
    table = table_of(4, variant, Status.LOBBY)
    for page in presenters.house_rules(table.rules):
        for rule in page.rules:
            for number, value in enumerate(rule.values):
                setup, _page = house_rules.chosen(table, rule.option, number)
                try:
                    rules = setup.rules()
                except Refused:
                    continue
                now = house_rules.current(setup, rule)
                assert now is not None
                assert now.value == value.value
                assert (rules == rules_for(variant)) == (setup.options == {})


async def choose(stage: Stage, name: str, option: str, value: str, page: int = 0) -> Answer:
    """Open the page of an option and choose `value` from the option's menu."""
    opened = await stage.press(name, OpenHouseRules, page=page)
    pages = presenters.house_rules((await stage.table()).rules)
    at = next(n for n, each in enumerate(pages) if option in {rule.option for rule in each.rules})
    shown = opened.ephemerals[0]
    if at != page:
        await stage.press(name, OpenHouseRules, shown, page=at)
        shown = stage.messages()[-1]
    rule = next(rule for rule in pages[at].rules if rule.option == option)
    number = next(n for n, each in enumerate(rule.values) if each.value == value)
    return await stage.pick(name, shown, ChooseHouseRule, option=option, value=number)


async def test_the_host_chooses_from_several_pages_and_the_lobby_shows_the_choices(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await choose(stage, "Ann", "direction", "counterclockwise")
    await choose(stage, "Ann", "raising", "face-first")
    await choose(stage, "Ann", "dice", "7")
    setup = (await stage.table()).setup
    assert {"direction": "counterclockwise", "raising": "face-first", "dice": "7"}.items() <= setup.options.items()
    for words in (
        "Counterclockwise",
        "A higher face, or more of the same",
        "7 dice each",
        "a higher face, or more dice of the same",
    ):
        assert words in stage.text()


async def test_sending_the_options_form_keeps_a_rule_that_was_chosen_on_a_page(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await choose(stage, "Ann", "raising", "face-first")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, rounds="4", clock=["180"], switches=["absence=sit-out"])
    assert (await stage.table()).setup.options["raising"] == "face-first"


async def test_switching_a_house_rule_off_removes_the_options_that_depend_on_it(stage: Stage) -> None:
    """Without exact calls, nobody can make one out of turn (P6)."""
    await stage.sit("Ann", "Ben")
    await choose(stage, "Ann", "exact", "on")
    await choose(stage, "Ann", "exact-by", "anyone")
    form = await stage.press("Ann", OpenOptions)
    answer = await stage.fill("Ann", form, rounds="4", clock=["180"], switches=[])
    assert "Saved" in answer.words
    assert "More" in answer.words, "the form was opened on this page"
    assert {"exact", "exact-by"} & set((await stage.table()).setup.options) == set()


async def test_rules_that_contradict_each_other_are_both_named(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", game="perudo")
    answer = await choose(stage, "Ann", "wild", "ones-until-bid")
    assert "Wild dice" in answer.words
    assert "Raising" in answer.words
    assert "wild" not in (await stage.table()).setup.options


async def test_only_the_host_can_choose_house_rules(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    answer = await choose(stage, "Ben", "dice", "3")
    assert "Ann" in answer.words
    assert (await stage.table()).setup.options.get("dice") is None


@pytest.mark.parametrize("game", [name for name in offered() if name not in ("joker", "cup", "mia")])
async def test_in_games_of_bids_players_can_shed_dice_if_there_are_no_exact_calls(stage: Stage, game: str) -> None:
    """Choosing "shed" also turns on the poll (P6). Perudo refuses it and names exact calls as the reason."""
    await stage.sit("Ann", "Ben", game=game)
    answer = await choose(stage, "Ann", "price", "shed")
    if game == "perudo":
        assert "Exact calls" in answer.words
    else:
        assert (await stage.table()).rules == rules_for(game, (await stage.table()).setup.options)
        assert (await stage.table()).setup.options["verdict"] == "poll"
