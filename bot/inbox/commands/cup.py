"""/claim and /cup: everything that is done with the cup, for who would rather type."""

from collections.abc import Callable

from discord import app_commands

from bot.inbox.commands.completions import claims
from bot.inbox.commands.which_table import meant, press_at_table
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.presses import poker_cup as p
from bot.presses.base import ANY_VERSION, Press
from bot.presses.game import ShowDice
from bot.screens.poker_cup.claims import is_blind, typed_claim, typed_dice
from engine.games import AnyView

ACTS: dict[str, Callable[[int, str], Press]] = {
    "show": lambda table, _dice: ShowDice(table),
    "peek": lambda table, _dice: p.PeekUnder(table, ANY_VERSION),
    "pull out": lambda table, dice: p.PullOut(table, ANY_VERSION, typed_dice(dice)),
    "put under": lambda table, dice: p.PutUnder(table, ANY_VERSION, typed_dice(dice)),
    "roll": lambda table, dice: p.RollDice(table, ANY_VERSION, typed_dice(dice)),
    "shake": lambda table, _dice: p.ShakeCup(table, ANY_VERSION, looks=True),
    "shake unseen": lambda table, _dice: p.ShakeCup(table, ANY_VERSION, looks=False),
    "look": lambda table, _dice: p.LookUnder(table, ANY_VERSION),
    "protest": lambda table, _dice: p.BlameThePass(table, ANY_VERSION),
}
"""What may be done with the cup, by the word that is chosen."""


@app_commands.command()
@app_commands.describe(what="a hand: pair of twos, three fives with a six, full house, 3s over 2s")
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def claim(interaction: Interaction, what: str) -> None:
    """Claim a hand and pass the cup on; before you have peeked that is blind."""
    request = Request(interaction)
    blind = {table.id: is_blind(await _view(request, table.id)) for table in await meant(request)}
    claimed = typed_claim(0, ANY_VERSION, what, blind=False)
    await press_at_table(request, lambda table: p.MakeClaim(table, ANY_VERSION, claimed.said, blind[table]))


@app_commands.command()
@app_commands.describe(act="what to do; nothing shows you the cup", dice="which, by what they show: 2 5")
@app_commands.choices(act=[app_commands.Choice(name=word, value=word) for word in ACTS])
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def cup(interaction: Interaction, act: str = "show", dice: str = "") -> None:
    """Do something with the cup: peek, pull dice out, put them under, roll, shake, look."""
    await press_at_table(Request(interaction), lambda table: ACTS[act](table, dice))


async def _view(request: Request, table: int) -> AnyView | None:
    return (await request.see(table)).view


claim.autocomplete("what")(claims)
