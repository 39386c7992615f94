"""Show the private list of the forfeits among the people of a game. Forfeits with equal lines share one line.

Below the list, one menu settles or reopens what concerns the reader.
"""

from collections.abc import Iterator, Sequence

from bot.presses.history import OpenForfeits, SettleInList
from bot.screens.elements.amounts import more_forfeits, times
from bot.screens.elements.cards import LONGEST_LABEL, Button, Choice, Menu, Part, Row, Text
from bot.screens.elements.labels import ALL_SQUARE
from bot.screens.elements.stakes import must, one_sum
from bot.screens.table.forfeits import SETTLE_ONE, doubt, forgive, owed_to_you, pay, words, you_owe
from bot.tables.model import Forfeit
from bot.words.chips import chips_in
from bot.words.cleaning import clean, person
from bot.words.language import _

MOST_ROWS = 8
"""The maximum number of lines of the list, which fit on a phone together with the menu."""

Group = Sequence[Forfeit]
"""Forfeits whose lines are equal, the oldest first."""


def groups(forfeits: Sequence[Forfeit], game: int | None) -> list[Group]:
    """Return the forfeits in groups of equal lines, in the order of their first forfeits. Chips of a pair are one sum.

    Forfeits of this game are not grouped with forfeits of other games.
    """
    found: dict[object, list[Forfeit]] = {}
    for each in one_sum(forfeits):
        found.setdefault((each.table == game, each.debtor, each.creditor, each.text, each.state), []).append(each)
    return list(found.values())


def listed(forfeits: Sequence[Forfeit], game: int, reader: int, sat: bool) -> tuple[Part, ...]:
    """Return the private list of the forfeits among the people of a game, with the reader's buttons.

    Lines that concern the reader come first, and the reader's buttons follow them, so that a phone shows both without
    scrolling. Forfeits of earlier games have a heading of their own. `sat` is whether the reader played in the game.
    Such a reader may say that a forfeit owed to the whole table is not paid yet.
    """
    if not forfeits:
        return (Text(_(ALL_SQUARE)),)
    found = sorted(groups(forfeits, game), key=lambda group: (group[0].table != game, not _concerns(group[0], reader)))
    lines, own = list[str](), 0
    for at, group in enumerate(found[:MOST_ROWS]):
        if group[0].table != game and (at == 0 or found[at - 1][0].table == game):
            lines.append(_("-# 📌 From earlier games"))
        lines.append(line(group, reader))
        own += own == at and _concerns(group[0], reader) and group[0].table == game
    if others := sum(map(len, found[MOST_ROWS:])):
        lines.append(more_forfeits(others))
    ways = [way for group in found[:MOST_ROWS] for way in _ways(group, game, reader, sat)]
    own = own or len(lines)
    first, rest = ((Text("\n".join(some)),) if some else () for some in (lines[:own], lines[own:]))
    return (*first, *_offered(ways), *rest, Row((Button(_("All my forfeits"), OpenForfeits(), "📝"),)))


def _offered(ways: Sequence[Choice]) -> tuple[Part, ...]:
    """Return a button if the reader can settle or reopen one line, and a menu if they are several."""
    if len(ways) > 1:
        return (Menu("debts", _(SETTLE_ONE), tuple(ways)),)
    buttons = [
        Button(clean(way.label, LONGEST_LABEL), way.value, way.emoji) for way in ways if not isinstance(way.value, str)
    ]
    return tuple(Row((each,)) for each in buttons)


def _concerns(forfeit: Forfeit, reader: int) -> bool:
    return reader in (forfeit.debtor.id, forfeit.creditor.id if forfeit.creditor is not None else 0)


def line(group: Group, reader: int) -> str:
    """Return the line about a group of forfeits. It calls the reader "you"."""
    oldest, how_often = group[0], f" · {times(len(group))}" if len(group) > 1 else ""
    match oldest.state:
        case "owed":
            return f"📝 {_open(oldest, reader)}{how_often}"
        case "paid":
            return f"✅ {_paid(oldest, reader)}{how_often}"
        case "waived":
            return f"🕊️ {_waived(oldest, reader)}{how_often}"


def _ways(group: Group, game: int, reader: int, sat: bool) -> Iterator[Choice]:
    """Yield the way in which the reader may settle or reopen a forfeit of a group, if there is one.

    It settles the oldest open forfeit of the group, or reopens the newest one that was paid.
    """
    oldest, newest = group[0], group[-1]
    owes, is_owed = reader == oldest.debtor.id, oldest.creditor is not None and reader == oldest.creditor.id
    if oldest.state == "owed" and owes:
        yield pay(oldest, SettleInList(game, oldest.id, "paid"))
    elif oldest.state == "owed" and is_owed:
        yield forgive(oldest, SettleInList(game, oldest.id, "ask"))
    elif oldest.state == "paid" and (is_owed or (oldest.creditor is None and sat and not owes)):
        yield doubt(newest, SettleInList(game, newest.id, "unpaid"))


def _winner(forfeit: Forfeit) -> str:
    return person(forfeit.creditor.name) if forfeit.creditor is not None else ""


def _open(forfeit: Forfeit, reader: int) -> str:
    if forfeit.debtor.id == reader:
        return you_owe(forfeit)
    if forfeit.creditor is not None and forfeit.creditor.id == reader:
        return owed_to_you(forfeit)
    debtor, winner, text = person(forfeit.debtor.name), _winner(forfeit), forfeit.text
    if not (winner and text) or chips_in(text):
        return must(debtor, text, winner)
    # Translators: {what} is the host’s text, such as “sing a song”: {name} owes it to {winner}.
    return _("{name} must: **{what}**, for {winner}").format(name=debtor, what=words(forfeit), winner=winner)


def _paid(forfeit: Forfeit, reader: int) -> str:
    debtor, winner, what = person(forfeit.debtor.name), _winner(forfeit), words(forfeit)
    if forfeit.debtor.id == reader:
        # Translators: the reader has done the forfeit {what}, such as “sing a song”, which they owed {winner}.
        said = _("You’ve paid {winner}: **{what}**") if winner else _("You’ve paid: **{what}**")
    elif forfeit.creditor is not None and forfeit.creditor.id == reader:
        # Translators: {debtor} has done the forfeit {what}, such as “sing a song”, which they owed the reader.
        said = _("{debtor} has paid you: **{what}**")
    elif winner:
        # Translators: {debtor} has done the forfeit {what}, such as “sing a song”, which they owed {winner}.
        said = _("{debtor} has paid {winner}: **{what}**")
    else:
        # Translators: {debtor} has done the forfeit {what}, such as “sing a song”.
        said = _("{debtor} has paid: **{what}**")
    return said.format(debtor=debtor, winner=winner, what=what)


def _waived(forfeit: Forfeit, reader: int) -> str:
    debtor, winner = person(forfeit.debtor.name), _winner(forfeit)
    if forfeit.debtor.id == reader:
        # Translators: {winner} says that the reader need not do the forfeit {what}, such as “sing a song”.
        said = _("{winner} let you off: **{what}**")
    elif forfeit.creditor is not None and forfeit.creditor.id == reader:
        # Translators: the reader has said that {debtor} need not do the forfeit {what}, such as “sing a song”.
        said = _("You let {debtor} off: **{what}**")
    else:
        # Translators: {winner} says that {debtor} need not do the forfeit {what}, such as “sing a song”.
        said = _("{winner} let {debtor} off: **{what}**")
    return said.format(winner=winner, debtor=debtor, what=words(forfeit))
