"""A page of the first game of the cup: what has just happened, and below it the learner's own cup, as at a table.

The whisper is the real one (`private.py`); only its presses become steps of the lesson.
"""

from collections.abc import Sequence

import msgspec

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.presses.poker_cup import BeginClaim
from bot.screens.first_game import after, cast
from bot.screens.lesson import Course, leads, title, to_go_on
from bot.screens.model import Box, Button, Menu, Part, Row, Text, Tone
from bot.screens.poker_cup.first_game import OF_THE_CUP, may_arrange, turned_by, word_of
from bot.screens.poker_cup.lesson_told import thought, told, welcome
from bot.screens.poker_cup.picker import NOTHING
from bot.screens.poker_cup.private import mine, turned
from bot.screens.poker_cup.telling import Telling
from bot.tables.model import Place, Setup, Status, TableInfo, Who
from bot.words.language import _
from engine.poker_cup.rules import CupRules
from engine.poker_cup.view import CupView


def page(lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """What a learner sees after these steps, and the moves of the next. Raises `Astray` for steps never offered.

    A last word that only turns the whisper (dice marked, a claim begun) is no step: what follows takes its place.
    """
    turning = turned_by(path[-1]) if path else None
    path = path[:-1] if turning is not None else path
    played, by = after(OF_THE_CUP, path), _telling()
    story = [part for event in played.happened if (part := told(by, played, event))] or [welcome(by)]
    words = "\n\n".join((*story, *thought(played, path)))
    box = Box((Text(f"{title(by, played.seen)}\n{words}"),), Tone.FELT)
    on = to_go_on(lesson, path, played)
    if on is not None:
        return (box, on)
    table, seen = _table(by, path), _teachable(played.seen, path)
    if turning is not None:
        parts = turned(table, seen, turning, elsewhere=False).parts
    elif seen.legal.peek:
        parts = _received(table, seen)
    else:
        parts = mine(table, seen, elsewhere=False, hints=True).parts
    return (box, *_as_steps(parts, lesson, path))


def _received(table: TableInfo, seen: CupView) -> tuple[Part, ...]:
    """K2, with **Blind** as on a table's panel: the claims that it opens would fill a phone beside the story."""
    answers = msgspec.structs.replace(seen, legal=msgspec.structs.replace(seen.legal, blind=False))
    *parts, last = mine(table, answers, elsewhere=False, hints=True).parts
    assert isinstance(last, Row)
    return (*parts, Row((*last.buttons, Button(_("Blind"), BeginClaim(0, 0, NOTHING), "🙈"))))


def _telling() -> Telling:
    rules = OF_THE_CUP.rules
    assert isinstance(rules, CupRules)
    return Telling(cast(), rules)


def _table(by: Telling, path: tuple[str, ...]) -> TableInfo:
    """The table at which the learner sits, so far as their own cup shows of it."""
    return TableInfo(
        id=0,
        place=Place(0, 0, "", ""),
        host=Who(1, ""),
        status=Status.PLAYING,
        setup=Setup("cup", {"rounds": str(by.rules.rounds)}),
        rules=by.rules,
        seats=by.cast.seats,
        commitment="",
        seed=None,
        game=None,
        game_number=1,
        version=len(path),
        deadline=None,
        ends_at=None,
    )


def _teachable(seen: CupView, path: tuple[str, ...]) -> CupView:
    """The same without what the lesson does not offer: dice are not moved for ever."""
    may = seen.legal
    if may_arrange(path):
        return seen
    must = not may.shake and not may.claim
    less = msgspec.structs.replace(may, show=(), cover=(), throw=may.throw if must else ())
    return msgspec.structs.replace(seen, legal=less)


def _as_steps(parts: Sequence[Part], lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """A whisper of the table whose every press leads on in the lesson."""

    def step(press: Press | None) -> Press | None:
        return leads(lesson, path, word_of(press)) if press is not None else None

    made: list[Part] = []
    for part in parts:
        match part:
            case Row(buttons=buttons):
                made.append(Row(tuple(msgspec.structs.replace(each, press=step(each.press)) for each in buttons)))
            case Menu(choices=choices):
                led = (
                    msgspec.structs.replace(each, value=each.value if isinstance(each.value, str) else step(each.value))
                    for each in choices
                )
                made.append(msgspec.structs.replace(part, choices=tuple(led)))
            case _:
                made.append(part)
    return tuple(made)


COURSE = Course(OF_THE_CUP, page)
"""How the cup is taught."""
