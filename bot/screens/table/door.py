"""Write messages about who may sit at a table: invitations, people who are put out, and refusals at the door."""

from collections.abc import Mapping
from typing import Any

from bot.presses.lobby import AcceptInvite, ChooseSeats, InvitedOnly, SurelyPutOut
from bot.screens.elements.cards import Button, Choice, Ephemeral, Menu, Notice, Part, Row, Style, Text, ephemeral
from bot.screens.elements.cast import Cast
from bot.screens.elements.controls import switch
from bot.screens.elements.labels import JOIN
from bot.screens.families import variants
from bot.screens.table.house_rules import DOOR, leaves
from bot.screens.table.seats import question
from bot.tables.model import MOST_SEATS, Status, TableView, Who
from bot.words.cleaning import person
from bot.words.language import _, ngettext


def invitation(table: TableView, by: Who, who: int) -> Notice:
    """Return the public line that invites a person to the table."""
    # Translators: {mention} is the person who is invited; {title} is the game.
    words = _("🎲 {name} invites {mention} to {title}.").format(
        name=person(table.called(by)), mention=f"<@{who}>", title=variants.wording(table.setup.variant).title
    )
    label = _(JOIN) if table.status is Status.LOBBY else _("Take a seat")
    return Notice(words, (Button(label, AcceptInvite(table.id, who), "🪑", Style.GOOD),), (who,))


def accepted(table: TableView, who: Who) -> Notice:
    """Return the line that replaces an invitation once the person has sat down."""
    return Notice(_("🪑 {name} sits down.").format(name=person(table.called(who))))


def invited() -> Ephemeral:
    """Return the answer to a person whose invitation was posted."""
    return ephemeral(_("📨 Invited."))


def page(table: TableView) -> tuple[Part, ...]:
    """Return the page on which the host chooses who can join: only invited people, and how many."""
    setup = table.setup
    title = Text(_("### 🚪 Who can join\n-# Anyone seated can invite people."))
    choices = tuple(
        Choice(ChooseSeats(table.id, n), _seats(n), chosen=n == setup.most())
        for n in range(max(2, len(table.seats)), MOST_SEATS + 1)
    )
    menu = Menu(f"seats-{table.version}", _seats(setup.most()), choices)
    only = switch(_("Invite-only"), setup.invited_only, InvitedOnly(table.id, not setup.invited_only))
    return (title, menu, Row((only,)), leaves(table, DOOR))


def _seats(many: int) -> str:
    # Translators: {n} is the most players at a table.
    return ngettext("{n} seat", "{n} seats", many).format(n=many)


def ask_to_put_out(table: TableView, seat: int, user: int) -> tuple[Part, ...]:
    """Return the question that the host confirms before the person in this seat is put out of the lobby."""
    cast = Cast(table.seats)
    words = _("🚪 Remove {name}? For 12 hours they’ll need an invitation to sit at your tables here.")
    # Translators: a button: {name} has to leave the table.
    yes = _("Remove {name}").format(name=cast.label(seat))[:80]
    return question(table, words.format(name=cast.name(seat)), yes, SurelyPutOut(table.id, user))


def put_out(name: str) -> tuple[Part, ...]:
    """Return the answer to the host who has put a person out of the lobby."""
    return (Text(_("🚪 {name} is out. To let them back in, invite them.").format(name=person(name))),)


def not_host(facts: Mapping[str, Any]) -> str:
    """Return the sentence for a request that only the host may make.

    If the host is away, other people may start the game, and the sentence says when.
    """
    host, away = person(str(facts.get("host", ""))), facts.get("away")
    if away is None:
        return _("👑 Only {host}, the host, can do that.").format(host=host)
    # Translators: {when} is a phrase such as “in 2 minutes”.
    words = _("👑 Only {host}, the host, can start. If they’re away, anyone seated can start {when}.")
    return words.format(host=host, when=_moment(away))


def was_put_out(facts: Mapping[str, Any]) -> str:
    """Return the sentence for a person who was put out of a table of this host a while ago."""
    # Translators: {when} is a phrase such as “in 3 hours”.
    words = _("🚪 {host}, the host, removed you. Ask to be invited, or come back {when}.")
    return words.format(host=person(str(facts.get("host", ""))), when=_moment(facts.get("until", 0)))


def invited_only(facts: Mapping[str, Any]) -> str:
    """Return the sentence for a person who was not invited to a table for invited people."""
    words = _("✉️ This table is invite-only. Ask {host} or anyone else seated to invite you.")
    return words.format(host=person(str(facts.get("host", ""))))


def _moment(seconds: int) -> str:
    """Return a point in time, in seconds since 1970, as Discord shows it: "in 2 minutes"."""
    return f"<t:{seconds}:R>"
