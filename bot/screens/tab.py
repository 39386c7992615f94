"""Tabs page by page: what somebody owes or is owed, and what anybody owes on a server; and all of one's own at once."""

from collections.abc import Sequence
from typing import Literal

from bot.people.people import Tab
from bot.presses.history import ShowTab, SurelySettleAll
from bot.screens.forfeit import must
from bot.screens.forfeits import source
from bot.screens.model import Box, Button, Notice, Part, Row, Style, Text, Tone
from bot.tables.model import Forfeit
from bot.words.cleaning import person
from bot.words.language import _, ngettext
from bot.words.lists import joined


def page(tab: Tab) -> tuple[Part, ...]:
    """A page of a tab."""
    lines = [_line(tab, each) for each in tab.lines] or [_("🍻 Nothing is open. Cheers!")]
    return (Box((Text(_head(tab)), Text("\n".join(lines))), Tone.BRASS), *_pager(tab))


def _head(tab: Tab) -> str:
    match tab.side:
        case "owes":
            return _("## 📝 What {name} owes ({n})").format(name=person(tab.name), n=tab.many)
        case "owed":
            return _("## 🍻 What {name} is owed ({n})").format(name=person(tab.name), n=tab.many)
        case _:
            return _("## 📜 Who owes what to whom")


def _line(tab: Tab, forfeit: Forfeit) -> str:
    winner = person(forfeit.creditor.name) if forfeit.creditor is not None else ""
    said = must(person(forfeit.debtor.name), forfeit.text, winner)
    to = _(", for {name}").format(name=winner) if forfeit.text and winner and tab.side != "owed" else ""
    return f"• {said}{to} · {source(forfeit)}"


def _pager(tab: Tab) -> tuple[Row, ...]:
    """The oldest come first; there is a way back to them, and on to the newer ones."""
    if not tab.after and tab.more is None:
        return ()
    first = Button(_("The oldest"), ShowTab(tab.side, tab.user), "⏮️", disabled=not tab.after)
    more = ShowTab(tab.side, tab.user, tab.more or tab.after + 1)
    return (Row((first, Button(_("More"), more, "▶️", disabled=tab.more is None))),)


def surely(how: Literal["paid", "waived"], many: int) -> tuple[Part, ...]:
    """Before all is settled."""
    if how == "paid":
        words = ngettext("✅ Have you paid the {n} that you owe?", "✅ Have you paid all {n} that you owe?", many)
    else:
        words = ngettext("🕊️ Let off the {n} that you are owed?", "🕊️ Let off all {n} that you are owed?", many)
    yes = Button(_("Yes, all of it"), SurelySettleAll(how), style=Style.BAD)
    return (Text(words.format(n=many)), Row((yes, Button(_("Show me first"), ShowTab(side(how), 0)))))


def settled(how: Literal["paid", "waived"], forfeits: Sequence[Forfeit]) -> tuple[Part, ...]:
    """All is settled, for whoever said so."""
    many = len(forfeits)
    if not many:
        return (Text(_("🍻 There is nothing left to settle.")),)
    if how == "paid":
        words = ngettext("✅ Crossed off: {n} forfeit.", "✅ Crossed off: {n} forfeits.", many)
    else:
        words = ngettext("🕊️ Let off: {n} forfeit.", "🕊️ Let off: {n} forfeits.", many)
    return (Text(words.format(n=many)),)


def notice(how: Literal["paid", "waived"], forfeits: Sequence[Forfeit], by: str) -> Notice:
    """The same for everybody, so that the other side hears of it; whoever is owed may still say "not yet"."""
    others = {each.debtor if how == "waived" else each.creditor for each in forfeits}
    people = {who.id: who for who in others if who is not None}
    named = joined([f"<@{user}>" for user in sorted(people)]) or _("the table")
    words = (
        ngettext(
            "✅ **{by}** has paid {n} forfeit to {names}. Not so? `/forfeits settle` says “not yet”.",
            "✅ **{by}** has paid {n} forfeits to {names}. Not so? `/forfeits settle` says “not yet”.",
            len(forfeits),
        )
        if how == "paid"
        else ngettext(
            "🕊️ **{by}** lets {names} off: {n} forfeit.", "🕊️ **{by}** lets {names} off: {n} forfeits.", len(forfeits)
        )
    )
    return Notice(words.format(by=person(by), n=len(forfeits), names=named), (), tuple(sorted(people))[:20])


def side(how: Literal["paid", "waived"]) -> Literal["owes", "owed"]:
    """The side of the tab that such a word settles."""
    return "owes" if how == "paid" else "owed"
