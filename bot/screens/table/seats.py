"""Write messages about joining and leaving a table: invitations, seats for latecomers, reminders, and confirmations."""

from collections.abc import Callable, Sequence

from bot.presses.base import Press
from bot.presses.game import Stay, SurelyEnd, SurelyLeave, SurelyQuit
from bot.presses.lobby import GiveUpSeat, Join, SurelyCancel, SurelyPassOn, TakeSeat, WaitForNext
from bot.screens.elements.cards import (
    Button,
    Choice,
    DirectMessage,
    Ephemeral,
    Menu,
    Part,
    Row,
    Style,
    Text,
    ephemeral,
)
from bot.screens.elements.cast import Cast, link, where
from bot.screens.elements.controls import quit_voices
from bot.screens.elements.labels import (
    BACK_TO_THE_TABLE,
    CLOSE_THE_TABLE,
    END_THE_GAME,
    JOIN,
    LEAVE,
    NO,
    PRACTICE,
    VOTE_TO_STOP,
    YOU_HAVE_LEFT,
)
from bot.screens.families import variants
from bot.tables.model import Status, TableView, Waiting
from bot.words.cleaning import clean, person
from bot.words.language import N_, _, either, ngettext
from engine import games
from engine.core.state import Phase
from engine.games import AnyView

GAME_IS_FULL = N_("This game is full. Join the next one!")


def handed_on(table: TableView) -> Ephemeral:
    """Return the answer that names the new host."""
    return ephemeral(_("👑 {name} is the host now.").format(name=person(table.host.name)))


def offer(seen: TableView, user: int) -> tuple[Part, ...]:
    """Return a text with buttons to join the lobby, to take over a computer player's seat, or to join the next game.

    If this person already waits for a seat or for the next game, the text says so instead. Return () if the table is
    closed.
    """
    table = seen
    match table.status:
        case Status.LOBBY:
            join = Button(_(JOIN), Join(table.id), "🪑", Style.GOOD)
            return (Text(_("The game hasn’t started: join in!")), Row((join,)))
        case Status.PLAYING | Status.OVER if (waiting := _wish(table, user)) is not None:
            return noted(table, waiting)
        case Status.PLAYING:
            return _in_the_game(seen, user)
        case Status.OVER:
            return (Text(_(GAME_IS_FULL)), Row((_next_game(table),)))
        case Status.CLOSED:
            return ()


def _in_the_game(seen: TableView, user: int) -> tuple[Part, ...]:
    table, free = seen, free_seats(seen)
    if table.seat_of(user) is not None:  # L1: a person who has left comes back in the next game
        return (Text(_(YOU_HAVE_LEFT)), Row((_next_game(table),)))
    if not free:
        return (Text(_(GAME_IS_FULL)), Row((_next_game(table),)))
    seat, cast = free[0], Cast(table.seats)
    # Translators: {name} is a computer player.
    words = _("Take over from {name} next round, with its dice and score.")
    take = Button(
        # Translators: a button: {name} is a computer player.
        _("Take {name}’s seat").format(name=cast.label(seat))[:80],
        TakeSeat(table.id, seat),
        "🪑",
        Style.GOOD,
    )
    return (Text(words.format(name=cast.name(seat))), Row((take, _next_game(table))))


def _next_game(table: TableView) -> Button:
    return Button(_("Join the next game"), WaitForNext(table.id), "⏭️")


def free_seats(seen: TableView) -> tuple[int, ...]:
    """Return the seats that latecomers can take.

    These are the seats of computer players who are still in the game, except seats that somebody already waits for.
    """
    wished, table = {each.seat for each in seen.waiting}, seen
    seats_in = seen.view.state.seats_in() if seen.view is not None else ()
    return tuple(seat for seat in seats_in if table.seats[seat].user is None and seat not in wished)


def noted(table: TableView, waiting: Waiting) -> tuple[Part, ...]:
    """Return a text about the seat or the game that a person waits for, with a button to stop waiting."""
    if waiting.seat is None:
        words = _("⏭️ You’re in the next game, once somebody presses **Again**.")
    else:
        name = Cast(table.seats).name(waiting.seat)
        # Translators: {name} is a computer player.
        words = _("🪑 Next round you take over from {name}, with its dice and score.")
        words = words.format(name=name) + _practice(table)
    return (Text(words), Row((Button(_(LEAVE), GiveUpSeat(table.id)),)))


def _practice(table: TableView) -> str:
    """Return the line for a game that will not count (L4), or "" if it counts."""
    people = sum(seat.user is not None and not seat.since for seat in table.seats)
    return "\n" + _(PRACTICE) if people < 2 else ""


