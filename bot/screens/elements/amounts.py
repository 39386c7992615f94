"""Write amounts with their units, such as "3 players", for all screens."""

from datetime import datetime
from math import ceil

from bot.words.language import _, ngettext, number

LATE = 1
"""The seconds that the bot's edit may take to arrive when a time is over. A countdown must not say "ago" until then."""


def countdown(moment: datetime) -> int:
    """Return the time, in seconds since 1970, to which Discord counts down for an event at this moment."""
    return ceil(moment.timestamp()) + LATE


def players(many: int) -> str:
    """Return a number of players as text: "3 players"."""
    return ngettext("{n} player", "{n} players", many).format(n=number(many))


def dice(many: int) -> str:
    """Return a number of dice as text: "3 dice"."""
    return ngettext("{n} die", "{n} dice", many).format(n=number(many))


def bads(many: int) -> str:
    """Return a number of bads, the penalty points of a game, as text: "3 bads"."""
    return ngettext("{n} bad", "{n} bads", many).format(n=number(many))


def goods(many: int) -> str:
    """Return a number of goods, each of which cancels a bad, as text: "3 goods"."""
    return ngettext("{n} good", "{n} goods", many).format(n=number(many))


def lives(many: int) -> str:
    """Return a number of lives as text: "3 lives"."""
    return ngettext("{n} life", "{n} lives", many).format(n=number(many))


def minutes(many: int) -> str:
    """Return a number of minutes as text: "3 minutes"."""
    return ngettext("{n} minute", "{n} minutes", many).format(n=number(many))


def forfeits(many: int) -> str:
    """Return a number of forfeits as text: "3 forfeits" or "no forfeits". It stands after the name of the debtor."""
    # Translators: it stands after a name, in place of a number of forfeits.
    return ngettext("{n} forfeit", "{n} forfeits", many).format(n=number(many)) if many else _("no forfeits")


def times(many: int) -> str:
    """Return how often something happened, as the end of a clause: "once", "twice", "3 times"."""
    match many:
        case 1:
            # Translators: how often: “Ben said it once.”, “Ann caught Ben lying once”.
            return _("once")
        case 2:
            # Translators: how often: “Ben said it twice.”, “Ann caught Ben lying twice”.
            return _("twice")
        case _:
            # Translators: how often: “Ben said it 3 times.”, “Ann caught Ben lying 3 times”.
            return ngettext("{n} time", "{n} times", many).format(n=number(many))


def and_more(many: int) -> str:
    """Return the end of a sentence about a forfeit, after which `many` others have no sentence: "(+3 more)"."""
    # Translators: it follows a sentence about a forfeit; {n} more forfeits have no sentence.
    return ngettext("(+{n} more)", "(+{n} more)", many).format(n=number(many))


def more_forfeits(many: int) -> str:
    """Return the last line of a list that has no room for `many` more forfeits: "… and 3 more"."""
    # Translators: {n} more forfeits.
    return ngettext("… and {n} more", "… and {n} more", many).format(n=number(many))
