"""Test rows of buttons on a phone of 360 px, in each language.

Every button must fit on a line, and few rows may take three lines.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import combinations_with_replacement

import pytest
from msgspec.structs import replace

from bot.history.boards import BoardPage, BoardRow, Scope
from bot.history.profiles import FAMILIES, Meeting, Rivalry
from bot.people.preferences import Preferences
from bot.people.puzzles import of_day
from bot.people.servers import ServerSettings
from bot.presses.bids import TurnBids
from bot.presses.learning import Lesson
from bot.presses.poker_cup import MakeClaim, MarkDice, OpenBlind
from bot.screens.elements.cards import Box, Button, Part, Row
from bot.screens.elements.widths import columns
from bot.screens.families.bids.pure import possible_word
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.presenters import presenter
from bot.screens.pages import boards, guide, learning, preferences, privacy, profile, puzzle, rivals
from bot.screens.pages.profile import Look
from bot.screens.table import computers, debts, fairness, forfeits, more, seats
from bot.screens.table.cards import cards, lobby
from bot.settings import Pages
from bot.tables.model import Forfeit, Status, TableView, Who
from engine import games
from engine.bids.view import View
from engine.core.dice import FACES, NOTHING
from engine.core.state import PASSING
from engine.poker_cup.quick import STILL, quick_claims
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import MadeClaim, State
from engine.poker_cup.view import CupView
from engine.variants import VARIANTS
from tests.bot.boards.test_profiles import busy
from tests.bot.random_games import FRIENDS, Moment, helped
from tests.bot.screens.test_less import game_of, opened

LINE, GAP = 38.0, 1.1
"""The width of a line of buttons and the gap between two buttons, in columns (`model.columns`)."""

EDGES, EMOJI, SMALL = 3.4, 3.1, 0.875
"""The columns of a button's edges and of its emoji, and the size of its letters relative to letters of a text."""

MOST = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3}
"""The most lines that a row of buttons may take, by the number of buttons."""

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def wide(button: Button) -> float:
    return EDGES + SMALL * columns(button.label) + (EMOJI if button.emoji else 0)


def lines(buttons: Iterable[Button]) -> int:
    many, used = 1, 0.0
    for each in map(wide, buttons):
        if used and used + GAP + each > LINE:
            many, used = many + 1, 0.0
        used += each + (GAP if used else 0)
    return many


def too_wide(parts: Iterable[Part]) -> Iterator[list[str]]:
    """Yield the labels of each row that takes too many lines, or that has a button wider than a line.

    Buttons for claims are ignored, because the words of a claim cannot be shortened.
    """
    for part in parts:
        if isinstance(part, Box):
            yield from too_wide(part.parts)
        elif isinstance(part, Row):
            buttons = [each for each in part.buttons if not isinstance(each.press, MakeClaim)]
            if buttons and (lines(buttons) > MOST[len(buttons)] or max(map(wide, buttons)) > LINE):
                yield [each.label for each in buttons]


def test_rows_that_break_and_labels_that_are_too_wide_are_found() -> None:
    assert [lines([Button("x" * each)] * 2) for each in (10, 17, 18)] == [1, 1, 2]
    fits, broken, wider = (Row((Button("x" * each), Button("x"), Button("x" * each))) for each in (20, 36, 40))
    assert list(too_wide([fits, Box((broken, wider))])) == [["x" * each, "x", "x" * each] for each in (36, 40)]


def of_the_table(moment: Moment) -> Iterator[tuple[Part, ...]]:
    """Yield the public screen of a moment, and the private screens of the players whose turn it is."""
    for card in cards(moment.pending())[-1:]:
        yield (*card.lasting, *card.live)
    for seat in games.awaited(moment.game):
        view = games.view(moment.game, seat)
        shown, seen = presenter(view), replace(moment.table, view=view, seat=seat)
        assert shown is not None
        yield shown.mine(moment.table, view, False, helped(view)).parts
        yield more.more(seen, 100, True).parts
        yield seats.ask_to_quit(seen)
        if isinstance(view, View) and (word := possible_word(view)) is not NOTHING and shown.turned is not None:
            yield shown.turned(moment.table, view, TurnBids(seen.id, seen.version, word), False, Hinted()).parts
        if isinstance(view, CupView) and view.state.phase is PASSING and shown.turned is not None:
            for press in (MarkDice(seen.id, seen.version, 7), OpenBlind(seen.id, seen.version)):
                if view.legal.blind or isinstance(press, MarkDice):
                    yield shown.turned(moment.table, view, press, False, Hinted()).parts


