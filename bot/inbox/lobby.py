"""Handle requests in a lobby: joining, leaving, the host's choices, starting the game, and closing the lobby."""

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.roles import role_name
from bot.presses.game import ShowSeal
from bot.presses.lobby import (
    Cancel,
    ChooseChips,
    ChooseDeck,
    ChooseHouseRule,
    ChooseVariant,
    Join,
    OpenHouseRule,
    OpenHouseRules,
    OpenLuckyWords,
    OpenOptions,
    OpenStakes,
    SendHouseRule,
    SendLuckyWords,
    SendOptions,
    SendWords,
    StandUp,
    Start,
    SurelyCancel,
    UseWords,
)
from bot.screens.elements.controls import with_receipt
from bot.screens.table import dares as dares_screen
from bot.screens.table import fairness, options, seats
from bot.screens.table import house_rules as house_rules_screen
from bot.screens.table import more as more_screen
from bot.tables import dares
from bot.tables.model import Setup, Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.dares import spoken_decks


@on(Join)
async def join(request: Request, press: Join) -> None:
    """Give the person a seat, and tell them privately how they contribute to the dice.

    Raises `Trouble` if the person sits there already; the answer then offers to leave.
    """
    here = await request.tables.queries.table(press.table)
    if here.status is Status.LOBBY and here.seat_of(request.user) is not None:
        request.noted.way_on = more_screen.way_out(here)
        raise Trouble(Code.ALREADY_SEATED)
    table = await request.tables.lobbies.join(press.table, request.who, request.key)
    await request.show(table.id, fairness.brought(table, request.user))


@on(StandUp)
async def stand_up(request: Request, press: StandUp) -> None:
    """Remove the person from the lobby. If nobody else sits there, which closes the table, ask first."""
    seen = await request.see(press.table)
    is_open = seen.status is Status.LOBBY and not seen.is_being_sealed()
    if is_open and seen.seat_of(request.user) is not None and not _others_sit_there(request, seen):
        await request.update(seats.ask_to_close_by_leaving(seen), seen.id)
        return
    await request.tables.lobbies.stand_up(press.table, request.who, request.key)
    await request.show(press.table)


def _others_sit_there(request: Request, seen: TableView) -> bool:
    """Return whether other people than this person sit at the table. Computer players do not count."""
    return any(seat.user not in (None, request.user) for seat in seen.seats)


@on(ChooseVariant)
async def choose_variant(request: Request, press: ChooseVariant) -> None:
    """Change the game of the lobby."""
    setup = options.with_another_game(press.variant, (await request.tables.queries.table(press.table)).setup)
    await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.show(press.table)


@on(OpenHouseRules)
async def open_house_rules(request: Request, press: OpenHouseRules) -> None:
    """Show a page of house rules, which everybody can read and only the host can change."""
    table = await request.tables.lobbies.still_open(press.table)
    is_hosts = table.host.id == request.user  # others only read the page, perhaps still after the start
    await request.update(house_rules_screen.page(table, press.page), table.id if is_hosts else 0)


@on(ChooseHouseRule)
async def choose_house_rule(request: Request, press: ChooseHouseRule) -> None:
    """Set a house rule to the host's choice, and show it on the page and in the lobby."""
    before = await request.tables.lobbies.still_open(press.table)
    setup, page = house_rules_screen.chosen(before, press.option, press.value)
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.update_and_show(house_rules_screen.page(table, page), table.id, is_lobby=True)


@on(OpenStakes)
async def open_stakes(request: Request, press: OpenStakes) -> None:
    """Show the page on which the host chooses the forfeit for losers."""
    await _show_stakes(request, await request.tables.lobbies.still_open(press.table))


@on(ChooseDeck)
async def choose_deck(request: Request, press: ChooseDeck) -> None:
    """Let losers draw a dare from a deck."""
    before = await request.tables.lobbies.still_open(press.table)
    await _change_stakes(request, press.table, dares.with_deck(before.setup, press.deck))


@on(ChooseChips)
async def choose_chips(request: Request, press: ChooseChips) -> None:
    """Let losers owe play chips."""
    before = await request.tables.lobbies.still_open(press.table)
    await _change_stakes(request, press.table, dares_screen.with_chips(before, press.chips))


@on(UseWords)
async def use_words(request: Request, press: UseWords) -> None:
    """Open the form in which the host types the forfeit for losers. Only the host may do this."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open_form(dares_screen.words_form(table))


@on(SendWords)
async def send_words(request: Request, press: SendWords) -> None:
    """Set the forfeit for losers to the host's words from the form, instead of a dare from a deck."""
    before = await request.tables.lobbies.still_open(press.table)
    await _change_stakes(request, press.table, dares_screen.with_words(before.setup, request.typed()), is_form=True)


