"""Sentences that must be there. A check of shown sentences cannot notice that one is missing or elsewhere."""

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
from engine.options import rules_for
from tests.bot.random_games import table_of


def course(variant: str, **chosen: str) -> str:
    """Return the course of a game in words."""
    return "\n".join(wording(variant).describe(rules_for(variant, chosen)))


def test_how_to_play_says_what_exactly_brings_and_what_ones_may_not() -> None:
    """Rules C5, B4 and T2."""
    said = course("perudo")
    assert "Right: a die back; wrong: lose one. The caller opens." in said
    assert "You can’t open with ones" in said
    assert "double plus one" in said
    assert "A crooked roll (1 in 50) is shown to everyone, then rolled again." in course("dudo")
    assert "crooked" not in course("bar")


@pytest.mark.parametrize(("clock", "time"), [(180, "3 minutes"), (None, "10 minutes"), (3600, "1 hour")])
def test_forfeits_first_says_how_long_the_table_waits(clock: int | None, time: str) -> None:
    """Rule L2."""
    table = table_of(3, "common", computers=False)
    form = options.options_form(replace(table, setup=replace(table.setup, clock=clock)))
    (switches,) = [field.menu for field in form.fields if field.id == "switches"]
    assert switches is not None
    assert f"settled, {time} at most" in "\n".join(choice.about for choice in switches.choices)


def test_the_ids_of_requests_are_not_called_button_presses() -> None:
    """Start and Join may be commands."""
    seats = tuple(Seat(100 + at, name, brought=Brought("11", start="12")) for at, name in enumerate(("Ann", "Ben")))
    table = replace(table_of(2, "cup", computers=False), seats=seats)
    said = [each.words for shown in fairness.opened(table, None) for each in shown.parts if isinstance(each, Text)]
    said += [each.words for each in fairness.whole_seal(table, 100).parts if isinstance(each, Text)]
    assert "Start was request no. `12`" in "\n".join(said)
    assert "Join was request no. `11`" in "\n".join(said)


@pytest.mark.parametrize("votes", [(), ((2, True),)])
def test_a_showdown_of_joker_names_the_bid_the_count_and_who_called(votes: tuple[tuple[int, bool], ...]) -> None:
    """Rule P4: nobody pays; who was right sheds a die."""
    shown = Revealed(0, 4, 5, 1, True, False, votes, ((5, 5), (5, 5), (2,)), 1, 4, True)
    table = table_of(3, "joker", computers=False)
    summary = summarized((RoundBegan(1, 0, 5), shown, DiceLeft(0, 1, -1, Cause.CHALLENGE)))
    said = judged(narrator_of(table), summary, shown)
    assert said.startswith("Ann said **4 fives**. There are **4**.")
    assert said.endswith("Ben doubted it, wrongly.")