def before_the_game(table: TableView) -> Iterator[tuple[Part, ...]]:
    card = lobby(table)
    yield (*card.lasting, *card.live)
    yield more.more(replace(table, view=None, seat=0), 100, True).parts
    yield computers.page(table)
    yield guide.this_table(table).parts
    yield fairness.whole_seal(table, 1).parts
    yield seats.offer(replace(table, status=Status.PLAYING), 99)


@pytest.mark.in_some_games
@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_buttons_of_a_table_fit_a_phone(variant: str) -> None:
    shown = [*before_the_game(opened(variant))]
    for moment in game_of(variant):
        shown += of_the_table(moment)
    assert [labels for parts in shown for labels in too_wide(parts)] == []


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("many", range(22))
def test_the_claims_of_mia_that_take_one_tap_fit_two_lines(many: int) -> None:
    """Only few of them are doubles, which are longer than other throws. `many` claims are too low."""
    rules = VARIANTS["mia"].rules
    assert isinstance(rules, CupRules)
    claims = tuple(MadeClaim(claim, 1) for claim in rules.ranking.claims[:many][-1:])
    state = State(rules=rules, phase=PASSING, round=1, players=(), circle=(), claims=claims, under=2)
    for own in combinations_with_replacement(FACES, 2):
        row = [Button(spoken(claim)) for claim in quick_claims(state, own, STILL)]
        assert lines(row) <= 2, [each.label for each in row]
        doubles = [each for each in row if not each.label.isdigit()]
        assert lines(row) == 1 or len(doubles) > 1, [each.label for each in row]


def beside_tables() -> Iterator[tuple[Part, ...]]:
    """Yield the screens that commands open."""
    people = tuple(BoardRow(at, at, name, (9, 12)) for at, name in enumerate(FRIENDS[:10], 1))
    for more_ in (False, True):
        yield boards.board(BoardPage("wins", Scope(1), people, None, 3, 2, 5), boards.BoardRequest(1, 2, NOW), more_)
    yield from (preferences.my_preferences(Preferences(), page) for page in (0, 1, 2))
    yield from (preferences.server_settings(ServerSettings(), (), page) for page in range(4))
    yield profile.private(busy("Ann", 3), Look(own=True))
    yield profile.public(busy("Ann", 3), Look())
    met = Meeting(3, 1, 1, 2)
    yield rivals.private(
        Rivalry(1, 2, {1: "Ann", 2: "Ben"}, met, 1, dict.fromkeys((1, 2), dict.fromkeys(FAMILIES, (1, 9))))
    )
    yield puzzle.card(of_day(1), 1)
    yield learning.choice()
    yield from (learning.lesson(Lesson(game, path), True) for game in ("common", "cup") for path in ("", "deal"))
    yield guide.help_card(None, 1, "https://help").parts
    yield privacy.card(Pages("https://privacy", "https://terms", "https://help"), 3, True)
    yield from (privacy.sure(), privacy.quite_sure())
    ann, ben = Who(1, "Ann"), Who(2, "Ben")
    owed = [Forfeit(at, 1, *pair, "sing", "owed", "bar", NOW, 1) for at, pair in enumerate(((ann, ben), (ben, ann)), 1)]
    yield forfeits.mine(1, owed, ()).parts
    yield debts.listed(owed, 1, 1, sat=True)
    yield from (forfeits.ask_to_settle_all(how, 2) for how in ("paid", "waived"))


@pytest.mark.usefixtures("tongue")
def test_the_buttons_on_the_pages_of_commands_fit_a_phone() -> None:
    assert [labels for parts in beside_tables() for labels in too_wide(parts)] == []
