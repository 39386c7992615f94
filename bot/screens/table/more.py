"""Build the private page "More", which has the less frequent actions in a lobby and in a game."""

from bot.presses.game import BringDown, CallQuits, EndTable, LeaveTable, ShowFairness, ShowSeal, ShowWhy
from bot.presses.learning import ShowRules
from bot.presses.lobby import (
    AskForSeat,
    Cancel,
    InviteChosen,
    OpenLuckyWords,
    PassOnHost,
    PutOut,
    StandUp,
    TakeOut,
)
from bot.screens.elements.cards import Button, Choice, Ephemeral, Menu, Part, PeopleMenu, Style, Text, rows
from bot.screens.elements.cast import Cast, Handle, unknown
from bot.screens.elements.controls import on_the_tab, quit_voices
from bot.screens.elements.labels import (
    CLOSE_THE_TABLE,
    END_THE_GAME,
    FAIR_DICE,
    LEAVE,
    LUCKY_WORDS,
    MORE,
    VOTE_TO_STOP,
)
from bot.screens.families.asides import reasons
from bot.screens.table import house_rules
from bot.screens.table.roles import call_button
from bot.screens.table.seats import free_seats
from bot.tables import removals
from bot.tables.model import Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import _
from engine.core.characters import word
from engine.core.state import BETWEEN


def more(seen: TableView, user: int, manages: bool, handle: Handle = unknown, role: str = "") -> Ephemeral:
    """Return the less frequent actions of this person at a table. `manages` is True if they manage the server.

    `role` is the name of the role that the host may call to the lobby, or "".
    """
    table = seen
    match table.status:
        case Status.LOBBY:
            buttons = _of_lobby(table, user, manages, role)
        case Status.PLAYING:
            buttons = _of_game(seen, manages)
        case _:
            buttons = (Button(_(FAIR_DICE), ShowFairness(table.id), "⚖️"),)
    head = _(MORE)
    rules = (house_rules.leaves(table),) if table.status is Status.LOBBY else ()
    return Ephemeral((Text(f"**{head}**"), *rules, *rows(buttons, 4), *_menus(table, user, manages, handle)))


def _of_lobby(table: TableView, user: int, manages: bool, role: str) -> tuple[Button, ...]:
    sits, hosts = table.seat_of(user) is not None, table.host.id == user
    cancel = [Button(_(CLOSE_THE_TABLE), Cancel(table.id), "✖️", Style.BAD)] if hosts or manages else []
    if table.is_being_sealed():
        return (Button(_(FAIR_DICE), ShowSeal(table.id), "⚖️"), *cancel)
    return (
        *([Button(_(LUCKY_WORDS), OpenLuckyWords(table.id), "🍀")] if sits else []),
        Button(_(FAIR_DICE), ShowSeal(table.id), "⚖️"),
        *([Button(_(LEAVE), StandUp(table.id), "🚪")] if sits else []),
        *([call_button(table, role)] if hosts and role else []),
        *cancel,
    )


def _of_game(seen: TableView, manages: bool) -> tuple[Button, ...]:
    table, plays = seen, seen.is_in()
    said, people = quit_voices(table, seen.view) if seen.view is not None else (0, 0)
    # Translators: a button: {said} of {people} people have voted to stop the game so far.
    stop = _("Vote to stop ({said} of {people})").format(said=said, people=people) if said else _(VOTE_TO_STOP)
    return (
        *_of_pause(seen),
        Button(_("Rules"), ShowRules(table.id), "❓"),
        Button(_("Move to bottom"), BringDown(table.id), "⬇️"),
        Button(_(FAIR_DICE), ShowSeal(table.id), "⚖️"),
        *([Button(_("Take a computer’s seat"), AskForSeat(table.id), "🪑")] if not plays and free_seats(seen) else []),
        *([Button(stop, CallQuits(table.id), "🌙")] if plays else []),
        *([Button(_(LEAVE), LeaveTable(table.id), "🚪")] if plays else []),
        *([Button(_(END_THE_GAME), EndTable(table.id), "🛑", Style.BAD)] if manages else []),
    )


def _of_pause(seen: TableView) -> tuple[Button, ...]:
    """Return the buttons that belong to the pause after a round, or () if there is no pause."""
    view = seen.view
    if view is None or view.state.phase is not BETWEEN or not view.state.round:
        return ()
    why = reasons(seen)
    mine = on_the_tab(seen, view) if seen.is_in() else ()
    return (*((Button(_("Why?"), ShowWhy(seen.id), "💭"),) if why else ()), *mine)


def why(seen: TableView) -> Ephemeral:
    """Return a computer player's reason for its part in the last showdown. Raises `Trouble` if there is none."""
    told = reasons(seen)
    if not told:
        raise Trouble(Code.NO_REASON)
    return Ephemeral((Text("\n".join(told)),))


def _menus(table: TableView, user: int, manages: bool, handle: Handle) -> tuple[Part, ...]:
    """Return the menus to invite a person, to take a player out and, for the host, to make another person the host."""
    if table.status not in (Status.LOBBY, Status.PLAYING):
        return ()
    chosen = _who_can_be_taken_out(table, user, manages, handle)
    out = (Menu("out", _("Remove…"), chosen),) if chosen else ()
    if table.seat_of(user) is None:
        return out
    cast = Cast(table.seats)
    heirs = tuple(
        Choice(PassOnHost(table.id, seat.user), cast.label(number), handle(seat.user))
        for number, seat in enumerate(table.seats)
        if seat.user is not None and seat.user > 0 and seat.user != user
    )
    invite = PeopleMenu(InviteChosen(table.id), _("Invite somebody"))
    return (
        invite,
        *out,
        *([Menu("host", _("Make another player the host"), heirs)] if heirs and table.host.id == user else []),
    )


def _who_can_be_taken_out(table: TableView, user: int, manages: bool, handle: Handle) -> tuple[Choice, ...]:
    """Return a choice for each player that this person may take out of the lobby. People are the host's business.

    In a game, the host and server managers may ask the others to remove a person.
    """
    if table.status is Status.PLAYING:
        return _who_can_be_removed(table, user, handle) if manages or table.host.id == user else ()
    if table.is_being_sealed() or table.seat_of(user) is None:
        return ()
    cast, choices = Cast(table.seats), []
    for number, seat in enumerate(table.seats):
        if seat.user is None:
            choices.append(Choice(TakeOut(table.id, word(seat.name)), cast.label(number), "", "🤖"))
        elif table.host.id == user and seat.is_human() and seat.user != user:
            choices.append(Choice(PutOut(table.id, seat.user), cast.label(number), handle(seat.user), "🚪"))
    return tuple(choices)


def _who_can_be_removed(table: TableView, user: int, handle: Handle) -> tuple[Choice, ...]:
    """Return a choice for each other person who is in the game, or () during a poll or a showdown."""
    if table.view is None or not removals.may_remove(table.view.state.phase):
        return ()
    cast, people = Cast(table.seats), [(seat, table.seats[seat].user) for seat in table.view.state.seats_in()]
    return tuple(
        Choice(PutOut(table.id, other), cast.label(seat), handle(other), "🚪")
        for seat, other in people
        if other is not None and other > 0 and other != user
    )


def way_out(table: TableView) -> tuple[Part, ...]:
    """Return the button to leave the lobby. A person who presses Join although they have a seat gets this button."""
    return rows((Button(_(LEAVE), StandUp(table.id), "🚪"),))
