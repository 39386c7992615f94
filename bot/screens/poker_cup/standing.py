"""How everybody stands in a game of the cup: whose forfeits are how many."""

from bot.screens.cast import Cast, fitting_levels, levels
from bot.screens.dice import whole
from bot.screens.phone import height
from bot.words.language import _, ngettext
from engine.poker_cup.view import CupView


def sheet(cast: Cast, view: CupView, lines: int = 2) -> str:
    """How everybody stands, in so many lines of a phone: one by one, or those who stand alike together."""
    order = range(len(view.state.players))
    one_by_one = " · ".join(whole(f"{cast.brief(seat)} {_short(view, seat)}") for seat in order)
    if height(small := f"-# 📝 {one_by_one}") <= lines:
        return small
    return fitting_levels(cast, "-# 📝 ", levels(_order(view), lambda seat: _short(view, seat)), " · ", lines)


def standing(cast: Cast, view: CupView, lines: int) -> str:
    """How everybody stands at the end, in so many lines of a phone: the best first, who left last (E5, L1)."""
    between = "\n" if len(cast.seats) <= lines else " · "
    return fitting_levels(cast, "", levels(_order(view), lambda seat: _figure(view, seat)), between, lines)


def _order(view: CupView) -> list[int]:
    players = view.state.players
    return sorted(range(len(players)), key=lambda seat: (players[seat].left, players[seat].forfeits))


def _short(view: CupView, seat: int) -> str:
    player = view.state.players[seat]
    return _("(left)") if player.left else str(player.forfeits)


def _figure(view: CupView, seat: int) -> str:
    player = view.state.players[seat]
    figure = ngettext("{n} forfeit", "{n} forfeits", player.forfeits).format(n=player.forfeits)
    return _("{figure} (left)").format(figure=figure) if player.left else figure
