"""What a table of the cup plays for, in words, and what the host is asked about it."""

from bot.screens.model import Field
from bot.tables.model import Setup
from bot.words.cleaning import escaped
from bot.words.language import _
from engine.poker_cup.rules import CupRules


def price(setup: Setup, rules: CupRules) -> tuple[list[str], list[str]]:
    """What ends the game beside rounds and time (nothing), and what it is played for."""
    if not setup.stakes:
        return [], [_("📝 No stakes: nobody owes anything")]
    must = _("📝 The loser must: {stake}").format(stake=escaped(setup.forfeit))
    stake = [_("📝 Who does not win must: {stake}").format(stake=escaped(rules.stake))] if rules.stake else []  # E6
    return [], [must if setup.forfeit else _("📝 The loser owes a forfeit"), *stake]


def questions(setup: Setup, _rules: CupRules) -> tuple[Field, ...]:
    """What the host's form asks: what the loser must do, where anybody has to."""
    if not setup.stakes:
        return ()
    about = _("Whatever you like, or nothing: then it is one forfeit")
    return (Field("forfeit", _("The loser must…"), about, setup.forfeit, _("sing a song"), 80, False),)
