"""The end of a game: winners or who washes up, how everybody stands, and the way to its dice."""

from collections.abc import Sequence

import msgspec

from bot.presses.history import OpenReplay
from bot.presses.learning import ShowRules
from bot.presses.lobby import Rematch
from bot.screens import achievements, fairness, narration
from bot.screens.cast import Cast
from bot.screens.controls import is_practice
from bot.screens.families import Presenter
from bot.screens.figures import signed
from bot.screens.model import Box, Button, Part, Row, Style, Text, Tone
from bot.screens.narration import Telling
from bot.screens.phone import height, oldest
from bot.tables.model import TableInfo
from bot.tables.pending import Chapter
from bot.words.cleaning import person
from bot.words.language import _, ngettext
from bot.words.lists import joined
from engine.core.events import End, GameOver
from engine.games import AnyView

MOST_LINES = 8
"""The lines of a result on a phone."""
MOST_HEAD, MOST_STANDING, MOST_BROUGHT = 2, 3, 3
"""How many of them tell whose the game is, how everybody stands, and what the end brought."""


class Brought(msgspec.Struct, frozen=True):
    """What a game brought its people.

    `earned` are achievements, (seat, name), `collected` how many their earners had before it and have with it (seat,
    before, now), `gained` changes of ratings, (seat, change).
    """

    earned: Sequence[tuple[int, str]] = ()
    collected: Sequence[tuple[int, int, int]] = ()
    gained: Sequence[tuple[int, int]] = ()


def result(
    table: TableInfo,
    view: AnyView,
    shown: Presenter,
    chapter: Chapter,
    story: Sequence[str],
    to_people: Brought,
) -> tuple[Part, ...]:
    """What stands in the channel for good.

    `chapter` are the end itself and what it brought, `story` what was worth telling: as much as there is room for.
    Achievements have room of their own; how ratings changed is told where a line is left.
    """
    cast = Cast(table.seats)
    won = f"## {headline(cast, view)}"
    by = Telling(cast, table.rules, table.forfeit())
    brought = oldest(narration.told(by, chapter, narration.LINES), MOST_BROUGHT, height)
    foot = [line for line in (_why(chapter), *_counts(table, view), fairness.lucky_words(table)) if line]
    room = MOST_LINES - sum(map(height, (won, *brought, *foot)))
    if room > MOST_STANDING and (rated := _rated(cast, to_people.gained)):
        foot, room = [rated, *foot], room - 1
    standing = shown.standing(cast, view, min(MOST_STANDING, room))
    told = oldest(story, room - height(standing), height)
    medals = achievements.told(cast, to_people.earned, to_people.collected)
    parts = [Text("\n".join(some)) for some in ((won, standing, *brought), told, medals, foot) if some]
    return (Box((*parts, Row((fairness.fair_button(table), _replay_button(table)))), Tone.BRASS),)


def _rated(cast: Cast, gained: Sequence[tuple[int, int]]) -> str:
    """How the game changed people's ratings: of all, or of whom it changed most, as one line has room."""
    order = sorted(gained, key=lambda each: -each[1])
    for some in (order, order[:1] + order[1:][-1:]):
        changes = [_("{name} {change}").format(name=cast.brief(seat), change=signed(change)) for seat, change in some]
        line = _("-# ⭐ {changes}").format(changes=" · ".join(changes))
        if some and height(line) == 1:
            return line
    return ""


def _why(chapter: Chapter) -> str:
    """Why it is over, where neither the last showdown nor a name says so."""
    match next((event.why for event in chapter if isinstance(event, GameOver)), None):
        case End.TIME:
            return _("-# ⌛ The time is up.")
        case End.QUITS:
            return _("-# 🌙 Most of you called it a night.")
        case End.DESERTED:
            return _("-# 🚪 Too few are left to play on.")
        case _:
            return ""


def _counts(table: TableInfo, view: AnyView) -> tuple[str, ...]:
    """Who ended it (L5), and what it leaves behind."""
    ended = _("-# 🛑 {name} ended the table here.").format(name=person(table.ended_by)) if table.ended_by else ""
    if is_practice(table):  # L4
        return ended, _("-# Practice: it counts on no board.")
    if table.setup.stakes and any(player.forfeits for player in view.state.players):
        return ended, _("-# What is still owed: `/forfeits settle`")
    return (ended,)


def _replay_button(table: TableInfo) -> Button:
    """The way to look at the game again; it stays, as the way to its dice does."""
    return Button(_("Replay"), OpenReplay(table.id), "📼")


def again(table: TableInfo) -> tuple[Part, ...]:
    """The buttons below a result."""
    rematch = Button(_("Rematch"), Rematch(table.id), "🔁", Style.MAIN)
    return (Row((rematch, Button(_("How to play"), ShowRules(table.id), "❓"))),)


def headline(cast: Cast, view: AnyView) -> str:
    """Who won, or who washes up."""
    over = view.state.result
    if over is not None and over.losers:
        names = _few(cast, over.losers)
        return ngettext("🌊 {names} washes up", "🌊 {names} wash up", len(over.losers)).format(names=names)
    if over is not None and over.winners:
        names = _few(cast, over.winners)
        return ngettext("🏆 {names} wins", "🏆 {names} win", len(over.winners)).format(names=names)
    return _("🤝 No winner tonight")


def _few(cast: Cast, seats: Sequence[int]) -> str:
    """Their names where a headline has room for them."""
    many = ngettext("{n} player", "{n} players", len(seats)).format(n=len(seats))
    brief = joined([f"**{cast.brief(seat)}**" for seat in seats])
    return next((names for names in (cast.names(seats), brief) if height(f"## 🏆 {names} wins") <= MOST_HEAD), many)
