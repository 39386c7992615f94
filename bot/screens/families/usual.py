"""Provide the default texts for families of games that have no texts of their own.

They suit games in which losers owe forfeits and only one player may challenge.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from bot.presses.base import Move
from bot.presses.game import Call, LookIn
from bot.screens.elements.amounts import countdown
from bot.screens.elements.cards import Button, Ephemeral, Field, Part, Row, Text
from bot.screens.elements.cast import Cast, where
from bot.screens.elements.labels import ITS_YOUR_TURN, NOT_IN_THE_GAME, SHOW_THE_TABLE, SING_A_SONG, YOU_WERE_FIRST
from bot.screens.elements.stakes import deck_name, stake_words
from bot.screens.families.common_house_rules import RulesPage, at_the_table, everyone_must, how_long
from bot.screens.families.narration import Narrator
from bot.tables.dares import DRAW
from bot.tables.model import Setup, TableView
from bot.words.chips import chips_in, in_words
from bot.words.cleaning import escaped
from bot.words.language import _
from engine.core.highlights import Highlights, Moment
from engine.core.state import BETWEEN
from engine.games import AnyRules, AnyView

N = TypeVar("N", bound=Narrator)
M = TypeVar("M", bound=Moment)


def ends_and_stakes(setup: Setup, rules: AnyRules) -> tuple[list[str], list[str]]:
    """Return [] and lines about the stakes of the game.

    The list is empty because only rounds and time end the game.
    """
    return [], loser_and_all(setup, rules.stake) if setup.stakes else [no_stakes()]


def questions(setup: Setup, _rules: AnyRules) -> tuple[Field, ...]:
    """Return the field of the host's form about what a loser must do, or () if the table has no stakes."""
    return (forfeit_field(setup),) if setup.stakes else ()


def house_rules() -> tuple[RulesPage, ...]:
    """Return the pages of house rules that every game has."""
    return (at_the_table(), how_long())


def no_stakes() -> str:
    """Return the line for a table at which nobody owes anything."""
    return _("📝 No stakes")


def loser_and_all(setup: Setup, stake: str) -> list[str]:
    """Return lines about what the loser owes (P1), and about what everybody who does not win must do (E6).

    If losers draw dares, the first line is the name of their deck.
    """
    if setup.deck is not None:
        return [f"📝 {deck_name(setup.deck)}", *(all_must(stake) if stake != DRAW else [])]
    if chips := chips_in(setup.forfeit):
        return [_("📝 The loser owes {chips}").format(chips=in_words(chips)), *all_must(stake)]
    # Translators: {stake} is the host’s text: “sing a song”.
    owed = must_or_owes(_("📝 The loser must: {stake}"), _("📝 The loser owes a forfeit"), setup.forfeit)
    return [owed, *all_must(stake)]


def all_must(stake: str) -> list[str]:
    """Return a line about what everybody who does not win must do (E6), or [] if there is no such stake."""
    if chips := chips_in(stake):
        return [_("📝 Everyone who doesn’t win owes {chips}").format(chips=in_words(chips))]
    return [_("📝 Everyone who doesn’t win must: {stake}").format(stake=words)] if (words := escaped(stake)) else []


def stake_field(rules: AnyRules) -> Field:
    """Return the field of the host's form about what everyone must do who does not win the game (E6)."""
    about = _("Anything you like; leave it empty to play just for the win")
    return Field("stake", everyone_must(), about, rules.stake, _("polish my boots"), 80, False)


def stake_or_forfeit(setup: Setup, stake: str) -> str:
    """Return the host's stake for the game, or the host's forfeit if there is no stake (E6)."""
    return stake_words(setup) if stake in ("", DRAW) else stake


def must_or_owes(words: str, usual: str, stake: str) -> str:
    """Return `words` with the `stake` filled in, or `usual` if the host has written no stake."""
    return words.format(stake=escaped(stake)) if escaped(stake) else usual


