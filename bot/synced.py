"""Discord is told our commands at a start, where they differ from what it was told last."""

import hashlib
import logging

from discord import Client, app_commands
from msgspec import json

from bot.storage import processes
from bot.storage.store import Store

log = logging.getLogger(__name__)

MARK = "commands"


async def sync(client: Client, tree: app_commands.CommandTree[Client], store: Store) -> None:
    """Tell Discord the commands of `tree`; the store remembers for which application it knows which."""
    commands = [command.to_dict(tree) for command in tree.get_commands()]
    known = f"{client.application_id}:{hashlib.sha256(json.encode(commands, order='deterministic')).hexdigest()}"
    if await store.read(lambda connection: processes.mark(connection, MARK)) == known and await tree.fetch_commands():
        return
    await tree.sync()
    await store.write(lambda connection: processes.set_mark(connection, MARK, known))
    log.info("%d commands synced.", len(commands))
