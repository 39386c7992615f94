"""`make faults`: hundreds of kills under load on each database; a file adds up the counts, from which it goes on."""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

from tests.databases import postgresql_database, postgresql_running, sqlite_started_on
from tests.kills.kills import LOOK_EVERY, Kills
from tests.kills.tally import Tallies, Tally

DATABASES = ("sqlite", "postgresql")


async def _evening(url: str, kills: int) -> Tally:
    """So many kills on one database. What was found begins with the seed."""
    seed, began = secrets.randbelow(10**6), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with Kills(Path(folder), url, seed) as run:
            await run.kill(kills)
            people, letters = run.people, run.checks.letters
    found = [f"seed {seed}, kill {run.done}: {sentence}" for sentence in run.found]
    return Tally(run.done, people.asked, people.answers, letters, time.monotonic() - began, found)


def _on_sqlite(kills: int) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.sqlite")
        file.write_bytes(sqlite_started_on())
        return asyncio.run(_evening(f"sqlite:///{file}", kills))


def _on_postgresql(kills: int) -> Tally:
    with postgresql_running() as server, postgresql_database(server) as url:
        return asyncio.run(_evening(url, kills))


def _told(database: str, so_far: Tally, kills: int) -> str:
    return (
        f"{database}: {so_far.kills} of {kills} kills, {so_far.presses:,} presses ({so_far.answers:,} answered), "
        f"{so_far.letters:,} DMs compared, {so_far.seconds:.0f} s, {len(so_far.found)} found"
    )


def main() -> int:
    """Kill until the file counts enough; 1 where anything was found, now or before."""
    parser = argparse.ArgumentParser(prog="make faults")
    parser.add_argument("kills", type=int, nargs="?", default=500, help="on each database, those of before included")
    parser.add_argument("--on", choices=DATABASES, help="on this database alone")
    parser.add_argument("--counts", type=Path, default=Path("kills.json"), help="the file in which counts are added up")
    given = parser.parse_args()
    tallies = Tallies(given.counts)
    for database in [given.on] if given.on else DATABASES:
        so_far = tallies.of(database)
        while so_far.kills < given.kills and not so_far.found:
            one = _on_sqlite if database == "sqlite" else _on_postgresql
            tallies.add(database, one(min(given.kills - so_far.kills, LOOK_EVERY)))
            print(_told(database, so_far, given.kills), flush=True)
        print("\n".join([_told(database, so_far, given.kills), *so_far.found]))
    return 1 if any(tallies.of(database).found for database in DATABASES) else 0


if __name__ == "__main__":
    sys.exit(main())
