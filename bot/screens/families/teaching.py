"""Play lessons of any family: a learner's first game, and the sample round of "How to play".

The engine plays them with fixed dice. A lesson is not stored. Its path is a sequence of words for everything that the
learner has done, and each step plays the game again from the beginning. Each family brings its dice, its players'
moves, and its own texts (`Course`, `SampleRound`).
"""

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Part
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import YOU_AS_A_NAME
from bot.screens.families import narration
from bot.screens.families.narration import Narrator
from bot.tables.model import Seat
from bot.words.cleaning import alike
from bot.words.language import _
from engine import games
from engine.core import events as e
from engine.core.actions import Action, Deal, How, Settle
from engine.core.characters import CHARACTERS
from engine.core.dice import Hand
from engine.core.refusals import Refused
from engine.core.state import BETWEEN, OVER
from engine.games import AnyGame, AnyRules

LEARNER, FIRST, SECOND = SEATS = range(3)
"""The seats of a lesson: the learner, and then two computer players."""
DEAL, LIAR, END = "deal", "liar", "end"
"""The words of a path that every family has: begin a round, challenge, and show how the games differ."""
PLAYERS = ("Ann", "Ben", "Cleo")
"""The usual names of the players in a sample round, in joining order."""

OTHERS = (
    *("Dora", "Emil", "Fay", "Gus", "Hugo", "Ivy", "Jon", "Kit", "Lea", "Max", "Nell", "Otto", "Pia", "Rob", "Sue"),
    *("Tom", "Uma", "Vic", "Wes", "Yara", "Zoe"),
)
"""The names that replace the usual ones, so that nobody at the table takes a hand of the sample for their own."""
SETS = ("", "1", "2", "3", "4")
"""The sets of dice of a first game. The first word of a path names the set; without it the first set is used."""
SETS_BEGUN = {tuple(filter(None, (each,))) for each in SETS}
"""The paths on which no dice have been thrown yet."""
SURE = 0.6
"""A lesson calls a move the best one only if its odds are at least this."""
RED_DIE = 6
"""The face that the red die shows in lessons."""

Rolled = Callable[[int, int, int], Hand]
"""A function that returns dice from the address of a throw, a seat, and a number of dice."""
Views = tuple[Any, ...]
"""The views of all seats, in the family's own type."""
Moved = tuple[tuple[e.Event, ...], AnyGame]
"""Events, and the game after these events."""


class PathError(Exception):
    """Raised for a path with a step that the lesson never offered."""


class Played(msgspec.Struct, frozen=True):
    """A `game` with its hidden dice, after a learner's step or after a sample round.

    `before` and `seen` are the views before and after that step or round. `happened` contains the events in between.
    """

    game: AnyGame
    before: Any
    seen: Any
    happened: tuple[e.Event, ...]


class _FixedDice(msgspec.Struct, frozen=True):
    """Dice that show what `roll` returns and are never crooked. The seat `highest` wins the roll-off."""

    roll: Rolled
    highest: int

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 if seat == self.highest else 5 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return RED_DIE

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


# How a lesson is played ------------------------------------------------------------------------------------------


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """The dice, the moves and the texts with which a family plays a lesson.

    - `throws`: returns dice, from the number of their set, the number of the round, and whether they begin the round.
    - `moves`: returns the actions of the seat whose turn it is, from the views of all seats.
    - `highest`: the seat that wins the roll-off.
    - `dice`: the number of the set of dice, from 0.
    - `told_by`: makes the family's narrator from the names, the rules and, if given, the forfeit.
    """

    throws: Callable[[int, int, bool], Rolled]
    moves: Callable[[Views, int], tuple[Action, ...]]
    highest: int = LEARNER
    dice: int = 0
    told_by: Callable[..., Narrator]

    def start(self, rules: AnyRules) -> Moved:
        """Begin a game by these rules."""
        return games.start(rules, len(SEATS), _FixedDice(self.throws(self.dice, 1, True), self.highest))

    def play(self, game: AnyGame, seat: int | None, *actions: Action) -> Moved:
        """Play these actions of a seat in order. Raises `Refused` if one is not legal."""
        happened: tuple[e.Event, ...] = ()
        for action in actions:
            begins = isinstance(action, Deal)
            throws = self.throws(self.dice, games.view(game).state.round + begins, begins)
            events, game = games.play(game, seat, action, _FixedDice(throws, self.highest))
            happened += events
        return happened, game

    def go_on(self, moved: Moved, learner: int | None) -> Moved:
        """Play the other players' moves until the learner has to act, or to the end of the round without a learner."""
        happened, game = moved
        while (turn := self._turn(game, learner)) is not None:
            events, game = self.play(game, *turn)
            happened += events
        return happened, game

    def _turn(self, game: AnyGame, learner: int | None) -> tuple[Any, ...] | None:
        """Return the next seat to act and its actions: a turn, or the settlement of a forfeit.

        Return None if the learner has to act next, or if the round is over.
        """
        state, awaited = games.view(game).state, games.awaited(game)
        if state.phase is BETWEEN and state.debtors and learner is not None:
            debtor = state.debtors[0]  # P1: a computer player pays its forfeit, and waives the learner's
            seat, how = (state.creditor, How.WAIVED) if debtor == learner else (debtor, How.PAID)
            return (seat, Settle(debtor, how))
        if state.phase in (BETWEEN, OVER) or learner in awaited:
            return None
        return (awaited[0], *self.moves(tuple(games.view(game, each) for each in SEATS), awaited[0]))


