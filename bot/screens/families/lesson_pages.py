"""Build the pages of lessons: what has happened, explained to the learner, and the buttons that lead on."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Box, Button, Menu, Part, Row, Style, Text, Tone
from bot.screens.elements.labels import ROUND
from bot.screens.families.narration import Narrator
from bot.screens.families.teaching import DEAL, END, FIRST, LEARNER, SECOND, Course, Played, after, cast
from bot.tables.model import Place, Setup, Status, TableView, Who
from bot.words.language import N_, _, ngettext
from engine.core import events as e
from engine.core.policies import Opener
from engine.core.state import BETWEEN, OVER
from engine.games import AnyRules


def page(course: Course, lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the learner's page after the steps of a path, with the buttons for the next step.

    Raises `PathError` if the lesson never offered a step of the path.
    """
    turning = course.turned(path[-1]) if path else None
    path = path[:-1] if turning is not None else path
    played, by = after(course, path), course.told_by(cast(), course.rules)
    state = played.seen.state
    story = [course.narrated(by, played, event) or _ending(by, played, event) for event in played.happened]
    lines = list(filter(None, story))
    if not lines:
        # Translators: {names} are two computer players.
        words = _("Two rounds against {names}. Just practice: it doesn’t count.")
        lines = [words.format(names=by.cast.names((FIRST, SECOND))), course.welcome()]
    title = [_("### 🎓 Your first game"), _(ROUND).format(n=by.of_rounds(state.round)) if state.round else ""]
    words = "\n\n".join((*lines, *course.hints(played, path, turning)))
    box = Box((Text(f"{' · '.join(filter(None, title))}\n{words}"),), Tone.FELT)
    moves = course.buttons(lesson, path, played.seen, turning) if state.phase not in (BETWEEN, OVER) else ()
    return (box, *_with_onward(moves, _onward(lesson, path, state)))


def _with_onward(moves: tuple[Part, ...], onward: Button) -> Iterator[Part]:
    """Yield the rows of moves, and the button `onward` in the place that it always has: the first in the last row."""
    last = moves[-1] if moves else None
    if isinstance(last, Row) and len(last.buttons) == 1:
        yield from (*moves[:-1], Row((onward, *last.buttons)))
    else:
        yield from (*moves, Row((onward,)))


def _onward(lesson: Lesson, path: tuple[str, ...], state: Any) -> Button:
    """Return the button that leads on from a round: the throw of the next one, or the page after the game.

    During a round it keeps its place, but it is disabled. So a second tap on it never makes a move.
    """
    waits = state.phase not in (BETWEEN, OVER)
    if state.phase is OVER or (waits and state.round == state.rules.rounds):
        label, press, emoji = _("The other games"), leads(lesson, path, END), "📖"
    else:
        label, press, emoji = _("Next round") if state.round else _("Roll the dice"), leads(lesson, path, DEAL), "🎲"
    return Button(label, None if waits else press, emoji, Style.MAIN, disabled=waits)


def leads(lesson: Lesson, path: tuple[str, ...], word: str) -> Lesson:
    """Return the press that adds the step `word` to `path`."""
    return Lesson(lesson.game, "-".join((*path, word)))


def led_on(
    parts: Iterable[Part], lesson: Lesson, path: tuple[str, ...], word_of: Callable[[Press], str]
) -> Iterator[Part]:
    """Yield the parts of a table's message, whose buttons and menus lead to the next step of the lesson.

    `word_of` returns the word of a path for each press.
    """

    def step(press: Press | str | None) -> Any:
        return leads(lesson, path, word_of(press)) if isinstance(press, Press) else press

    for part in parts:
        match part:
            case Row(buttons=buttons):
                yield Row(tuple(replace(each, press=step(each.press)) for each in buttons))
            case Menu(choices=choices):
                yield replace(part, choices=tuple(replace(each, value=step(each.value)) for each in choices))
            case _:
                yield part


