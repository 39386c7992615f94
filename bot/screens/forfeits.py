"""What one owes and is owed, and the menu that settles it."""

from collections.abc import Sequence

from bot.presses.history import CrossOff
from bot.screens.model import Choice, Menu, Part, Text, Whisper
from bot.tables.model import Forfeit
from bot.words.cleaning import clean, escaped, person, plain_person
from bot.words.language import _, ngettext

MOST_LISTED = 7


def mine(user: int, forfeits: Sequence[Forfeit]) -> Whisper:
    """The forfeits of one person that are not settled."""
    owed = [f for f in forfeits if f.debtor.id == user and f.state == "owed"]
    due = [f for f in forfeits if f.debtor.id != user and f.state == "owed"]
    if not owed and not due:
        return Whisper((Text(_("🍻 You owe nothing, and nobody owes you. Cheers!")),))
    lines = [*_listed(_("📝 **You owe**"), [_owed(f) for f in owed])]
    lines += _listed(_("🍻 **Owed to you**"), [_due(f) for f in due])
    lines.append(_("-# `/forfeits settle` crosses one off."))
    return Whisper((Text("\n".join(lines)),))


def _listed(head: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    more = len(lines) - MOST_LISTED
    return [
        head,
        *lines[:MOST_LISTED],
        *([ngettext("… and {n} more", "… and {n} more", more).format(n=more)] if more > 0 else []),
    ]


def words(forfeit: Forfeit) -> str:
    """What is owed."""
    return escaped(forfeit.text) or _("one forfeit")


def _when(forfeit: Forfeit) -> str:
    return f"<t:{int(forfeit.at.timestamp())}:d>"


def _owed(forfeit: Forfeit) -> str:
    to = person(forfeit.creditor.name) if forfeit.creditor else _("the table")
    return _("• {what} to {name} · {when}").format(what=words(forfeit), name=to, when=_when(forfeit))


def _due(forfeit: Forfeit) -> str:
    return _("• {what} from {name} · {when}").format(
        what=words(forfeit), name=person(forfeit.debtor.name), when=_when(forfeit)
    )


def settle(user: int, forfeits: Sequence[Forfeit]) -> Whisper:
    """A menu of what this person can cross off: paid what they owe, waive what they are owed."""
    open_ones = [f for f in forfeits if f.state == "owed"]
    if not open_ones:
        return Whisper((Text(_("🍻 Nothing to settle: you owe nothing, and nobody owes you.")),))
    choices = tuple(_choice(user, f) for f in open_ones[:25])
    parts: tuple[Part, ...] = (
        Text(_("Which one is done with?")),
        Menu("forfeit", _("Pick a forfeit"), choices),
    )
    return Whisper(parts)


def _choice(user: int, forfeit: Forfeit) -> Choice:
    what = clean(forfeit.text) or _("one forfeit")
    if forfeit.debtor.id == user:
        to = plain_person(forfeit.creditor.name) if forfeit.creditor else _("the table")
        return Choice(
            CrossOff(forfeit.id, "paid"), _("Paid to {name}: {what}").format(name=to, what=what)[:100], emoji="✅"
        )
    name = plain_person(forfeit.debtor.name)
    return Choice(
        CrossOff(forfeit.id, "waived"), _("Let {name} off: {what}").format(name=name, what=what)[:100], emoji="🕊️"
    )


def settled(forfeit: Forfeit) -> Whisper:
    """It is crossed off."""
    said = _("✅ Crossed off: {what}.") if forfeit.state == "paid" else _("🕊️ Let off: {what}.")
    return Whisper((Text(said.format(what=words(forfeit))),))
