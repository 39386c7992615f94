"""Write messages about who may sit at a table: invitations, people who are put out, and refusals at the door."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from bot.presses.lobby import AcceptInvite, AgreeToPutOut, AskToPutOut, ChooseSeats, InvitedOnly, SurelyPutOut
from bot.screens.elements.cards import Button, Choice, Ephemeral, Menu, Notice, Part, Row, Style, Text, ephemeral
from bot.screens.elements.cast import Cast
from bot.screens.elements.controls import switch
from bot.screens.elements.labels import JOIN
from bot.screens.families import variants
from bot.screens.table.house_rules import DOOR, leaves
from bot.screens.table.seats import question
from bot.tables import removals
from bot.tables.annotations import Asking
from bot.tables.model import MOST_SEATS, Status, TableView, Who
from bot.tables.trouble import Code
from bot.words.cleaning import person
from bot.words.language import _, ngettext

Facts = Mapping[str, Any]


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


def ask_to_remove(table: TableView, seat: int, user: int) -> tuple[Part, ...]:
    """Return the question that a person confirms before they remove a dozing person from a game without a vote."""
    cast = Cast(table.seats)
    words = _("🚪 {name} has missed two turns, and nobody else can vote. Remove them from the game?")
    yes = _("Remove {name}").format(name=cast.label(seat))[:80]
    return question(table, words.format(name=cast.name(seat)), yes, AskToPutOut(table.id, user))


def ask_to_ask(table: TableView, seat: int, user: int) -> tuple[Part, ...]:
    """Return the question that a person confirms before the table is asked to remove the person in this seat."""
    cast = Cast(table.seats)
    words = _("🚪 Ask the table to remove {name}? It takes at least half of the other players.")
    # Translators: a button: the other players are asked whether {name} has to leave the game.
    yes = _("Ask about {name}").format(name=cast.label(seat))[:80]
    return question(table, words.format(name=cast.name(seat)), yes, AskToPutOut(table.id, user))


def asking_about(table: TableView, seat: int) -> Asking | None:
    """Return the last vote on the removal of the person in this seat, or None if there was none."""
    return next((each for each in table.annotations.asking if each.seat == seat), None)


def is_voted_on(table: TableView, asking: Asking, now: datetime) -> bool:
    """Return whether people may still vote on a removal."""
    playing = table.view is not None and table.status is Status.PLAYING
    return removals.is_open(asking, table.view.state.seats_in() if playing and table.view is not None else (), now)


def vote(table: TableView, asking: Asking) -> Notice:
    """Return the line that asks the table whether to remove a person, with the number of votes."""
    # Translators: {by} is the person who asks, {n} is the number of players who agree, {needed} how many it takes.
    words = _("🚪 {by} asks: remove {name} from the game? {n} of {needed} agree.").format(
        by=person(asking.name),
        name=Cast(table.seats).name(asking.seat),
        n=len(asking.agreed),
        needed=asking.needed,
    )
    # Translators: a button of a vote.
    return Notice(words, (Button(_("Agree"), AgreeToPutOut(table.id, asking.seat), "🚪"),))


def asked(table: TableView, user: int) -> tuple[Part, ...]:
    """Return the answer to a person who has asked the table to remove somebody."""
    seat = table.seat_of(user)
    asking = asking_about(table, seat) if seat is not None else None
    if asking is None or asking.is_agreed:
        return put_out(table.seats[seat].name if seat is not None else "")
    return (Text(_("🚪 I’ve asked the table. The other players have a minute.")),)


def agreed(table: TableView, seat: int) -> Ephemeral:
    """Return the answer to a person whose vote removes somebody from the game."""
    return ephemeral(_("🚪 That’s enough votes: {name} has to leave.").format(name=Cast(table.seats).name(seat)))


def removed(facts: Facts) -> str:
    """Return the sentence for a person who was removed from the game."""
    by = person(str(facts.get("by", "")))
    if facts.get("is_vote"):
        return _("🚪 {name} asked to remove you, and the table agreed. You can keep watching.").format(name=by)
    return _("🚪 {name} removed you after two missed turns. You can keep watching.").format(name=by)


def nobody_votes(facts: Facts) -> str:
    """Return the sentence for a removal on which nobody could vote."""
    if facts.get("leaves"):
        return _("🚪 Nobody else can agree. Players who miss two turns in a row are out anyway.")
    return _("🚪 Nobody else can agree. You can remove players who miss two turns in a row.")


def just_asked(facts: Facts) -> str:
    """Return the sentence for a second vote on the same person within a few minutes."""
    # Translators: {when} is a phrase such as “in 8 minutes”.
    return _("🚪 The table was just asked. You can ask again {when}.").format(when=_moment(facts.get("again", 0)))


def not_host(facts: Facts) -> str:
    """Return the sentence for a request that only the host may make.

    If the host is away, other people may start the game, and the sentence says when.
    """
    host, away = person(str(facts.get("host", ""))), facts.get("away")
    if away is None:
        return _("👑 Only {host}, the host, can do that.").format(host=host)
    # Translators: {when} is a phrase such as “in 2 minutes”.
    words = _("👑 Only {host}, the host, can start. If they’re away, anyone seated can start {when}.")
    return words.format(host=host, when=_moment(away))


def was_put_out(facts: Facts) -> str:
    """Return the sentence for a person who was put out of a table of this host a while ago."""
    # Translators: {when} is a phrase such as “in 3 hours”.
    words = _("🚪 {host}, the host, removed you. Ask to be invited, or come back {when}.")
    return words.format(host=person(str(facts.get("host", ""))), when=_moment(facts.get("until", 0)))


def invited_only(facts: Facts) -> str:
    """Return the sentence for a person who was not invited to a table for invited people."""
    words = _("✉️ This table is invite-only. Ask {host} or anyone else seated to invite you.")
    return words.format(host=person(str(facts.get("host", ""))))


def _moment(seconds: int) -> str:
    """Return a point in time, in seconds since 1970, as Discord shows it: "in 2 minutes"."""
    return f"<t:{seconds}:R>"


SENTENCES: dict[Code, Callable[[Facts], str]] = {
    Code.NOT_HOST: not_host,
    Code.LEFT_ALREADY: lambda _facts: _("🚪 They’ve already left."),
    Code.REMOVED: removed,
    Code.NOT_NOW: lambda _facts: _("🥁 Not during a vote or a showdown. Try again in the next round."),
    Code.JUST_ASKED: just_asked,
    Code.NOBODY_VOTES: nobody_votes,
    Code.VOTE_OVER: lambda _facts: _("🚪 That vote is over."),
    Code.NO_VOTE: lambda _facts: _("🚪 You don’t have a vote on this one."),
    Code.AGREED_ALREADY: lambda _facts: _("🚪 You’ve already agreed."),
    Code.INVITED_ONLY: invited_only,
    Code.PUT_OUT: was_put_out,
}
"""The functions that return the sentences for refusals at the door."""
