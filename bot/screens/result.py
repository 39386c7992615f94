"""The end of a game: winners or who washes up, how everybody stands, and the way to its dice."""

from bot.presses.lobby import Rematch
from bot.presses.private import ShowRules
from bot.screens import fairness, lines
from bot.screens.cast import Cast
from bot.screens.lines import Telling
from bot.screens.model import Box, Button, Part, Row, Rule, Style, Text, Tone
from bot.screens.pausing import is_practice
from bot.screens.presenter import Presenter
from bot.tables.model import Chapter, TableInfo
from bot.words.cleaning import person
from bot.words.language import _, ngettext
from engine.games import AnyView


def result(table: TableInfo, view: AnyView, shown: Presenter, chapter: Chapter) -> tuple[Part, ...]:
    """What stands in the channel for good; `chapter` are the end itself and what it brought."""
    cast = Cast(table.seats)
    by = Telling(cast, table.rules, table.forfeit())
    parts: list[Text | Rule | Row] = [Text(f"## {headline(cast, view)}"), Text(shown.standing(cast, view))]
    told = [
        "\n".join(lines.told(by, chapter, lines.LINES)),
        _("-# 🛑 {name} ended the table here.").format(name=person(table.ended_by)) if table.ended_by else "",  # L5
        _counts(table, view),
        fairness.lucky_words(table),
    ]
    parts += [Text(said) for said in told if said]
    return (Box((*parts, fairness.fair_button(table)), Tone.BRASS),)


def _counts(table: TableInfo, view: AnyView) -> str:
    """What the game leaves behind; "" for nothing."""
    if is_practice(table):  # L4
        return _("-# A practice game: it counts on no board and no tab.")
    if table.setup.stakes and any(player.forfeits for player in view.state.players):
        return _("-# What is still owed stays on the tab: `/forfeits settle` crosses it off.")
    return ""


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
