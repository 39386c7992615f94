"""What a press means: the verb in its id picks the handler."""

from collections.abc import Awaitable, Callable

from bot.inbox import forms, game, lobby, private
from bot.outbox.interaction import Interaction
from bot.outbox.reply import patiently
from bot.screens.ids import Press

Handler = Callable[[Interaction, Press, tuple[str, ...]], Awaitable[None]]


async def which(interaction: Interaction, press: Press, values: tuple[str, ...]) -> None:
    """Several tables were meant, and one was picked: do there what was asked for."""
    verb, _, rest = press.rest.partition("-")
    await HANDLERS[verb](interaction, Press(verb, int(values[0]), 0, rest), ())


HANDLERS: dict[str, Handler] = {
    "join": lobby.join, "stand": lobby.stand_up, "robot": lobby.add_computer, "unrobot": lobby.remove_computer,
    "start": lobby.start, "cancel": lobby.cancel, "variant": lobby.variant, "rematch": lobby.rematch,
    "bid": game.bid, "liar": game.challenge, "exact": game.exact, "vote": game.vote, "settle": game.settle,
    "gift": game.gift, "quit": game.call_it_a_night, "leave": game.leave,
    "show": private.show, "end": game.end, "which": which,
    "dice": private.my_dice, "help": private.how_to_play, "gifts": private.gifts, "board": private.board,
    "crossoff": private.cross_off,
}  # fmt: skip
"""What changes a table, or shows something to one person."""

ASKING: dict[str, Handler] = {"other": forms.other_bid, "options": forms.options}
"""What opens a form: this must be the first answer, so it is never promised."""

PRIVATE = frozenset({"dice", "help", "gifts", "crossoff"})
"""Verbs that are answered to one person alone."""


async def pressed(interaction: Interaction, press: Press, values: tuple[str, ...]) -> None:
    """Do what a press or a choice stands for. Raises what cannot be done; the caller tells it."""
    if (ask := ASKING.get(press.verb)) is not None:
        await ask(interaction, press, values)
        return
    async with patiently(interaction, private=press.verb in PRIVATE):
        await HANDLERS[press.verb](interaction, press, values)
