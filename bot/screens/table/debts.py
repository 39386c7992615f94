"""Show the forfeits on the card of a result. Forfeits whose lines would be equal share one line."""

from collections.abc import Iterator, Sequence

from bot.presses.history import CrossOff
from bot.screens.elements.amounts import times
from bot.screens.elements.cards import Button, Part, Row, Style, Text
from bot.screens.elements.labels import DONE
from bot.screens.elements.stakes import must
from bot.screens.table.forfeits import NOT_YET, let_off, words
from bot.tables.model import Forfeit
from bot.words.cleaning import person
from bot.words.language import _

MOST_LINES = 5
"""The maximum number of lines with forfeits on a result."""

Group = Sequence[Forfeit]
"""Forfeits whose lines are equal, the oldest first."""


def groups(forfeits: Sequence[Forfeit], game: int | None) -> list[Group]:
    """Return the forfeits in groups of equal lines, in the order of their first forfeits.

    Forfeits of this game are not grouped with forfeits of other games.
    """
    found: dict[object, list[Forfeit]] = {}
    for each in forfeits:
        found.setdefault((each.table == game, each.debtor, each.creditor, each.text, each.state), []).append(each)
    return list(found.values())


def shown(forfeits: Sequence[Forfeit], game: int) -> list[Group]:
    """Return the groups of forfeits that the result of this game has room for."""
    return groups(forfeits, game)[:MOST_LINES]


def on_result(forfeits: Sequence[Forfeit], game: int) -> Iterator[Text | Row]:
    """Yield the lines about forfeits on the result of this game, each with its buttons.

    Forfeits of earlier games have a heading of their own.
    """
    is_labelled = False
    for group in shown(forfeits, game):
        if group[0].table != game and not is_labelled:
            is_labelled = True
            yield Text(_("-# 📌 From earlier games"))
        yield from line(group)


def updated(forfeits: Sequence[Forfeit], game: int | None) -> tuple[Part, ...]:
    """Return the lines that replace the lines of these forfeits on a result after one of them has changed."""
    return tuple(part for group in groups(forfeits, game) for part in line(group))


def line(group: Group) -> Iterator[Text | Row]:
    """Yield the line about a group of forfeits, and the buttons for the debtor and the creditor.

    The buttons settle the oldest open forfeit of the group, or reopen the newest one that was paid.
    """
    oldest, newest = group[0], group[-1]
    match oldest.state:
        case "owed":
            ways = [Button(_(DONE), CrossOff(oldest.id, "paid"), "✅", Style.GOOD)]
            if oldest.creditor is not None:
                ways.append(let_off(oldest))
            yield from (Text(f"📝 {_open(oldest)}{_how_often(group)}"), Row(tuple(ways)))
        case "paid":
            not_yet = Button(_(NOT_YET), CrossOff(newest.id, "unpaid"), "↩️")
            yield from (Text(f"✅ {_paid(oldest)}{_how_often(group)}"), Row((not_yet,)))
        case "waived":
            yield Text(f"🕊️ {_waived(oldest)}{_how_often(group)}")


def _how_often(group: Group) -> str:
    return f" · {times(len(group))}" if len(group) > 1 else ""


def _winner(forfeit: Forfeit) -> str:
    return person(forfeit.creditor.name) if forfeit.creditor is not None else ""


def _open(forfeit: Forfeit) -> str:
    winner = _winner(forfeit)
    said = must(person(forfeit.debtor.name), forfeit.text, winner)
    # Translators: it follows “{names} must: **{what}**”, and says to whom they owe it.
    return said + _(", for {name}").format(name=winner) if forfeit.text and winner else said


def _paid(forfeit: Forfeit) -> str:
    debtor, winner, what = person(forfeit.debtor.name), _winner(forfeit), words(forfeit)
    if winner:
        # Translators: {debtor} has done the forfeit {what}, such as “sing a song”, which they owed {winner}.
        return _("{debtor} has paid {winner}: **{what}**").format(debtor=debtor, winner=winner, what=what)
    # Translators: {debtor} has done the forfeit {what}, such as “sing a song”.
    return _("{debtor} has paid: **{what}**").format(debtor=debtor, what=what)


def _waived(forfeit: Forfeit) -> str:
    debtor, winner = person(forfeit.debtor.name), _winner(forfeit)
    # Translators: {winner} says that {debtor} need not do the forfeit {what}, such as “sing a song”.
    said = _("{winner} let {debtor} off: **{what}**")
    return said.format(winner=winner, debtor=debtor, what=words(forfeit))
