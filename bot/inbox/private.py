"""What one person sees for themselves: right from any panel, old ones too."""

from bot.inbox.asker import key
from bot.inbox.house import house_of
from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.outbox.language import language_of_server
from bot.outbox.render import layout, view
from bot.screens import boards, dice, forfeits, howto, table
from bot.screens.ids import Press
from bot.screens.model import Card
from bot.tables.model import Code, Trouble
from bot.words.language import speaking
from engine.common_hand.view import View


async def my_dice(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """My dice."""
    seen = await house_of(interaction).tables.looking.see(press.table, interaction.user.id)
    if seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    if not isinstance(seen.view, View):
        raise Trouble(Code.NOT_STARTED)
    elsewhere = interaction.channel_id != seen.table.place.channel
    await reply.whisper(interaction, layout(dice.my_dice(seen.table, seen.view, elsewhere).parts))


async def how_to_play(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """How to play."""
    info = await house_of(interaction).tables.looking.table(press.table)
    await reply.whisper(interaction, layout(howto.how_to_play(info.setup.variant).parts))


async def show(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """The table's panel, posted anew."""
    await house_of(interaction).announcer.repost(press.table, interaction)


async def gifts(interaction: Interaction, press: Press, _: tuple[str, ...]) -> None:
    """Winner's gift: whom to name."""
    seen = await house_of(interaction).tables.looking.see(press.table, interaction.user.id)
    if not isinstance(seen.view, View) or not seen.view.legal.gift:
        raise Trouble(Code.NOT_YOURS)
    await reply.whisper(interaction, layout(table.gift_menu(seen.table, seen.view)))


async def board(interaction: Interaction, press: Press, values: tuple[str, ...]) -> None:
    """Another page, or another board."""
    name, number = boards.asked(press.rest, values)
    page = await house_of(interaction).boards.page(interaction.guild_id or 0, name, number, interaction.user.id)
    with speaking(language_of_server(interaction.client, interaction.guild_id)):  # a board is for everybody
        shown = view(Card(boards.board(page, interaction.user.id)))
    await reply.edit(interaction, shown)


async def cross_off(interaction: Interaction, _: Press, values: tuple[str, ...]) -> None:
    """Settle a forfeit of the tab."""
    number, how = values[0].split(".")
    settled = await house_of(interaction).people.settle_forfeit(
        int(number), interaction.user.id, "paid" if how == "paid" else "waived", key(interaction)
    )
    await reply.edit(interaction, layout(forfeits.settled(settled).parts))
