"""Test that screens have few words and few controls, in every game and in every phase.

A word contains a letter. Names, people's own words, claims, dice, seals and the labels of buttons do not count. For a
newcomer's way to the first bid, labels count, too.
"""

import re
from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace

from bot.history.achievements import ACHIEVEMENTS
from bot.history.game import Player
from bot.history.past import PastGame
from bot.inbox.tree import COMMANDS
from bot.people.preferences import Preferences
from bot.people.servers import ServerSettings
from bot.presses.learning import Lesson
from bot.presses.poker_cup import BeginClaim, MarkDice, OpenBlind
from bot.screens.elements.cards import Box, Button, ChannelMenu, Menu, Part, PeopleMenu, RoleMenu, Row, Text
from bot.screens.elements.widths import height
from bot.screens.families import presenters, variants
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.presenters import presenter
from bot.screens.pages import guide, learning, preferences
from bot.screens.table import house_rules, more, refusals, result
from bot.screens.table.cards import cards, lobby
from bot.screens.table.options import proposed_setup, with_dares
from bot.tables.model import Forfeit, Status, TableView, Who
from bot.tables.obstacles import Kind, Obstacle
from bot.tables.pace import PaceName
from bot.tables.pending import GameResult
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.bids.view import View
from engine.core.state import BETWEEN, BIDDING, PASSING, POLL
from engine.poker_cup.view import CupView
from engine.variants import VARIANTS
from tests.bot.random_games import FRIENDS, NOW, Moment, helped, table_of
from tests.bot.screens.test_every_screen import played

LOBBY, TURN, REFUSAL, HELP, HOW_TO_PLAY = 40, 25, 20, 130, 150
"""The most words of each kind of screen."""

OF_A_LOBBY, OF_A_TURN, OF_A_PAUSE, OF_A_CUP, OF_A_SETTING, OF_A_RESULT, OF_A_REVEAL = 6, 11, 8, 10, 6, 4, 2
"""The most controls of each kind of screen. A menu counts as one."""

LINES_OF_A_RESULT = 6
"""The most lines of a result on a phone."""

MOST_ROWS, MOST_COMMANDS = 5, 21
BY_PLAY, BY_PLAY_SIMPLY, BY_LEARNING = 70, 60, 100
"""The most words that a newcomer reads until the first bid, including commands, labels and choices of menus.

`BY_PLAY_SIMPLY` is for the two simplest games, common and bar.
"""


def texts(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Box):
            yield from texts(part.parts)
        elif isinstance(part, Text):
            yield part.words


