"""Test that every step of a replay fits Discord's limits, in any view and with twenty long names."""

from datetime import UTC, datetime
from functools import cache

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from bot.history.game import Game, Player
from bot.history.past import PAGE, PastGame, PastPage, Proof, Replay, Wanted
from bot.outbox.render import layout
from bot.presses.history import ALL, TABLE, ListGames
from bot.screens.elements.cards import MOST_COMPONENTS, MOST_TEXT, Part, characters, components
from bot.screens.elements.widths import height
from bot.screens.pages import history, proof
from bot.screens.pages.replay import look, posted, replayed
from engine import games
from engine.fairness import Seed
from engine.options import rules_for
from engine.simulated_game import simulate
from engine.variants import VARIANTS
from tests.bot.answers import SELECT, walk
from tests.bot.payloads import check
from tests.bot.screens.test_limits import NASTY, payload, words_of
from tests.bot.uploaded_emojis import PICTURED

NOW = datetime(2026, 7, 1, tzinfo=UTC)
MOST_LINES = 18
"""The most lines on a phone for a step of a game of four, without its buttons and menus."""


pytestmark = [
    pytest.mark.xdist_group("replay limits"),  # one process plays each game once for all languages
    pytest.mark.own_salts,  # the games do not depend on which test plays them first
]

LONG = tuple(f"{NASTY[:30]}{n}" for n in range(20))
FRIENDS = ("Alexandra", "Ben", "Christopher", "Dan from the harbour")


@cache
def game_of(variant: str, players: int, names: tuple[str, ...] = LONG) -> Replay:
    """Return the replay of a whole game, which computers have played under the names of people."""
    told = simulate(variant, players, {}, Seed(variant.encode()))
    rules = rules_for(variant, told.options)
    people = tuple(Player(2**62 + n, names[n]) for n in range(players))
    events = convert(to_builtins(told.events), tuple[games.AnyEvent, ...])
    game = Game(2**62, 2**62, 2**62, 1, variant, NOW, NOW, people, events, rules)
    replayed = games.replay_steps(rules, players, events)
    since = dict.fromkeys(range(min(players, 4)), 0)
    return Replay(2**31 - 1, game, replayed, games.analysed(rules, players, replayed, since))


def fits(parts: tuple[Part, ...]) -> None:
    assert characters(parts) <= MOST_TEXT
    assert components(parts) <= MOST_COMPONENTS
    check(payload(layout(parts)))
    check(payload(layout(parts), PICTURED))


@pytest.mark.in_some_games
@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 20])
def test_every_step_of_a_replay_fits_discords_limits(variant: str, players: int) -> None:
    replay = game_of(variant, players)
    steps, marks = len(replay.replayed.steps), replay.replayed.marks
    some = {0, 1, 2, steps - 2, steps - 1, *range(3, steps, max(1, steps // 12))}
    some |= {at for at in (marks.boldest_lie, marks.worst_call, marks.turning_point) if at is not None}
    for at in sorted(some):
        for eye in (TABLE, players, ALL):
            seen = look(replay, at, eye)
            fits(replayed(seen).parts)
            fits(posted(seen, NASTY))


@pytest.mark.in_some_games
@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_step_of_a_replay_of_four_players_fits_a_phone(variant: str) -> None:
    replay = game_of(variant, 4, FRIENDS)
    for at in range(0, len(replay.replayed.steps), 3):
        said = "\n".join(words_of(replayed(look(replay, at, ALL)).parts))
        assert height(said) <= MOST_LINES, said


def test_a_step_that_is_notable_for_two_reasons_is_only_one_choice() -> None:
    """Discord refuses a menu that has the same choice twice."""
    told = game_of("common", 4, FRIENDS)
    seat, at = next((seat, each.costliest.step) for seat, each in told.analysis.reports.items() if each.costliest)
    marks = replace(told.replayed.marks, boldest_lie=at, turning_point=at)
    seen = look(replace(told, replayed=replace(told.replayed, marks=marks)), at, seat + 1)
    menus = [part for part in walk(payload(layout(replayed(seen).parts))) if part["type"] == SELECT]
    for menu in menus:
        values = [option["value"] for option in menu["options"]]
        assert len(set(values)) == len(values)


@pytest.mark.usefixtures("tongue")
def test_a_page_of_history_fits_discords_limits() -> None:
    everybody = tuple(range(20))
    people = tuple(Player(2**62 + n, name) for n, name in enumerate(LONG))
    line = PastGame(2**62, 2**31, 2**62, "firehouse", NOW, people, 100, everybody, ())
    lines = tuple(
        replace(line, id=line.id - n, number=line.number - n, winners=everybody[: n % 5], losers=everybody[: n % 4])
        for n in range(PAGE)
    )
    press = ListGames(2**62, 2**62, "firehouse", 2**31, newer=True)
    for asked in (press, ListGames()):
        fits(history.history(PastPage(Wanted(1), lines, 2**31, 2**31 - 9), asked).parts)
        for newer, older in ((2**31, None), (None, 2**31 - 9)):
            fits(history.history(PastPage(Wanted(1), (), newer, older), asked).parts)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("fault", ["", f"123: {NASTY * 20}"])
def test_the_page_that_verifies_a_game_fits_discords_limits(fault: str) -> None:
    found = Proof(2**31, 2**62, "@record 1\n", "f" * 64, "e" * 64, 20, 9999, 99_999, fault)
    ephemeral = proof.proof(found)
    fits(ephemeral.parts)
    assert ephemeral.file is not None
