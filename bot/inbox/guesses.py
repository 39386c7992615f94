"""Handle guesses at a showdown: whether the bid is true."""

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.outbox.answer import answer_of
from bot.presses.game import Guess
from bot.screens.families import guessing
from bot.tables.trouble import Code, Trouble


@on(Guess)
async def guess(request: Request, press: Guess) -> None:
    """Save a person's guess, and show it in their private box. Raises `Trouble` after the first cup went up."""
    beats = request.services.announcer.beats
    if not beats.asks(press.table, press.number):
        raise Trouble(Code.CUPS_ARE_UP)
    noted = await request.tables.guesses.guess(press.table, request.who, press.number, press.true)
    beats.guessed(press.table, request.user)
    boxes = request.services.announcer.boxes
    shown = guessing.noted(noted)
    with request.saved():
        if await boxes.change(press.table, request.user, shown):
            await request.services.announcer.acknowledge(request.interaction)
        elif (message := await request.reply_ephemeral(shown)) is not None:
            boxes.keep(press.table, answer_of(request.interaction), message)
