"""Build a tab of forfeits, page by page.

Each row is about two people, and below it are the texts that the reader may see.
"""

from collections.abc import Collection

from msgspec.structs import replace

from bot.people.tabs import Pair, Tab
from bot.presses.history import LetGo, ShareTab, ShowTab
from bot.screens.elements.amounts import more_forfeits
from bot.screens.elements.cards import Box, Button, Part, Row, Style, Text, Tone
from bot.screens.elements.cast import with_left
from bot.screens.elements.controls import page_after
from bot.screens.elements.labels import ALL_SQUARE, SHARE, YES_LET_OFF
from bot.screens.elements.stakes import one_sum
from bot.screens.pages.boards import main_boards
from bot.screens.table.forfeits import source, words
from bot.tables.model import Forfeit
from bot.words.cleaning import person
from bot.words.language import _, ngettext

MOST_CHARACTERS = 3000
"""The maximum length of all rows of a page. If they are longer, later pairs are shown without the texts of debts."""


def tab_page(tab: Tab, left: Collection[int] = (), debts_of_left: int = 0, reader: int = 0) -> tuple[Part, ...]:
    """Return a page of a tab with its buttons, for the person `reader`, or for everybody if it is 0.

    The names of the people in `left` say that they have left the server. `debts_of_left` is the number of forfeits
    whose people have all left, if the reader may waive them.
    """
    tab = replace(tab, pairs=tuple(with_left(pair, left) for pair in tab.pairs))
    lines = _rows(tab, reader) or [_(ALL_SQUARE)]
    return (
        Box((Text(_head(tab, reader)), Text("\n".join(lines))), Tone.BRASS),
        *_pager(tab),
        *_ways(tab, debts_of_left),
    )


def _ways(tab: Tab, debts_of_left: int) -> tuple[Part, ...]:
    """Return the buttons below the server's tab, or the question whether to waive the forfeits of people who left."""
    if tab.side == "left" and tab.pairs:
        sure = Button(_(YES_LET_OFF), LetGo(), "🕊️", Style.BAD)
        return (Text(_("-# Nobody here can settle these. Let them off for good?")), Row((sure,)))
    if tab.side != "all":
        return ()
    # Translators: a button that shows the forfeits of people who have left the server.
    gone = (Row((Button(_("People who left"), ShowTab("left"), "👋"),)),) if debts_of_left else ()
    return (main_boards(Button(_(SHARE), ShareTab(), "📣")), *gone)


def shared_tab(tab: Tab) -> tuple[Part, ...]:
    """Return the first page of a server's tab for a channel."""
    return (tab_page(tab)[0],)


def _head(tab: Tab, reader: int) -> str:
    match tab.side:
        case "owes" if tab.user == reader:
            # Translators: {n} is a number of forfeits.
            return _("## 📝 What you owe ({n})").format(n=tab.many)
        case "owed" if tab.user == reader:
            # Translators: {n} is a number of forfeits.
            return _("## 🍻 What you’re owed ({n})").format(n=tab.many)
        case "owes":
            # Translators: {n} is a number of forfeits; {name} is a person.
            return _("## 📝 What {name} owes ({n})").format(name=person(tab.name), n=tab.many)
        case "owed":
            return _("## 🍻 What {name} is owed ({n})").format(name=person(tab.name), n=tab.many)
        case "left":
            # Translators: {n} is a number of forfeits. The people have left the server.
            return _("## 👋 Forfeits of people who left ({n})").format(n=tab.many)
        case _:
            return _("## 📜 Who owes whom")


def _rows(tab: Tab, reader: int) -> list[str]:
    """Return the lines about all pairs of people.

    If the lines are too long, the forfeits of later pairs are shown without their texts.
    """
    heads, left = [_row(pair, reader) for pair in tab.pairs], MOST_CHARACTERS
    left -= sum(map(len, heads))
    rows: list[str] = []
    for pair, head in zip(tab.pairs, heads, strict=True):
        below = _in_words(pair)
        left -= sum(map(len, below))
        rows += [head, *(below if left >= 0 else [])]
    return rows


def _row(pair: Pair, reader: int) -> str:
    """Return the line about the number of forfeits that one person owes another. The `reader` is called "you"."""
    debtor, winner = person(pair.debtor.name), person(pair.creditor.name) if pair.creditor is not None else ""
    n = pair.many
    if pair.debtor.id == reader and winner:
        # Translators: {n} is a number of forfeits; {winner} is a person.
        said = ngettext("You owe {winner} {n} forfeit", "You owe {winner} {n} forfeits", n)
    elif pair.debtor.id == reader:
        # Translators: the reader owes {n} forfeits to everybody at a table.
        said = ngettext("You owe the table {n} forfeit", "You owe the table {n} forfeits", n)
    elif pair.creditor is not None and pair.creditor.id == reader:
        # Translators: {n} is a number of forfeits; {name} is a person.
        said = ngettext("{name} owes you {n} forfeit", "{name} owes you {n} forfeits", n)
    elif winner:
        # Translators: {n} is a number of forfeits; {name} and {winner} are people.
        said = ngettext("{name} owes {winner} {n} forfeit", "{name} owes {winner} {n} forfeits", n)
    else:
        # Translators: {name} is a person who owes {n} forfeits to everybody at a table.
        said = ngettext("{name} owes the table {n} forfeit", "{name} owes the table {n} forfeits", n)
    return f"• {said.format(name=debtor, winner=winner, n=n)}"


def _in_words(pair: Pair) -> list[str]:
    """Return a line for each forfeit of a pair, with its text, date and game."""
    lines = [f"-# {_what(each)} · {source(each)}" for each in one_sum(pair.lines)]
    if lines and (more := pair.many - len(pair.lines)) > 0:
        lines.append("-# " + more_forfeits(more))
    return lines


def _what(forfeit: Forfeit) -> str:
    return f"**{words(forfeit)}**" if forfeit.text else words(forfeit)


def _pager(tab: Tab) -> tuple[Row, ...]:
    """Return the buttons for the oldest forfeits and for newer ones, or () if there is only one page."""
    if not tab.after and tab.more is None:
        return ()
    first = Button(_("Oldest"), ShowTab(tab.side, tab.user), "⏮️", disabled=not tab.after)
    more = ShowTab(tab.side, tab.user, tab.more or tab.after + 1)
    return (Row((first, page_after(more, is_last=tab.more is None))),)
