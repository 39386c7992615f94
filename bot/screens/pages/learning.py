"""Build the pages for learning by playing: the choice of a first game, the steps of the lesson, and its last page."""

from bot.presses.learning import Lesson, OpenTable
from bot.screens.elements.cards import Box, Button, Part, Row, Style, Text, Tone
from bot.screens.elements.labels import AGAIN, LEARN_BY_PLAYING, READY_TO_PLAY, THE_CUP
from bot.screens.families import variants
from bot.screens.families.lesson_pages import page
from bot.screens.families.presenters import course
from bot.screens.families.teaching import END, SETS, SETS_BEGUN, Course, PathError, after
from bot.screens.families.variants import Wording
from bot.words.language import _
from engine.core.state import OVER
from engine.variants import VARIANTS

BIDS, CUP, MIA, BLUFF, DAHUA = "common", "cup", "mia", "bluff", "dahua"
"""The games that lessons teach: the simplest game of bids, and games that are different."""
BEFORE = {"bids": BIDS}
"""The old names of lessons, which old messages still contain, and their present names."""


def choice() -> tuple[Part, ...]:
    """Return the page that asks which game the reader wants to learn."""
    lines = [
        "### 🎓 " + _(LEARN_BY_PLAYING),
        _("Two minutes against computers."),
        _("🎲 **Bids** on everyone’s dice, like most games."),
        _("🥤 **The cup**: poker hands."),
        # Translators: a game with two dice under one cup, and the name of its highest roll.
        _("✌️ **Mia**: two dice."),
        # Translators: the names of two games of bids.
        _("⭐ **Bluff**: show dice."),
        _("🏮 **Dahua**: pure bids."),
    ]
    buttons = (
        Button(_("A bidding game"), Lesson(BIDS, ""), "🎲", Style.GOOD),
        Button(_(THE_CUP), Lesson(CUP, ""), "🥤", Style.GOOD),
        *(_begins(game) for game in (MIA, BLUFF, DAHUA)),
    )
    return (Box((Text("\n".join(lines)),), Tone.BRASS), Row(buttons))


def _begins(game: str) -> Button:
    """Return the button that begins the lesson of a game."""
    wording = variants.wording(game)
    return Button(wording.title, Lesson(game, ""), wording.emoji, Style.GOOD)


def lesson(press: Lesson, in_server: bool) -> tuple[Part, ...]:
    """Return the page of a lesson after everything that its learner has done so far.

    If the lesson never offered one of these steps, it begins again.
    """
    game = BEFORE.get(press.game, press.game)
    if game not in variants.offered():
        return (_lost(), *choice())
    press, taught = Lesson(game, press.path), course(VARIANTS[game].rules)
    path = tuple(press.path.split("-")) if press.path else ()
    try:
        if path[-1:] == (END,):
            return _the_end(taught, press, path[:-1], in_server)
        return (*_differs(taught, game, path), *page(taught, press, path))
    except PathError:
        return (_lost(), *page(taught, Lesson(game, ""), ()))


def is_last(press: Lesson) -> bool:
    """Return whether a press leads to the last page of a lesson, behind the game."""
    return press.path.split("-")[-1] == END


def _lost() -> Text:
    return Text(_("🧭 I lost track of this lesson. Let’s start over:"))


def _differs(taught: Course, game: str, path: tuple[str, ...]) -> tuple[Part, ...]:
    """Return a note about the difference between the requested game and the game of the lesson.

    Return () if they are the same game. The note is shown only before the first step.
    """
    if path not in SETS_BEGUN or game == taught.game:
        return ()
    wording = variants.wording(game)
    # Translators: {game} is the game’s name.
    words = _(
        "{game} is a bidding game with a twist. This lesson covers the plain game; "
        "**How to play** at a table has the rest."
    )
    return (Text(f"{_line(wording)}\n{words.format(game=wording.title)}"),)


def _line(wording: Wording) -> str:
    """Return a line about a game and its special feature."""
    return f"{wording.emoji} **{wording.title}** · {wording.story}"


def _the_end(taught: Course, press: Lesson, path: tuple[str, ...], in_server: bool) -> tuple[Part, ...]:
    """Return the last page of a lesson, about the differences between games.

    On a server it has a button that opens a table of the requested game. Raises `PathError` if the game of the lesson
    has not ended.
    """
    if after(taught, path).seen.state.phase is not OVER:
        raise PathError
    asked = variants.wording(press.game)
    lines = [_("### 🎓 You know how to play! Each game is a little different:")]
    lines += [_line(variants.wording(name)) for name in variants.offered()]
    lines.append(_("-# `/help` explains each one with a sample round."))
    played = SETS.index(path[0]) if path[0] in SETS else 0
    again = Button(_(AGAIN), Lesson(press.game, SETS[(played + 1) % len(SETS)]), "🔁")
    if not in_server:
        return (Box((Text("\n".join([*lines, _(READY_TO_PLAY)])),), Tone.BRASS), Row((again,)))
    opens = Button(_("Open a table: {game}").format(game=asked.title), OpenTable(press.game), asked.emoji, Style.GOOD)
    return (Box((Text("\n".join(lines)),), Tone.BRASS), Row((opens, again)))
