"""Inviting somebody to a table, and handing it on."""

from bot.presses.lobby import AcceptInvite
from bot.screens import variants
from bot.screens.model import Button, Notice, Style, Whisper, whisper
from bot.tables.model import Status, TableInfo, Who
from bot.words.cleaning import person
from bot.words.language import _


def invitation(table: TableInfo, by: Who, who: int) -> Notice:
    """The line that asks somebody to the table, for everybody."""
    words = _("🎲 {name} invites {mention} to {title}.").format(
        name=person(by.name), mention=f"<@{who}>", title=variants.told(table.setup.variant).title
    )
    label = _("Join") if table.status is Status.LOBBY else _("Take a seat")
    return Notice(words, (Button(label, AcceptInvite(table.id, who), "🪑", Style.GOOD),), (who,))


def accepted(who: Who) -> Notice:
    """That line, once they sit."""
    return Notice(_("🪑 {name} sits down.").format(name=person(who.name)))


def invited() -> Whisper:
    """The invitation is out."""
    return whisper(_("📨 Invited."))


def invited_already() -> Whisper:
    """They were invited a moment ago."""
    return whisper(_("📨 They were invited a moment ago: give them some minutes."))


def sits_already() -> Whisper:
    """There is nobody to invite."""
    return whisper(_("🪑 They sit here already."))


def no_person() -> Whisper:
    """A bot was to be invited."""
    return whisper(_("🤖 That is a bot. **Add computer player** in the lobby brings you company."))


def handed_on(table: TableInfo) -> Whisper:
    """Another host."""
    return whisper(_("👑 {name} is the host now.").format(name=person(table.host.name)))


def no_member(name: str) -> Whisper:
    """Somebody who has left the server, or never was there, was to be invited."""
    return whisper(
        _("🚪 {name} is not on this server: once they have joined it, invite them again.").format(name=person(name))
    )
