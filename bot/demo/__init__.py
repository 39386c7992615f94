"""The command `python -m bot demo [NAME...]`: the bot plays short games in memory and prints a transcript."""

import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import simcord

from bot.app import Bot
from bot.demo.evening import Evening
from bot.driver.clock import rehearsed
from bot.screens.families import variants
from bot.settings import Settings
from bot.tables.pace import AT_ONCE


def main(names: Sequence[str] = ()) -> int:
    """Play the games with these names. Without names, play all games and show the boards.

    Return the exit code.
    """
    offered = variants.offered()
    if unknown := [name for name in names if name not in offered]:
        print(f"There is no game {unknown[0][:40]!r}. These can be played: {', '.join(offered)}.", file=sys.stderr)
        return 2
    logging.getLogger("bot.outbox.pictures").setLevel(logging.ERROR)  # a transcript needs no pictures
    asyncio.run(_play(names or offered, boards=not names))
    return 0


async def _play(names: Sequence[str], boards: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        seeds = (sha256(f"demo {number}".encode()).digest() for number in range(100))
        settings = Settings(token="in.memory", database_url=f"sqlite:///{Path(folder) / 'demo.sqlite'}")
        bot = Bot(settings, entropy=lambda _: next(seeds), pace=AT_ONCE, seconds=rehearsed)
        async with simcord.run(bot) as env:
            evening = Evening(env, bot)
            for name in names:
                await evening.game(name)
            if boards:
                await evening.boards()
            await bot.close()  # simcord does not close the bot