def table_of(game: str, rules: AnyRules, version: int) -> TableView:
    """Return a table at which a lesson plays a game, for screens that need one."""
    setup, place, host = Setup(game, {"rounds": str(rules.rounds)}), Place(0, 0, "", ""), Who(1, "")
    return TableView(0, place, host, Status.PLAYING, setup, rules, cast().seats, "", None, None, 1, version, None, None)


def judged(
    by: Narrator,
    shown: Any,
    calls: tuple[str, str],
    said: str,
    *lines: str,
    caught: str,
    good: str = "",
    true: str = "",
) -> str:
    """Return a showdown in words: the call, the lines about the dice and their verdict, and why somebody pays (P1).

    `calls` are the sentences for the learner's call and for another player's call. `said` is the bid or claim in
    words. `caught` is the sentence for the learner's own lie. `good` and `true`, if given, are the sentences for
    another player's lie and for a true bid.
    """
    is_mine = shown.challenger == LEARNER
    name = by.name(next(seat for seat in (shown.challenger, shown.winner(), shown.loser()) if seat != LEARNER))
    if is_mine:
        truth = _("{name} told the truth, so you pay for doubting.")
        lie = good or _("Good call! Too good to be true. {name} pays.")
    else:
        # Translators: “you” is the learner; {name} is a computer player.
        truth, lie = _("You told the truth, so {name} pays for doubting."), caught
    call = _(calls[not is_mine]).format(name=name, bid=said, claim=said)
    return "\n".join((call, *lines, (true or truth if shown.holds else lie).format(name=name)))


BLUFF = N_("A bluff! That’s allowed: nobody can see.")
"""The sentence about a learner's lie that nobody has called yet."""


def _ending(by: Narrator, played: Played, event: e.Event) -> str:
    """Return an outcome of a showdown in words (a forfeit, the next opener, the winner), or "" for other events."""
    match event:
        case e.ForfeitOwed(seat=seat) if seat != LEARNER:
            # Translators: {name} is a computer player.
            return _("📝 {name} owes a **forfeit**, like a song.").format(name=by.name(seat))
        case e.ForfeitOwed() if any(isinstance(each, e.Settled) for each in played.happened):
            return _("📝 You owe a **forfeit**, like a song. This time they let you off.")
        case e.ForfeitOwed():
            return _("📝 You owe a **forfeit**, like a song.")
        case e.Opens(seat=seat):
            return _opens(by, played.seen, seat)
        case e.GameOver(winners=winners):
            return _result(by, played.seen, winners)
        case _:
            return ""


def _opens(by: Narrator, seen: Any, seat: int) -> str:
    """Return the sentence about the opener of the next round, who has won or lost the showdown (O1)."""
    if seen.state.rules.opens is Opener.LOSER:
        mine = _("➡️ You were wrong, so you open the next round.")
        other = _("➡️ {name} was wrong and opens the next round.")
    else:
        mine = _("➡️ You were right, so you open the next round.")
        other = _("➡️ {name} was right and opens the next round.")
    return mine if seat == LEARNER else other.format(name=by.name(seat))


def _result(by: Narrator, seen: Any, winners: tuple[int, ...]) -> str:
    """Return each player's number of forfeits at the end, and the winners (E1, E5)."""
    counts = " · ".join(f"{by.cast.brief(seat)} {player.forfeits}" for seat, player in enumerate(seen.state.players))
    # Translators: {counts} is a list of names with numbers of forfeits: “You 1 · Domino 2”.
    said = _("🏁 **Game over.** Forfeits: {counts}. The lowest number wins.").format(counts=counts)
    return f"{said}\n{won(by, winners)}"


def won(by: Narrator, winners: tuple[int, ...]) -> str:
    """Return the sentence about the winners of a lesson's game."""
    if LEARNER in winners:
        return _("🏆 **You win!**")
    words = ngettext("🏆 {names} wins this time.", "🏆 {names} win this time.", len(winners))
    return words.format(names=by.cast.names(winners))
