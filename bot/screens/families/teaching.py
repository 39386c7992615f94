"""Lessons of any family, played by the engine with fixed dice: a learner's first game, and How to play's sample round.

They are stored nowhere: a path of words has all acts of a learner, and the game is played again from there. Each family
says its dice, its seats' moves, and the words that only it has (`Course`, `SampleRound`).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Box, Button, Part, Row, Style, Text, Tone
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import ROUND, YOU_AS_A_NAME
from bot.screens.families import narration
from bot.screens.families.narration import Narrator
from bot.tables.model import Seat
from bot.words.language import N_, _, ngettext
from engine import games
from engine.core import events as e
from engine.core.actions import Action, Deal, How, Settle
from engine.core.characters import CHARACTERS
from engine.core.dice import Hand
from engine.core.refusals import Refused
from engine.core.state import BETWEEN, OVER
from engine.games import AnyGame, AnyRules

LEARNER, FIRST, SECOND = SEATS = range(3)
"""The seats: the learner, and the two computers after them."""
DEAL, LIAR, END = "deal", "liar", "end"
"""A learner's acts in any game, as in a path: begin a round, doubt, and see how the games differ."""
PLAYERS = ("Ann", "Ben", "Cleo")
"""The players of a sample round, in joining order."""
SETS = ("", "1", "2", "3", "4")
"""The sets of dice of a first game, as the first word of a path; the first set needs none."""
SETS_BEGUN = {tuple(filter(None, (each,))) for each in SETS}
"""The paths before the first throw."""
SURE = 0.6
"""The least odds of what a lesson calls best."""
RED_DIE = 6
"""The face of the red die."""

Rolled = Callable[[int, int, int], Hand]
"""The dice, by the address of the throw, the seat, and their number."""
Views = tuple[Any, ...]
"""Each seat's view, as the family's own views."""
Moved = tuple[tuple[e.Event, ...], AnyGame]
"""The events, and the game after them."""


class PathError(Exception):
    """A path has a step that was never offered."""


class Played(msgspec.Struct, frozen=True):
    """A game after a learner's step, or after a sample round.

    `before` and `seen` are the views before it and now, of the family; `happened` are the events since.
    """

    before: Any
    seen: Any
    happened: tuple[e.Event, ...]


class _FixedDice(msgspec.Struct, frozen=True):
    """Dice that fall by `roll`, never crooked; `highest` is the seat that wins the roll-off."""

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
    """How a family plays and tells a lesson.

    - `throws` returns the dice of a round by the set of dice, its number, from 1 on, and whether they begin it.
    - `moves` returns, from the views of all seats, the moves of the seat to move: an action, or several in a row.
    - `highest` is the seat that wins the roll-off.
    - `dice` is the set of dice, from 0 on.
    - `told_by` makes the family's narrator from a cast, the rules, and perhaps the forfeit.
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
        """Play these actions of a seat. Raises `Refused`."""
        happened: tuple[e.Event, ...] = ()
        for action in actions:
            begins = isinstance(action, Deal)
            throws = self.throws(self.dice, games.view(game).state.round + begins, begins)
            events, game = games.play(game, seat, action, _FixedDice(throws, self.highest))
            happened += events
        return happened, game

    def go_on(self, moved: Moved, learner: int | None) -> Moved:
        """Play everybody's moves until the learner has to act; without a learner, until the round is over."""
        happened, game = moved
        while (turn := self._turn(game, learner)) is not None:
            events, game = self.play(game, *turn)
            happened += events
        return happened, game

    def _turn(self, game: AnyGame, learner: int | None) -> tuple[Any, ...] | None:
        """Return the next seat to act and its actions: its turn, or a settlement; None if it is for the learner."""
        state, awaited = games.view(game).state, games.awaited(game)
        if state.phase is BETWEEN and state.debtors and learner is not None:
            debtor = state.debtors[0]  # P1: a computer pays what it owes, and lets the learner off
            seat, how = (state.creditor, How.WAIVED) if debtor == learner else (debtor, How.PAID)
            return (seat, Settle(debtor, how))
        if state.phase in (BETWEEN, OVER) or learner in awaited:
            return None
        return (awaited[0], *self.moves(tuple(games.view(game, each) for each in SEATS), awaited[0]))


