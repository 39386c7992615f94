"""Let everybody guess at a showdown before the cups go up, and name the people who guessed right."""

from msgspec.structs import replace

from bot.presses.game import Guess
from bot.screens.elements.cards import Asks, Beat, Button, Card, Ephemeral, Row, Text
from bot.tables.annotations import Saw
from bot.tables.guesses import Noted
from bot.tables.model import TableView
from bot.words.cleaning import person
from bot.words.language import N_, _, joined, ngettext
from engine.games import AnyView

TRUE, A_LIE = N_("True"), N_("A lie")

# Translators: above two buttons such as “True” and “A lie”, for everybody but the two people named above.
EVERYBODY_ELSE = N_("-# Everybody else: your guess?")

SECONDS = 3.5
"""The least seconds for which people may guess."""


def _label(is_true: bool, exactly: int) -> str:
    """Return a guess in words. If the call was that the bid is exact (C5), `exactly` is its quantity, otherwise 0."""
    if not exactly:
        return _(TRUE) if is_true else _(A_LIE)
    # Translators: a guess that the dice are exactly as many as the bid, or not.
    return (_("Exactly {n}") if is_true else _("Not {n}")).format(n=exactly)


def is_asked(table: TableView, view: AnyView, sides: tuple[int, int]) -> bool:
    """Return whether a person besides the two `sides` sits at the table, or an onlooker guessed this evening."""
    return bool(_people(table, view, sides)) or table.annotations.onlookers


def _people(table: TableView, view: AnyView, sides: tuple[int, int]) -> frozenset[int]:
    """Return the people who sit at the table and may guess: everybody but the two `sides`."""
    left = [player.left for player in view.state.players]
    seats = [seat for seat in range(len(table.seats)) if seat not in sides and not left[seat]]
    return frozenset(user for seat in seats if (user := table.seats[seat].user) is not None and user > 0)


def asked(beat: Beat, table: TableView, view: AnyView, sides: tuple[int, int], exactly: int = 0) -> Beat:
    """Return the first step of a showdown, which asks everybody but the two `sides` for a guess.

    If the call was that the bid is exact, `exactly` is its quantity, otherwise 0. The step takes at least `SECONDS`.
    """
    people, number = _people(table, view, sides), view.state.round
    buttons = (
        Button(_label(True, exactly), Guess(table.id, number, true=True), "👍"),
        Button(_label(False, exactly), Guess(table.id, number, true=False), "🤥"),
    )
    card = Card(beat.card.lasting, (Row(buttons),))
    ends_early = people if not table.annotations.onlookers else frozenset()
    return replace(beat, card=card, seconds=max(SECONDS, beat.seconds), asks=Asks(table.id, number, ends_early))


def noted(guess: Noted) -> Ephemeral:
    """Return the private answer to a guess, with the person's own dice that count and their earlier guesses."""
    label = _label(guess.is_true, guess.exactly)
    # Translators: the answer to a guess at a showdown, before the dice are shown. {guess} is “True” or “A lie”.
    lines = [_("👁️ You say: **{guess}**. Let’s see!").format(guess=label)]
    if guess.own is not None:
        # Translators: in the answer to a guess: {n} of the reader’s own dice count for the bid. It may be 0.
        words = ngettext("-# {n} of your own dice counts.", "-# {n} of your own dice count.", guess.own)
        lines.append(words.format(n=guess.own))
    if guess.guesses:
        # Translators: {right} of {n} guesses of the reader were right this evening.
        words = ngettext(
            "-# So far tonight: {right} of {n} right", "-# So far tonight: {right} of {n} right", guess.guesses
        )
        lines.append(words.format(right=guess.right, n=guess.guesses))
    return Ephemeral((Text("\n".join(lines)),))


MOST_NAMES = 2
"""The maximum number of people whom the line about right guesses names, besides one whose name takes the place of a
number.
"""


def saw(table: TableView, number: int) -> list[str]:
    """Return a line about the people who guessed right in round `number`, or [] if nobody did."""
    found = table.saw
    return [f"-# 👁️ {line}" for line in seen(found)] if found is not None and found.number == number else []


def seen(found: Saw | None) -> list[str]:
    """Return a phrase about the people who guessed right, or [] if nobody did."""
    if found is None:
        return []
    everybody = len(found.names) + found.others
    shown = [person(name) for name in found.names[: MOST_NAMES + (everybody == MOST_NAMES + 1)]]
    others = everybody - len(shown)
    if not shown:
        # Translators: {n} people, who are not named, guessed right before the cups went up.
        return [ngettext("{n} person saw it coming", "{n} people saw it coming", others).format(n=others)]
    if others:
        # Translators: {names} and {n} other people guessed right before the cups went up.
        words = ngettext("{names} and {n} more saw it coming", "{names} and {n} more saw it coming", others)
        return [words.format(names=", ".join(shown), n=others)]
    # Translators: {names} guessed right before the cups went up.
    return [_("{names} saw it coming").format(names=joined(shown))]
