"""/houserules: the rules that a server keeps by a name."""

from discord import app_commands

from bot.inbox import named_rules
from bot.inbox.commands.completions import rules_kept
from bot.inbox.commands.which_table import meant
from bot.inbox.handlers import handle
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.preferences.named_rules import LONGEST_NAME
from bot.presses.preferences import DeleteRules, ListRules, UseRules

Name = app_commands.Range[str, 1, LONGEST_NAME]

houserules = app_commands.Group(
    name="houserules",
    description="House rules that this server keeps by a name",
    guild_only=True,
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@houserules.command()
@app_commands.describe(name="by which name: Friday rules")
async def save(interaction: Interaction, name: Name) -> None:
    """Keep the rules of the table in this channel by a name; for its host."""
    request = Request(interaction)
    await named_rules.save(request, (await meant(request))[0], name)


@houserules.command()
@app_commands.describe(name="which of them")
async def use(interaction: Interaction, name: str) -> None:
    """Open a table by rules that are kept here, or set your open one to them."""
    request = Request(interaction)
    await handle(request, UseRules((await named_rules.named(request, name)).id))


@houserules.command(name="list")
async def list_(interaction: Interaction) -> None:
    """What is kept here, and what is different in it."""
    await handle(Request(interaction), ListRules(0))


@houserules.command()
@app_commands.describe(name="which of them")
async def delete(interaction: Interaction, name: str) -> None:
    """Keep them no more; for whoever saved them, and who manages the server."""
    request = Request(interaction)
    await handle(request, DeleteRules((await named_rules.named(request, name)).id))


use.autocomplete("name")(rules_kept)
delete.autocomplete("name")(rules_kept)