def given_up() -> tuple[Part, ...]:
    """Return the answer to a person who no longer waits for a seat."""
    return (Text(_("👋 OK, enjoy the show.")),)


def wish(table: TableView, user: int) -> tuple[Part, ...]:
    """Return a text about the seat or the game that a person waits for, or () if they do not wait."""
    waiting = _wish(table, user)
    return noted(table, waiting) if waiting is not None else ()


def _wish(table: TableView, user: int) -> Waiting | None:
    return next((each for each in table.waiting if each.who.id == user), None)


def ask_to_leave(seen: TableView) -> tuple[Part, ...]:
    """Return the question that a person confirms before they leave a game (L1)."""
    return question(seen, _what_leaving_brings(seen), _(LEAVE), SurelyLeave(seen.id))


def _what_leaving_brings(seen: TableView) -> str:
    """Return the question that names the consequences of leaving now (L1).

    The consequences depend on the phase of the game. A player who is already out keeps their place.
    """
    if seen.view is not None and seen.seat is not None and not seen.view.state.is_in(seen.seat):
        return _("🚪 Leave for good? Your finishing place in this game still counts.")
    if seen.view is not None and games.leaver_washes_up(seen.view):
        return _("🚪 Leave for good? There are only two of you left, so you wash up.")
    leaves_dice = seen.view is None or seen.view.state.phase not in (Phase.PASSING, Phase.BETWEEN)
    if seen.forfeit() is None or seen.view is None or not games.leaver_may_owe(seen.view):
        stay = _("🚪 Leave for good? Your dice stay in for this round, then you’re out.")
        return stay if leaves_dice else _("🚪 Leave for good? You’ll be out of this game.")
    if leaves_dice:
        return _("🚪 Leave for good? Your dice stay in for this round, then you’re out, and forfeits go on your tab.")
    return _("🚪 Leave for good? You’re out, and forfeits go on your tab.")


def ask_to_quit(seen: TableView) -> tuple[Part, ...]:
    """Return the question that a person confirms before they vote to quit (E2)."""
    said, people = quit_voices(seen, seen.view) if seen.view is not None else (0, 0)
    # Translators: {said} and {people} are numbers of people.
    words = _("🌙 Stop the game? It takes more than half of you: {said} of {people} so far.")
    words = "\n".join(filter(None, (words.format(said=said, people=people), _dozers_count(seen))))
    return question(seen, words, _(VOTE_TO_STOP), SurelyQuit(seen.id))


def _dozers_count(seen: TableView) -> str:
    """Return a line that says that dozing players count in the vote, or "" if nobody else dozes.

    E2: a majority of all players who are still in is needed, and dozing players are still in (L2).
    """
    dozing = [seat for seat in seen.annotations.dozing if seat != seen.seat]
    if not dozing:
        return ""
    words = ngettext(
        "-# 💤 {names} is dozing but still has a vote. If they don’t come back, you can leave.",
        "-# 💤 {names} are dozing but still have a vote. If they don’t come back, you can leave.",
        len(dozing),
    )
    return words.format(names=Cast(seen.seats).names(dozing))


def ask_to_end(table: TableView) -> tuple[Part, ...]:
    """Return the question that a person confirms before they end a game in which others play (L5)."""
    words = _("🛑 End this game for everyone, without a result?")
    if table.forfeit() is not None and table.view is not None and _has_forfeits(table.view):
        words = _("🛑 End this game for everyone, without a result? Forfeits stay owed.")
    return question(table, words, _(END_THE_GAME), SurelyEnd(table.id))


def _has_forfeits(view: AnyView) -> bool:
    return any(player.forfeits for player in view.state.players)


def ask_to_pass_on(table: TableView, heir: int, user: int) -> tuple[Part, ...]:
    """Return the question that the host confirms before the person in seat `heir` becomes the host."""
    cast = Cast(table.seats)
    words = _("👑 Make {name} the host? Only they can make you host again.").format(name=cast.name(heir))
    # Translators: a button: {name} becomes the host.
    yes = _("Make {name} the host").format(name=cast.label(heir))[:80]
    return question(table, words, yes, SurelyPassOn(table.id, user))


def ask_to_close(table: TableView) -> tuple[Part, ...]:
    """Return the question that a person confirms before they close a lobby in which others sit."""
    words = _("✖️ Close the table for everyone sitting here?")
    return question(table, words, _(CLOSE_THE_TABLE), SurelyCancel(table.id))


