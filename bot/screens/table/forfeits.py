"""Show the list of a person's forfeits, the menu that settles forfeits, and the messages about settled ones."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bot.presses.game import Clap
from bot.presses.history import CrossOff, KeepOwing, LetOff, SettleAll, SettleInList, ShowTab, SurelySettleAll
from bot.screens.elements.amounts import more_forfeits
from bot.screens.elements.cards import Button, Choice, Ephemeral, Menu, Notice, Part, Row, Style, Text
from bot.screens.elements.cast import Handle, behind, link, unknown
from bot.screens.elements.labels import ALL_SQUARE, DONE, LET_OFF, NO, PAID_OR_LET_OFF, YES_LET_OFF
from bot.screens.elements.stakes import one_sum, what_is_owed
from bot.screens.families import variants
from bot.tables.model import Forfeit, Place, Who
from bot.words.chips import chips_in, in_words
from bot.words.cleaning import clean, escaped, person, plain_person
from bot.words.language import N_, _, day, joined, ngettext

A_FORFEIT = N_("a forfeit")
NOT_YET = N_("Not yet")
SETTLE_ONE = N_("Settle one")

SHORT = 10
"""With at least this many forfeits on a tab, buttons offer to show it page by page."""

MOST_CHARACTERS = 1700
"""The maximum number of characters of one list. A message contains two lists, with their titles and the lines below."""


def mine(
    user: int,
    forfeits: Sequence[Forfeit],
    said_paid: Sequence[Forfeit],
    server: bool = True,
    handle: Handle = unknown,
) -> Ephemeral:
    """Return the forfeits that a person owes and is owed, with the menu that settles one of them.

    On a `server` there are also buttons that settle all forfeits at once, and buttons that show tabs page by page.
    """
    if not forfeits:
        return _nothing(user, said_paid, handle)
    forfeits, said_paid = one_sum(forfeits), one_sum(said_paid)
    owed = [f"• {you_owe(each)} · {source(each)}" for each in forfeits if each.debtor.id == user]
    due = [f"• {owed_to_you(each)} · {source(each)}" for each in forfeits if each.debtor.id != user]
    lines = [*_listed(_("📝 **On your tab**"), owed), *_listed(_("🍻 **Owed to you**"), due)]
    ways = _ways(user, len(owed), len(due)) if server else ()
    return Ephemeral((Text("\n".join(lines)), *_menu(user, forfeits, said_paid, handle), *ways))


def _ways(user: int, owed: int, due: int) -> tuple[Row, ...]:
    """Return the buttons that settle several forfeits together, and the buttons that show tabs page by page."""
    ways = [
        *([Button(_("All paid"), SettleAll("paid"), "✅")] if owed > 1 else []),
        *([Button(_("Let everyone off"), SettleAll("waived"), "🕊️")] if due > 1 else []),
        *([Button(_("All I owe"), ShowTab("owes", user), "📝")] if owed >= SHORT else []),
        *([Button(_("All I’m owed"), ShowTab("owed", user), "🍻")] if due >= SHORT else []),
        Button(_("The server’s tab"), ShowTab("all"), "📜"),
    ]
    return (Row(tuple(ways)),)


def settle(user: int, forfeits: Sequence[Forfeit], said_paid: Sequence[Forfeit], handle: Handle = unknown) -> Ephemeral:
    """Return the menu in which this person marks a forfeit as paid, waived, or not yet paid."""
    if not forfeits:
        return _nothing(user, said_paid, handle)
    forfeits, said_paid = one_sum(forfeits), one_sum(said_paid)
    return Ephemeral(
        (Text(_("Which one is settled? I’ll announce it at the table.")), *_menu(user, forfeits, said_paid, handle))
    )


def _nothing(user: int, said_paid: Sequence[Forfeit], handle: Handle) -> Ephemeral:
    """Return the answer if no forfeit is open.

    It has a menu for contesting forfeits that others claim to have paid.
    """
    practice = _("-# A practice game against computers leaves nothing to pay.")
    return Ephemeral((Text("\n".join([_(ALL_SQUARE), practice])), *_menu(user, (), said_paid, handle)))


def _listed(head: str, lines: Sequence[str]) -> list[str]:
    """Return a list with its title, or [] if it has no lines. A last line counts the lines that do not fit."""
    shown, characters = [head] if lines else [], 0
    for at, line in enumerate(lines):
        characters += len(line) + 1
        if characters > MOST_CHARACTERS:
            return [*shown, more_forfeits(len(lines) - at)]
        shown.append(line)
    return shown


def words(forfeit: Forfeit) -> str:
    """Return the text of a forfeit for a sentence, or "a forfeit" if it has no text."""
    return what_is_owed(forfeit.text) or _(A_FORFEIT)


def you_owe(forfeit: Forfeit) -> str:
    """Return the sentence about a forfeit for the reader who owes it: "You must: **sing a song**, for Ben"."""
    name = person(forfeit.creditor.name) if forfeit.creditor is not None else ""
    if chips_in(forfeit.text):
        # Translators: {what} is a number of chips.
        owes = _("You owe {name} **{what}**") if name else _("You owe the table **{what}**")
        said = owes.format(name=name, what=words(forfeit))
    elif escaped(forfeit.text):
        # Translators: {what} is the host’s text: “sing a song”.
        must_do = _("You must: **{what}**, for {name}") if name else _("You must: **{what}**")
        said = must_do.format(what=words(forfeit), name=name)
    else:
        said = (_("You owe {name} a forfeit") if name else _("You owe the table a forfeit")).format(name=name)
    return said


def owed_to_you(forfeit: Forfeit) -> str:
    """Return the sentence about a forfeit for the reader to whom it is owed: "Ben must: **sing a song**, for you"."""
    name = person(forfeit.debtor.name)
    if chips_in(forfeit.text):
        # Translators: {what} is a number of chips.
        said = _("{name} owes you **{what}**").format(name=name, what=words(forfeit))
    elif escaped(forfeit.text):
        # Translators: {what} is the host’s text, such as “sing a song”: {name} owes it to the reader.
        said = _("{name} must: **{what}**, for you").format(name=name, what=words(forfeit))
    else:
        said = _("{name} owes you a forfeit").format(name=name)
    return said


def source(forfeit: Forfeit) -> str:
    """Return the date of a forfeit, and a link to its game."""
    return f"{since(forfeit)} · {_game(forfeit)}"


def since(forfeit: Forfeit) -> str:
    """Return the date of a forfeit, which Discord shows as relative time ("3 days ago")."""
    return f"<t:{int(forfeit.at.timestamp())}:R>"


def _game(forfeit: Forfeit) -> str:
    wording = variants.wording(forfeit.variant)
    there = link(Place(forfeit.guild, forfeit.channel, "", ""), forfeit.message)
    return f"{wording.emoji} [{wording.title}](<{there}>)"


def _menu(user: int, forfeits: Sequence[Forfeit], said_paid: Sequence[Forfeit], handle: Handle) -> tuple[Part, ...]:
    """Return the menu that settles an open forfeit or contests a payment; () if it has no choices.

    The forfeits that this person owes come first, then the forfeits that others owe them. The payments that this
    person can contest come last.
    """
    mine = [pay(each, CrossOff(each.id, "paid"), handle) for each in forfeits if each.debtor.id == user]
    theirs = [forgive(each, LetOff(each.id), handle) for each in forfeits if each.debtor.id != user]
    choices = (*mine, *theirs, *(doubt(each, CrossOff(each.id, "unpaid"), handle) for each in said_paid))[:25]
    hint = _(SETTLE_ONE) if forfeits else _("Not paid after all?")
    return (Menu("forfeit", hint, choices),) if choices else ()


Settle = CrossOff | LetOff | SettleInList


def pay(forfeit: Forfeit, press: Settle, handle: Handle = unknown) -> Choice:
    """Return the line of a menu by which the debtor says that a forfeit is paid."""
    what = _plain(forfeit)
    if forfeit.creditor is not None:
        # Translators: a line of a menu: you have done {what}, which you owed {name}.
        said = _("Paid to {name}: {what}").format(name=plain_person(forfeit.creditor.name), what=what)
    else:
        # Translators: a line of a menu: you have done {what}, which you owed everybody at the table.
        said = _("Paid to the table: {what}").format(what=what)
    creditor = forfeit.creditor.id if forfeit.creditor is not None else None
    return _choice(press, said, "✅", forfeit, handle(creditor))


def forgive(forfeit: Forfeit, press: Settle, handle: Handle = unknown) -> Choice:
    """Return the line of a menu by which the creditor lets the debtor off."""
    # Translators: a line of a menu: {name} owes {what}.
    said = _("Let {name} off: {what}").format(name=plain_person(forfeit.debtor.name), what=_plain(forfeit))
    return _choice(press, said, "🕊️", forfeit, handle(forfeit.debtor.id))


def doubt(forfeit: Forfeit, press: Settle, handle: Handle = unknown) -> Choice:
    """Return the line of a menu by which a person says that a forfeit is not paid yet."""
    # Translators: a line of a menu: {name} says that {what} is paid, but it is not.
    said = _("Not yet, {name}: {what}").format(name=plain_person(forfeit.debtor.name), what=_plain(forfeit))
    return _choice(press, said, "↩️", forfeit, handle(forfeit.debtor.id))


def _choice(press: Settle, said: str, emoji: str, forfeit: Forfeit, username: str) -> Choice:
    game = f"{variants.wording(forfeit.variant).title} · {day(forfeit.at)}"
    return Choice(press, clean(said, 100), behind(username, game), emoji)


def _plain(forfeit: Forfeit) -> str:
    """Return the text of a forfeit for places without markdown, or "a forfeit" if it has no text."""
    return in_words(chips) if (chips := chips_in(forfeit.text)) else clean(forfeit.text) or _(A_FORFEIT)


def settled(forfeit: Forfeit) -> Ephemeral:
    """Return the answer to a person who has settled a forfeit."""
    said = {
        "paid": _("✅ Paid: **{what}**."),
        "waived": _("🕊️ Let off: **{what}**."),
        "owed": _("↩️ Back on the tab: **{what}**."),
    }
    return Ephemeral((Text(said[forfeit.state].format(what=words(forfeit))),))


def let_off(forfeit: Forfeit) -> Button:
    """Return the button "Let off" for the creditor. The bot asks for confirmation after it is pressed."""
    return Button(_(LET_OFF), LetOff(forfeit.id), "🕊️")


def sure_to_let_off(forfeit: Forfeit, table: int = 0) -> tuple[Button, Button]:
    """Return the two buttons, yes and no, for the question whether a forfeit is waived.

    They replace the button "Let off".
    """
    waive = SettleInList(table, forfeit.id, "waived") if table else CrossOff(forfeit.id, "waived")
    keep = SettleInList(table, forfeit.id, "keep") if table else KeepOwing(forfeit.id)
    return Button(_(YES_LET_OFF), waive, "🕊️", Style.BAD), Button(_(NO), keep)


def ask_to_let_off(forfeit: Forfeit, table: int = 0) -> tuple[Part, ...]:
    """Return the private question whether a forfeit is waived."""
    name = person(forfeit.debtor.name)
    asked = _("🕊️ Let **{name}** off for good? **{what}**").format(name=name, what=words(forfeit))
    return (Text(asked), Row(sure_to_let_off(forfeit, table)))


def notice(forfeit: Forfeit, by: Who) -> Notice:
    """Return the public line about a forfeit that `by` has settled or contested, with buttons for the other person."""
    sides = (forfeit.debtor, forfeit.creditor)
    facts = {
        "name": person(next((side.name for side in sides if side is not None and side.id == by.id), by.name)),
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
    not_yet = Button(_(NOT_YET), CrossOff(forfeit.id, "unpaid"), "↩️")
    is_dare = bool(forfeit.text) and not chips_in(forfeit.text)
    clap = (Button(_("Clap"), Clap(forfeit.table, forfeit.id), "👏"),) if is_dare else ()
    if forfeit.creditor is None:
        return Notice(_("✅ **{debtor}** has paid: **{what}** · {game}. Right?").format(**facts), (not_yet, *clap))
    if forfeit.creditor.id < 0:  # a forgotten person cannot answer
        return Notice(_("✅ **{debtor}** has paid: **{what}** · {game}.").format(**facts), clap)
    creditor = forfeit.creditor.id
    # Translators: {what} is the forfeit; {game} is the game in which it was lost.
    said = _("✅ **{debtor}** has paid {creditor}: **{what}** · {game}. Right?")
    return Notice(said.format(creditor=f"<@{creditor}>", **facts), (not_yet, *clap), (creditor,))


def _not_yet(forfeit: Forfeit, facts: dict[str, str]) -> Notice:
    """Return the line about a contested forfeit, which is back on the tab, with buttons for both people."""
    debtor, ways = forfeit.debtor.id, [Button(_(DONE), CrossOff(forfeit.id, "paid"), "✅")]
    if forfeit.creditor is not None:
        ways.append(let_off(forfeit))
    # Translators: {debtor} said that the forfeit {what} is paid, but {name}, the creditor, says that it is not.
    said = _("↩️ Not yet, says **{name}**. {debtor}, it’s back on your tab: **{what}** · {game}")
    return Notice(said.format(**{**facts, "debtor": f"<@{debtor}>"}), tuple(ways), (debtor,))


def ask_to_settle_all(how: Literal["paid", "waived"], many: int) -> tuple[Part, ...]:
    """Return the question that a person confirms before they settle many forfeits.

    These are all forfeits that they owe ("paid"), or all that others owe them ("waived").
    """
    if how == "paid":
        # Translators: {n} forfeits.
        words = ngettext("✅ Have you paid the one you owe?", "✅ Have you paid all {n} you owe?", many)
    else:
        # Translators: {n} forfeits.
        words = ngettext(
            "🕊️ Let them off? You’re owed one forfeit.", "🕊️ Let everyone off? You’re owed {n} forfeits.", many
        )
    yes = Button(_("Yes, all of it"), SurelySettleAll(how), style=Style.BAD)
    return (Text(words.format(n=many)), Row((yes, Button(_("Show me first"), ShowTab(side(how), 0)))))


def all_settled(how: Literal["paid", "waived"], forfeits: Sequence[Forfeit]) -> tuple[Part, ...]:
    """Return the answer to a person who has paid or forgiven all their forfeits, with the number of forfeits."""
    many = len(forfeits)
    if not many:
        return (Text(_(ALL_SQUARE)),)
    if how == "paid":
        words = ngettext("✅ Paid: {n} forfeit.", "✅ Paid: {n} forfeits.", many)
    else:
        words = ngettext("🕊️ Let off: {n} forfeit.", "🕊️ Let off: {n} forfeits.", many)
    return (Text(words.format(n=many)),)


def notice_of_all(how: Literal["paid", "waived"], forfeits: Sequence[Forfeit], by: str) -> Notice:
    """Return the public line about all forfeits that a person has settled at once.

    A creditor may still say that one of them is not paid yet.
    """
    others = {each.debtor if how == "waived" else each.creditor for each in forfeits}
    people = {who.id: who for who in others if who is not None}
    named, n = joined([f"<@{user}>" for user in sorted(people)]), len(forfeits)
    if how == "waived":
        words = ngettext("🕊️ **{by}** lets {names} off: {n} forfeit.", "🕊️ **{by}** lets {names} off: {n} forfeits.", n)
    elif named:
        words = ngettext(
            "✅ **{by}** has paid {n} forfeit to {names}. Not paid after all? `/forfeits settle`",
            "✅ **{by}** has paid {n} forfeits to {names}. Not paid after all? `/forfeits settle`",
            n,
        )
    else:
        words = ngettext(
            "✅ **{by}** has paid the table {n} forfeit. Not paid after all? `/forfeits settle`",
            "✅ **{by}** has paid the table {n} forfeits. Not paid after all? `/forfeits settle`",
            n,
        )
    return Notice(words.format(by=person(by), n=n, names=named), (), tuple(sorted(people))[:20])


def not_yours(facts: Mapping[str, Any]) -> str:
    """Return the refusal that names the people who may settle a forfeit, or give a gift, as this person tried.

    `facts` are those of `Code.NOT_YOURS`.
    """
    debtor, winner = (person(str(facts.get(side, ""))) for side in ("debtor", "winner"))
    if "how" not in facts:
        # Translators: {winner} won the round.
        words = _("🎁 Only {winner} can give a gift, and only until the forfeits are settled.")
        return words.format(winner=winner)
    if facts.get("owes"):
        # Translators: the reader owes {winner} a forfeit. **Done** is the label of a button.
        return _("📝 Only {winner} can say that. Once you’ve paid, press **Done**.").format(winner=winner)
    if facts.get("is_owed"):
        # Translators: {debtor} owes the reader a forfeit. **Let off** is the label of a button.
        return _("📝 Only {debtor} can say it’s paid. You can press **Let off**.").format(debtor=debtor)
    if facts.get("winner"):
        return _(PAID_OR_LET_OFF).format(debtor=debtor, winner=winner)
    if facts.get("how") == "unpaid":
        return _("📝 Only players from that game can say it isn’t paid.")
    return _("📝 Only {debtor} can say it’s paid.").format(debtor=debtor)


def side(how: Literal["paid", "waived"]) -> Literal["owes", "owed"]:
    """Return which forfeits `how` settles: "paid" those that a person owes, "waived" those that others owe them."""
    return "owes" if how == "paid" else "owed"