class SampleRound(Script, frozen=True, kw_only=True):
    """The sample round of a family: each step but the last in words, and its costs.

    `paid` words an event; "" for one that is not a price of the family's own.
    """

    steps: Callable[[Any, Played], Iterator[str]]
    paid: Callable[[Any, e.Event], str] = lambda _by, _event: ""


class Course(Script, frozen=True, kw_only=True):
    """The course of a family: its first game, by rules of about two rounds, with its own words and buttons.

    - `meant` returns the acts of a learner's word, after the path to it. The engine refuses illegal ones; for acts that
      the family does not teach it raises `LookupError`.
    - `welcome`: the course of the game, before the first throw.
    - `narrated`: an event, with its lesson; "" for an event that needs no words of the family.
    - `hints`: the learner's possible acts after a path, with a thought about them.
    - `buttons`: the next buttons after a path, in the learner's view; maybe changed by a press.
    - `turned`: the press of a last word that only redraws the message (dice marked, a claim begun), which is not a
      step: the next word replaces it. None for any other word.
    """

    rules: AnyRules
    meant: Callable[[Played, tuple[str, ...], str], tuple[Action, ...]]
    welcome: Callable[[], str]
    narrated: Callable[[Any, Played, e.Event], str]
    hints: Callable[[Played, tuple[str, ...]], Iterator[str]]
    buttons: Callable[[Lesson, tuple[str, ...], Any, Any], tuple[Part, ...]]
    turned: Callable[[str], Press | None] = lambda _word: None


@lru_cache(maxsize=64)
def sample(script: SampleRound, rules: AnyRules) -> Played:
    """Play one round by these rules, to its showdown."""
    begun, game = script.start(rules)
    events, ended = script.go_on(script.play(game, None, Deal()), None)
    return Played(games.view(game), games.view(ended), begun + events)


def after(course: Course, path: tuple[str, ...]) -> Played:
    """Return the game after these steps. Raises `PathError` for a step that was not offered."""
    return _after(course, path)[1]


@lru_cache(maxsize=2048)
def _after(course: Course, path: tuple[str, ...]) -> tuple[AnyGame, Played]:
    """Return the game with its hidden dice, and the learner's view of it."""
    course = replace(course, dice=SETS.index(path[0])) if path[:1] and path[0] in SETS else course
    if path in SETS_BEGUN:
        _events, game = course.start(course.rules)
        return game, Played(games.view(game, LEARNER), games.view(game, LEARNER), ())
    game, last = _after(course, path[:-1])
    *earlier, word = path
    phase = last.seen.state.phase
    if phase is OVER or (phase is BETWEEN) is not (word == DEAL):
        raise PathError
    try:
        acts = (Deal(),) if word == DEAL else course.meant(last, tuple(earlier), word)
        moved = course.play(game, None if word == DEAL else LEARNER, *acts)
        happened, game = course.go_on(moved, LEARNER)
    except (LookupError, Refused) as refusal:
        raise PathError from refusal
    return game, Played(last.seen, games.view(game, LEARNER), happened)


# The words of a page ---------------------------------------------------------------------------------------------


def told(shown: SampleRound, rules: AnyRules, forfeit: str | None) -> tuple[str, ...]:
    """Return a sample round by these rules in steps, a paragraph each.

    `forfeit` is a loser's task, "" for the usual one; None if nobody owes anything.
    """
    seats = tuple(Seat(number, name) for number, name in enumerate(PLAYERS, 1))
    by, story = shown.told_by(Cast(seats), rules, forfeit), sample(shown, rules)
    pay = [
        narration.owed(by, event) if isinstance(event, e.ForfeitOwed) else shown.paid(by, event)
        for event in story.happened
    ]
    return (*shown.steps(by, story), "\n".join((_("**5. Pay.**"), *filter(None, pay))))


def cast() -> Cast:
    """Return the players: the learner, who is "You" in a list of names, and two computers."""
    names = (_(YOU_AS_A_NAME), *islice(CHARACTERS, len(SEATS) - 1))
    return Cast(tuple(Seat(None if seat else 1, name) for seat, name in enumerate(names)), you=LEARNER)


