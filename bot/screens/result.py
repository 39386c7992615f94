"""The end of a game: winners or who washes up, how everybody stands, and the way to its dice."""

from bot.presses.lobby import Rematch
from bot.presses.private import ShowRules
from bot.screens import fairness
from bot.screens.cast import Cast
from bot.screens.model import Box, Button, Part, Row, Rule, Style, Text, Tone
from bot.screens.showdown import bads
from bot.tables.model import TableInfo
from bot.words.language import _, ngettext
from engine.common_hand.rules import Price
from engine.common_hand.view import View


def result(table: TableInfo, view: View) -> tuple[Part, ...]:
    """What stands in the channel for good."""
    cast = Cast(table.seats)
    parts: list[Text | Rule | Row] = [Text(f"## {headline(cast, view)}"), Text(standing(cast, view))]
    people = sum(seat.user is not None for seat in table.seats)
    if people < 2:  # L4
        parts.append(Text(_("-# A practice game: it counts on no board and no tab.")))
    elif any(player.forfeits for player in view.state.players):
        parts.append(Text(_("-# What is still owed stays on the tab: `/forfeits settle` crosses it off.")))
    if lucky := fairness.lucky_words(table):
        parts.append(Text(lucky))
    return (Box((*parts, fairness.asked(table)), Tone.BRASS),)


def again(table: TableInfo) -> tuple[Part, ...]:
    """The buttons below a result."""
    rematch = Button(_("Rematch"), Rematch(table.id), "🔁", Style.MAIN)
    return (Row((rematch, Button(_("How to play"), ShowRules(table.id), "❓"))),)


def headline(cast: Cast, view: View) -> str:
    """Who won, or who washes up."""
    over = view.state.result
    if over is not None and over.losers:
        names = cast.names(over.losers)
        return ngettext("🌊 {names} washes up", "🌊 {names} wash up", len(over.losers)).format(names=names)
    if over is not None and over.winners:
        names = cast.names(over.winners)
        return ngettext("🏆 {names} wins", "🏆 {names} win", len(over.winners)).format(names=names)
    return _("🤝 No winner tonight")


def standing(cast: Cast, view: View) -> str:
    """How everybody stands at the end, the best first; who left comes last, unless they were out or done (L1)."""

    def place(seat: int) -> tuple[bool, int]:
        player = view.state.players[seat]
        match view.state.rules.price:
            case Price.FORFEIT:
                return player.left, player.forfeits
            case Price.BADS:
                return player.left, -player.score
            case Price.SHED:
                return player.left and not player.shed_in, player.dice
            case _:
                return player.left and player.dice > 0, -player.dice

    return "\n".join(
        f"{cast.quiet(seat)} · {_figure(view, seat)}" for seat in sorted(range(len(view.state.players)), key=place)
    )


def _figure(view: View, seat: int) -> str:
    player = view.state.players[seat]
    match view.state.rules.price:
        case Price.FORFEIT:
            figure = ngettext("{n} forfeit", "{n} forfeits", player.forfeits).format(n=player.forfeits)
        case Price.BADS:
            figure = bads(player.score)
        case _:
            figure = ngettext("{n} die", "{n} dice", player.dice).format(n=player.dice)
    return _("{figure} (left)").format(figure=figure) if player.left else figure
