"""Walk through every lesson and the sample rounds, and collect what their pages say at each moment."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.presses.learning import Lesson
from bot.presses.poker_cup import MakeClaim
from bot.screens.families.bids import lesson_script, pure_lesson, show_lesson
from bot.screens.families.bids import teaching as of_bids
from bot.screens.families.lesson_pages import page
from bot.screens.families.poker_cup import lesson_script as cup_script
from bot.screens.families.poker_cup import teaching as of_the_cup
from bot.screens.families.poker_cup import two_dice_lesson
from bot.screens.families.presenters import presenter
from bot.screens.families.teaching import (
    DEAL,
    LEARNER,
    LIAR,
    SEATS,
    SETS_BEGUN,
    Course,
    PathError,
    SampleRound,
    after,
    cast,
    players,
    told,
)
from bot.tables.model import Seat, TableView
from engine import games
from engine.core.actions import Challenge, Deal
from engine.core.state import BETWEEN, OVER
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.ranking import Kind
from engine.poker_cup.view import CupView
from tests.bot.random_games import table_of
from tests.truth.asked import Moment
from tests.truth.sweep import said

COURSES: dict[str, Course] = {
    "common": of_bids.COURSE,
    "cup": of_the_cup.COURSE,
    "mia": two_dice_lesson.COURSE,
    "bluff": show_lesson.COURSE,
    "dahua": pure_lesson.COURSE,
}
"""The lessons, by the game that they teach."""

Path = tuple[str, ...]


class InLesson(Moment, frozen=True, dict=True):
    """A moment of a lesson, after the steps of a path.

    `before` is the game before the last step, and `news` are the events of that step: the learner's move and the moves
    of the other players after it. `reader` is the learner.
    """

    course: Any = None
    path: Path = ()

    def legal(self, seat: int) -> Any:
        """Return a seat's legal moves. The learner has no moves that the lesson refuses."""
        may = super().legal(seat)
        if seat != LEARNER or self.is_of_bids:
            return may
        return replace(
            may,
            show=may.show if self._takes("o", may.show) else (),
            cover=may.cover if self._takes("u", may.cover) else (),
            throw=may.throw if self._takes("r", may.throw) else (),
        )

    def _takes(self, letter: str, dice: tuple[int, ...]) -> bool:
        """Return whether the lesson accepts the step that moves the first of these dice."""
        try:
            after(self.course, (*self.path, f"{letter}{dice[0]}"))
        except (IndexError, PathError):
            return False
        return True


def lesson(game: str, number: str) -> Iterator[tuple[InLesson, str]]:
    """Yield every moment of a lesson with this set of dice, and the text of its page."""
    course = COURSES[game]
    table = replace(table_of(3, game, computers=False), seats=cast().seats, rules=course.rules, view=None)
    for path in _paths(course, (number,) if number else ()):
        played = after(course, path)
        before = None if path in SETS_BEGUN else after(course, path[:-1]).game
        whole = sum((after(course, path[:many]).happened for many in range(len(path) + 1)), ())
        at = InLesson(table, played.game, before, played.happened, whole, reader=LEARNER, course=course, path=path)
        yield at, said(page(course, Lesson(game, ""), path))


def _paths(course: Course, path: Path) -> Iterator[Path]:
    """Yield every path that begins with `path`.

    With the cup, the learner makes only the lowest and the highest claim.
    """
    yield path
    for step in _steps(course, path):
        yield from _paths(course, (*path, step))


def _steps(course: Course, path: Path) -> Iterator[str]:
    seen = after(course, path).seen
    if seen.state.phase is OVER:
        return
    if seen.state.phase is BETWEEN:
        yield DEAL
        return
    words = _with_the_cup(seen, path) if isinstance(seen, CupView) else steps_of_bids(course.game, seen)
    for word in words:
        try:
            after(course, (*path, word))
        except PathError:
            continue
        yield word


def steps_of_bids(game: str, seen: Any) -> list[str]:
    """Return the learner's steps in a lesson about bids, or some of them if dice are shown or bids are pure.

    These are the best step, the challenge, the first and the last bid, and the first bids with a show and with a word.
    In the first round they are all opening bids without a show.
    """
    if game == "common":
        return [*of_bids.steps(seen)]
    every, best = lesson_script.steps(seen), lesson_script.best(seen)[0]
    bids = [word for word in every if word != LIAR]
    chosen = [word for word, act in every.items() if act == best]
    chosen += [*bids[:1], *bids[-1:], *[word for word in bids if "s" in word][:1]]
    chosen += [word for word in bids if word[-1] in "pf"][:1]
    chosen += [word for word in bids if "s" not in word and seen.state.round == 1 and seen.state.standing is None]
    return [*dict.fromkeys((*chosen, *(word for word in every if word == LIAR)))]


def _with_the_cup(seen: CupView, path: Path) -> Iterator[str]:
    may, is_new = seen.legal, not any(word[0] in "our" for word in path[-2:])
    yield from [LIAR] * may.challenge + ["p"] * may.peek + ["sl", "s"] * may.shake + ["l"] * may.look
    yield from (f"o{face}{face}" for face in sorted(set(may.show)) if is_new and may.show.count(face) == 2)
    yield from (f"{letter}{dice[0]}" for letter, dice in (("u", may.cover), ("r", may.throw)) if dice)
    if may.claim or may.blind:
        claims = seen.state.rules.ranking.claims
        high = [each for each in claims if may.least is None or seen.state.rules.ranking.reaches(each, may.least)]
        for claim in (high[0], high[-1]):
            words = claim_in_words(claim).replace(" ", "-")
            word_of = two_dice_lesson.word_of if claim.kind is Kind.TWO_DICE else cup_script.word_of
            yield word_of(MakeClaim(0, 0, words, blind=may.blind))


def sample_round(at: TableView) -> tuple[Moment, str]:
    """Return the end of the sample round by the rules of this table, and the text of the round.

    `before` is the game before the call, and `news` has the events of the whole round. The text may be longer than on
    the page How to play, which leaves out the last steps if there is no room for them.
    """
    shown = presenter(at.rules)
    assert shown is not None
    script: SampleRound = shown.sample(at.rules)
    here = tuple(Seat(number, name) for number, name in enumerate(players([seat.name for seat in at.seats]), 1))
    events, game = script.start(at.rules)
    moved, game = script.play(game, None, Deal())
    news, before = (*events, *moved), game
    while game.state.phase not in (BETWEEN, OVER):
        seat = games.awaited(game)[0]
        acts = script.moves(tuple(games.view(game, each) for each in SEATS), seat)
        before = game if isinstance(acts[0], Challenge) else before
        moved, game = script.play(game, seat, *acts)
        news += moved
    text = "\n".join(told(script, at.rules, None, [seat.name for seat in at.seats]))
    return Moment(replace(at, seats=here), game, before, news, news), text
