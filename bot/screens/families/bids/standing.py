"""Show all players' positions in a bidding game, during the game and at its end, and the highlights of the game."""

from collections.abc import Callable, Iterator

from bot.screens.elements.cast import Cast, Level, fitting_levels, levels, one_by_one
from bot.screens.elements.labels import BEST_CALL, FIGURE_OF_WHO_LEFT, HAS_LEFT, UNLUCKIEST, WORST_CALL
from bot.screens.elements.widths import height
from bot.screens.families import usual
from bot.screens.families.bids.price import PRICES, PriceWords
from bot.words.dice import bid_words
from bot.words.language import _, ngettext, number, percent_of_deed
from engine.bids.highlights import BidMoment
from engine.bids.price import is_final, stands
from engine.bids.view import View
from engine.core.highlights import Highlights

Figure = Callable[[View, int], str]
"""A function that returns the position of a seat in words."""


def sheet(cast: Cast, view: View, lines: int = 2) -> str:
    """Return all players' positions in at most `lines` lines on a phone: one by one, or grouped by equal positions.

    If the positions do not fit, scores are shown as numbers. If they still do not fit, the last groups are left out.
    """
    if view.state.playing_off:
        return _playoff(cast, view)
    said = ""
    for said in _sheets(cast, view, lines):
        if height(said) <= lines:
            break
    return said


def _sheets(cast: Cast, view: View, lines: int) -> Iterator[str]:
    """Yield all players' positions in several wordings, each shorter than the one before."""
    sign = f"-# {_words(view).sign}"
    seats = range(len(view.state.players))
    yield sign + one_by_one(cast, seats, lambda seat: _short(view, seat))
    yield fitting_levels(cast, sign, _levels(view, _short), " · ", lines)
    best = _levels(view, _shortest)
    yield fitting_levels(cast, sign, best, " · ", lines)
    for many in range(len(best) - 1, 0, -1):
        yield f"{fitting_levels(cast, sign, best[:many], ' · ', lines)} · …"


def _playoff(cast: Cast, view: View) -> str:
    """Return the line with the two players of a playoff and their remaining dice (E4)."""
    dice = " · ".join(f"{cast.brief(seat)} {view.state.players[seat].dice}" for seat in view.state.playing_off)
    return _("-# ⚔️ Playoff: 🎲 {dice}").format(dice=dice)


def standing(cast: Cast, view: View, lines: int) -> str:
    """Return all players' positions at the end, in at most `lines` lines on a phone.

    The best players come first. Players who left come last, unless they were out or had shed all dice before (L1).
    """
    held = _levels(view, _figure, _is_amount)
    return fitting_levels(cast, "", held, "\n" if len(cast.seats) <= lines else " · ", lines)


def _levels(view: View, figure: Figure, is_amount: Callable[[View, int], bool] = lambda *_: False) -> list[Level]:
    """Return all players grouped by equal positions, the best first."""
    order = sorted(range(len(view.state.players)), key=lambda seat: _place(view, seat))
    return levels(order, lambda seat: figure(view, seat), lambda seat: is_amount(view, seat))


def _short(view: View, seat: int) -> str:
    if view.state.players[seat].left:
        return _(HAS_LEFT)
    words = _words(view)
    return words.final_in_short if is_final(view.state, seat) else words.short(view, seat)


def _shortest(view: View, seat: int) -> str:
    player = view.state.players[seat]
    is_score = view.state.rules.counts_bads() and not player.left
    return number(f"{player.score:+}" if player.score else "0") if is_score else _short(view, seat)


def _figure(view: View, seat: int) -> str:
    words = _words(view)
    if is_final(view.state, seat):
        return words.final(view, seat)
    figure = words.figure(view, seat)
    return _(FIGURE_OF_WHO_LEFT).format(figure=figure) if view.state.players[seat].left else figure


def _is_amount(view: View, seat: int) -> bool:
    """Return whether a player's position is an amount, such as "3 dice"."""
    has_left, words = view.state.players[seat].left, _words(view)
    return not has_left and not is_final(view.state, seat) and words.short(view, seat) != "0"


def _place(view: View, seat: int) -> tuple[bool, tuple[int, ...]]:
    """Return the key by which seats are sorted: the best first, then players who left.

    A player who left with a final place keeps that place.
    """
    has_left = view.state.players[seat].left and not is_final(view.state, seat)
    return has_left, tuple(-amount for amount in stands(view.state)(view.state.players[seat]))


def _words(view: View) -> PriceWords:
    return PRICES[view.state.rules.price]()


def moments(cast: Cast, best: Highlights[BidMoment]) -> list[str]:
    """Return a line for each highlight of the game, in a fixed order."""
    return usual.moments(cast, best, _boldest_lie, _best_call, _unluckiest, _worst_call)


def _boldest_lie(cast: Cast, lie: BidMoment) -> str:
    # Translators: nobody called the bid {bid} of {name}. By the dice of {name} it was only {percent} likely to be true,
    # and there were only {n} such dice.
    some = ngettext(
        "🎭 Boldest lie: **{name}** got away with {bid}, {percent} likely (there was {n})",
        "🎭 Boldest lie: **{name}** got away with {bid}, {percent} likely (there were {n})",
        lie.count,
    )
    words = some if lie.count else _("🎭 Boldest lie: **{name}** got away with {bid} (there were none)")
    return words.format(name=cast.brief(lie.seat), bid=bid_words(lie), n=lie.count, percent=percent_of_deed(lie.likely))


def _best_call(cast: Cast, call: BidMoment) -> str:
    # Translators: {name} called “exactly {bid}”, and was right.
    words = _("🎯 Best call: **{name}**, exactly {bid}") if call.exact else _(BEST_CALL)
    return words.format(name=cast.brief(call.seat), bid=bid_words(call))


def _unluckiest(cast: Cast, loss: BidMoment) -> str:
    """Return the line about the player who lost with the best chance of being right."""
    words = _(UNLUCKIEST)
    bid = bid_words(loss)
    return words.format(name=cast.brief(loss.seat), percent=percent_of_deed(loss.likely), bid=bid)


def _worst_call(cast: Cast, call: BidMoment) -> str:
    words = _("🙈 Worst call: **{name}**, exactly {bid}") if call.exact else _(WORST_CALL)
    return words.format(name=cast.brief(call.seat), bid=bid_words(call))
