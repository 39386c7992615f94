"""Test that every option of RECORD.md can be set from the lobby with buttons, menus and forms."""

import re

import msgspec
import pytest

from bot.presses.base import BackToForm
from bot.presses.lobby import AddComputer, ChooseHouseRule, OpenHouseRule, OpenHouseRules, SendHouseRule, SendOptions
from bot.screens.elements.cards import Menu
from bot.screens.families import presenters
from bot.screens.families.common_house_rules import CLOCK
from bot.screens.table import house_rules
from bot.tables.model import MOST_SEATS, Setup, Status, TableView
from bot.words.language import offered, speaking
from engine import games
from engine.options import OPTIONS, Whole, rules_for
from engine.variants import VARIANTS
from tests.bot.lobby.test_house_rules import choose
from tests.bot.screens.test_limits import table_of
from tests.bot.stage import Stage
from tests.unoffered import offered_words

TYPED = {
    "ante": ("0", "37", "1000000"),
    "crooked": ("0", "0.03", "1"),
    "slippery": ("0", "0.0125", "1"),
    "rounds": ("1", "77", "100", "none"),
    "least-opening": ("1", "5", "77", "100", "players"),
    "minutes": ("1", "9999", "10080", "none"),
    "stake": ("polish my boots", ""),
}
"""Options whose values may be typed, with both ends of their range and some values that no menu offers."""
FIRST = {
    **dict.fromkeys(("loss", "exact", "palifico", "met"), "die"),
    **dict.fromkeys(("bads", "pair-bads", "playoff"), "bads"),
    "gift": "forfeit",
    "lives": "lives",
}
"""The price that must be chosen before an option can be set (P6)."""
GO_ALONG = ("verdict",)
"""Options that are set together with another option, so that there is no button, menu or form for them (P6)."""


def values(option: str, family: str) -> tuple[str, ...]:
    """Return the values of an option to test: all, or some if there are many.

    Leave out values that this family of games does not allow.
    """
    if option in TYPED:
        return TYPED[option]
    takes, words = OPTIONS[option].takes, offered_words(option, family)
    if isinstance(takes, Whole):
        return str(takes.low), str(takes.high), *filter(None, (takes.none,))
    return words


def can_matter(option: str, variant: str) -> bool:
    """Return whether the lobby of a variant offers an option, perhaps after another option has been set."""
    rules, prices = rules_for(variant), offered_words("price", games.family(rules_for(variant)).name)
    if OPTIONS[option].field not in rules.__struct_fields__ or option in GO_ALONG:
        return False
    if OPTIONS[option].under == "variant" and not OPTIONS[option].fits(rules):
        return False
    return FIRST.get(option, prices[0]) in prices


class Lobby:
    """A lobby whose host changes options on the pages of house rules and in the forms that these pages open."""

    def __init__(self, variant: str) -> None:
        self.table = table_of(2, variant, Status.LOBBY)

    def word(self, option: str) -> str:
        """Return the current value of an option, in RECORD.md's notation."""
        return OPTIONS[option].write(getattr(self.table.rules, OPTIONS[option].field))

    def reach(self, option: str, word: str) -> None:
        """Find the page of an option and choose `word` there, or type it if no choice has this value."""
        for number in range(len(presenters.house_rules(self.table.rules))):
            parts = house_rules.page(self.table, number)
            choices = [choice for part in parts if isinstance(part, Menu) for choice in part.choices]
            presses = [each.value for each in choices]
            for press in (each for each in presses if isinstance(each, ChooseHouseRule)):
                if press.option == option and self._is_offered(press, word):
                    self._agree(house_rules.chosen(self.table, press.option, press.value)[0])
                    return
            if OpenHouseRule(self.table.id, option) in presses:
                (field,) = house_rules.form(self.table, option).fields
                self._agree(house_rules.written(self.table, field.id, word)[0])
                return
        raise AssertionError(f"{option} is on no page")

    def _is_offered(self, press: ChooseHouseRule, word: str) -> bool:
        pages = presenters.house_rules(self.table.rules)
        rule = next(rule for page in pages for rule in page.rules if rule.option == press.option)
        return rule.values[press.value].value == word

    def _agree(self, setup: Setup) -> None:
        self.table = msgspec.structs.replace(self.table, setup=setup, rules=setup.rules())


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_can_be_set_from_the_lobby(variant: str) -> None:
    """Buttons, menus and forms are enough for the host to set every value that this variant's rules allow (P6)."""
    family, fields = games.family(rules_for(variant)), rules_for(variant).__struct_fields__
    for option in (word for word in OPTIONS if can_matter(word, variant)):
        for word in values(option, family.name):
            lobby = Lobby(variant)
            for first, other in before(option, word).items():
                if OPTIONS[first].field in fields and lobby.word(first) != other:
                    lobby.reach(first, other)
            lobby.reach(option, word)
            assert lobby.word(option) == word
            assert lobby.table.setup.rules() == lobby.table.rules


