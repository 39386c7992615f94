"""Tests of sentences that must be shown. The other tests of this folder do not notice if a sentence is missing."""

import re

import pytest
from msgspec.structs import replace

from bot.screens.elements.cards import Text
from bot.screens.families.bids.narrator import narrator_of, summarized
from bot.screens.families.bids.showdown import judged
from bot.screens.families.variants import wording
from bot.screens.table import fairness, options
from bot.tables.model import Brought, Seat
from engine.bids.events import DiceLeft, Revealed
from engine.core.events import Cause, RoundBegan
from engine.options import OPTIONS, rules_for
from tests.bot.random_games import table_of


def course(variant: str, **chosen: str) -> str:
    """Return the description of a game's rules, with these options."""
    return "\n".join(wording(variant).describe(rules_for(variant, chosen)))


def test_how_to_play_explains_exact_calls_ones_and_crooked_rolls() -> None:
    """The rules are C5, B4 and T2."""
    said = course("perudo")
    assert "Right: win a die back; wrong: lose one. The caller opens." in said
    assert "You can’t open with ones" in said
    assert "double plus one" in said
    assert "A cocked roll (1 in 50) is shown to everyone, then rolled again." in course("dudo")
    assert "crooked" not in course("bar")


def test_the_line_about_perudo_names_each_difference_from_dudo() -> None:
    """Cocked dice are left out: they are rare, and change nothing but the throw."""
    dudo, perudo = rules_for("dudo"), rules_for("perudo")
    differing = {
        word for word, option in OPTIONS.items() if option.is_of(dudo) and option.of(dudo) != option.of(perudo)
    }
    assert differing - {"crooked"} == {"exact", "palifico", "raising"}
    assert wording("perudo").story == "Dudo with exact calls and palifico; ones take half as many dice"


@pytest.mark.parametrize(("clock", "time"), [(180, "3 minutes"), (None, "10 minutes"), (3600, "1 hour")])
def test_the_option_forfeits_first_says_how_long_the_table_waits(clock: int | None, time: str) -> None:
    """L2: the table waits as long as a turn, or ten minutes without a clock."""
    table = table_of(3, "common", computers=False)
    form = options.options_form(replace(table, setup=replace(table.setup, clock=clock)))
    (switches,) = [field.menu for field in form.fields if field.id == "switches"]
    assert switches is not None
    assert f"settled, {time} at most" in "\n".join(choice.about for choice in switches.choices)


@pytest.mark.parametrize("game", ["common", "cup"])
def test_a_table_without_stakes_says_nothing_about_owing_a_forfeit(game: str) -> None:
    setup = replace(table_of(3, game, computers=False).setup, wait_settled=True, forfeit="")
    for stakes in (True, False):
        mine = replace(setup, stakes=stakes)
        said = "\n".join((*options.terms(mine, mine.rules()), *wording(game).describe(mine.rules(), 3, stakes)))
        assert ("Forfeits first" in said) is stakes
        assert (re.search(r"\bowes?\b", said) is not None) is stakes


def test_request_ids_are_called_requests_and_not_presses() -> None:
    """The requests may have been commands, such as Start and Join."""
    seats = tuple(Seat(100 + at, name, brought=Brought("11", start="12")) for at, name in enumerate(("Ann", "Ben")))
    table = replace(table_of(2, "cup", computers=False), seats=seats)
    said = [each.words for shown in fairness.opened(table, None) for each in shown.parts if isinstance(each, Text)]
    said += [each.words for each in fairness.whole_seal(table, 100).parts if isinstance(each, Text)]
    assert "Start was request number `12`" in "\n".join(said)
    assert "Join was request number `11`" in "\n".join(said)


@pytest.mark.parametrize("votes", [(), ((2, True),)])
def test_a_showdown_of_joker_names_the_bid_the_count_and_the_caller(votes: tuple[tuple[int, bool], ...]) -> None:
    """P4: the player who was right sheds a die, and nobody pays."""
    shown = Revealed(0, 4, 5, 1, True, False, votes, ((5, 5), (5, 5), (2,)), 1, 4, True)
    table = table_of(3, "joker", computers=False)
    summary = summarized((RoundBegan(1, 0, 5), shown, DiceLeft(0, 1, -1, Cause.CHALLENGE)))
    said = judged(narrator_of(table), summary, shown)
    assert said.startswith("Ann said **4 fives**. There are **4**.")
    assert said.endswith("Ben was wrong to doubt it.")
