"""The forms: any other bid, the host's options, and one's own lucky words."""

from typing import Generic, TypeVar

import msgspec

from bot.inbox import game
from bot.inbox.request import Request
from bot.presses.base import Move, Press
from bot.presses.bids import SendBid
from bot.presses.lobby import OpenLuckyWords, OpenOptions, SendLuckyWords, SendOptions
from bot.screens import fairness
from bot.screens import options as options_screen
from bot.screens.bids.bids import typed_bid
from bot.screens.families import presenter
from bot.tables.trouble import Code, Trouble

P = TypeVar("P", bound=Press)


class Filled(msgspec.Struct, Generic[P], frozen=True):
    """A form that was sent: what it stands for, and by field what was typed or chosen."""

    press: P
    fields: dict[str, tuple[str, ...]]

    def typed(self) -> dict[str, str]:
        """The fields as words; of a menu the first choice."""
        return {name: values[0] for name, values in self.fields.items() if values}


async def open_form(request: Request, press: Move) -> None:
    """Ask by a form for a move that takes more than a tap."""
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None or seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    opened = shown.forms.get(type(press))
    if opened is None or not seen.table.still_asks(press.version):
        raise Trouble(Code.STALE_PANEL)  # nor does another family ask for it
    await request.open(opened(seen.table, seen.view))


async def send_bid(request: Request, filled: Filled[SendBid]) -> None:
    """Any other bid: quantity and face."""
    typed, press = filled.typed(), filled.press
    await game.play(request, typed_bid(press.table, press.version, typed.get("quantity", ""), typed.get("face", "")))


async def open_options(request: Request, press: OpenOptions) -> None:
    """Ask the host for the options."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open(options_screen.options(table))


async def send_options(request: Request, filled: Filled[SendOptions]) -> None:
    """The host's options."""
    before = (await request.tables.looking.table(filled.press.table)).setup
    setup = options_screen.changed(before, filled.typed(), filled.fields)
    await request.tables.lobbies.change(filled.press.table, request.who, setup, request.key)
    await request.show(filled.press.table)


async def open_lucky_words(request: Request, press: OpenLuckyWords) -> None:
    """Ask for lucky words, as long as the game has not begun."""
    table = await request.tables.lobbies.sat_at(press.table, request.user)
    await request.open(fairness.lucky_form(table, request.user))


async def send_lucky_words(request: Request, filled: Filled[SendLuckyWords]) -> None:
    """Lucky words of one's own; the answer says what goes into the dice now."""
    words = filled.typed().get("words", "")
    table = await request.tables.lobbies.bring_luck(filled.press.table, request.who, words, request.key)
    await request.show(table.id, fairness.brought(table, request.user))