def page(course: Course, lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the learner's page after these steps, with the moves of the next.

    Raises `PathError` for steps that were never offered.
    """
    turning = course.turned(path[-1]) if path else None
    path = path[:-1] if turning is not None else path
    played, by = after(course, path), course.told_by(cast(), course.rules)
    state = played.seen.state
    story = [course.narrated(by, played, event) or _ending(by, played, event) for event in played.happened]
    lines = list(filter(None, story))
    if not lines:
        # Translators: {names} are two computer players.
        words = _("Two rounds against {names}. This one doesn’t count.")
        lines = [words.format(names=by.cast.names((FIRST, SECOND))), course.welcome()]
    titles = [_("### 🎓 Your first game"), *([_(ROUND).format(n=by.of_rounds(state.round))] if state.round else [])]
    title = " · ".join(titles)
    words = "\n\n".join((*lines, *course.hints(played, path)))
    box = Box((Text(f"{title}\n{words}"),), Tone.FELT)
    if state.phase is OVER:
        return (box, Row((Button(_("The other games"), leads(lesson, path, END), "📖", Style.MAIN),)))
    if state.phase is BETWEEN:
        label = _("Next round") if state.round else _("Roll the dice")
        return (box, Row((Button(label, leads(lesson, path, DEAL), "🎲", Style.MAIN),)))
    return (box, *course.buttons(lesson, path, played.seen, turning))


def leads(lesson: Lesson, path: tuple[str, ...], word: str) -> Lesson:
    """Return the press for one more step, `word`, after those of `path`."""
    return Lesson(lesson.game, "-".join((*path, word)))


def judged(
    by: Narrator, shown: Any, calls: tuple[str, str], said: str, *lines: str, caught: str, good: str = ""
) -> str:
    """Return a showdown in words: the call, its lines of dice and their verdict, and why somebody pays (P1).

    `calls` are the learner's call and a computer's, against what was `said`; `caught` is for the learner's own lie;
    `good` for another's, if the family has better words for that.
    """
    is_mine = shown.challenger == LEARNER
    name = by.name(next(seat for seat in (shown.challenger, shown.winner(), shown.loser()) if seat != LEARNER))
    if is_mine:
        truth = _("{name} told the truth, so you pay for doubting.")
        lie = good or _("Good call! Too good to be true. {name} pays.")
    else:
        # Translators: “you” is who learns, {name} a computer player.
        truth, lie = _("You told the truth, so {name} pays for doubting."), caught
    call = _(calls[not is_mine]).format(name=name, bid=said, claim=said)
    return "\n".join((call, *lines, (truth if shown.holds else lie).format(name=name)))


BLUFF = N_("A bluff! That’s allowed: nobody can see.")
"""The words about a learner's lie that nobody has called yet."""


def _ending(by: Narrator, played: Played, event: e.Event) -> str:
    """Return the results of a showdown: the forfeit, the opener, and the winner; "" for anything else."""
    match event:
        case e.ForfeitOwed(seat=seat) if seat != LEARNER:
            # Translators: {name} is a computer player.
            return _("📝 {name} owes a **forfeit**, like a song.").format(name=by.name(seat))
        case e.ForfeitOwed() if any(isinstance(each, e.Settled) for each in played.happened):
            return _("📝 You owe a **forfeit**, like a song. This time they let you off.")
        case e.ForfeitOwed():
            return _("📝 You owe a **forfeit**, like a song.")
        case e.Opens(seat=seat) if seat == LEARNER:
            return _("➡️ You were right, so you open the next round.")
        case e.Opens(seat=seat):
            return _("➡️ {name} was right and opens the next round.").format(name=by.name(seat))
        case e.GameOver(winners=winners):
            return _result(by, played.seen, winners)
        case _:
            return ""


def _result(by: Narrator, seen: Any, winners: tuple[int, ...]) -> str:
    """Return everybody's forfeits at the end, and the winner (E1, E5)."""
    counts = " · ".join(f"{by.cast.brief(seat)} {player.forfeits}" for seat, player in enumerate(seen.state.players))
    # Translators: {counts} is names and numbers of forfeits.
    said = _("🏁 **Game over.** Forfeits: {counts}. The fewest wins.").format(counts=counts)
    words = ngettext("🏆 {names} wins this time.", "🏆 {names} win this time.", len(winners))
    won = _("🏆 **You win!**") if LEARNER in winners else words.format(names=by.cast.names(winners))
    return f"{said}\n{won}"
