"""Test that the screens of the game with the cup fit Discord's limits and hide dice from other players.

Computers play the games.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import count

import pytest
from msgspec.structs import replace

from bot.outbox.render import layout
from bot.presses.poker_cup import BeginClaim, MakeClaim, MarkDice, OpenBlind
from bot.screens.elements.cards import Box, Ephemeral, Part, Row, Text, characters, components
from bot.screens.elements.widths import height
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup.advice import advised
from bot.screens.families.poker_cup.panel import MOST_LINES
from bot.screens.families.presenters import PRESENTERS
from bot.screens.table.cards import cards
from bot.tables.model import Status, TableView
from bot.tables.pace import PaceName
from bot.tables.pending import Pending, chapters
from bot.words.dice import marked, under
from engine import games
from engine.core.actions import Deal
from engine.core.events import Event, Hidden
from engine.core.state import PASSING
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.poker_cup import actions
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.view import CupView
from tests.bot.payloads import check
from tests.bot.random_games import helped
from tests.bot.screens.test_limits import fits, payload, table_of, words_of

CUP = PRESENTERS["single-cup"]
UNDER = {under(face): face for face in range(1, 7)}
"""The face for each sign of a die under the cup that a player sees."""
MARKED = {marked(face): face for face in range(1, 7)}
"""The face for each sign of a die that a player has marked, under the cup or on the table."""


def of(game: games.AnyGame, seat: int | None) -> CupView:
    view = games.view(game, seat)
    assert isinstance(view, CupView)
    return view


def seen_in(parts: Iterable[Part], signs: dict[str, int]) -> Counter[int]:
    """Count the dice that these parts show, by face. `signs` gives the face for each sign of a die."""
    found: Counter[int] = Counter()
    for part in parts:
        match part:
            case Text(words=words):
                found.update(signs[sign] for sign in words if sign in signs)
            case Row(buttons=buttons):
                found.update(signs[button.emoji] for button in buttons if button.emoji in signs)
            case Box(parts=inner):
                found += seen_in(inner, signs)
            case _:
                pass
    return found


def claims_of(parts: Iterable[Part]) -> list[str]:
    """Return the claims of the buttons on a page, in RECORD.md's notation with hyphens."""
    presses = [button.press for part in parts if isinstance(part, Row) for button in part.buttons]
    return [press.said for press in presses if isinstance(press, MakeClaim)]


def fits_privately(ephemeral: Ephemeral) -> None:
    check(payload(layout(ephemeral.parts)))
    assert components(ephemeral.parts) <= 40
    assert characters(ephemeral.parts) <= 4000


def turned(table: TableView, view: CupView) -> Iterable[Ephemeral]:
    """Yield further pages of My cup: with every die marked, with a claim begun, and before a blind claim."""
    assert CUP.turned is not None
    for press in (
        MarkDice(table.id, table.version, 31),
        BeginClaim(table.id, table.version, "high-6"),
        OpenBlind(table.id, table.version),
    ):
        yield CUP.turned(table, view, press, True, Hinted())


def look_at(game: games.AnyGame, events: list[Event], players: int) -> None:
    """Check every screen that a player or an onlooker can open now."""
    onlooker = of(game, None)
    table = table_of(players, "cup", Status.PLAYING if onlooker.state.result is None else Status.OVER)
    told = tuple(tuple(event for _, event in chapter) for chapter in chapters(list(enumerate(events))))
    shown = cards(Pending(replace(table, view=onlooker), tuple(events), len(events), (), None, True, told))
    for card in shown[-2:]:
        fits(card)
    if onlooker.state.phase is PASSING:
        assert height("\n".join(words_of(shown[-1].lasting))) <= MOST_LINES
        assert not seen_in((*shown[-1].lasting, *shown[-1].live), UNDER | MARKED)
    for seat in {*onlooker.awaited, 0, players - 1}:
        view = of(game, seat)
        best = advised(view, helped(view).best)
        if best is not None and isinstance(best.action, actions.MakeClaim):
            offered = claims_of(CUP.mine(table, view, True, helped(view)).parts)
            assert claim_in_words(best.action.claim).replace(" ", "-") in offered, "the best claim is a button"
        for ephemeral in (
            CUP.mine(table, view, True, helped(view)),
            CUP.remote(table, view, helped(view), told[-1]),
            *turned(table, view),
        ):
            fits_privately(ephemeral)
            if onlooker.state.phase is PASSING:
                assert seen_in(ephemeral.parts, UNDER) <= Counter(view.mine)
                known = Counter(view.mine + view.state.on_table())
                assert seen_in(ephemeral.parts, UNDER | MARKED) <= known
    for beat in (beat for pace in PaceName for beat in CUP.beats(table, onlooker, events[-4:], pace, ())):
        fits(beat.card)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("players", [2, 8, 20])
@pytest.mark.parametrize("options", [{}, {"straights": "on", "slippery": "0.5"}], ids=["usual", "slippery"])
def test_every_screen_of_a_game_of_the_cup_fits_and_hides_the_dice(players: int, options: dict[str, str]) -> None:
    rules = rules_for("cup", {"rounds": "2", **options})
    chance = FairDice(Seed(b"c" * 32), {})
    started, game = games.start(rules, players, chance)
    told, moods = [*started], (number * 0.37 % 1 for number in count())
    while of(game, None).state.result is None:
        awaited = games.awaited(game)
        seat = awaited[0] if awaited else None
        action = games.choose(of(game, seat), next(moods)) if seat is not None else Deal()
        events, game = games.play(game, seat, action, chance)
        told += [event for event in events if not isinstance(event, Hidden)]
        look_at(game, told, players)


def test_the_first_row_has_one_disabled_button_for_each_unseen_die() -> None:
    rules = rules_for("cup")
    chance = FairDice(Seed(b"c" * 32), {})
    _, game = games.start(rules, 2, chance)
    _, game = games.play(game, None, Deal(), chance)
    holder = games.awaited(game)[0]
    ephemeral = CUP.mine(table_of(2, "cup"), of(game, holder), False, Hinted())
    (row, *_) = [part for part in ephemeral.parts if isinstance(part, Row)]
    assert len(row.buttons) == 5
    assert all(button.disabled for button in row.buttons), "nobody has looked yet"
