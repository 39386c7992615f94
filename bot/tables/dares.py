"""Dares that losers draw: the deck is stored when the game begins, and each draw follows from the seed."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.storage import Connection, dares
from bot.tables.model import Deck, Setup
from bot.tables.table import Table
from engine.core import events as e

Decks = Mapping[str, tuple[str, ...]]
"""The dares of decks, by the names of the decks."""

DRAW = "draw a dare"
"""The task of everybody who does not win (E6), if a game without forfeits is played for dares."""


def keep_deck(connection: Connection, table: Table, decks: Decks) -> None:
    """Store the version of the deck with which a game begins; the gentle deck replaces a server's that is gone.

    `decks` are ours by name, in the language of the server.
    """
    deck = table.setup.deck
    if deck is None:
        return
    found = dares.newest(connection, table.row.guild, deck) if deck is Deck.SERVER else decks[deck]
    deck, found = (deck, found) if found else (Deck.GENTLE, decks[Deck.GENTLE])
    version = dares.keep(connection, table.row.guild, deck, found, None, table.now)
    table.setup = replace(table.setup, deck=deck, deck_version=version)


def with_deck(setup: Setup, deck: Deck | None) -> Setup:
    """Return the set-up in which losers draw from a deck, or (None) owe the host's words.

    If nobody owes forfeits in the game, everybody who does not win draws (E6).
    """
    options = {word: value for word, value in setup.options.items() if (word, value) != ("stake", DRAW)}
    rules = replace(setup, options=options).rules()
    if deck is not None and not rules.owes_forfeits():
        options["stake"] = DRAW
    return replace(setup, deck=deck, options=options)


def draw(connection: Connection, table: Table) -> None:
    """Draw a dare for everybody who owes a forfeit since the table was loaded, at a table that draws dares."""
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
    """Return whether a forfeit draws a dare: a person's, and not one for a game whose stake is other words (E6)."""
    stake = table.setup.rules().stake if event.why in e.FOR_THE_GAME else ""
    return table.seats[event.seat].user is not None and stake in ("", DRAW)
