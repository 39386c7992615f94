"""Show all players' positions in a game of the poker cup, during the game and at its end, and its highlights."""

from bot.screens.elements.cast import Cast, fitting_levels, levels, one_by_one
from bot.screens.elements.labels import BEST_CALL, FIGURE_OF_WHO_LEFT, HAS_LEFT, UNLUCKIEST, WORST_CALL
from bot.screens.elements.widths import height
from bot.screens.families import usual
from bot.screens.families.poker_cup.price import price
from bot.screens.families.poker_cup.ranking import spoken
from bot.words.language import _, percent_of_deed
from engine.core.highlights import Highlights
from engine.poker_cup.highlights import ClaimMoment
from engine.poker_cup.price import stands
from engine.poker_cup.view import CupView


def sheet(cast: Cast, view: CupView, lines: int = 2) -> str:
    """Return all players' positions in at most `lines` lines on a phone: one by one, or grouped by equal positions."""
    sign = f"-# {price(view.state.rules).sign}"
    each = one_by_one(cast, range(len(view.state.players)), lambda seat: _short(view, seat))
    if height(small := f"{sign}{each}") <= lines:
        return small
    return fitting_levels(cast, sign, levels(_order(view), lambda seat: _short(view, seat)), " · ", lines)


def standing(cast: Cast, view: CupView, lines: int) -> str:
    """Return all players' positions at the end, in at most `lines` lines on a phone.

    The best players come first, and players who left come last (E5, L1).
    """
    between = "\n" if len(cast.seats) <= lines else " · "
    words, players = price(view.state.rules), view.state.players
    have = {seat for seat, player in enumerate(players) if words.amount(player) and not player.left}
    held = levels(_order(view), lambda seat: _figure(view, seat), have.__contains__)
    return fitting_levels(cast, "", held, between, lines)


def _order(view: CupView) -> list[int]:
    players, position = view.state.players, stands(view.state)
    return sorted(
        range(len(players)),
        key=lambda seat: (_has_left(view, seat), *(-amount for amount in position(players[seat]))),
    )


def _has_left(view: CupView, seat: int) -> bool:
    """Return whether a player has left while their position could still change (L1)."""
    player = view.state.players[seat]
    return player.left and not price(view.state.rules).is_final(player)


def _short(view: CupView, seat: int) -> str:
    words = price(view.state.rules)
    return _(HAS_LEFT) if _has_left(view, seat) else words.short(view.state.players[seat])


def _figure(view: CupView, seat: int) -> str:
    figure = price(view.state.rules).figure(view.state.players[seat])
    return _(FIGURE_OF_WHO_LEFT).format(figure=figure) if _has_left(view, seat) else figure


def moments(cast: Cast, best: Highlights[ClaimMoment]) -> list[str]:
    """Return a line for each highlight of the game, in a fixed order."""
    return usual.moments(cast, best, _boldest_lie, _best_call, _unluckiest, _worst_call)


def _boldest_lie(cast: Cast, lie: ClaimMoment) -> str:
    # Translators: nobody called the claim {bid} of {name}, but the hand was {found}: “a pair of fours”.
    words = _("🎭 Boldest lie: **{name}** got away with {bid} (it was {found})")
    return words.format(name=cast.brief(lie.seat), bid=spoken(lie.claim), found=spoken(lie.hand))


def _best_call(cast: Cast, call: ClaimMoment) -> str:
    return _(BEST_CALL).format(name=cast.brief(call.seat), bid=spoken(call.claim))


def _unluckiest(cast: Cast, loss: ClaimMoment) -> str:
    """Return the line about the player who lost with the best chance of being right."""
    words = _(UNLUCKIEST)
    return words.format(name=cast.brief(loss.seat), percent=percent_of_deed(loss.likely), bid=spoken(loss.claim))


def _worst_call(cast: Cast, call: ClaimMoment) -> str:
    return _(WORST_CALL).format(name=cast.brief(call.seat), bid=spoken(call.claim))
