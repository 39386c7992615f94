"""Inviting somebody to a table, and handing it on."""

from bot.presses.lobby import AcceptInvite
from bot.screens import variants
from bot.screens.model import Button, Ephemeral, Notice, Style, ephemeral
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


def invited() -> Ephemeral:
    """The invitation is out."""
    return ephemeral(_("📨 Invited."))


def invited_already() -> Ephemeral:
    """They were invited a moment ago."""
    return ephemeral(_("📨 They were invited a moment ago: give them some minutes."))


def sits_already() -> Ephemeral:
    """There is nobody to invite."""
    return ephemeral(_("🪑 They sit here already."))


def no_person() -> Ephemeral:
    """A bot was to be invited."""
    return ephemeral(_("🤖 That is a bot. **Add computer player** in the lobby brings you company."))


def handed_on(table: TableInfo) -> Ephemeral:
    """Another host."""
    return ephemeral(_("👑 {name} is the host now.").format(name=person(table.host.name)))


def no_member(name: str) -> Ephemeral:
    """Somebody who has left the server, or never was there, was to be invited."""
    return ephemeral(
        _("🚪 {name} is not on this server: once they have joined it, invite them again.").format(name=person(name))
    )
