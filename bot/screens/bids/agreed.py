"""What a table of a game of bids plays for, in words, and what the host is asked about it."""

from bot.screens.model import Field
from bot.tables.model import Setup
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext
from engine.bids.rules import Price, Rules


def price(setup: Setup, rules: Rules) -> tuple[list[str], list[str]]:
    """What ends the game beside rounds and time, and what it is played for."""
    return _ends(rules), _played_for(setup, rules)


def _ends(rules: Rules) -> list[str]:
    match rules.price:
        case Price.BADS:
            return [ngettext("{n} bad", "{n} bads", rules.bads).format(n=rules.bads)]
        case Price.DIE | Price.SHED:  # E3
            return [_("the last one with dice")]
        case Price.FORFEIT:
            return []


def _played_for(setup: Setup, rules: Rules) -> list[str]:
    stake = rules.stake or setup.forfeit  # E6
    if not setup.stakes:
        return [_("📝 No stakes: nobody owes anything")]
    match rules.price:
        case Price.BADS:
            return [_stake(_("📝 Who washes up must: {stake}"), _("📝 Who washes up owes a forfeit"), stake)]
        case Price.FORFEIT:
            owed = _stake(_("📝 The loser must: {stake}"), _("📝 The loser owes a forfeit"), setup.forfeit)
            return [owed, *_in_words(rules)]
        case Price.SHED:
            return [_stake(_("📝 The last one must: {stake}"), _("📝 The last one owes a forfeit"), stake)]
        case Price.DIE:
            return _in_words(rules)


def _in_words(rules: Rules) -> list[str]:
    """E6: a stake in words, where there is one."""
    return [_("📝 Who does not win must: {stake}").format(stake=escaped(rules.stake))] if rules.stake else []


def _stake(words: str, usual: str, stake: str) -> str:
    return words.format(stake=escaped(stake)) if stake else usual


def questions(setup: Setup, rules: Rules) -> tuple[Field, ...]:
    """What the host's form asks: what the loser must do, where anybody has to."""
    if not setup.stakes:
        return ()
    if rules.price is Price.DIE:
        about = _("Whatever you like, or nothing: they play for the win alone")
        return (Field("stake", _("Who does not win must…"), about, rules.stake, _("polish my boots"), 80, False),)
    label = {
        Price.BADS: _("Who washes up must…"),
        Price.FORFEIT: _("The loser must…"),
        Price.SHED: _("The last one must…"),
    }[rules.price]
    about = _("Whatever you like, or nothing: then it is one forfeit")
    return (Field("forfeit", label, about, setup.forfeit, _("sing a song"), 80, False),)
