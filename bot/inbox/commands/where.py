"""Which table a command is about: the channel's, or in a DM the person's own; asked for where there are several."""

from bot.inbox.handlers import pressed
from bot.inbox.house import house_of
from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.outbox.render import layout
from bot.screens import tables as screen
from bot.screens.ids import Press
from bot.tables.model import Code, TableInfo, Trouble


async def press_at_table(interaction: Interaction, verb: str, rest: str = "") -> None:
    """Do at the table that is meant what a press of `verb` would do, whatever version stands there."""
    tables = await meant(interaction)
    if len(tables) > 1:
        await reply.whisper(interaction, layout(screen.which(tables, verb, rest).parts))
        return
    await pressed(interaction, Press(verb, tables[0].id, 0, rest), ())


async def meant(interaction: Interaction) -> tuple[TableInfo, ...]:
    """The tables that a command may be about. Raises `Trouble` where there is none."""
    tables = house_of(interaction).tables
    if interaction.guild_id is None:
        found = await tables.looking.of(interaction.user.id)
    else:
        here = await tables.looking.at(interaction.channel_id or 0)
        found = (here,) if here is not None else ()
    if not found:
        raise Trouble(Code.NO_TABLE)
    return found
