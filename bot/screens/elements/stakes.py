"""Write texts about a loser's forfeit: the host's own words, the usual forfeit, or a dare from a deck."""

from bot.screens.elements.labels import SERVERS_DARES
from bot.tables.model import Deck, Setup
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext


def must(debtors: str, text: str, winner: str = "", many: int = 1) -> str:
    """Return a sentence about what `many` losers have to do: "Ann must: sing a song", "Ann owes Ben a forfeit".

    `debtors` contains the losers' names or mentions as one phrase ("Ann and Cleo"). `text` is the host's text
    (`Setup.forfeit`), or "" for the usual forfeit. `winner` is the name of the creditor, or "" if the losers owe it to
    the whole table.
    """
    if what := escaped(text):
        # Translators: {what} is the host's text, which continues "The loser must…": "sing a song".
        return ngettext("{names} must: **{what}**", "{names} must: **{what}**", many).format(names=debtors, what=what)
    if winner:
        # Translators: {names} and {winner} may be people or computer players.
        words = ngettext("{names} owes {winner} a forfeit", "{names} each owe {winner} a forfeit", many)
        return words.format(names=debtors, winner=winner)
    return ngettext("{names} owes a forfeit", "{names} each owe a forfeit", many).format(names=debtors)


def deck_name(deck: Deck) -> str:
    """Return the name of a deck."""
    names = {
        Deck.GENTLE: _("Gentle dares"),
        Deck.SILLY: _("Silly dares"),
        Deck.KEYBOARD: _("Dares at the keyboard"),
        Deck.SERVER: _(SERVERS_DARES),
    }
    return names[deck]


def stake_words(setup: Setup) -> str:
    """Return the words that follow "The loser must": the host's own words, or "draw a dare" with the name of the deck.

    Return "" if the host has chosen neither words nor a deck.
    """
    # Translators: it follows "The loser must…"; {deck} is the name of a deck, such as "Silly dares".
    return _("draw a dare ({deck})").format(deck=deck_name(setup.deck)) if setup.deck is not None else setup.forfeit