async def _change_stakes(request: Request, table_id: int, setup: Setup, is_form: bool = False) -> None:
    """Save a set-up with other stakes, and show it on the page and in the lobby.

    After a form the page says "Saved".
    """
    table = await request.tables.lobbies.change(table_id, request.who, options.with_dares(setup), request.key)
    with request.saved():
        await _show_stakes(request, table, is_form)
    await request.show(table.id)


async def _show_stakes(request: Request, table: TableView, is_saved: bool = False) -> None:
    page = dares_screen.stakes_page(table, await request.services.decks.of(table.place.guild))
    await request.update(with_receipt(page) if is_saved else page, table.id)


@on(OpenHouseRule)
async def open_house_rule(request: Request, press: OpenHouseRule) -> None:
    """Open the form in which the host types a value that the page of house rules does not offer.

    Only the host may do this.
    """
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open_form(house_rules_screen.form(table, press.option))


@on(SendHouseRule)
async def send_house_rule(request: Request, press: SendHouseRule) -> None:
    """Set a house rule to the value that the host typed, and show it on the page and in the lobby."""
    typed = request.typed()
    before = await request.tables.lobbies.still_open(press.table)
    setup, page = house_rules_screen.written(before, press.option, typed.get(press.option, ""))
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    shown = with_receipt(house_rules_screen.page(table, page))
    await request.update_and_show(shown, table.id, is_lobby=True)


@on(Start)
async def start(request: Request, press: Start) -> None:
    """Close the lobby and its private pages, and begin the game."""
    with request.publicly():
        decks = spoken_decks()
    await request.tables.lobbies.start(press.table, request.who, request.key, decks)
    request.services.lobby_pages.close(press.table)
    await request.show(press.table)


@on(Cancel)
async def cancel(request: Request, press: Cancel) -> None:
    """Close the lobby. Only the host and server managers may do this. If other people sit there, ask first."""
    seen = await request.see(press.table)
    may_close = request.may_manage or seen.host.id == request.user
    if seen.status is Status.LOBBY and may_close and _others_sit_there(request, seen):
        await request.update(seats.ask_to_close(seen), seen.id)
    else:
        await _close(request, press.table)


@on(SurelyCancel)
async def surely_cancel(request: Request, press: SurelyCancel) -> None:
    """Close the lobby after the confirmation."""
    await _close(request, press.table)


async def _close(request: Request, table_id: int) -> None:
    """Close the lobby. If the press was on a private page, replace the page with a message without buttons."""
    await request.tables.lobbies.cancel(table_id, request.who, request.key, request.may_manage)
    if request.is_in_window:
        await request.update_and_show(seats.table_closed(), table_id)
    else:
        await request.show(table_id)


@on(OpenOptions)
async def open_options(request: Request, press: OpenOptions) -> None:
    """Open the form for the options of the table. Only the host may do this."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open_form(options.options_form(table))


@on(SendOptions)
async def send_options(request: Request, press: SendOptions) -> None:
    """Set the options of the table to the host's input in the form."""
    before = (await request.tables.queries.table(press.table)).setup
    setup = options.changed(before, request.typed(), dict(request.fields))
    setup = options.with_dares(setup)
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    if request.is_in_window:
        page = house_rules_screen.page(table, 0)
        if any(isinstance(each, ShowSeal) for each in request.offered()):  # the form was opened on the page "More"
            role, handle = await role_name(request), request.services.usernames.handle
            page = more_screen.more(table, request.user, request.may_manage, handle, role).parts
        await request.update_and_show(with_receipt(page), table.id, is_lobby=True)
    else:
        await request.show(table.id)
        await request.notify(with_receipt(()))


@on(OpenLuckyWords)
async def open_lucky_words(request: Request, press: OpenLuckyWords) -> None:
    """Open the form for lucky words, which a player may add to the seed of the dice until the game begins."""
    table = await request.tables.lobbies.sat_at(press.table, request.user)
    await request.open_form(fairness.lucky_form(table, request.user))


@on(SendLuckyWords)
async def send_lucky_words(request: Request, press: SendLuckyWords) -> None:
    """Set a person's lucky words, and tell them privately how they contribute to the dice."""
    words = request.typed().get("words", "")
    table = await request.tables.lobbies.bring_luck(press.table, request.who, words, request.key)
    await request.show(table.id, fairness.brought(table, request.user))
