"""Print a hash of each group of screens and of the stored data, to show that a change does not alter them.

Run `python -m tests.bot.screens.rendered` before and after the change. It takes about a minute. `--out FOLDER` also
writes the texts to files, which can be compared. By default, all parts are printed. The words `screens`, `demo` and
`stored` select some of them.

Computers play every game with fixed dice, once with the preset's rules and once with as many house rules as possible.
Some moments of each phase are rendered as Discord receives them, for an onlooker and each seat, in every language.
"""

import argparse
import contextlib
import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import convert, to_builtins
from msgspec.structs import replace

from bot import demo
from bot.history.game import Game, Player
from bot.history.past import Replay
from bot.outbox.drawn import UNICODE
from bot.outbox.render import layout, modal
from bot.presses.codec import decode
from bot.presses.history import ALL, TABLE
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Card, Part
from bot.screens.elements.controls import gift_menu
from bot.screens.families import presenters
from bot.screens.families.lesson_pages import page as page_of
from bot.screens.families.teaching import PathError
from bot.screens.pages import guide, replay
from bot.screens.table import house_rules, options, refusals, seats
from bot.screens.table.cards import cards, lobby
from bot.tables.model import Status, TableView
from bot.tables.pace import PaceName
from bot.words import language
from engine import games
from engine.__main__ import header_of
from engine.core.refusals import Refused
from engine.fairness import Seed
from engine.options import rules_for
from engine.record import write
from engine.simulated_game import simulate
from engine.variants import VARIANTS
from tests.bot.presses.test_refusals import a_reason, all_reasons
from tests.bot.random_games import Moment, helped, table_of
from tests.bot.screens.test_every_screen import longest, played
from tests.stored import FOLDER as STORED

PLAYERS = 4
NOW = datetime(2026, 7, 1, tzinfo=UTC)
OF_A_PHASE = 5
"""How many moments of each phase of a game are rendered in each language."""
PAGES = 40
"""How many pages of a lesson are rendered at most."""

Lines = Iterator[str]


def main() -> None:
    """Print a hash for each part."""
    parser = argparse.ArgumentParser(prog="python -m tests.bot.screens.rendered", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="the parts to hash; by default all")
    parser.add_argument("--out", type=Path, help="a folder for the hashed texts")
    asked = parser.parse_args()
    for part in asked.parts or PARTS:
        for name, lines in PARTS[part]():
            text = "\n".join(lines)
            print(sha256(text.encode()).hexdigest()[:16], part, name, f"({len(text):,})", flush=True)
            if asked.out is not None:
                asked.out.mkdir(parents=True, exist_ok=True)
                (asked.out / f"{part} {name}.txt").write_text(text, "utf-8")


def _screens() -> Iterator[tuple[str, Lines]]:
    for locale in language.offered():
        with language.speaking(locale):
            yield locale, _of_all_games()


def _of_all_games() -> Lines:
    for variant in VARIANTS:
        for rules in _rules(variant):
            yield f"=== {variant} {rules}"
            yield from _of_a_lobby(_table(variant, rules))
            for at in _moments(variant, tuple(rules.items())):
                yield from _of_a_moment(at)
        yield from _of_a_replay(_told(variant))
        yield from _of_a_lesson(variant)
    for kind in all_reasons():
        yield refusals.reason_sentence(a_reason(kind), "seat {}".format)


def _rules(variant: str) -> tuple[dict[str, str], dict[str, str]]:
    return {"rounds": "2"}, longest(variant)


def _table(variant: str, rules: dict[str, str]) -> TableView:
    return table_of(PLAYERS, variant, False, False, **rules)


@cache
def _moments(variant: str, rules: tuple[tuple[str, str], ...]) -> tuple[Moment, ...]:
    """Return the first moments of each phase and step of a game, and the game's last moment."""
    found, seen = list[Moment](), dict[Any, int]()
    for each in played(_table(variant, dict(rules)), luck=7):
        state = each.game.state
        kind = (state.phase, getattr(state, "step", None), state.standing is None)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= OF_A_PHASE:
            found.append(each)
    return (*found, each)


def _of_a_lobby(table: TableView) -> Lines:
    table = replace(table, status=Status.LOBBY)
    yield from _of_card(lobby(table))
    yield _parts(guide.this_table(table).parts)
    yield json.dumps(modal(options.options_form(table)).to_dict())
    for number in range(len(presenters.house_rules(table.rules))):
        yield _parts(house_rules.page(table, number))


def _of_a_moment(at: Moment) -> Lines:
    for card in cards(at.pending())[-2:]:
        yield from _of_card(card)
    shown = presenters.presenter(at.table.rules)
    assert shown is not None
    for pace in PaceName:
        for beat in shown.beats(at.table, games.view(at.game), at.news, pace, ()):
            yield from _of_card(beat.card)
    yield seats.table_waits(at.table, games.awaited(at.game))
    for seat in range(PLAYERS):
        yield from _of_a_seat(at, seat)


