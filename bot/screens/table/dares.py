"""Build the page on which a host chooses a deck of dares, and the form for a server's own deck."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.presses.lobby import ChooseChips, ChooseDeck, SendWords, UseWords
from bot.presses.preferences import SendDeck
from bot.screens.elements.cards import Choice, Field, Form, Menu, Part, Text
from bot.screens.elements.labels import SERVERS_DARES, SING_A_SONG, WHAT_LOSERS_OWE
from bot.screens.elements.stakes import deck_name
from bot.screens.families.presenters import presenter
from bot.screens.table.house_rules import STAKES, leaves
from bot.tables import dares
from bot.tables.model import Deck, Setup, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.chips import CHOICES, as_text, chips_in, chips_or_words, in_words
from bot.words.cleaning import clean
from bot.words.dares import spoken_decks
from bot.words.language import _


def stakes_page(table: TableView, own: Sequence[str]) -> tuple[Part, ...]:
    """Return the page on which the host chooses what losers owe. `own` contains the server's own dares."""
    decks = {**spoken_decks(), Deck.SERVER: tuple(own)}
    setup, choices = table.setup, [_in_words(table)]
    for deck in Deck:
        if decks[deck]:
            about = clean(decks[deck][0], 100)
            is_chosen = deck is setup.deck and (table.rules.owes_forfeits() or table.rules.stake == dares.DRAW)
            choices.append(Choice(ChooseDeck(table.id, deck), deck_name(deck), about, "🃏", is_chosen))
    owed = chips_in(_words(table)) if setup.deck is None else 0
    many = sorted({*CHOICES, *([owed] if owed else [])})
    choices += [Choice(ChooseChips(table.id, n), in_words(n), "", "🪙", n == owed) for n in many]
    title = Text(_("### 🃏 What losers owe\n-# No dare comes up twice in a night until the deck runs out."))
    return (title, Menu(f"deck-{table.version}", _(WHAT_LOSERS_OWE), tuple(choices)), leaves(table, STAKES))


def _in_words(table: TableView) -> Choice:
    own = "" if chips_in(_words(table)) else clean(_words(table), 100)
    chosen = bool(own) and table.setup.deck is None
    about = own or _("Type what losers must do, or a stake of 1 to 100 chips")
    return Choice(UseWords(table.id), _("Your own words"), about, "✏️", chosen)


def _asked(table: TableView) -> Field | None:
    """Return the form's field for the loser's forfeit, or for the stake of everyone who does not win (E6).

    Return None if nobody has to do anything.
    """
    shown = presenter(table.rules)
    fields = shown.questions(table.setup, table.rules) if shown is not None else ()
    return next((field for field in fields if field.id in ("forfeit", "stake")), None)


def _words(table: TableView) -> str:
    """Return the host's text about what losers must do, or "" if there is none."""
    asked = _asked(table)
    return "" if asked is None or asked.value == dares.DRAW else asked.value


def words_form(table: TableView) -> Form:
    """Return the form in which the host writes what losers owe.

    Raises `Trouble` if nobody has to do anything in this game.
    """
    asked = _asked(table)
    if asked is None:
        raise Trouble(Code.STALE_PANEL)
    chips = chips_in(_words(table))
    words = in_words(chips) if chips else _words(table)
    return Form(SendWords(table.id), _(WHAT_LOSERS_OWE), (replace(asked, value=words),))


def with_words(setup: Setup, typed: Mapping[str, str]) -> Setup:
    """Return the set-up with the typed forfeit or stake, and without a deck of dares."""
    options = {word: value for word, value in setup.options.items() if word != "stake" or "stake" not in typed}
    options |= {"stake": stake} if (stake := chips_or_words(clean(typed.get("stake", "")))) else {}
    written = replace(setup, forfeit=chips_or_words(clean(typed.get("forfeit", setup.forfeit))))
    return dares.with_deck(written.with_rules(setup.variant, options, setup.own()), None)


def with_chips(table: TableView, chips: int) -> Setup:
    """Return the set-up of this table in which losers owe this many play chips.

    Raises `Trouble` if nobody has to do anything in this game.
    """
    asked = _asked(table)
    if asked is None:
        raise Trouble(Code.STALE_PANEL)
    return with_words(table.setup, {asked.id: as_text(chips)})


FIELDS, LONGEST = 5, 4000
"""The number of fields in the form for a server's deck, and the maximum length that Discord allows for a field."""


def deck_form(own: Sequence[str], most: int) -> Form:
    """Return the form for at most `most` dares of a server, filled with the server's current dares."""
    each = most // FIELDS
    fields = [
        Field(
            f"dares{number}",
            _("More dares") if number else _("Dares, one per line"),
            "" if number else _("Each one completes “Ann must: …”. Leave it empty for no deck."),
            "\n".join(own[number * each : (number + 1) * each]),
            "" if number else _(SING_A_SONG),
            LONGEST,
            False,
        )
        for number in range(FIELDS)
    ]
    return Form(SendDeck(), _(SERVERS_DARES), tuple(fields))