def ask_to_close_by_leaving(table: TableView) -> tuple[Part, ...]:
    """Return the question that the last person in a lobby confirms before they leave it, which closes the table."""
    words = _("🚪 You’re the last one here, so leaving closes the table. Leave?")
    return question(table, words, _(CLOSE_THE_TABLE), SurelyCancel(table.id))


def table_closed() -> tuple[Part, ...]:
    """Return the answer to a person who has closed the lobby."""
    return (Text(_("🧹 The table is closed.")),)


def has_left() -> tuple[Part, ...]:
    """Return the answer to a person who has left the game."""
    return (Text(_("🚪 You’ve left the table. See you!")),)


def quit_voiced() -> tuple[Part, ...]:
    """Return the answer to a person who has voted to quit."""
    return (Text(_("🌙 Vote counted.")),)


def table_ended() -> tuple[Part, ...]:
    """Return the answer to a person who has ended the table."""
    return (Text(_("🛑 Game over.")),)


def nothing_changed() -> tuple[Part, ...]:
    """Return the answer to a person who did not confirm a question."""
    return (Text(_("👍 Nothing changed.")),)


def question(table: TableView, words: str, yes: str, press: Press) -> tuple[Part, ...]:
    """Return a question with a button for `press`, which is labelled `yes`, and a button that changes nothing."""
    buttons = (Button(yes, press, style=Style.BAD), Button(_(NO), Stay(table.id)))
    return (Text(words), Row(buttons))


def which_table(tables: Sequence[TableView], wanted: Callable[[int], Press]) -> Ephemeral:
    """Return a question with a menu of tables. `wanted` returns the press for the id of a table."""
    choices = tuple(
        Choice(
            wanted(table.id),
            clean(f"#{table.place.channel_name}", 100),
            clean(table.place.guild_name, 100),
            variants.wording(table.setup.variant).emoji,
        )
        for table in tables[:25]
    )
    menu = Menu("table", _("Pick a table"), choices)
    return Ephemeral((Text(_("You’re at several tables. Which one?")), menu))


def which_meant(readings: Sequence[tuple[str, Press]]) -> Ephemeral:
    """Return a question with a button for each possible meaning of the typed words.

    Each meaning in `readings` has its words and its press.
    """
    # Translators: {readings} are two bids or claims that somebody may have meant: “5 fours or 4 fives”.
    asked = _("🤔 Which one: {readings}?").format(readings=either([f"**{words}**" for words, _press in readings]))
    buttons = tuple(Button(clean(words, 80), press) for words, press in readings)
    return Ephemeral((Text(asked), Row(buttons)))


def back_to_the_table(table: TableView, message: int | None) -> tuple[Part, ...]:
    """Return a button that leads to the table's panel."""
    return (Row((Button(_(BACK_TO_THE_TABLE), emoji="🎲", url=link(table.place, message)),)),)


def table_waits(table: TableView, seats: tuple[int, ...]) -> str:
    """Return the line in the channel that reminds the people in these seats that the table is waiting for them.

    In a lobby for later, it says that it is time to play.
    """
    if table.status is Status.LOBBY:
        # Translators: {names} are mentions of people.
        return _("⏰ {names}, it’s time to play!").format(names=Cast(table.seats).pings(seats))
    # Translators: {names} are mentions of people.
    return _("👉 {names}, the table is waiting for you.").format(names=Cast(table.seats).pings(seats))


def closed_dm_public(user: int) -> str:
    """Return the line in the channel for a person who cannot receive direct messages from the bot."""
    return _("📪 <@{user}>, I can’t DM you. Press **My dice** to see yours.").format(user=user)


def game_is_over(table: TableView) -> str:
    """Return the text that replaces a player's last hand in a direct message once the game is over."""
    # Translators: {where} is a link to the channel or the table’s name.
    return _("🏁 The game at {where} is over.").format(where=where(table.place))


def of_a_game_that_is_over(table: TableView, page: Ephemeral) -> Ephemeral:
    """Return a person's page about a table without its buttons and menus, and with a line that the game is over."""
    texts = tuple(part for part in page.parts if not isinstance(part, Row | Menu))
    return Ephemeral((*texts, Text(game_is_over(table))))


def reminder(table: TableView, message: int | None) -> DirectMessage:
    """Return the direct message for a person that the table waits for, with a link to `message`."""
    back = Button(_(BACK_TO_THE_TABLE), emoji="🎲", url=link(table.place, message))
    # Translators: {where} is a link.
    return DirectMessage(_("👉 The table is waiting for you: {where}").format(where=where(table.place)), (back,))