def _of_a_seat(at: Moment, seat: int) -> Lines:
    view, table = games.view(at.game, seat), at.table
    seen, shown = replace(table, view=view, seat=seat), presenters.presenter(view)
    assert shown is not None
    for helping in (True, False):
        yield _parts(shown.mine(table, view, helping, helped(view)).parts)
    yield _parts(shown.remote(table, view, helped(view), at.told[-1]).parts)
    if view.legal.gift:
        yield _parts(gift_menu(table, view))
    if seat in view.awaited and view.legal.leave:
        with contextlib.suppress(Refused):
            yield from (json.dumps(modal(form(table, view)).to_dict()) for form in shown.forms.values())
    if (direct := shown.direct_message(table, view, 5)) is not None:
        yield UNICODE.content(direct.words)
    yield refusals.what_goes_on(seen)


@cache
def _told(variant: str) -> Replay:
    """Return the replay of a whole game that computers play, with its analysis."""
    told = simulate(variant, PLAYERS, {}, Seed(variant.encode()))
    rules, people = rules_for(variant, told.options), tuple(Player(at, name) for at, name in enumerate(told.players))
    events = convert(to_builtins(told.events), tuple[games.AnyEvent, ...])
    game = Game(5, 5, 5, 1, variant, NOW, NOW, people, events, rules)
    steps = games.replay_steps(rules, PLAYERS, told.events)
    return Replay(1, game, steps, games.analysed(rules, PLAYERS, steps, dict.fromkeys(range(PLAYERS), 0)))


def _of_a_replay(kept: Replay) -> Lines:
    for at in range(len(kept.replayed.steps)):
        for eye in (TABLE, 1, ALL):
            yield _parts(replay.replayed(replay.look(kept, at, eye)).parts)
    if (best := games.best(kept.game.rules, kept.game.events)) is not None:
        shown = presenters.PRESENTERS[games.family(kept.game.rules).name]
        told = shown.told(replay.cast_of(kept.game.players), kept.game.rules, best)
        yield repr(told)


def _of_a_lesson(variant: str) -> Lines:
    """Yield the first page of a lesson and some of the pages that its buttons and menus open."""
    course, paths = presenters.course(VARIANTS[variant].rules), [""]
    for path in paths:
        try:
            page = _parts(page_of(course, Lesson(variant, path), tuple(filter(None, path.split("-")))))
        except PathError:
            continue
        yield page
        found = (decode(each) for each in re.findall(r"lesson:[^\"]+", page))
        new = [each.path for each in found if isinstance(each, Lesson)]
        paths += [each for each in dict.fromkeys(new) if each not in paths][: PAGES - len(paths)]


def _parts(parts: tuple[Part, ...]) -> str:
    if not parts:
        return ""
    sheet = layout(parts)
    sheet.looks = UNICODE
    return _DRAWN.sub('"drawn"', json.dumps(sheet.to_components(), ensure_ascii=False))


_DRAWN = re.compile('"[0-9a-f]{32}"')
"""Matches the random id that discord.py gives to a disabled button."""


def _of_card(card: Card) -> Lines:
    yield from (_parts(card.lasting), _parts(card.live))


def _demo() -> Iterator[tuple[str, Lines]]:
    """Yield the output of `make demo`, which plays with fixed dice."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        demo.main()
    yield "transcript", iter(said.getvalue().splitlines())


def _stored() -> Iterator[tuple[str, Lines]]:
    """Yield the files of `tests.stored`, and the stored data of games of each kind, such as snapshots and records."""
    yield "files", (path.read_text("utf-8") for path in sorted(STORED.glob("*.json")))
    yield "events", (_encoded(event) for at in _all_moments() for event in at.whole)
    yield "snapshots", (part.decode() for at in _all_moments() for part in games.freeze(at.game))
    yield "talk", (_encoded(games.talk(at.table.rules, at.whole)) for at in _all_moments())
    yield "records", (_record(variant) for variant in VARIANTS)
    yield "analyses", (_encoded(_told(variant).analysis) for variant in VARIANTS)


def _all_moments() -> Iterator[Moment]:
    return (at for name in VARIANTS for rules in _rules(name) for at in _moments(name, tuple(rules.items())))


def _record(variant: str) -> str:
    told = simulate(variant, PLAYERS, {}, Seed(variant.encode()))
    return write(header_of(told), told.events)


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


PARTS: dict[str, Callable[[], Iterator[tuple[str, Lines]]]] = {"stored": _stored, "screens": _screens, "demo": _demo}

if __name__ == "__main__":
    main()
