"""Lessons of any family: the pages of a first game, and the sample round of How to play."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Box, Button, Part, Row, Style, Text, Tone
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import ROUND, YOU_AS_A_NAME
from bot.screens.families import narration
from bot.screens.families.narration import Narrator
from bot.screens.families.scripted import DEAL, END, LEARNER, SEATS, FirstGame, Played, Sample, Script, after, sample
from bot.tables.model import Seat
from bot.words.language import _, ngettext
from engine.core import events as e
from engine.core.characters import CHARACTERS
from engine.games import AnyRules


class Course(FirstGame, frozen=True, kw_only=True):
    """The course of a family: its first game, and its own words and buttons.

    - `told_by` makes the family's narrator from a cast and the rules.
    - `welcome`: the course of the game, before the first throw.
    - `narrated`: an event, with its lesson; "" for an event that needs no words of the family.
    - `hints`: the learner's possible acts after a path, with a thought about them.
    - `buttons`: the next buttons after a path, in the learner's view; maybe changed by a press.
    - `turned`: the press of a last word that only redraws the message (dice marked, a claim begun), which is not a
      step: the next word replaces it. None for any other word.
    """

    told_by: Callable[[Cast, Any], Narrator]
    welcome: Callable[[], str]
    narrated: Callable[[Any, Played, e.Event], str]
    hints: Callable[[Played, tuple[str, ...]], Iterator[str]]
    buttons: Callable[[Lesson, tuple[str, ...], Any, Any], tuple[Part, ...]]
    turned: Callable[[str], Press | None] = lambda _word: None


def cast() -> Cast:
    """Return the players: the learner, who is "You" in a list of names, and two computers."""
    names = (_(YOU_AS_A_NAME), *islice(CHARACTERS, SEATS - 1))
    return Cast(tuple(Seat(None if seat else 1, name) for seat, name in enumerate(names)), you=LEARNER)


def page(course: Course, lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the learner's page after these steps, with the moves of the next.

    Raises `PathError` for steps that were never offered.
    """
    turning = course.turned(path[-1]) if path else None
    path = path[:-1] if turning is not None else path
    played, by = after(course, path), course.told_by(cast(), course.rules)
    told = (course.narrated(by, played, event) or _ending(by, played, event) for event in played.happened)
    story = list(filter(None, told)) or [_welcome(by, course.welcome())]
    words = "\n\n".join((*story, *course.hints(played, path)))
    box = Box((Text(f"{_title(by, played.seen)}\n{words}"),), Tone.FELT)
    if played.is_over:
        return (box, Row((Button(_("The other games"), leads(lesson, path, END), "📖", Style.MAIN),)))
    if played.may_deal:
        label = _("Next round") if played.seen.state.round else _("Roll the dice")
        return (box, Row((Button(label, leads(lesson, path, DEAL), "🎲", Style.MAIN),)))
    return (box, *course.buttons(lesson, path, played.seen, turning))


def leads(lesson: Lesson, path: tuple[str, ...], word: str) -> Lesson:
    """Return the press for one more step, `word`, after those of `path`."""
    return Lesson(lesson.game, "-".join((*path, word)))


def _title(by: Narrator, seen: Any) -> str:
    """Return the lesson and the round."""
    said, number = _("### 🎓 Your first game"), _(ROUND)
    return f"{said} · {number.format(n=by.of_rounds(seen.state.round))}" if seen.state.round else said


def _welcome(by: Narrator, how: str) -> str:
    """Return the players, and `how` the game goes in a sentence or two, before the first throw."""
    # Translators: {names} are two computer players.
    words = _("Two rounds against {names}. Nothing counts.")
    return f"{words.format(names=by.cast.names((1, 2)))}\n\n{how}"


def doubted(by: Narrator, shown: Any, words: tuple[str, str], **said: str) -> str:
    """Return the call of a showdown: `words` for the learner's and for a computer's, against a bid or claim."""
    return words[shown.challenger != LEARNER].format(name=by.name(_other(shown)), **said)


