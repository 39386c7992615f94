"""Amounts with their units, in the same words on all screens."""

from bot.words.language import _, ngettext, number


def players(many: int) -> str:
    """Return a number of players."""
    return ngettext("{n} player", "{n} players", many).format(n=number(many))


def dice(many: int) -> str:
    """Return a number of dice."""
    return ngettext("{n} die", "{n} dice", many).format(n=number(many))


def bads(many: int) -> str:
    """Return a number of bads."""
    return ngettext("{n} bad", "{n} bads", many).format(n=number(many))


def goods(many: int) -> str:
    """Return a number of goods."""
    return ngettext("{n} good", "{n} goods", many).format(n=number(many))


def minutes(many: int) -> str:
    """Return a number of minutes."""
    return ngettext("{n} minute", "{n} minutes", many).format(n=number(many))


def forfeits(many: int) -> str:
    """Return how many forfeits somebody owes, for a place after a name."""
    # Translators: behind a name, in place of a number of forfeits.
    return ngettext("{n} forfeit", "{n} forfeits", many).format(n=number(many)) if many else _("no forfeits")


def more_forfeits(many: int) -> str:
    """Return how many forfeits follow those that are listed."""
    # Translators: {n} more forfeits.
    return ngettext("… and {n} more", "… and {n} more", many).format(n=number(many))
