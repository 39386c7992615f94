"""The forms: any other bid, the host's options, and one's own lucky words."""

from bot.inbox import game
from bot.inbox.handlers import on
from bot.inbox.request import Request
from bot.presses.bids import OpenBidForm, SendBid
from bot.presses.lobby import OpenLuckyWords, OpenOptions, SendLuckyWords, SendOptions
from bot.screens import fairness
from bot.screens import options as options_screen
from bot.screens.bids.inputs import bid_of_form
from bot.screens.families import presenter
from bot.tables.trouble import Code, Trouble


@on(OpenBidForm)
async def open_form(request: Request, press: OpenBidForm) -> None:
    """Ask by a form for a move that takes more than a tap."""
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None or seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    opened = shown.forms.get(type(press))
    if opened is None or not seen.table.still_asks(press.version):
        raise Trouble(Code.STALE_PANEL)  # nor does another family ask for it
    await request.open(opened(seen.table, seen.view))


@on(SendBid)
async def send_bid(request: Request, press: SendBid) -> None:
    """Any other bid: quantity and face."""
    typed = request.typed()
    bid = bid_of_form(press.table, press.version, typed.get("quantity", ""), typed.get("face", ""))
    await game.play(request, bid)


@on(OpenOptions)
async def open_options(request: Request, press: OpenOptions) -> None:
    """Ask the host for the options."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open(options_screen.options(table))


@on(SendOptions)
async def send_options(request: Request, press: SendOptions) -> None:
    """The host's options."""
    before = (await request.tables.looking.table(press.table)).setup
    setup = options_screen.changed(before, request.typed(), dict(request.fields))
    await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.show(press.table)


@on(OpenLuckyWords)
async def open_lucky_words(request: Request, press: OpenLuckyWords) -> None:
    """Ask for lucky words, as long as the game has not begun."""
    table = await request.tables.lobbies.sat_at(press.table, request.user)
    await request.open(fairness.lucky_form(table, request.user))


@on(SendLuckyWords)
async def send_lucky_words(request: Request, press: SendLuckyWords) -> None:
    """Lucky words of one's own; the answer says what goes into the dice now."""
    words = request.typed().get("words", "")
    table = await request.tables.lobbies.bring_luck(press.table, request.who, words, request.key)
    await request.show(table.id, fairness.brought(table, request.user))
