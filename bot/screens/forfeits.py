"""The tab: what one owes and is owed, the menu that settles it, and the line that says so where the game was."""

from collections.abc import Sequence

from bot.presses.history import CrossOff, SettleAll, ShowTab
from bot.screens import variants
from bot.screens.dice import link
from bot.screens.forfeit import must
from bot.screens.model import Button, Choice, Ephemeral, Menu, Notice, Part, Row, Text
from bot.tables.model import Forfeit, Place
from bot.words.cleaning import clean, escaped, person, plain_person
from bot.words.language import _, ngettext

SHORT = 10
"""Lines that one looks through without turning a page."""
MOST_CHARACTERS = 1700
"""Characters of one list; there are two in a message, beside their heads and what stands below."""


def mine(user: int, forfeits: Sequence[Forfeit], said_paid: Sequence[Forfeit], server: bool = True) -> Ephemeral:
    """What a person owes and is owed, below it the menu that settles one, and on a `server` what settles all."""
    if not forfeits:
        return _nothing(user, said_paid)
    owed = [_owed(each) for each in forfeits if each.debtor.id == user]
    due = [_due(each) for each in forfeits if each.debtor.id != user]
    lines = [*_listed(_("📝 **On your tab**"), owed), *_listed(_("🍻 **Owed to you**"), due)]
    ways = _ways(user, len(owed), len(due)) if server else ()
    return Ephemeral((Text("\n".join(lines)), *_menu(user, forfeits, said_paid), *ways))


def _ways(user: int, owed: int, due: int) -> tuple[Row, ...]:
    """Everything at once, where there is more than one; and all of it page by page."""
    ways = [
        *([Button(_("All paid"), SettleAll("paid"), "✅")] if owed > 1 else []),
        *([Button(_("Let all off"), SettleAll("waived"), "🕊️")] if due > 1 else []),
        *([Button(_("All that I owe"), ShowTab("owes", user), "📝")] if owed >= SHORT else []),
        *([Button(_("All owed to me"), ShowTab("owed", user), "🍻")] if due >= SHORT else []),
        Button(_("The server’s tab"), ShowTab("all"), "📜"),
    ]
    return (Row(tuple(ways)),)


def settle(user: int, forfeits: Sequence[Forfeit], said_paid: Sequence[Forfeit]) -> Ephemeral:
    """A menu of what this person can say: paid what they owe, let others off, or "not yet"."""
    if not forfeits:
        return _nothing(user, said_paid)
    return Ephemeral(
        (Text(_("Which one is done with? I’ll say so where the game was.")), *_menu(user, forfeits, said_paid))
    )


def _nothing(user: int, said_paid: Sequence[Forfeit]) -> Ephemeral:
    """All is settled; what others say they have paid may still be doubted."""
    return Ephemeral((Text(_("🍻 You owe nothing, and nobody owes you. Cheers!")), *_menu(user, (), said_paid)))


def _listed(head: str, lines: Sequence[str]) -> list[str]:
    """A list as far as it fits, the oldest first."""
    shown, characters = [head] if lines else [], 0
    for at, line in enumerate(lines):
        characters += len(line) + 1
        if characters > MOST_CHARACTERS:
            more = len(lines) - at
            return [*shown, ngettext("… and {n} more", "… and {n} more", more).format(n=more)]
        shown.append(line)
    return shown


def words(forfeit: Forfeit) -> str:
    """What is owed."""
    return escaped(forfeit.text) or _("one forfeit")


def _owed(forfeit: Forfeit) -> str:
    """A line of what one owes: what, since when, from which game."""
    if escaped(forfeit.text):
        said = _("You must: **{what}**").format(what=words(forfeit))
        if forfeit.creditor is not None:
            said = _("You must: **{what}**, for {name}").format(what=words(forfeit), name=_creditor(forfeit))
    else:
        said = _("You owe {name} one forfeit").format(name=_creditor(forfeit))
    return f"• {said} · {source(forfeit)}"


def _due(forfeit: Forfeit) -> str:
    """A line of what one is owed."""
    said = must(person(forfeit.debtor.name), forfeit.text, _("you"))
    return f"• {said} · {source(forfeit)}"


def _creditor(forfeit: Forfeit) -> str:
    return person(forfeit.creditor.name) if forfeit.creditor else _("the table")


def source(forfeit: Forfeit) -> str:
    """Since when, and from which game, with the way there."""
    return f"<t:{int(forfeit.at.timestamp())}:R> · {_game(forfeit)}"