def before(option: str, word: str) -> dict[str, str]:
    """Return the other options that must be set before this option can have this value (P6)."""
    match option, word:
        case "price", "shed":
            return {"exact": "off", "palifico": "off"}
        case "wild", _:
            return {"raising": "quantity"}
        case "raising", "track" | "pure":
            return {"wild": "ones", "palifico": "off"}
        case "palifico", "on" | "always":
            return {"raising": "quantity", "price": "die"}
        case "exact-by" | "exact-pays", _:
            return {"price": "die", "exact": "on"}
        case "palifico-face" | "palifico-two", _:
            return {"raising": "quantity", "price": "die", "palifico": "on"}
        case _:
            return dict([("price", price)] if (price := FIRST.get(option)) else [])


async def test_any_number_of_seats_can_be_filled_with_computers(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann")
    for seats in range(2, MOST_SEATS + 1):
        await stage.press("Ann", AddComputer)
        assert len((await stage.table()).seats) == seats
    assert AddComputer not in stage.kinds()


WRITTEN = {
    ("", "ante", "1000000"): "1,000,000",
    ("de", "ante", "1000000"): "1.000.000",
    ("es", "ante", "1000"): "1000",
    ("es", "ante", "10000"): "10\u202f000",
    ("fr", "ante", "1000"): "1\u202f000",
    ("pt-BR", "minutes", "10080"): "10.080",
    ("ja", "minutes", "10080"): "10,080",
    ("de", "crooked", "0.02"): "0,02",
    ("ja", "crooked", "0.02"): "0.02",
    ("zh-TW", "minutes", "10080"): "10,080",
    ("de", "minutes", "none"): "",
    ("de", CLOCK, "180"): "3 Minuten",
}
"""The text in an option's form, by language, option and value in RECORD.md's notation."""


@pytest.mark.parametrize(("told", "written"), WRITTEN.items())
def test_a_form_writes_numbers_as_its_language_does(told: tuple[str, str, str], written: str) -> None:
    language, option, word = told
    with speaking(language):
        (field,) = house_rules.form(at(option, word), option).fields
    assert field.value == written


@pytest.mark.parametrize("language", sorted(offered()))
def test_the_text_in_a_form_is_read_back_as_the_same_value(language: str) -> None:
    """The form also accepts the notation of records and English words."""
    with speaking(language):
        stands = ((option, word) for option, words in (TYPED | {CLOCK: ("90", "none")}).items() for word in words)
        for which, word in stands:
            table = at(which, word)
            (field,) = house_rules.form(table, which).fields
            for typed in (field.value, word):
                assert house_rules.written(table, which, typed)[0] == table.setup, (which, typed)


@pytest.mark.parametrize("language", sorted(offered()))
@pytest.mark.parametrize("option", ["rounds", "minutes", CLOCK])
def test_the_last_word_of_a_hint_may_be_typed_for_no_limit(option: str, language: str) -> None:
    with speaking(language):
        table = at(option, "none")
        (field,) = house_rules.form(table, option).fields
        in_hint = re.findall(r"[“„«「]\s?([^”“»」]+?)\s?[”“»」]", field.about)[-1]
        assert house_rules.written(table, option, in_hint)[0] == table.setup


def at(option: str, word: str) -> TableView:
    """Return a lobby in which an option has this value."""
    table = table_of(2, "cup" if option == "slippery" else "dudo", Status.LOBBY)
    setup = house_rules.written(table, option, word)[0]
    return msgspec.structs.replace(table, setup=setup, rules=setup.rules())


WRONG = [
    ("ante", "2000000", ": use 0 to 1,000,000."),
    ("ante", "lots", "“lots” won’t work for The pot"),
    ("crooked", "3 in 2", "a chance from 0 to 1"),
    ("crooked", "often", "a chance from 0 to 1"),
    ("rounds", "0", "use 1 to 100, or “none”"),
    ("minutes", "10081", "use 1 to 10,080, or “none”"),
    (CLOCK, "soon", "A turn can last from 30 seconds to 7 days"),
    (CLOCK, "10", "A turn can last from 30 seconds to 7 days"),
]


@pytest.mark.parametrize(("option", "typed", "said"), WRONG)
async def test_a_value_out_of_range_is_refused_with_the_range_and_kept_in_the_form(
    stage: Stage, option: str, typed: str, said: str
) -> None:
    await stage.sit("Ann", "Ben", game="dudo")
    before = await stage.table()
    stage.typed.add(typed)
    answer = await stage.forge_form("Ann", SendHouseRule(before.id, option), **{option: typed})
    assert said in answer.words
    assert await stage.table() == before
    again = await stage.press("Ann", BackToForm, answer.ephemerals[0])
    assert again.result.modal is not None
    assert typed in str(again.result.modal)


@pytest.mark.parametrize(
    ("game", "option", "typed", "word"),
    [
        ("dudo", "ante", "10,000", "10000"),
        ("dudo", "ante", "007", "7"),
        ("bar", "crooked", "1 in 7", "0.1428571429"),
        ("bar", "crooked", "2,5 %", "0.025"),
        ("cup", "slippery", "1/3", "0.3333333333"),
        ("cup", "stake", "  polish\nmy boots ", "polish my boots"),
        ("bar", "minutes", "", "none"),
    ],
)
async def test_a_value_can_be_typed_as_people_write_it(
    english_stage: Stage, game: str, option: str, typed: str, word: str
) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben", game=game)
    table = await stage.table()
    answer = await stage.forge_form("Ann", SendHouseRule(table.id, option), **{option: typed})
    rules = (await stage.table()).setup.rules()
    assert OPTIONS[option].write(getattr(rules, OPTIONS[option].field)) == word
    assert "House rules" in answer.words


@pytest.mark.parametrize(("typed", "seconds"), [("90", 90), ("5 minutes", 300), ("2 d", 172_800), ("", None)])
async def test_any_length_of_a_turn_can_be_typed(stage: Stage, typed: str, seconds: int | None) -> None:
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    last = max(press.page for press in stage.offered(page) if isinstance(press, OpenHouseRules))
    await stage.press("Ann", OpenHouseRules, page, page=last)
    page = next(message for message in stage.messages() if message.id == page.id)
    await stage.fill("Ann", await stage.press("Ann", OpenHouseRule, page, option=CLOCK), clock=typed)
    assert (await stage.table()).setup.clock == seconds


async def test_only_the_host_can_type_a_value(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    assert "Ann" in (await stage.forge("Ben", OpenHouseRule(table.id, "ante"))).words
    assert "Ann" in (await stage.forge_form("Ben", SendHouseRule(table.id, "ante"), ante="7")).words
    assert await stage.table() == table


async def test_a_number_for_a_double_wash_up_without_effect_says_so(english_stage: Stage) -> None:
    """One player washes up alone before two could wash up together (E4)."""
    stage = english_stage
    await stage.sit("Ann", "Ben", game="firehouse")
    narrow, wide = await choose(stage, "Ann", "bads", "2"), await choose(stage, "Ann", "bads", "5")
    assert "No effect: a player already washes up at 2 bads." in narrow.words
    assert "Bads for a double wash-up" in wide.words
    assert "No effect" not in wide.words


async def test_the_form_sets_the_limit_of_bads_for_one_player_but_not_for_two(english_stage: Stage) -> None:
    """The form sets the limit of bads for one player. The limit for two together is on a page of its own (E4)."""
    stage = english_stage
    await stage.sit("Ann", "Ben", game="firehouse")
    await choose(stage, "Ann", "pair-bads", "4")
    await stage.forge_form("Ann", SendOptions((await stage.table()).id), rounds="5 bads, 9 rounds", clock=["60"])
    options = (await stage.table()).setup.options
    assert (options["rounds"], options["pair-bads"]) == ("9", "4")


@pytest.mark.parametrize("variant", VARIANTS)
def test_pages_have_words_for_every_value_that_can_be_typed(variant: str) -> None:
    """A page also shows a typed value that no menu offers."""
    for page in presenters.house_rules(rules_for(variant)):
        for rule in page.rules:
            if rule.typed is not None and rule.option != CLOCK:
                for word in TYPED[rule.option]:
                    value = rule.value(word)
                    assert value is not None
                    assert value.value == word
                    assert value.label


async def test_a_form_for_a_typed_value_can_be_closed_and_opened_again(stage: Stage) -> None:
    """Discord sends nothing if a person chooses the same option of an unchanged menu again."""
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenHouseRules)).ephemerals[0]
    last = max(press.page for press in stage.offered(page) if isinstance(press, OpenHouseRules))
    await stage.press("Ann", OpenHouseRules, page, page=last)
    before = stage.requests()
    for _time in range(3):
        page = next(message for message in stage.messages() if message.id == page.id)
        form = await stage.pick("Ann", page, OpenHouseRule, option=CLOCK)
        assert form.result.modal is not None
    assert stage.calls_since(before) == []
