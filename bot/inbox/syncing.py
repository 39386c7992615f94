"""Send the bot's commands to Discord.

If Discord refuses them, the bot still starts, and its previous commands remain.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands
from msgspec import json

from bot.inbox.localizing import fingerprint
from bot.outbox.failures import in_short
from bot.storage import facts
from bot.storage.store import Store, StoreFailed

log = logging.getLogger(__name__)

COMMANDS_FACT = "commands"

FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""The seconds between two attempts, which double each time up to `LONGEST_PAUSE`.

Discord accepts 200 new commands a day.
"""

REFUSED = "The commands could not be synced (%s). Those that Discord knows stay; trying again in %g s."

AT_MOST = 5.0
"""The seconds for which a start waits for Discord to accept the commands."""

LONGEST_REASON = 1000
"""The most characters of Discord's reason for a refusal that are logged."""


class CommandSync:
    """Keeps Discord's list of the bot's commands up to date.

    If the first attempt fails, it continues in the background.
    """

    def __init__(self, client: discord.Client, tree: app_commands.CommandTree[Any], store: Store) -> None:
        self._client, self._tree, self._store = client, tree, store
        self._trying: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Try once. If that fails or takes long, keep trying in the background.

        Raises `StoreFailed` if the database fails.
        """
        first = asyncio.create_task(self.sync())
        done, _ = await asyncio.wait({first}, timeout=AT_MOST)
        if done and isinstance(error := first.exception(), StoreFailed):
            raise error
        if not done or first.exception() is not None:
            self._trying = asyncio.create_task(self._keep_trying(first))

    def cancel(self) -> None:
        """Stop trying in the background."""
        if self._trying is not None:
            self._trying.cancel()

    async def sync(self) -> None:
        """Send the commands to Discord if they differ from the last ones sent, whose hash is in the database."""
        commands = [command.to_dict(self._tree) for command in self._tree.get_commands()]
        told = json.encode([self._client.application_id, commands, fingerprint()], order="deterministic")
        known = hashlib.sha256(told).hexdigest()
        is_told = await self._store.read(lambda connection: facts.fact(connection, COMMANDS_FACT)) == known
        if is_told and await self._tree.fetch_commands():
            return
        await self._tree.sync()
        await self._store.write(lambda connection: facts.set_fact(connection, COMMANDS_FACT, known))
        log.info("%d commands synced.", len(commands))

    async def _keep_trying(self, first: asyncio.Task[None]) -> None:
        trying: Awaitable[None] = first
        pause = FIRST_PAUSE
        while True:
            try:
                return await trying
            except Exception as error:
                said = "The commands could not be synced (%s). Those that Discord knows stay; trying again in %g s."
                log.warning(said, _reason(error), pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            trying = self.sync()


def _reason(error: Exception) -> str:
    """Return the reason why the commands could not be sent, for the log.

    If Discord gave details, the reason names the refused command and option.
    """
    if isinstance(error, app_commands.CommandSyncFailure):
        return f"{in_short(error)}: {'; '.join(str(error).split(chr(10)))[:LONGEST_REASON]}"
    return in_short(error)
