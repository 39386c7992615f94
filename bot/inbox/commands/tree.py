"""The tree of commands, behind the same door as everything else."""

from discord import Client, app_commands

from bot.inbox.door import Door
from bot.inbox.errors import tell
from bot.outbox.reply import Interaction


class Commands(app_commands.CommandTree[Client]):
    """Commands and their completions."""

    def __init__(self, client: Client, door: Door) -> None:
        super().__init__(client)
        self._door = door

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the door is open."""
        return await self._door.let_in(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person what became of it."""
        await tell(interaction, error)
