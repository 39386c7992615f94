"""Dares that losers draw from a deck, and the other dare that a winner may choose instead.

The deck is stored when the game begins. The seed of the game decides the order of its dares.
"""

from collections import Counter
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from bot.storage import Connection, dares, ledger
from bot.tables.annotations import Annotations, Swap
from bot.tables.model import Deck, Setup
from bot.tables.table import Table
from bot.words.chips import chips_in
from engine.core import events as e
from engine.core.state import Phase
from engine.games import AnyView

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


LATELY = 5
"""The number of a person's newest forfeits that the person does not draw again while the deck has other dares."""


def draw(connection: Connection, table: Table) -> None:
    """Draw a dare for each forfeit among the table's new events, if the table plays for dares.

    If one person owes one dare for a showdown, the winner may swap it for another dare until the pause ends.
    """
    if not table.setup.owes(table.seats):
        return
    drawing = [at for at, event in enumerate(table.events) if isinstance(event, e.ForfeitOwed) and _draws(table, event)]
    if not drawing:
        return
    pile, many = _Pile(connection, table), table.annotations.dares
    for number, at in enumerate(drawing, many):
        event = table.events[at]
        assert isinstance(event, e.ForfeitOwed)
        table.events[at] = replace(event, what=pile.take(number, event.seat))
    table.annotate(dares=many + len(drawing), swap=_swap(table, pile, drawing[0]) if len(drawing) == 1 else None)


class _Pile:
    """The dares of a table's deck, with the dares that were drawn this evening."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection, self._table, row = connection, table, table.row
        self._deck = dares.lines(connection, row.guild, table.setup.deck_version)
        self._tonight = Counter(ledger.words_at(connection, [*table.annotations.evening, row.id]))

    def take(self, number: int, seat: int) -> str:
        """Draw the dare with this number for the person in `seat`, and return its words. A deck may be empty.

        No dare comes up twice in an evening, and nobody draws one of their own newest dares again, as long as the deck
        has other dares. The order of the others is the order of the shuffled deck.
        """
        words = self._best(number, seat)
        self._tonight[words] += 1
        return words

    def another(self, number: int, seat: int) -> str:
        """Return another dare for the person in `seat`, which is new to the evening and to the person.

        Return "" if the deck has none.
        """
        words = self._best(number, seat)
        return words if words and self._rank(words, self._lately(seat)) == (0, False) else ""

    def _best(self, number: int, seat: int) -> str:
        many = len(self._deck)
        if not many:
            return ""
        deal, first = divmod(number, many)
        order, lately = self._table.dice().dares(deal, many), self._lately(seat)
        return min((self._deck[at] for at in (*order[first:], *order[:first])), key=lambda w: self._rank(w, lately))

    def _rank(self, words: str, lately: Collection[str]) -> tuple[int, bool]:
        return self._tonight[words], words in lately

    def _lately(self, seat: int) -> list[str]:
        user = self._table.seats[seat].user
        return ledger.last_words(self._connection, self._table.row.guild, user, LATELY) if user is not None else []


def _swap(table: Table, pile: _Pile, at: int) -> Swap | None:
    """Return the swap that is open to the winner of the showdown that has just happened, or None if there is none.

    `at` is the place of the forfeit among the table's new events. A computer player never swaps.
    """
    event = table.events[at]
    assert isinstance(event, e.ForfeitOwed)
    is_for_a_showdown = event.why in (e.Cause.CHALLENGE, e.Cause.EXACT) and event.to is not None
    if table.game is None or not is_for_a_showdown or not table.seats[event.to or 0].is_human():
        return None
    instead = pile.another(table.annotations.dares + 1, event.seat)
    number = table.row.seq - len(table.events) + at + 1
    return Swap(table.game.state.round, event.seat, number, instead) if instead else None


def open_swap(view: AnyView | None, annotations: Annotations) -> Swap | None:
    """Return the swap that is still open to the winner, or None if the dare is settled or the pause is over (P1)."""
    swap, state = annotations.swap, view.state if view is not None else None
    if swap is None or state is None or state.phase is not Phase.BETWEEN:
        return None
    return swap if swap.number == state.round and swap.seat in state.debtors else None


def note_done(table: Table) -> None:
    """Record the round in which a loser has just said that a dare is done, so that the others can clap."""
    paid = [event for event in table.events if isinstance(event, e.Settled) and event.how == "paid"]
    if table.game is not None and any(table.seats[event.debtor].is_human() for event in paid):
        words = table.setup.forfeit
        has_words = table.setup.deck is not None or bool(words and not chips_in(words))
        is_dare = has_words and table.setup.owes(table.seats)
        table.annotate(done=table.game.state.round if is_dare else 0, done_at=table.now if is_dare else None)


def _draws(table: Table, event: e.ForfeitOwed) -> bool:
    """Return whether the debtor of a forfeit draws a dare for it.

    Only people draw dares. Nobody draws one if the forfeit is for the whole game and its stake is written in words
    (E6).
    """
    stake = table.setup.rules().stake if event.why in e.FOR_THE_GAME else ""
    return table.seats[event.seat].user is not None and stake in ("", DRAW)
