"""Write texts about the price of being wrong: its cost, its effect on the end of the game, and who pays or wins."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from bot.screens.elements import amounts
from bot.screens.elements.amounts import forfeits
from bot.screens.elements.cards import Field
from bot.screens.elements.labels import CLEAN_SCORE, IS_OUT, ONE_PLAYER_LEFT
from bot.screens.elements.option_values import length
from bot.screens.elements.stakes import deck_name
from bot.screens.families import lives, narration
from bot.screens.families.bids.narrator import BidsNarrator
from bot.screens.families.common_house_rules import forfeits_decide
from bot.screens.families.usual import (
    all_must,
    forfeit_field,
    loser_and_all,
    must_or_owes,
    stake_field,
    stake_or_forfeit,
)
from bot.tables.dares import DRAW
from bot.tables.model import Setup
from bot.words.chips import chips_in, in_words
from bot.words.language import _, ngettext, number, ordinal, sentences
from engine.bids import events as b
from engine.bids.rules import Challengers, Loss, Rules
from engine.bids.view import View
from engine.core import events as e
from engine.core.policies import Price


def bads(score: int) -> str:
    """Return a score (goods minus bads) in words: "3 bads", "1 good" or "no bads"."""
    if score < 0:
        return amounts.bads(-score)
    if score > 0:
        return amounts.goods(score)
    return _(CLEAN_SCORE)


def _of_most(score: int, most: int) -> str:
    """Return a changed score in words: "1 good", "no bads", or bads beside `most`, at which one washes up."""
    if not 0 < -score <= most:
        return bads(score)
    # Translators: {n} and {most} are numbers; with {most} bads a player loses the game: “1 of 5 bads”.
    return ngettext("{n} of {most} bad", "{n} of {most} bads", most).format(n=number(-score), most=number(most))


def out_of_turn() -> str:
    """Return the sentence about the gain and the cost of a challenge out of turn (P3)."""
    return _("Out of turn: 2 goods (+2) if right, 2 bads (−2) if wrong.")


def _washed_up(rules: Rules) -> str:
    """Return the sentence about the number of bads at which a player washes up, alone or together with another (E4)."""
    if rules.pair_bads >= rules.bads:
        words = _("You wash up (lose) at {bads} bads.")
    elif rules.playoff:
        # Translators: {bads} and {pair} are numbers of bads; two players with {pair} have a playoff.
        words = _("You wash up (lose) at {bads} bads; two players at {pair} go to a playoff.")
    else:
        words = _("You wash up (lose) at {bads} bads, or when two players reach {pair}.")
    return words.format(bads=rules.bads, pair=rules.pair_bads)


class PriceWords(msgspec.Struct, frozen=True, kw_only=True):
    """The texts about one price.

    - `costs`: a short sentence about the cost of being wrong (P1 to P4, P7). Its arguments say how many dice are lost
      at a time, and how many lives everybody begins with.
    - `decides`: how the price decides the game (P3, E3) and who owes a forfeit, if anybody does; "" if it does not.
    - `ends`: the conditions that end the game besides rounds and time (E3, E4).
    - `stakes`: lines about the stakes of the game, made from the set-up and from the stake in words (E6).
    - `asked`: the field of the host's form about the stakes.
    - `sign`: the emoji before the list of all positions.
    - `short` and `figure`: a player's position during the game, and at its end.
    - `final_in_short` and `final`: the same for a player whose position can no longer change.
    """

    costs: Callable[[Loss, int], str]
    decides: Callable[[Rules, bool], str]
    ends: Callable[[Rules], list[str]]
    stakes: Callable[[Setup, str], list[str]]
    asked: Callable[[Setup, Rules], Field]
    sign: str
    short: Callable[[View, int], str]
    figure: Callable[[View, int], str]
    final: Callable[[View, int], str] = lambda _view, _seat: ""
    final_in_short: str = ""


def _forfeits() -> PriceWords:
    return PriceWords(
        costs=lambda _loss, _lives: forfeits_decide(),
        decides=lambda _rules, _owes: "",
        ends=lambda _rules: [],
        stakes=loser_and_all,
        asked=lambda setup, _rules: forfeit_field(setup),
        sign="📝 ",
        short=lambda view, seat: str(view.state.players[seat].forfeits),
        figure=lambda view, seat: forfeits(view.state.players[seat].forfeits),
    )


def _dice() -> PriceWords:
    by_difference = _("Be wrong, lose the difference in dice (1+).")
    return PriceWords(
        costs=lambda loss, _lives: by_difference if loss is Loss.DIFFERENCE else _("Be wrong, lose a die."),
        decides=lambda _rules, _owes: _("Last player with dice wins."),
        ends=lambda _rules: [_(ONE_PLAYER_LEFT)],
        stakes=lambda setup, stake: all_must(stake_or_forfeit(setup, stake) if stake else ""),
        asked=lambda _setup, rules: stake_field(rules),
        sign="🎲 ",
        short=lambda view, seat: str(view.state.players[seat].dice),
        figure=_dice_held,
        final=lambda _view, _seat: _(IS_OUT),
        final_in_short=_(IS_OUT),
    )


def _bads() -> PriceWords:
    must, owes = _("📝 Wash up (lose)? Then: {stake}"), _("📝 Wash up (lose)? You owe a forfeit")
    return PriceWords(
        costs=lambda _loss, _lives: _("Be wrong, take a bad: −1 point."),
        decides=lambda rules, _owes: sentences(
            out_of_turn() if rules.challenge is Challengers.ANYONE else "", _washed_up(rules)
        ),
        ends=_bads_end,
        stakes=lambda setup, stake: [_drawn(must, setup, stake) or must_or_owes(must, owes, stake or setup.forfeit)],
        asked=lambda setup, _rules: forfeit_field(setup, _("Wash up and you must…")),
        sign="",
        short=lambda view, seat: bads(view.state.players[seat].score),
        figure=lambda view, seat: bads(view.state.players[seat].score),
    )


def _bads_end(rules: Rules) -> list[str]:
    # Translators: it ends a game that also ends at more bads of one player: “5 bads or two players with 3 bads”.
    both = ngettext("two players with {n} bad", "two players with {n} bads", rules.pair_bads)
    may_come_first = rules.pair_bads < rules.bads and not rules.playoff
    return [length("bads", rules.bads), *([both.format(n=rules.pair_bads)] if may_come_first else [])]


def _shedding() -> PriceWords:
    must, owes = _("📝 Last one must: {stake}"), _("📝 Last one owes a forfeit")
    # Translators: {stake} is a number of chips: “3 chips”.
    chips = _("📝 Last one owes {stake}")
    return PriceWords(
        costs=lambda _loss, _lives: _("Be right, shed a die: fewer is better."),
        decides=_first_without_dice,
        ends=lambda _rules: [_(ONE_PLAYER_LEFT)],
        stakes=lambda setup, stake: [
            _drawn("📝 {stake}" if setup.deck is not None else chips, setup, stake)
            or must_or_owes(must, owes, stake or setup.forfeit)
        ],
        asked=lambda setup, _rules: forfeit_field(setup, _("The last one must…")),
        sign="🎲 ",
        short=lambda view, seat: str(view.state.players[seat].dice),
        figure=_dice_to_shed,
        final=_place,
        # Translators: it stands after a name: that player has won by shedding all dice.
        final_in_short=_("done"),
    )


def _first_without_dice(_rules: Rules, owes: bool) -> str:
    """Return the sentence about how shedding decides the game (E3).

    `owes` is True if the last player owes a forfeit.
    """
    if owes:
        return _("First to run out of dice wins; the last one left owes a forfeit.")
    return _("First to run out of dice wins.")


def _dice_held(view: View, seat: int) -> str:
    return amounts.dice(view.state.players[seat].dice)


def _dice_to_shed(view: View, seat: int) -> str:
    """Return the number of dice that a player has left to shed, in words (E3).

    If others have shed all their dice and only this player still has any, the text says "last".
    """
    players, dice = view.state.players, view.state.players[seat].dice
    has_shed = any(player.shed_in for player in players)
    if not has_shed or [other for other in view.state.seats_in() if players[other].dice] != [seat]:
        return _dice_held(view, seat)
    return ngettext("last, with {n} die", "last, with {n} dice", dice).format(n=dice)


def _place(view: View, seat: int) -> str:
    """Return the place of a player who has shed all dice (E3).

    Players who shed their last dice in one round share a place.
    """
    players = view.state.players
    return ordinal(1 + sum(0 < player.shed_in < players[seat].shed_in for player in players))


def _drawn(words: str, setup: Setup, stake: str) -> str:
    """Return the line about the deck from which losers draw, or about the chips that they owe (E6).

    Return "" if they owe neither.
    """
    if setup.deck is not None and stake in ("", DRAW):
        return words.format(stake=deck_name(setup.deck))
    chips = chips_in(stake or setup.forfeit)
    return words.format(stake=in_words(chips)) if chips else ""


def _lives() -> PriceWords:
    return PriceWords(
        costs=lambda _loss, many: lives.one_each(many),
        decides=lambda _rules, _owes: lives.last_wins(),
        ends=lambda _rules: [_(ONE_PLAYER_LEFT)],
        stakes=lambda setup, stake: all_must(stake_or_forfeit(setup, stake) if stake else ""),
        asked=lambda _setup, rules: stake_field(rules),
        sign="❤️ ",
        short=lambda view, seat: str(view.state.players[seat].lives),
        figure=lambda view, seat: amounts.lives(view.state.players[seat].lives),
        final=lambda _view, _seat: _(IS_OUT),
        final_in_short=_(IS_OUT),
    )


PRICES: Mapping[Price, Callable[[], PriceWords]] = {
    Price.FORFEIT: _forfeits,
    Price.DIE: _dice,
    Price.BADS: _bads,
    Price.SHED: _shedding,
    Price.LIVES: _lives,
}
"""For each price, the function that returns its texts in the current language."""


def price(price: Price, loss: Loss = Loss.ONE, lives: int = 0) -> str:
    """Return a sentence about what being wrong costs (P1 to P4, P7)."""
    return PRICES[price]().costs(loss, lives)


def paid(by: BidsNarrator, price: Sequence[e.Event]) -> list[str]:
    """Return lines about players who pay, who win a die back, or who have no dice left.

    Similar events share a line.
    """
    gone = {event.seat for event in price if isinstance(event, e.Out | b.Done)}
    others = [event for event in price if not (isinstance(event, b.DiceLeft | e.LivesLeft) and event.seat in gone)]
    alike = groupby(sorted(others, key=_kind), key=_kind)
    return [line for _, group in alike if (line := _line(by, list(group)))]


_ORDER = (e.ForfeitOwed, b.Scored, b.DiceLeft, e.LivesLeft, e.Out, b.Done, e.Opens)


def _kind(event: e.Event) -> tuple[int, int, str]:
    """Return a key that is equal for events that one sentence can describe.

    Such events have the same kind and amount. Forfeits must also have the same creditor, reason and text.
    """
    change = event.change if isinstance(event, b.Scored | b.DiceLeft | e.LivesLeft) else 0
    towards = f"{event.to} {event.why} {event.what}" if isinstance(event, e.ForfeitOwed) else ""
    return _ORDER.index(type(event)), change, towards


def _line(by: BidsNarrator, alike: list[Any]) -> str:
    """Return one sentence about events with the same key."""
    match alike[0]:
        case e.ForfeitOwed():
            return narration.owed(by, *alike)
        case b.Scored():
            return _scored(by, alike)
        case b.DiceLeft():
            return _dice_left(by, alike)
        case e.LivesLeft():
            return lives.changed(by, *alike)
        case e.Out() if by.rules.counts_lives():
            return lives.out(by, *alike)
        case e.Out():
            words = ngettext("💀 {names} is out of dice.", "💀 {names} are out of dice.", len(alike))
        case b.Done():
            words = ngettext("🎉 {names} has shed every die!", "🎉 {names} have shed every die!", len(alike))
        case _:
            return ""
    return words.format(names=by.cast.names(event.seat for event in alike))


def _scored(by: BidsNarrator, alike: Sequence[b.Scored]) -> str:
    many, change = len(alike), alike[0].change
    most = by.rules.bads if many == 1 else 0
    facts = _facts(by, alike, [_of_most(event.score, most) for event in alike])
    match change:
        case -2:
            # Translators: {now} is the new score: “3 bads”, “1 good” or “no bads”, or a list of such scores.
            words = _("👎👎 {names} takes **2 bads** for a wrong call out of turn (now {now})")
        case 2:
            # Translators: {now} is the new score: “3 goods”, “2 bads” or “no bads”.
            words = _("👍👍 {names} earns **2 goods** (now {now})")
        case _:
            # Translators: {now} is the new score: “3 bads”, “1 good” or “no bads”, or a list of such scores.
            words = ngettext(
                "👎 {names} takes **a bad** (now {now})", "👎 {names} take **a bad** each (now {now})", many
            )
    return words.format(**facts)


def _dice_left(by: BidsNarrator, alike: Sequence[b.DiceLeft]) -> str:
    many, facts = len(alike), _facts(by, alike, [str(event.dice) for event in alike])
    lost = -alike[0].change
    # Translators: a text in brackets; {now} is the number of dice that each player has left: “4”, or “4 · 3”.
    left = ngettext("{now} left", "{now} left", sum({event.dice for event in alike})).format(**facts)
    if lost < 0:
        # Translators: {now} is the number of dice that each player has now: “4”, or “4 · 3”.
        words = _("🎲 {names} wins a die back (now {now})")
    elif by.rules.costs.sheds:
        # Translators: {left} is “4 left”. A player who sheds all dice wins.
        words = ngettext(
            "🎲 {names} was right and sheds a die ({left})", "🎲 {names} were right and shed a die each ({left})", many
        )
    elif many > 1:
        # Translators: {names} are several players; {left} is “4 left”, or “4 · 3 left”.
        words = _("🎲 {names} lose a die each ({left})")
    else:
        # Translators: {names} is one player; {left} is “4 left”.
        words = ngettext("🎲 {names} loses a die ({left})", "🎲 {names} loses {n} dice ({left})", lost)
    return words.format(n=lost, left=left, **facts)


def _facts(by: BidsNarrator, alike: Sequence[b.Scored] | Sequence[b.DiceLeft], now: Sequence[str]) -> dict[str, str]:
    """Return the names of the players in these events, and the players' states `now`, each joined into one text.

    If all states are equal, the text has the state once.
    """
    some = tuple(dict.fromkeys(now)) if len(set(now)) == 1 else now
    return {"names": by.cast.names(event.seat for event in alike), "now": " · ".join(some)}
