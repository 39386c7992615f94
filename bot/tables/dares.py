"""Dares that losers draw from a deck.

The deck is stored when the game begins, and the seed of the game decides each draw.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.storage import Connection, dares
from bot.tables.model import Deck, Setup
from bot.tables.table import Table
from engine.core import events as e

Decks = Mapping[str, tuple[str, ...]]
"""The dares of each deck, by the deck's name."""

DRAW = "draw a dare"
"""The stake of a game that is played for dares and has no forfeits: everybody who does not win draws a dare (E6)."""


def keep_deck(connection: Connection, table: Table, decks: Decks) -> None:
    """Store the dares of a table's deck for the game that begins, and the number of this copy in the set-up.

    `decks` maps the name of each of the bot's own decks to its dares, in the language of the server. If the server's
    own deck no longer exists, the gentle deck replaces it.
    """
    deck = table.setup.deck
    if deck is None:
        return
    found = dares.newest(connection, table.row.guild, deck) if deck is Deck.SERVER else decks[deck]
    deck, found = (deck, found) if found else (Deck.GENTLE, decks[Deck.GENTLE])
    version = dares.keep(connection, table.row.guild, deck, found, None, table.now)
    table.setup = replace(table.setup, deck=deck, deck_version=version)


def with_deck(setup: Setup, deck: Deck | None) -> Setup:
    """Return the set-up with the deck from which losers draw. If `deck` is None, they owe the host's forfeit instead.

    If the rules have no forfeits, everybody who does not win draws a dare (E6).
    """
    options = {word: value for word, value in setup.options.items() if (word, value) != ("stake", DRAW)}
    rules = replace(setup, options=options).rules()
    if deck is not None and not rules.owes_forfeits():
        options["stake"] = DRAW
    return replace(setup, deck=deck, options=options)


def draw(connection: Connection, table: Table) -> None:
    """Draw a dare for each forfeit among the table's new events, if the table plays for dares."""
    if not table.setup.owes(table.seats):
        return
    drawing = [at for at, event in enumerate(table.events) if isinstance(event, e.ForfeitOwed) and _draws(table, event)]
    if not drawing:
        return
    deck, dice = dares.lines(connection, table.row.guild, table.setup.deck_version), table.dice()
    for number, at in enumerate(drawing, table.annotations.dares):
        what = deck[dice.dare(number, len(deck))] if deck else ""
        table.events[at] = replace(table.events[at], what=what)
    table.annotate(dares=table.annotations.dares + len(drawing))


def _draws(table: Table, event: e.ForfeitOwed) -> bool:
    """Return whether the debtor of a forfeit draws a dare for it.

    Only people draw dares. Nobody draws one if the forfeit is for the whole game and its stake is written in words
    (E6).
    """
    stake = table.setup.rules().stake if event.why in e.FOR_THE_GAME else ""
    return table.seats[event.seat].user is not None and stake in ("", DRAW)