def reason(by: Narrator, shown: Any, caught: str, rightly: str = "") -> str:
    """Return why somebody pays for a showdown (P1).

    `caught` is for the learner's own lie; `rightly` for another's, if the family has better words for that.
    """
    if shown.challenger == LEARNER:
        truth = _("{name} told the truth, so you pay for doubting.")
        lie = rightly or _("Good call! Too good to be true. {name} pays.")
    else:
        # Translators: “you” is who learns, {name} a computer player.
        truth, lie = _("You told the truth, so {name} pays for doubting."), caught
    return (truth if shown.holds else lie).format(name=by.name(_other(shown)))


def _other(shown: Any) -> Any:
    """Return the other seat in the learner's showdown."""
    return next(seat for seat in (shown.challenger, shown.winner(), shown.loser()) if seat != LEARNER)


def bluff() -> str:
    """Return the words about a learner's lie that nobody has called yet."""
    return _("A bluff! That’s allowed: nobody can see.")


def _ending(by: Narrator, played: Played, event: e.Event) -> str:
    """Return the results of a showdown: the forfeit, the opener, and the winner; "" for anything else."""
    match event:
        case e.ForfeitOwed():
            return _forfeit(by, played, event)
        case e.Opens(seat=seat) if seat == LEARNER:
            return _("➡️ You were right, so you open the next round.")
        case e.Opens(seat=seat):
            return _("➡️ {name} was right and opens the next round.").format(name=by.name(seat))
        case e.GameOver():
            return _result(by, played.seen, event)
        case _:
            return ""


def _forfeit(by: Narrator, played: Played, event: e.ForfeitOwed) -> str:
    """Return who owes a forfeit after a showdown, and which (P1)."""
    if event.seat != LEARNER:
        # Translators: {name} is a computer player.
        return _("📝 {name} owes a **forfeit**, like a song.").format(name=by.name(event.seat))
    if any(isinstance(each, e.Settled) for each in played.happened):
        return _("📝 You owe a **forfeit**, like a song. This time they let you off.")
    return _("📝 You owe a **forfeit**, like a song.")


def _result(by: Narrator, seen: Any, over: e.GameOver) -> str:
    """Return everybody's forfeits at the end, and the winner (E1, E5)."""
    counts = " · ".join(f"{by.cast.brief(seat)} {player.forfeits}" for seat, player in enumerate(seen.state.players))
    # Translators: {counts} is names and numbers of forfeits.
    said = _("🏁 **Game over.** Forfeits: {counts}. Fewest win.").format(counts=counts)
    if LEARNER in over.winners:
        return f"{said}\n" + _("🏆 **You win!**")
    words = ngettext("🏆 {names} wins this time.", "🏆 {names} win this time.", len(over.winners))
    return f"{said}\n{words.format(names=by.cast.names(over.winners))}"


PLAYERS = ("Ann", "Ben", "Cleo")
"""The players of a sample round, in joining order."""


class SampleRound(Script, frozen=True, kw_only=True):
    """The sample round of a family: its narrator, each step but the last in words, and its costs.

    `paid` words an event; "" for one that is not a price of the family's own.
    """

    told_by: Callable[[Cast, Any, str | None], Narrator]
    steps: tuple[Callable[[Any, Sample], Iterator[str]], ...]
    paid: Callable[[Any, e.Event], str] = lambda _by, _event: ""


def told(shown: SampleRound, rules: AnyRules, forfeit: str | None) -> tuple[str, ...]:
    """Return a sample round by these rules in steps, a paragraph each.

    `forfeit` is a loser's task, "" for the usual one; None if nobody owes anything.
    """
    seats = tuple(Seat(number, name) for number, name in enumerate(PLAYERS, 1))
    by, story = shown.told_by(Cast(seats), rules, forfeit), sample(shown, rules)
    pay = [
        narration.owed(by, event) if isinstance(event, e.ForfeitOwed) else shown.paid(by, event)
        for event in story.events
    ]
    steps = (*(step(by, story) for step in shown.steps), (_("**5. Pay.**"), *filter(None, pay)))
    return tuple(map("\n".join, steps))