def _game(forfeit: Forfeit) -> str:
    told = variants.told(forfeit.variant)
    there = link(Place(forfeit.guild, forfeit.channel, "", ""), forfeit.message)
    return f"{told.emoji} [{told.title}](<{there}>)"


def _menu(user: int, forfeits: Sequence[Forfeit], said_paid: Sequence[Forfeit]) -> tuple[Part, ...]:
    """What may be said of the oldest that are open, and of the newest that others say they have paid."""
    mine = [_pay(each) for each in forfeits if each.debtor.id == user]
    theirs = [_let_off(each) for each in forfeits if each.debtor.id != user]
    choices = (*mine, *theirs, *map(_doubt, said_paid))[:25]
    hint = _("Settle one") if forfeits else _("Not paid, after all? Say so")
    return (Menu("forfeit", hint, choices),) if choices else ()


def _pay(forfeit: Forfeit) -> Choice:
    what, name = _plain(forfeit), plain_person(forfeit.creditor.name) if forfeit.creditor else _("the table")
    return _choice(
        CrossOff(forfeit.id, "paid"), _("Paid to {name}: {what}").format(name=name, what=what), "✅", forfeit
    )


def _let_off(forfeit: Forfeit) -> Choice:
    said = _("Let {name} off: {what}").format(name=plain_person(forfeit.debtor.name), what=_plain(forfeit))
    return _choice(CrossOff(forfeit.id, "waived"), said, "🕊️", forfeit)


def _doubt(forfeit: Forfeit) -> Choice:
    said = _("Not yet, {name}: {what}").format(name=plain_person(forfeit.debtor.name), what=_plain(forfeit))
    return _choice(CrossOff(forfeit.id, "unpaid"), said, "↩️", forfeit)


def _choice(press: CrossOff, said: str, emoji: str, forfeit: Forfeit) -> Choice:
    game = f"{variants.told(forfeit.variant).title} · {forfeit.at.date().isoformat()}"
    return Choice(press, clean(said, 100), game, emoji)


def _plain(forfeit: Forfeit) -> str:
    """What is owed, where no markdown is read."""
    return clean(forfeit.text) or _("one forfeit")


def settled(forfeit: Forfeit) -> Ephemeral:
    """What became of it, for whoever said so."""
    said = {
        "paid": _("✅ Crossed off: **{what}**."),
        "waived": _("🕊️ Let off: **{what}**."),
        "owed": _("↩️ Back on the tab: **{what}**."),
    }
    return Ephemeral((Text(said[forfeit.state].format(what=words(forfeit))),))


def line(forfeit: Forfeit, by: str) -> Notice:
    """What somebody (`by` name) said of a forfeit, where the game was: for both to see, and for the other to answer."""
    facts = {
        "name": person(by),
        "debtor": person(forfeit.debtor.name),
        "what": words(forfeit),
        "game": source(forfeit),
    }
    match forfeit.state:
        case "paid":
            return _paid(forfeit, facts)
        case "waived":
            return Notice(_("🕊️ **{name}** lets **{debtor}** off: **{what}** · {game}").format(**facts))
        case _:
            return _not_yet(forfeit, facts)


def _paid(forfeit: Forfeit, facts: dict[str, str]) -> Notice:
    not_yet = Button(_("Not yet"), CrossOff(forfeit.id, "unpaid"), "↩️")
    if forfeit.creditor is None:
        return Notice(_("✅ **{debtor}** has paid up: **{what}** · {game}. Is that so?").format(**facts), (not_yet,))
    if forfeit.creditor.id < 0:  # who was forgotten says nothing to it
        return Notice(_("✅ **{debtor}** has paid up: **{what}** · {game}.").format(**facts))
    creditor = forfeit.creditor.id
    said = _("✅ **{debtor}** has paid {creditor}: **{what}** · {game}. Is that so?")
    return Notice(said.format(creditor=f"<@{creditor}>", **facts), (not_yet,), (creditor,))


def _not_yet(forfeit: Forfeit, facts: dict[str, str]) -> Notice:
    """Back on the tab; both can go on from here."""
    debtor, ways = forfeit.debtor.id, [Button(_("Paid"), CrossOff(forfeit.id, "paid"), "✅")]
    if forfeit.creditor is not None:
        ways.append(Button(_("Let off"), CrossOff(forfeit.id, "waived"), "🕊️"))
    said = _("↩️ **{name}** says: not yet. {debtor}, it is back on your tab: **{what}** · {game}")
    return Notice(said.format(**{**facts, "debtor": f"<@{debtor}>"}), tuple(ways), (debtor,))
