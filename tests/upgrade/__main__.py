"""`make upgrade-record`: what the bot, as it is now, says to its databases and can read, for the release after it."""

import asyncio
import tempfile
from pathlib import Path

from tests.databases import postgresql_database, postgresql_running, sqlite_started_on
from tests.upgrade import previous, tape
from tests.upgrade.evening import EVENING
from tests.upgrade.not_yet_written import NOT_YET_WRITTEN
from tests.upgrade.reads import reads
from tests.upgrade.tape import Tape
from tests.upgrade.taping import TapedHouse, Taping


async def taped(url: str) -> Tape:
    """A tape of the whole evening."""
    taping = Taping()
    house = await TapedHouse(url, taping).open()
    for scene in EVENING:
        taping.scene = scene.__name__
        await scene(house)
    await house.close()
    return taping.tape()


def main() -> None:
    known = {**reads(), "not yet written": sorted(NOT_YET_WRITTEN)}
    previous.READS.write_text(previous.written(known), "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.sqlite")
        file.write_bytes(sqlite_started_on())
        tape.write(previous.FOLDER / "sqlite.xz", asyncio.run(taped(f"sqlite:///{file}")))
    with postgresql_running() as server, postgresql_database(server) as url:
        tape.write(previous.FOLDER / "postgresql.xz", asyncio.run(taped(url)))


if __name__ == "__main__":
    main()
