"""/play, /table and /rules."""

import discord
from discord import app_commands

from bot.inbox.asker import key, who
from bot.inbox.commands.where import press_at_table
from bot.inbox.house import house_of
from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.outbox.render import layout
from bot.screens import howto, lobby, refusals, variants
from bot.tables.model import Place

GAMES = [app_commands.Choice(name=variants.told(name).title, value=name) for name in variants.offered()]


@app_commands.command()
@app_commands.describe(game="which game; you can still change it")
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def play(interaction: Interaction, game: str = "common") -> None:
    """Open a table in this channel."""
    if missing := _missing(interaction):
        await reply.whisper(interaction, refusals.missing_permissions(missing))
        return
    house = house_of(interaction)
    async with reply.patiently(interaction):
        setup = lobby.proposed(game)
        table = await house.tables.lobbies.open(_place(interaction), who(interaction), setup, key(interaction))
        await house.announcer.show(table.id, interaction)


@app_commands.command()
@app_commands.describe(game="which game")
@app_commands.choices(game=GAMES)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def rules(interaction: Interaction, game: str = "") -> None:
    """How to play, in a few lines."""
    here = await house_of(interaction).tables.looking.at(interaction.channel_id or 0)
    variant = game or (here.setup.variant if here is not None else "common")
    await reply.whisper(interaction, layout(howto.how_to_play(variant).parts))


table = app_commands.Group(
    name="table", description="The table in this channel", guild_only=True,
    allowed_installs=app_commands.AppInstallationType(guild=True),
)  # fmt: skip


@table.command()
async def show(interaction: Interaction) -> None:
    """Post the table anew: its message is lost, or chatted away."""
    await press_at_table(interaction, "show")


@table.command()
async def leave(interaction: Interaction) -> None:
    """Leave the table, for good if the game is on."""
    await press_at_table(interaction, "leave")


@table.command()
async def end(interaction: Interaction) -> None:
    """End the table without a result: for its host, or who manages the server."""
    await press_at_table(interaction, "end")


def _place(interaction: Interaction) -> Place:
    guild, channel = interaction.guild, interaction.channel
    return Place(
        interaction.guild_id or 0, interaction.channel_id or 0, guild.name if guild is not None else "",
        getattr(channel, "name", None) or "",
    )  # fmt: skip


def _missing(interaction: Interaction) -> list[str]:
    """The permissions that a table here needs and the bot lacks, as Discord names them."""
    have = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        "View Channel": have.view_channel,
        "Send Messages in Threads" if thread else "Send Messages":
            have.send_messages_in_threads if thread else have.send_messages,
    }  # fmt: skip
    return [name for name, held in needed.items() if not held]