def forfeit_field(setup: Setup, label: str = "") -> Field:
    """Return the field of the host's form about what the loser must do. `label` replaces the usual question."""
    about = _("Anything you like; leave it empty to draw dares")
    return Field("forfeit", label or _("The loser must…"), about, setup.forfeit, _(SING_A_SONG), 80, False)


def outcome(
    by: N,
    summary: Any,
    call: Callable[[N, Any], str],
    verdict: Callable[[N, Any, Any], list[str]],
    dice: Callable[[N, Any], str],
) -> list[str]:
    """Return a round in a few lines: the call, the verdict, who pays, and the dice.

    Return [] if the round is not over.

    `summary` is the family's own summary of the round. The family's own functions `call`, `verdict` and `dice` return
    a showdown in words.
    """
    shown = summary.shown
    return [] if shown is None else [f"-# {call(by, shown)}", *verdict(by, summary, shown), dice(by, shown)]


def your_turn(table: TableView, view: AnyView) -> list[str]:
    """Return the first line of a private page: that it is the reader's turn, and until when. Otherwise return []."""
    if view.seat is None or view.seat not in view.awaited or view.state.phase is BETWEEN:
        return []
    has_clock = table.deadline is not None and table.setup.clock
    until = [f"⏳ <t:{countdown(table.deadline)}:R>"] if table.deadline is not None and has_clock else []
    words = _(ITS_YOUR_TURN)
    return [" · ".join([f"👉 {words}", *until])]


def place(table: TableView, elsewhere: bool) -> tuple[Part, ...]:
    """Return the name of the table's place and a button that shows the table, or () in the table's own channel."""
    return (Text(f"-# {where(table.place)}"), show_again(table)) if elsewhere else ()


def show_again(table: TableView) -> Row:
    """Return the button that shows the table below."""
    return Row((Button(_(SHOW_THE_TABLE), LookIn(table.id), "👀"),))


def ruling(cast: Cast, caller: int, name: str, holds: bool, alone: bool) -> str:
    """Return the verdict of a showdown. `name` is the name of the challenger.

    If the clock called for the challenger, `alone` is False and the verdict names nobody.
    """
    if not alone:
        # Translators: the bid or the claim was true.
        return _("It’s true!") if holds else _("A lie!")
    if caller == cast.you:
        return _("You pay for doubting.") if holds else _("You caught it!")
    words = _("{caller} pays for doubting.") if holds else _("Caught by {caller}!")
    return words.format(caller=name)


def ruling_by_shedding(name: str, holds: bool, alone: bool) -> str:
    """Return the verdict of a showdown in a game where players who are right shed dice and nobody pays (P4).

    If the clock called for the challenger, `alone` is False and the verdict names nobody.
    """
    if not alone:
        return _("It’s true!") if holds else _("A lie!")
    # Translators: {caller} called a bid a lie, but it was true.
    return (_("{caller} was wrong to doubt it.") if holds else _("Caught by {caller}!")).format(caller=name)


def overtaken(_table: TableView, view: AnyView, press: Move) -> Ephemeral | None:
    """Return the answer to a player who challenges again, or None if the general sentence is enough.

    Only one player may challenge, so nobody else can have been faster.
    """
    shown = view.state.showdown
    if isinstance(press, Call) and shown is not None and shown.challenger == view.seat:
        return Ephemeral((Text(_(YOU_WERE_FIRST)),))
    return None


def looks_on(_table: TableView, _view: AnyView) -> str:
    """Return the sentence for a player who is out of the game and tries to move."""
    return _(NOT_IN_THE_GAME)


def moments(cast: Cast, best: Highlights[M], *told: Callable[[Cast, M], str]) -> list[str]:
    """Return a line for each highlight of the game, in a fixed order.

    `told` contains the functions that return the lines about the boldest lie, the best call, the unluckiest player and
    the worst call, in this order.
    """
    found = (best.boldest_lie, best.best_call, best.unluckiest, best.worst_call)
    return [tell(cast.in_round(each.round), each) for tell, each in zip(told, found, strict=True) if each is not None]
