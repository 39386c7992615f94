"""Write texts about a loser's forfeit: the host's own words, the usual forfeit, or a dare from a deck."""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.screens.elements.labels import SERVERS_DARES
from bot.tables.model import Deck, Forfeit, Setup
from bot.words.chips import as_text, chips_in, in_words
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext, number


def must(debtors: str, text: str, winner: str = "", many: int = 1, each: int = 1) -> str:
    """Return a sentence about what `many` losers have to do: "Ann must: sing a song", "Ann owes Ben a forfeit".

    `debtors` contains the losers' names or mentions as one phrase ("Ann and Cleo"). `text` is the host's text
    (`Setup.forfeit`), or "" for the usual forfeit. `winner` is the name of the creditor, or "" if the losers owe it to
    the whole table. Each loser owes it `each` times, which is 2 if doubting a Mia costs two (K18).
    """
    if chips := each * chips_in(text):
        return _owes_chips(debtors, chips, winner, many)
    return f"{_must(debtors, text, winner, many)}{f' ×{each}' if each > 1 else ''}"


def _must(debtors: str, text: str, winner: str, many: int) -> str:
    if what := escaped(text):
        # Translators: {what} is the host's text, which continues "The loser must…": "sing a song".
        return ngettext("{names} must: **{what}**", "{names} must: **{what}**", many).format(names=debtors, what=what)
    if winner:
        # Translators: {names} and {winner} may be people or computer players.
        words = ngettext("{names} owes {winner} a forfeit", "{names} each owe {winner} a forfeit", many)
        return words.format(names=debtors, winner=winner)
    return ngettext("{names} owes a forfeit", "{names} each owe a forfeit", many).format(names=debtors)


def bow(debtors: str, winner: str, many: int) -> str:
    """Return a sentence about `many` computer players who pay a forfeit at once, in the only way that they can."""
    # Translators: computer players, who can do no more, pay a forfeit.
    return ngettext("🙇 {names} bows to {winner}.", "🙇 {names} bow to {winner}.", many).format(
        names=debtors, winner=winner
    )


def _owes_chips(debtors: str, chips: int, winner: str, many: int) -> str:
    """Return a sentence about the chips that each of `many` losers owes: "Ann owes Ben 3 chips"."""
    if winner:
        one = ngettext("{names} owes {winner} {n} chip", "{names} owes {winner} {n} chips", chips)
        each = ngettext("{names} each owe {winner} {n} chip", "{names} each owe {winner} {n} chips", chips)
    else:
        one = ngettext("{names} owes the table {n} chip", "{names} owes the table {n} chips", chips)
        each = ngettext("{names} each owe the table {n} chip", "{names} each owe the table {n} chips", chips)
    return (one if many == 1 else each).format(names=debtors, winner=winner, n=number(chips))


def what_is_owed(text: str) -> str:
    """Return the text of a forfeit for a sentence: the words, or a number of chips. Return "" if there is no text."""
    chips = chips_in(text)
    return in_words(chips) if chips else escaped(text)


def one_sum(forfeits: Iterable[Forfeit]) -> list[Forfeit]:
    """Return the forfeits in their order, with all chips that one person owes another as one forfeit, the first.

    Chips that are paid or waived are apart from chips that are owed.
    """
    found: dict[object, Forfeit] = {}
    for each in forfeits:
        chips, pair = chips_in(each.text), (each.guild, each.debtor.id, each.creditor and each.creditor.id, each.state)
        first = found.get(pair) if chips else None
        if first is None:
            found[pair if chips else each.id] = each
        else:
            found[pair] = replace(first, text=as_text(chips_in(first.text) + chips))
    return list(found.values())


def deck_name(deck: Deck) -> str:
    """Return the name of a deck."""
    names = {
        Deck.GENTLE: _("Gentle dares"),
        Deck.SILLY: _("Silly dares"),
        Deck.KEYBOARD: _("Keyboard dares"),
        Deck.SERVER: _(SERVERS_DARES),
    }
    return names[deck]


def stake_words(setup: Setup) -> str:
    """Return the words that follow "The loser must": the host's own words, or "draw a dare" with the name of the deck.

    Return "" if the host has chosen neither words nor a deck.
    """
    # Translators: it follows "The loser must…"; {deck} is the name of a deck, such as "Silly dares".
    return _("draw a dare ({deck})").format(deck=deck_name(setup.deck)) if setup.deck is not None else setup.forfeit
