"""Test that no screen shows an empty name, heading or paragraph, even if people's names and texts are invisible."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.people.named_rules import NamedRules
from bot.people.servers import Season
from bot.presses.game import Stay
from bot.screens.elements.cards import Box, Part, Text
from bot.screens.elements.cast import Cast, where
from bot.screens.families.presenters import presenter
from bot.screens.pages import boards, named_rules, rivals
from bot.screens.table import debts, door, fairness, forfeits, seats
from bot.screens.table.cards import closed, lobby, thread_line, thread_name
from bot.tables.model import Brought, Forfeit, Place, Seat, Status, TableView, Who
from engine import games
from engine.core.events import Hidden
from tests.bot.screens.test_limits import CHANCE, NOW, table_of
from tests.effort import examples
from tests.words.test_cleaning import FILLERS, SIGNS

UNSEEN = st.one_of(st.text(st.sampled_from(f"{FILLERS} "), max_size=5), SIGNS)
FEW = settings(max_examples=examples(20), deadline=None, derandomize=True, database=None)
EMPTY = re.compile(r"\*\*\s*\*\*|“”|(?m:^(#+|-#)\s*$)|: *$|\*\s+\*")


def texts(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Box):
            yield from texts(part.parts)
        elif isinstance(part, Text):
            yield part.words


def is_said(words: str) -> None:
    bare = re.sub(r"\\.", "x", words)
    assert bare.strip(), "an empty text"
    assert not EMPTY.search(bare), words


def a_table(name: str, typed: str, status: Status, variant: str) -> TableView:
    found = table_of(3, variant, status)
    seats = tuple(
        Seat(7 + at if at else None, name if at else "Ada", brought=Brought(lucky=typed))
        for at in range(len(found.seats))
    )
    setup = replace(found.setup, forfeit=typed, called=typed)
    return replace(
        found, seats=seats, setup=setup, place=Place(1, 2, name, name), host=Who(8, name), ended_by=name, status=status
    )


@pytest.mark.parametrize("variant", ["common", "cup"])
@FEW
@given(UNSEEN, UNSEEN)
@example("\u3164", "\u2800")
def test_no_screen_of_a_table_is_empty(variant: str, name: str, typed: str) -> None:
    table = a_table(name, typed, Status.LOBBY, variant)
    for card in (lobby(table), closed(replace(table, status=Status.CLOSED))):
        for words in texts((*card.lasting, *card.live)):
            is_said(words)
    who = Who(8, name)
    is_said(thread_name(table.setup, who))
    is_said(thread_line(table.setup, who).words)
    is_said(where(table.place))
    is_said(door.invitation(table, who, 9).words)
    is_said(door.accepted(table, Who(5, name)).words)
    for words in texts(fairness.brought(table, 8).parts):
        is_said(words)
    for words in texts(seats.which_table([table], lambda _: Stay(1)).parts):
        is_said(words)


@pytest.mark.parametrize("variant", ["common", "dudo", "firehouse", "joker", "cup"])
@FEW
@given(UNSEEN)
@example("\u3164")
def test_no_panel_is_empty(variant: str, name: str) -> None:
    table = a_table(name, "", Status.PLAYING, variant)
    events, game = games.start(table.rules, 3, CHANCE)
    view = games.view(game, None)
    shown = presenter(view)
    assert shown is not None
    card = shown.live(replace(table, view=view), view, tuple(each for each in events if not isinstance(each, Hidden)))
    for words in texts((*card.lasting, *card.live)):
        is_said(words)


@FEW
@given(st.lists(UNSEEN, min_size=2, max_size=9))
@example(["\u3164", "\u2800", "", "Ann"])
@example(["Alex"] * 9)
def test_no_two_players_at_a_table_have_the_same_name(names: list[str]) -> None:
    cast = Cast(tuple(Seat(at + 1, name) for at, name in enumerate(names)))
    numbers = range(len(names))
    for way in (cast.name, cast.quiet, cast.plain, cast.brief, cast.label):
        called = [way(seat) for seat in numbers]
        assert len(set(called)) == len(called)
        assert all(map(str.strip, called))
    for seat in numbers:
        is_said(cast.name(seat))
    assert all(len(cast.label(seat)) <= 34 for seat in numbers)


@FEW
@given(UNSEEN, UNSEEN)
@example("\u3164", "\u2800")
def test_no_line_of_a_tab_or_a_list_is_empty(name: str, typed: str) -> None:
    one, other = Who(1, name), Who(2, name)
    for state in ("owed", "paid", "waived"):
        owed = Forfeit(1, 1, one, other, typed, state, "common", NOW, 1)
        is_said(forfeits.notice(owed, one).words)
        for words in texts((*forfeits.mine(1, [owed], [owed]).parts, *debts.listed([owed], 1, 1, sat=True))):
            is_said(words)
    rules = NamedRules(1, typed, "common", "", 1, name)
    for parts in (
        named_rules.kept(rules),
        named_rules.delete(rules),
        named_rules.deleted(rules),
        named_rules.used(rules),
    ):
        for words in texts(parts):
            is_said(words)
    for words in texts(
        (*boards.season_opened(Season(1, 1, typed, NOW, None)), *rivals.against_all(rivals.Met(name, ())))
    ):
        is_said(words)