class SampleRound(Script, frozen=True, kw_only=True):
    """The sample round of a family.

    `steps` yields the texts of all steps except the last one, in which players pay. `paid` returns the text about an
    event of that last step, or "" if the event is no price of this family.
    """

    steps: Callable[[Any, Played], Iterator[str]]
    paid: Callable[[Any, e.Event], str] = lambda _by, _event: ""


class Course(Script, frozen=True, kw_only=True):
    """A lesson: a first game of about two rounds, with its own texts and buttons.

    - `game`: the variant that is played.
    - `meant`: returns the actions that a word means after a path. The engine refuses illegal actions. For a word that
      the lesson does not have, it raises `LookupError`.
    - `welcome`: describes the game before the first throw.
    - `narrated`: returns an event in words with an explanation, or "" if the family says nothing about it.
    - `hints`: yields lines about the learner's possible moves after a path, perhaps changed by a press.
    - `buttons`: returns the learner's next buttons after a path, perhaps changed by a press.
    - `turned`: returns the press of a last word that only redraws the message (to mark dice, to begin a claim), or None
      for any other word. A word that only redraws is not a step: the next word replaces it.
    """

    game: str
    rules: AnyRules
    meant: Callable[[Played, tuple[str, ...], str], tuple[Action, ...]]
    welcome: Callable[[], str]
    narrated: Callable[[Any, Played, e.Event], str]
    hints: Callable[[Played, tuple[str, ...], Any], Iterator[str]]
    buttons: Callable[[Lesson, tuple[str, ...], Any, Any], tuple[Part, ...]]
    turned: Callable[[str], Press | None] = lambda _word: None


@lru_cache(maxsize=64)
def sample(script: SampleRound, rules: AnyRules) -> Played:
    """Play one round by these rules, up to its showdown, and return it."""
    begun, game = script.start(rules)
    events, ended = script.go_on(script.play(game, None, Deal()), None)
    return Played(ended, games.view(game), games.view(ended), begun + events)


@lru_cache(maxsize=2048)
def after(course: Course, path: tuple[str, ...]) -> Played:
    """Return the game after the steps of a path. Raises `PathError` if the lesson never offered a step."""
    course = replace(course, dice=SETS.index(path[0])) if path[:1] and path[0] in SETS else course
    if path in SETS_BEGUN:
        _events, game = course.start(course.rules)
        return Played(game, games.view(game, LEARNER), games.view(game, LEARNER), ())
    *earlier, word = path
    last = after(course, path[:-1])
    phase = last.seen.state.phase
    if phase is OVER or (phase is BETWEEN) is not (word == DEAL):
        raise PathError
    try:
        acts = (Deal(),) if word == DEAL else course.meant(last, tuple(earlier), word)
        happened, game = course.go_on(course.play(last.game, None if word == DEAL else LEARNER, *acts), LEARNER)
    except (LookupError, Refused) as refusal:
        raise PathError from refusal
    return Played(game, last.seen, games.view(game, LEARNER), happened)


# The words of a page ---------------------------------------------------------------------------------------------


def players(here: Collection[str]) -> tuple[str, ...]:
    """Return the names of the players in a sample round. If possible, they differ from the names in `here`."""
    taken = {word for name in here for word in (alike(name), *alike(name).split())}
    free = [name for name in (*PLAYERS, *OTHERS) if alike(name) not in taken]
    return tuple((*free, *PLAYERS)[: len(PLAYERS)])


def told(shown: SampleRound, rules: AnyRules, forfeit: str | None, here: Collection[str] = ()) -> tuple[str, ...]:
    """Return a sample round by these rules, one paragraph for each step.

    `forfeit` is what a loser must do: "" for the usual forfeit, None if nobody owes anything. If possible, no person
    who is `here` has the name of a player of the sample.
    """
    seats = tuple(Seat(number, name) for number, name in enumerate(players(here), 1))
    by, story = shown.told_by(Cast(seats), rules, forfeit), sample(shown, rules)
    pay = [
        narration.owed(by, event) if isinstance(event, e.ForfeitOwed) else shown.paid(by, event)
        for event in story.happened
    ]
    return (*shown.steps(by, story), "\n".join((_("**5. Pay.**"), *filter(None, pay))))


def cast() -> Cast:
    """Return the names in a lesson: "You" for the learner, and the names of two computer players."""
    names = (_(YOU_AS_A_NAME), *islice(CHARACTERS, len(SEATS) - 1))
    return Cast(tuple(Seat(None if seat else 1, name) for seat, name in enumerate(names)), you=LEARNER)
