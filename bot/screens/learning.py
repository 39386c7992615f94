"""Learn by playing: a first game against two computers, what sets the games apart, and the way to a table."""

from bot.presses.learning import Lesson, OpenTable
from bot.screens import variants
from bot.screens.common_hand import lesson as of_bids
from bot.screens.common_hand.first_game import Astray, after, offered
from bot.screens.model import Box, Button, Part, Row, Style, Text, Tone
from bot.words.language import _

END = "end"
"""The last step of a lesson, after its game."""


def lesson(press: Lesson, in_server: bool) -> tuple[Part, ...]:
    """The lesson after all that its learner has done; from the beginning where nobody ever offered that."""
    path = tuple(press.path.split("-")) if press.path else ()
    try:
        if path[-1:] == (END,):
            return _the_end(press, path[:-1], in_server)
        return of_bids.page(press, path)
    except Astray:
        again = of_bids.page(Lesson(press.game, ""), ())
        return (Text(_("🧭 This lesson has lost its thread. Let us begin it again:")), *again)


def no_server() -> tuple[Part, ...]:
    """A table stands in a server's channel."""
    return (Text(_to_begin()),)


def _the_end(press: Lesson, path: tuple[str, ...], in_server: bool) -> tuple[Part, ...]:
    """What sets each game apart, once the first one is over."""
    if offered(after(path).seen):
        raise Astray
    told = [variants.told(name) for name in variants.offered()]
    lines = [_("### 🎓 You know how to play!"), _("Each game differs a little:")]
    lines += [f"{each.emoji} **{each.title}**: {each.story}." for each in told]
    lines.append(_("-# `/help` tells each of them, with one round in pictures."))
    again = Button(_("Once more"), Lesson(press.game, ""), "🔁")
    if not in_server:
        return (Box((Text("\n".join([*lines, _to_begin()])),), Tone.BRASS), Row((again,)))
    return (
        Box((Text("\n".join(lines)),), Tone.BRASS),
        Row((Button(_("Open a table"), OpenTable(), "🎲", Style.GOOD), again)),
    )


def _to_begin() -> str:
    return _("🎲 Ready? `/play` in a server’s channel opens a table there.")
