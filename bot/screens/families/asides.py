"""Write the small lines below a showdown: late callers, and what is said about it. Write computer players' reasons."""

from bot.screens.elements.amounts import times
from bot.screens.elements.cast import Cast
from bot.screens.families.guessing import saw
from bot.tables.annotations import Quip
from bot.tables.computer_comments import CATCHES, is_headline
from bot.tables.model import TableView
from bot.words.language import _, labelled, ngettext, number, ordinal, percent_of_deed
from bot.words.talk import line
from engine.core.characters import character
from engine.core.state import Phase


def asides(table: TableView, number: int) -> list[str]:
    """Return the small lines below the showdown of round `number`.

    The first line has the people who guessed right.
    """
    return [*saw(table, number), *_late(table, number), *_again(table, number)]


def _late(table: TableView, number: int) -> list[str]:
    """Return a line about the players who called just after another player in round `number`, or [] if nobody did."""
    seats = [seat for round_, seat in table.annotations.late if round_ == number]
    names = Cast(table.seats).names(seats)
    # Translators: {names} are players who called just after somebody else had called.
    words = ngettext("-# ⏱️ {names} was a second late.", "-# ⏱️ {names} were a second late.", len(seats))
    return [words.format(names=names)] if seats else []


def remarks(table: TableView, number: int) -> list[str]:
    """Return the line below the verdict of round `number` with a computer player's comment, or [] if none speaks."""
    quip, cast = table.annotations.quip, Cast(table.seats)
    if quip is None or quip.number != number or table.seats[quip.seat].user is not None:
        return []
    said = line(character(table.seats[quip.seat].name).name, quip.about, quip.which)
    words = said.format(name=cast.plain(quip.other), n=quip.times)
    return [labelled(cast.quiet(quip.seat), f"*{words}*")] if said else []


def _again(table: TableView, number: int) -> list[str]:
    """Return a line with what the table remembers about a call, or [] if that is nothing, or is the headline."""
    again = table.annotations.again
    is_told = again is None or again.number != number or is_headline(again)
    return [] if again is None or is_told else [f"-# {_remembered(Cast(table.seats), again)}"]


def _remembered(cast: Cast, quip: Quip) -> str:
    """Return a sentence about a call that happens again this evening between the same two people."""
    if quip.about == CATCHES:
        ways = (
            # Translators: {nth} is a number such as “3rd”; {name} has called the lie of {other}.
            _("🔁 That’s the {nth} time tonight {name} has caught {other}."),
            # Translators: {nth} is a number such as “3rd”; {name} has called the lie of {other}.
            _("🔁 {name} catches {other} again: {nth} time tonight."),
            # Translators: {nth} is a number such as “3rd”; {name} has called the lie of {other}.
            _("🔁 {other} gets caught by {name} again: {nth} time tonight."),
        )
    else:
        ways = (
            # Translators: {nth} is a number such as “3rd”; {name} has called the bid of {other} a lie, but it was true.
            _("🔁 That’s the {nth} time tonight {name} has wrongly doubted {other}."),
            # Translators: {nth} is a number such as “3rd”; {name} has called the bid of {other} a lie, but it was true.
            _("🔁 {name} just won’t believe {other}: {nth} false alarm tonight."),
            # Translators: {nth} is a number such as “3rd”; {name} has called the bid of {other} a lie, but it was true.
            _("🔁 {other} told the truth, and {name} doubted it: {nth} time tonight."),
        )
    words = varied(quip.number, *ways)
    return words.format(nth=nth(quip.times), name=cast.quiet(quip.seat), other=cast.quiet(quip.other))


def varied(number: int, *ways: str) -> str:
    """Return one of several ways to say the same thing, so that it sounds different in the next round.

    `number` is the number of the round.
    """
    return ways[(number - 1) % len(ways)]


MOST_ORDINAL = 20
"""The greatest number that has an ordinal."""


def nth(times: int) -> str:
    """Return a number of times as an ordinal, "3rd", or as a number if it has none."""
    return ordinal(times) if times <= MOST_ORDINAL else number(times)


def reasons(table: TableView) -> list[str]:
    """Return a line with a computer player's reason for its call in the last showdown, or for its bid that was called.

    Return [] if both the caller and the bidder are people. Only people who ask for the line see it. They may also ask
    during the next round.
    """
    why, view = table.annotations.told, table.view
    if why is None or view is None:
        return []
    goes_on = view.state.showdown is None and view.state.phase is not Phase.BETWEEN  # K18: a round may end without one
    if why.number != view.state.round - goes_on:
        return []
    cast = Cast(table.seats).in_round(why.number)
    likely = percent_of_deed(why.reason.likely)
    if not why.reason.calls:
        # Translators: a computer player says how likely it thought its own bid was to be true.
        words = _("💭 {name}: “I gave my bid {percent}.”")
    elif why.reason.times > 1:
        # Translators: a computer player says why it called: {other} had bid this face {times} (“twice”, “3 times”).
        words = _("💭 {name}: “{other} said it {times}. I gave it {percent}.”")
    else:
        # Translators: a computer player says how likely it thought the bid was that it called.
        words = _("💭 {name}: “I gave it {percent}.”")
    names = {"name": cast.quiet(why.seat), "other": cast.plain(why.accused)}
    return [words.format(**names, times=times(why.reason.times), percent=likely)]