def words(said: Iterable[str], *names: str) -> list[str]:
    """Return the words of these texts, except for names."""
    text = " ".join(said)
    for name in sorted(filter(None, (*names, *FRIENDS)), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    text = re.sub(r"`[0-9a-f]+…`|<[^>]*>", " ", text)
    return [word for word in text.split() if re.search(r"[^\W\d_]", word)]


def controls(parts: Iterable[Part]) -> list[Button | Menu | ChannelMenu | RoleMenu | PeopleMenu]:
    found: list[Button | Menu | ChannelMenu | RoleMenu | PeopleMenu] = []
    for part in parts:
        if isinstance(part, Box):
            found += controls(part.parts)
        elif isinstance(part, Row):
            found += part.buttons
        elif isinstance(part, Menu | ChannelMenu | RoleMenu | PeopleMenu):
            found.append(part)
    return found


def rows(parts: Iterable[Part]) -> int:
    return sum(isinstance(part, Row | Menu | ChannelMenu | RoleMenu | PeopleMenu) for part in parts)


def labels(parts: Iterable[Part]) -> list[str]:
    return [each.label if isinstance(each, Button) else each.hint for each in controls(parts) if not _off(each)]


def _off(control: Button | Menu | ChannelMenu | RoleMenu | PeopleMenu) -> bool:
    return isinstance(control, Button | Menu) and control.disabled


def opened(variant: str) -> TableView:
    """Return the lobby of a table of three with the options that this variant proposes."""
    setup = with_dares(proposed_setup(variant))
    return replace(table_of(3, variant, computers=False), status=Status.LOBBY, setup=setup, rules=setup.rules())


def game_of(variant: str) -> Iterator[Moment]:
    """Yield the moments of a whole game of three with the options that this variant proposes."""
    table = replace(opened(variant), status=Status.PLAYING)
    yield from played(table, luck=11)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_lobby_has_few_words_and_controls(variant: str) -> None:
    table = opened(variant)
    card = lobby(table)
    said = words(texts(card.lasting), variants.wording(variant).title, table.setup.forfeit)
    assert len(said) <= LOBBY, said
    assert len(controls(card.live)) <= OF_A_LOBBY
    assert rows(card.live) <= 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_turns_and_pauses_have_few_words_and_controls(variant: str) -> None:
    for moment in game_of(variant):
        card, phase = cards(moment.pending())[-1], moment.game.state.phase
        assert len(controls((*card.lasting, *card.live))) <= (OF_A_PAUSE if phase is BETWEEN else OF_A_TURN)
        assert rows(card.live) <= MOST_ROWS
        if phase in (BIDDING, POLL, PASSING):
            view = games.view(moment.game)
            claims = [spoken(made.claim) for made in view.state.claims] if isinstance(view, CupView) else []
            said = words(texts((*card.lasting, *card.live)), *claims)
            assert len(said) <= TURN, said


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_the_first_step_of_a_showdown_has_controls_and_these_are_two(variant: str) -> None:
    shown = presenter(opened(variant).rules)
    assert shown is not None
    asked = 0
    for moment in game_of(variant):
        for pace in PaceName:
            steps = shown.beats(moment.table, games.view(moment.game), moment.news, pace, ())
            counts = [len(controls((*step.card.lasting, *step.card.live))) for step in steps]
            assert counts[:1] in ([], [0], [OF_A_REVEAL])
            assert not any(counts[1:])
            asked += sum(counts)
            assert not (pace is PaceName.QUICK and any(counts))
    assert bool(asked) is (variant != "joker"), "after a poll nobody guesses"


def full_of_results(table: TableView, over: Moment) -> GameResult:
    """Return results of a game with as much of everything as there can be."""
    seats, names = range(len(table.seats)), [*ACHIEVEMENTS]
    players = tuple(Player(seat.user, seat.name, seat.user is None) for seat in table.seats)
    debtors = [Who(seat.user, seat.name) for seat in table.seats if seat.user is not None]
    owed = [Forfeit(at, 1, each, debtors[0], "sing", "owed", "bar", NOW, 1) for at, each in enumerate(debtors[1:], 1)]
    played = PastGame(1, 1, 9, "common", NOW, players, 4, tuple(seats), ())
    return GameResult(
        highlights=games.highlights(table.rules, over.whole),
        earned=tuple((seat, name) for seat in seats for name in names),
        collected=tuple((seat, 0, len(names)) for seat in seats),
        gained=tuple((seat, 12 - 24 * (seat % 2)) for seat in seats),
        owed=tuple(owed),
        evening=(played, played),
        has_moment=True,
    )


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_result_has_its_headline_first_and_fits_one_phone_screen(variant: str) -> None:
    """The test has two, three and twenty players, with short names and with the longest ones."""
    for many, nasty in ((2, False), (3, False), (20, False), (2, True), (20, True)):
        table = table_of(many, variant, nasty, computers=False, rounds="1")
        over = list(played(table, luck=11))[-1]
        pending = replace(over.pending(), outcome=full_of_results(table, over))
        card = cards(pending)[-1]
        first, *others = [*texts(card.lasting)]
        assert first.startswith("## ")
        assert sum(map(height, (first, *others))) <= LINES_OF_A_RESULT, (many, nasty, first, others)
        assert len(controls((*card.lasting, *card.live))) == OF_A_RESULT
        behind = "\n".join(texts(result.more(pending, may_end=True).parts))
        for line in "\n".join((first, *others)).splitlines():
            is_at_the_top = line in first.splitlines() or "🌙" in line
            assert is_at_the_top or line in behind, "the page behind More has all other lines, too"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_page_with_a_players_own_dice_has_few_controls(variant: str) -> None:
    for moment in game_of(variant):
        for seat in games.awaited(moment.game):
            view = games.view(moment.game, seat)
            shown = presenter(view)
            assert shown is not None
            dice_to_show = len(view.legal.show) if isinstance(view, View) else 0  # B6: each is a button
            most = OF_A_CUP if not dice_to_show else OF_A_TURN - 3 + dice_to_show
            assert len(controls(shown.mine(moment.table, view, False, helped(view)).parts)) <= most


def test_each_step_with_the_cup_has_at_most_ten_controls() -> None:
    seen = 0
    for moment in game_of("cup"):
        for seat in games.awaited(moment.game):
            view = games.view(moment.game, seat)
            if isinstance(view, CupView) and view.state.phase is PASSING:
                seen += 1
                _each_step_of_the_cup(moment.table, view)
    assert seen > 10


def _each_step_of_the_cup(table: TableView, view: CupView) -> None:
    shown = presenter(view)
    assert shown is not None
    assert shown.turned is not None
    steps = [
        shown.mine(table, view, False, helped(view)),
        shown.turned(table, view, MarkDice(table.id, table.version, 7), False, Hinted()),
    ]
    if view.legal.blind:
        blind = shown.turned(table, view, OpenBlind(table.id, table.version), False, Hinted())
        assert not {"Liar!", "Peek"} & set(labels(blind.parts)), "these are only offered after Back"
        steps.append(blind)
    kinds = [
        choice.value
        for step in steps
        for menu in controls(step.parts)
        if isinstance(menu, Menu)
        for choice in menu.choices
        if isinstance(choice.value, BeginClaim)
    ]
    steps += [shown.turned(table, view, kind, False, Hinted()) for kind in kinds]
    for step in steps:
        assert len(controls(step.parts)) <= OF_A_CUP, labels(step.parts)
        assert rows(step.parts) <= MOST_ROWS


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_pages_more_and_house_rules_have_few_controls(variant: str) -> None:
    table = opened(variant)
    lobby = more.more(replace(table, view=None, seat=0), 100, True, role="dice")
    assert len(controls(lobby.parts)) <= 9
    for number in range(len(presenters.house_rules(table.rules))):
        assert len(controls(house_rules.page(table, number))) <= OF_A_SETTING


def test_settings_have_few_controls() -> None:
    for page in (0, 1, 2):
        assert len(controls(preferences.my_preferences(Preferences(), page))) <= OF_A_SETTING
    for page in (0, 1):
        assert len(controls(preferences.server_settings(ServerSettings(), (), page))) <= OF_A_SETTING
    assert len(COMMANDS) <= MOST_COMMANDS


def test_help_and_how_to_play_are_short() -> None:
    assert len(words(texts(guide.help_card(None, 1, "").parts))) <= HELP
    for variant in VARIANTS:
        said = words(texts(guide.the_game(variant).parts))
        assert len(said) <= HOW_TO_PLAY, (variant, len(said))


def first_bid(variant: str) -> list[str]:
    """Return every text that a newcomer sees until they can bid: the lobby and the first round's panel."""
    lobby_card = lobby(opened(variant))
    asked = next(each for each in game_of(variant) if each.game.state.phase in (BIDDING, PASSING))
    panel = cards(asked.pending())[-1]
    shown = ((*lobby_card.lasting, *lobby_card.live), (*panel.lasting, *panel.live))
    return ["/play", *(text for parts in shown for text in (*texts(parts), *labels(parts)))]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_newcomer_reads_few_words_until_the_first_bid(variant: str) -> None:
    said = words(first_bid(variant))
    assert len(said) <= (BY_PLAY_SIMPLY if variant in ("common", "bar") else BY_PLAY), (len(said), said)


def test_a_learner_reads_few_words_until_the_first_bid_of_a_lesson() -> None:
    said = ["/learn"]
    for parts in (
        learning.choice(),
        learning.lesson(Lesson("common", ""), True),
        learning.lesson(Lesson("common", "deal"), True),
    ):
        said += [*texts(parts), *labels(parts)]
    assert len(words(said)) <= BY_LEARNING, (len(words(said)), words(said))


def test_refusals_are_short() -> None:
    facts: dict[str, object] = {
        "most": 20,
        "low": 1,
        "high": 9,
        "names": ("Send Messages",),
        "channels": (1, 2),
        "name": "Ann",
    }
    facts["obstacle"] = Obstacle(Kind.PERMISSIONS, 1, ("Send Messages", "Attach Files"))
    for code in Code:
        said = words([refusals.sentence(Trouble(code, **facts))])
        assert len(said) <= REFUSAL, (code, said)
