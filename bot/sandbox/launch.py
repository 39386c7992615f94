"""Start an unmodified discord.py bot that connects to a local Discord instead of discord.com.

`python -m bot.sandbox.launch MODULE ARGUMENT...` runs `python -m MODULE ARGUMENT...`. The environment variable
`LOCAL_DISCORD` has the address. For this project's bot, the pictures are uploaded first.
"""

from __future__ import annotations

import asyncio
import os
import runpy
import socket
import sys
import threading
import time

import discord
import yarl

from bot.outbox.connection import Address, point_at
from bot.outbox.emoji_uploads import upload_by
from bot.outbox.failures import TROUBLE, in_short

_PATIENCE = 30.0
_PATIENCE_FOR_A_PICTURE = 5.0


def _end_with_parent() -> None:
    """End this process when standard input ends, because the parent process has then ended."""
    while os.read(0, 1):  # not sys.stdin, because a thread that waits for it makes the interpreter crash at exit
        pass
    os._exit(0)


def _wait_for(address: yarl.URL) -> None:
    """Wait at most `_PATIENCE` seconds for the local Discord, which starts at the same time."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection((address.host or "", address.port or 80), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return


async def _upload() -> None:
    """Upload the pictures. Give up only if no picture was uploaded for some seconds."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(_PATIENCE_FOR_A_PICTURE) as limit:
        token = os.environ["DISCORD_TOKEN"]
        await upload_by(token, lambda: limit.reschedule(loop.time() + _PATIENCE_FOR_A_PICTURE))


def _bring_pictures() -> None:
    """Upload the pictures as `python -m bot emojis` does. If that fails, the bot plays without pictures."""
    try:
        asyncio.run(_upload())
    except (discord.DiscordException, *TROUBLE) as error:
        print(f"The pictures could not be uploaded: {in_short(error)}", flush=True)


def main() -> None:
    """Point discord.py at the local Discord, and run the bot's module in this process."""
    base = os.environ["LOCAL_DISCORD"]
    point_at(Address.of(base))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _wait_for(yarl.URL(base))
    module, *arguments = sys.argv[1:]
    if sys.argv[1:] == ["bot", "run"]:
        _bring_pictures()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
