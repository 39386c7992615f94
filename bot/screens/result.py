"""The end of a game: winners or who washes up, how everybody stands, and the way to its dice."""

from collections.abc import Sequence

from bot.presses.lobby import Rematch
from bot.presses.private import ShowRules
from bot.screens import fairness, lines
from bot.screens.cast import Cast
from bot.screens.fitting import oldest
from bot.screens.lines import Telling
from bot.screens.model import Box, Button, Part, Row, Style, Text, Tone
from bot.screens.pausing import is_practice
from bot.screens.phone import height
from bot.screens.presenter import Presenter
from bot.tables.model import Chapter, TableInfo
from bot.words.cleaning import person
from bot.words.language import _, ngettext
from engine.games import AnyView

MOST_LINES = 8
"""The lines of a result on a phone."""


def result(
    table: TableInfo, view: AnyView, shown: Presenter, chapter: Chapter, story: Sequence[str]
) -> tuple[Part, ...]:
    """What stands in the channel for good.

    `chapter` are the end itself and what it brought, `story` what was worth telling: as much as there is room for.
    """
    cast = Cast(table.seats)
    brought = lines.told(Telling(cast, table.rules, table.forfeit()), chapter, lines.LINES)
    head = [f"## {headline(cast, view)}", shown.standing(cast, view), *brought]
    foot = [line for line in (*_counts(table, view), fairness.lucky_words(table)) if line]
    told = oldest(story, MOST_LINES - sum(map(height, (*head, *foot))), height)
    parts = [Text("\n".join(some)) for some in (head, told, foot) if some]
    return (Box((*parts, fairness.fair_button(table)), Tone.BRASS),)


def _counts(table: TableInfo, view: AnyView) -> tuple[str, ...]:
    """Who ended it (L5), and what it leaves behind."""
    ended = _("-# 🛑 {name} ended the table here.").format(name=person(table.ended_by)) if table.ended_by else ""
    if is_practice(table):  # L4
        return ended, _("-# Practice: it counts on no board.")
    if table.setup.stakes and any(player.forfeits for player in view.state.players):
        return ended, _("-# What is still owed: `/forfeits settle`")
    return (ended,)


def again(table: TableInfo) -> tuple[Part, ...]:
    """The buttons below a result."""
    rematch = Button(_("Rematch"), Rematch(table.id), "🔁", Style.MAIN)
    return (Row((rematch, Button(_("How to play"), ShowRules(table.id), "❓"))),)


def headline(cast: Cast, view: AnyView) -> str:
    """Who won, or who washes up."""
    over = view.state.result
    if over is not None and over.losers:
        names = cast.names(over.losers)
        return ngettext("🌊 {names} washes up", "🌊 {names} wash up", len(over.losers)).format(names=names)
    if over is not None and over.winners:
        names = cast.names(over.winners)
        return ngettext("🏆 {names} wins", "🏆 {names} win", len(over.winners)).format(names=names)
    return _("🤝 No winner tonight")
