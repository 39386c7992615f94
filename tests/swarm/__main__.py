"""Make thousands of random actions over HTTP, first with the bot on SQLite and then on PostgreSQL: `make swarm`."""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

from bot.presses.codec import PRESSES
from tests.databases import postgresql_database, postgresql_running
from tests.swarm.swarm import Swarm, swarming


async def _run(title: str, url: str, seed: int, actions: int, busy: bool) -> bool:
    """Run one swarm on one database, and print a report. Return whether it found no fault."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with swarming(Path(folder), url, seed, busy) as swarm:
            await swarm.swarm(actions)
    print(f"{title}, seed {seed}: {actions - swarm.left:,} actions in {time.monotonic() - began:.0f} s")
    print(_told(swarm))
    return not swarm.found


def _told(swarm: Swarm) -> str:
    """Return a report: the number of actions, the times of the answers, and the faults."""
    waits = sorted(swarm.witness.waits)
    lines = [
        f"  {len(waits):,} answers, the median {waits[len(waits) // 2]:.3f} s, the slowest {waits[-1]:.3f} s",
        f"  {swarm.witness.starved} of them late because the machine was busy",
        f"  {swarm.witness.looked_at:,} messages with dice were looked at",
        "  " + ", ".join(f"{many} {what}" for what, many in swarm.done.most_common()),
        f"  {len(swarm.clients.pressed)} kinds of presses; never pressed: "
        + (", ".join(_never_pressed(swarm)) or "none"),
        "  tables: " + ", ".join(f"{many} {what}" for what, many in sorted(swarm.tables.items())),
    ]
    return "\n".join([*lines, swarm.report()] if swarm.found else [*lines, "  Nothing was found."])


def _never_pressed(swarm: Swarm) -> list[str]:
    """Return the kinds of presses that nobody made."""
    return sorted({kind.__name__ for kind in PRESSES.values()} - set(swarm.clients.pressed))


def main() -> int:
    """Run a swarm on each database. Return 1 if it found a fault."""
    parser = argparse.ArgumentParser(prog="make swarm")
    parser.add_argument("actions", type=int, nargs="?", default=20_000, help="on each database")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="a seed that was printed")
    parser.add_argument("--only", choices=("sqlite", "postgresql"), help="on this database alone")
    busy = "other programs run: an answer may take three seconds of work, not of time"
    parser.add_argument("--busy", action="store_true", help=busy)
    given = parser.parse_args()
    asked, well = (given.seed, given.actions, given.busy), True
    if given.only != "postgresql":
        well = asyncio.run(_run("SQLite", "", *asked))
    if given.only != "sqlite":
        with postgresql_running() as server, postgresql_database(server) as url:
            well = asyncio.run(_run("PostgreSQL", url, *asked)) and well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
