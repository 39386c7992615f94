"""What is said of a game of any family that says nothing else: forfeits are owed, and only one may challenge."""

from bot.presses.base import Move
from bot.presses.game import CallLie
from bot.screens.common_house_rules import RulesPage, at_the_table, how_long
from bot.screens.model import Ephemeral, Field, Text
from bot.screens.option_values import stake_words
from bot.tables.model import Setup, TableInfo
from bot.words.cleaning import escaped
from bot.words.language import _
from engine.games import AnyRules, AnyView


def ends_and_stakes(setup: Setup, rules: AnyRules) -> tuple[list[str], list[str]]:
    """What ends the game beside rounds and time (nothing), and what it is played for."""
    if not setup.stakes:
        return [], [_("📝 No stakes")]
    owed, stakes = escaped(stake_words(setup)), escaped(rules.stake)
    must = _("📝 The loser must: {stake}").format(stake=owed)
    stake = [_("📝 Everyone who doesn’t win must: {stake}").format(stake=stakes)] if stakes else []  # E6
    return [], [must if owed else _("📝 The loser owes a forfeit"), *stake]


def questions(setup: Setup, _rules: AnyRules) -> tuple[Field, ...]:
    """What the host's form asks: what the loser must do, where anybody has to."""
    if not setup.stakes:
        return ()
    about = _("Anything you like; empty: we pick a dare")
    return (Field("forfeit", _("The loser must…"), about, setup.forfeit, _("sing a song"), 80, False),)


def house_rules(_rules: AnyRules | None = None) -> tuple[RulesPage, ...]:
    """The pages of what every game has."""
    return (at_the_table(), how_long())


def overtaken(_table: TableInfo, view: AnyView, press: Move) -> Ephemeral | None:
    """The answer to a challenge that was pressed twice; None where the general words say all there is.

    Where nobody else may challenge, nobody is ever a moment faster.
    """
    shown = view.state.showdown
    if isinstance(press, CallLie) and shown is not None and shown.challenger == view.seat:
        return Ephemeral((Text(_("✔️ You were first: it counts.")),))
    return None
