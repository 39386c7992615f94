"""Test that Discord accepts every screen from the lobby to the result, in every game with twenty long names."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from msgspec.structs import replace

from bot.outbox.drawn import UNICODE
from bot.outbox.render import layout, modal
from bot.presses.game import ShowDice
from bot.screens.elements.cards import DirectMessage, Notice, Part, characters, components
from bot.screens.elements.cast import Cast
from bot.screens.elements.controls import gift_given, gift_menu
from bot.screens.families import narration
from bot.screens.families.presenters import presenter
from bot.screens.pages import guide
from bot.screens.table import door, refusals, seats
from bot.screens.table import options as host_options
from bot.screens.table.cards import begun, cards, closed, lobby, thread_name
from bot.tables.annotations import Annotations
from bot.tables.model import Status, TableView, Waiting, Who
from bot.tables.pace import PaceName
from engine import games
from engine.core.actions import Action, Deal, How, Settle
from engine.core.events import Event, Hidden
from engine.core.refusals import Refused
from engine.core.state import BETWEEN, BIDDING
from engine.fairness import FairDice, Seed
from engine.games import AnyGame
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.bot.payloads import check, check_modal
from tests.bot.random_games import Moment, chaptered, helped
from tests.bot.screens.test_limits import MOST_PLAIN_TEXT, NASTY, NOW, fits, payload, table_of

SEATS = 20
LONGEST_THREAD = 100
BY_ALL = {"direction": "counterclockwise", "ante": "1000000", "rounds": "2", "minutes": "10080"}
BY_SOME = {
    "crooked": "0.25",
    "exact": "on",
    "exact-by": "anyone",
    "gift": "on",
    "straights": "on",
    "slippery": "0.5",
    "palifico": "always",
    "seating": "order",
}
"""House rules that make screens longer, for the games that allow them."""
LATECOMER, WAITS = 2**61, 2**60
"""Two people who do not play. The second one waits for the next game."""


def longest(variant: str) -> dict[str, str]:
    """Return as many house rules as a game allows together."""
    options = dict(BY_ALL)
    for word, value in BY_SOME.items():
        try:
            rules_for(variant, options | {word: value})
        except Refused:  # an option of another game, or an option that contradicts these
            continue
        options[word] = value
    return options


def crowded(variant: str, **options: str) -> TableView:
    """Return a full table at which players vote, doze and pause, and another person waits for a seat."""
    meanwhile = Annotations(ready=(1, 3), dozing=(5, 7, 9), missed=(11,), held_until=NOW + timedelta(seconds=20))
    waiting = (Waiting(Who(WAITS, NASTY)),)
    return replace(table_of(SEATS, variant, Status.PLAYING, **options), annotations=meanwhile, waiting=waiting)


def played(table: TableView, luck: int) -> Iterator[Moment]:
    """Play a game with random moves, and yield each moment of it. Forfeits go on the tab."""
    random, chance = Random(luck), FairDice(Seed(luck.to_bytes(32, "big")), {})
    news, game = games.start(table.rules, len(table.seats), chance)
    whole: list[Event] = []
    while True:
        whole += news
        public = tuple(event for event in news if not isinstance(event, Hidden))
        told = [event for event in whole if not isinstance(event, Hidden)]
        is_over = game.state.result is not None
        info = replace(table, status=Status.OVER, seed="e" * 64) if is_over else table
        yield Moment(info, game, chaptered(told), public, tuple(whole))
        if is_over:
            return
        news, game = games.play(game, *_next(game, random), chance)


def _next(game: AnyGame, random: Random) -> tuple[int | None, Action]:
    seen = games.view(game)
    if seen.state.debtors:
        return seen.state.debtors[0], Settle(seen.state.debtors[0], How.TAB)
    if not seen.awaited:
        return None, Deal()
    return seen.awaited[0], games.choose(games.view(game, seen.awaited[0]), random.random())


@pytest.mark.in_some_games
@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("house_rules", ["as proposed", "as many as go together"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_screen_of_a_game_of_twenty_fits_discords_limits(variant: str, house_rules: str) -> None:
    table = crowded(variant, **(longest(variant) if house_rules != "as proposed" else {"rounds": "2"}))
    phases = set()
    for number, moment in enumerate(played(table, luck=7)):
        phase = moment.game.state.phase
        if number % 6 and phase in phases and phase is not BETWEEN:
            continue
        phases.add(phase)
        _fits_publicly(moment)
        for seat in {*games.awaited(moment.game), moment.game.state.turn, 0, SEATS - 1} - {-1}:
            _fits_privately(moment, seat)
        _fits_bystanders(moment)
    assert moment.table.status is Status.OVER


def _fits_publicly(moment: Moment) -> None:
    for card in cards(moment.pending())[-2:]:
        fits(card)
    shown = presenter(moment.table.rules)
    assert shown is not None
    for pace in PaceName:
        for beat in shown.beats(moment.table, games.view(moment.game), moment.news, pace, ()):
            fits(beat.card)
    awaited = games.awaited(moment.game)
    assert len(seats.table_waits(moment.table, awaited)) <= MOST_PLAIN_TEXT


def _fits_privately(moment: Moment, seat: int) -> None:
    table, view = moment.table, games.view(moment.game, seat)
    shown, seen = presenter(view), replace(table, view=view, seat=seat)
    assert shown is not None
    for said in (shown.mine(table, view, True, helped(view)), shown.remote(table, view, helped(view), moment.told[-1])):
        _is_taken(said.parts)
    for parts in (seats.ask_to_leave(seen), seats.ask_to_quit(seen), seats.ask_to_end(table)):
        _is_taken(parts)
    if view.legal.gift:
        _is_taken(gift_menu(table, view))
        _is_taken(gift_given(table, view.legal.gift[0]))
    if seat in view.awaited and view.state.phase is BIDDING:
        for form in shown.forms.values():
            check_modal(modal(form(table, view)).to_dict())
    for direct_message in (shown.direct_message(table, view, 2**62), seats.reminder(table, 2**62)):
        if direct_message is not None:
            _is_a_direct_message(direct_message)
    assert len(refusals.what_goes_on(seen)) <= MOST_PLAIN_TEXT


def _fits_bystanders(moment: Moment) -> None:
    seen = replace(moment.table, view=games.view(moment.game), seat=None)
    for user in (LATECOMER, WAITS):
        _is_taken(seats.offer(seen, user))


@pytest.mark.in_some_games
@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_screen_before_a_game_of_twenty_fits_discords_limits(variant: str) -> None:
    """These are the lobby, its start and its end, its forms, the thread's name, invitations and the rules."""
    options = longest(variant)
    table = table_of(SEATS, variant, Status.LOBBY, **options)
    told, _game = games.start(table.rules, SEATS, FairDice(Seed(b"o" * 32), {}))
    seating = narration.seating(narration.Narrator(Cast(table.seats), table.rules, table.forfeit()), told)
    gone = replace(table, status=Status.CLOSED, seed="e" * 64, ended_by=NASTY)
    for card in (lobby(table), begun(table, seating), closed(gone)):
        fits(card)
    check_modal(modal(host_options.options_form(table)).to_dict())
    for ephemeral in (
        guide.this_table(table),
        seats.which_table([replace(table, id=2**31 + at) for at in range(30)], ShowDice),
    ):
        _is_taken(ephemeral.parts)
    assert len(thread_name(table.setup, table.host)) <= LONGEST_THREAD
    for notice in (door.invitation(table, table.host, LATECOMER), door.accepted(table, table.host)):
        _is_a_direct_message(notice)


def _is_taken(parts: tuple[Part, ...]) -> None:
    if parts:
        check(payload(layout(parts)))
        assert characters(parts) <= 4000
        assert components(parts) <= 40


def _is_a_direct_message(said: DirectMessage | Notice) -> None:
    assert len(UNICODE.content(said.words)) <= MOST_PLAIN_TEXT
    buttons = said.links if isinstance(said, DirectMessage) else said.buttons
    assert all(len(button.label) <= 80 and len(button.url) <= 512 for button in buttons)
