"""The parts of a first game that all families share: how a round ended, who won, and the buttons that lead on."""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.presses.learning import Lesson
from bot.screens.first_game import DEAL, END, LEARNER, FirstGame, Played
from bot.screens.model import Button, Part, Row, Style
from bot.screens.narration import Narrator
from bot.words.language import _, ngettext
from engine.core import events as e


class Course(msgspec.Struct, frozen=True):
    """How a family is taught: the game, and its page after a path of steps, which raises `Astray`."""

    game: FirstGame
    page: Callable[[Lesson, tuple[str, ...]], tuple[Part, ...]]


def leads(lesson: Lesson, path: tuple[str, ...], word: str) -> Lesson:
    """The press for one more step, `word`, after those of `path`."""
    return Lesson(lesson.game, "-".join((*path, word)))


def title(by: Narrator, seen: Any) -> str:
    """Which lesson it is, and which round."""
    said = _("### 🎓 Your first game")
    if not seen.state.round:
        return said
    number = _("Round {n}").format(n=f"{seen.state.round}/{by.rules.rounds}")
    return f"{said} · {number}"


def welcome(by: Narrator, how: str) -> str:
    """Who plays, and `how` the game goes in a sentence or two: what stands before the first throw."""
    # Translators: {names} are two computer players.
    words = _("Two rounds against {names}. Nothing counts.")
    return f"{words.format(names=by.cast.names((1, 2)))}\n\n{how}"


def to_go_on(lesson: Lesson, path: tuple[str, ...], played: Played) -> Row | None:
    """The button between two rounds, or after the last; None while the learner is asked for a move."""
    if played.is_over:
        return Row((Button(_("The other games"), leads(lesson, path, END), "📖", Style.MAIN),))
    if played.may_deal:
        label = _("Next round") if played.seen.state.round else _("Roll the dice")
        return Row((Button(label, leads(lesson, path, DEAL), "🎲", Style.MAIN),))
    return None


def ending(by: Narrator, played: Played, event: e.Event) -> str:
    """What comes of a showdown: the forfeit, who opens, and who wins; "" for anything else."""
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
    """Who owes a forfeit after a showdown, and what that is (P1)."""
    if event.seat != LEARNER:
        # Translators: {name} is a computer player.
        return _("📝 {name} owes a **forfeit**, like a song.").format(name=by.name(event.seat))
    if any(isinstance(each, e.Settled) for each in played.happened):
        return _("📝 You owe a **forfeit**, like a song. This time they let you off.")
    return _("📝 You owe a **forfeit**, like a song.")


def _result(by: Narrator, seen: Any, over: e.GameOver) -> str:
    """How many forfeits everybody has at the end, and who wins (E1, E5)."""
    counts = " · ".join(f"{by.cast.brief(seat)} {player.forfeits}" for seat, player in enumerate(seen.state.players))
    # Translators: {counts} is names and numbers of forfeits.
    lines = [_("🏁 **Game over.** Forfeits: {counts}. Fewest win.").format(counts=counts)]
    if LEARNER in over.winners:
        lines.append(_("🏆 **You win!**"))
    else:
        names = by.cast.names(over.winners)
        words = ngettext("🏆 {names} wins this time.", "🏆 {names} win this time.", len(over.winners))
        lines.append(words.format(names=names))
    return "\n".join(lines)
