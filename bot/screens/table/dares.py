"""Decks of dares: the page on which a host chooses a deck, and the form for a server's own deck."""

from collections.abc import Sequence

from bot.presses.lobby import ChooseDeck, UseWords
from bot.presses.preferences import SendDeck
from bot.screens.elements.cards import Choice, Field, Form, Menu, Part, Text
from bot.screens.elements.labels import PICK_ONE, SERVERS_DARES, SING_A_SONG
from bot.screens.elements.stakes import deck_name
from bot.screens.table.house_rules import STAKES, leaves
from bot.tables.model import Deck, TableView
from bot.words.cleaning import clean
from bot.words.dares import spoken_decks
from bot.words.language import _


def stakes_page(table: TableView, own: Sequence[str]) -> tuple[Part, ...]:
    """Return the page on which the host chooses what losers owe; `own` contains the server's own dares."""
    decks = {**spoken_decks(), Deck.SERVER: tuple(own)}
    setup, choices = table.setup, [_in_words(table)]
    for deck in Deck:
        if decks[deck]:
            about = clean(decks[deck][0], 100)
            choices.append(Choice(ChooseDeck(table.id, deck), deck_name(deck), about, "🃏", deck is setup.deck))
    title = Text(_("### 🃏 What losers owe\n-# Each dare comes once, until the deck runs out."))
    return (title, Menu(f"deck-{table.version}", _(PICK_ONE), tuple(choices)), leaves(table, STAKES))


def _in_words(table: TableView) -> Choice:
    words = clean(table.setup.forfeit, 100) or _("Type it in “The basics”")
    return Choice(UseWords(table.id), _("Your own words"), words, "✏️", table.setup.deck is None)


FIELDS, LONGEST = 5, 4000
"""The number of fields in the form for a server's deck, and the most characters that Discord allows in a field."""


def deck_form(own: Sequence[str], most: int) -> Form:
    """Return the form for at most `most` dares of a server, filled with its present ones."""
    each = most // FIELDS
    fields = [
        Field(
            f"dares{number}",
            _("More dares") if number else _("Dares, one a line"),
            "" if number else _("Each one follows “Ann must:”. Leave it empty for no deck."),
            "\n".join(own[number * each : (number + 1) * each]),
            "" if number else _(SING_A_SONG),
            LONGEST,
            False,
        )
        for number in range(FIELDS)
    ]
    return Form(SendDeck(), _(SERVERS_DARES), tuple(fields))
